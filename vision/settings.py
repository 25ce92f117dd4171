"""Every threshold of the reader, each with its unit and its reason. No rule numbers: see companion.editions."""

from __future__ import annotations

from dataclasses import dataclass

CARD_WIDTH_MM = 56.0  # a tunnel card, portrait
CARD_HEIGHT_MM = 87.0
PITCH_X_MM = 58.0  # from card to card when laid by hand: a card and the usual sliver of table
PITCH_Y_MM = 89.0
MARKER_MM = 40.0  # black square of the printed sheet
FIELD_MIDDLE_MM = (4 * PITCH_X_MM, 0.0)  # middle of the play area, start card at (0, 0)
FIELD_SIZE_MM = (9 * PITCH_X_MM, 5 * PITCH_Y_MM)  # outer edges of the usual layout's nine by five cells
MARKER_FIELD_MM = (628.0, 526.0)  # where markers usually lie: a marker's width outside the field, centre to centre


@dataclass(frozen=True)
class CameraPrior:
    """What is known of any webcam or phone before it has looked. Widths are one standard deviation."""

    focal_to_long_side: float = 0.77  # 66 degrees across, the middle of webcams (54..90) and phones (60..75)
    focal_spread: float = 0.22  # of the logarithm: covers 54..90 degrees
    k1: float = -0.02  # radial distortion after the camera's own correction
    k1_spread: float = 0.04
    tilt_max_rad: float = 1.15  # 66 degrees from overhead: flatter than that no card can be read
    distance_min_mm: float = 200.0
    distance_max_mm: float = 3000.0


@dataclass(frozen=True)
class LaySlack:
    """How far a thing may lie from its place on the grid, one standard deviation."""

    goal_mm: float = 3.0  # goals and start are laid out with care
    card_mm: float = 6.0  # the maze drifts while it grows
    turn_rad: float = 0.035  # two degrees
    marker_mm: float = 60.0  # "anywhere around the play area near its corners"
    marker_turn_rad: float = 0.1
    look_px: float = 1.5  # of a corner as a look gives it
    corner_mm: float = 25.0  # a corner of the play area, dragged by a thumb


@dataclass(frozen=True)
class DetectSettings:
    """How the whole picture is searched for cards, see detect."""

    long_side_px: int = 640  # a card of 30 px at 1080 lines still has 10; 21 ms of one core
    step_px: int = 16  # sides are multiples of it, as the network halves them four times
    least: float = 0.2  # of a card, to be looked at closely
    most: int = 120  # cards; both boxes together have 110 on the table at the very most
    apart: float = 0.7  # of a card's width: nearer middles are one card, or a card and the seam beside it
    neighbour_rounds: int = 4
    neighbour_reach: float = 0.4  # of a card's width, between where a neighbour ought to lie and where a card does
    neighbour_noise: float = 0.06  # likewise: what hands and the network do; pairs that are farther off count less
    believed_pairs: float = 3.0  # of neighbours, worth of belief in what the network said of the sides
    least_for_perspective: int = 5  # cards
    perspective_rounds: int = 4
    same_size: float = 0.03  # of the mean: root of third degree of an area, so a card's area is off by a tenth
    calm: float = 0.05  # cards' worth of belief that the camera looks straight down
    reach: float = 0.5  # of a card's width between where a card is looked for and where one lies
    alike: float = 0.3  # of the diagonal, between the corners looked for and those that lie there
    trace: float = 0.2  # of a card, near the middle of a cell: cards that were not detected left 0.35 and more
    trace_reach: float = 0.4  # of a card's width


@dataclass(frozen=True)
class AboveSettings:
    """The table drawn as seen from straight above."""

    card_px: float = 36.0  # wide: so large, a table of nine by five cells takes no longer than a picture in small
    rim: float = 0.3  # of a cell around the play area, as a maze drifts
    around: float = 1.6  # cells around a card's middle: the next card, and room for it to drift
    step_px: int = 16  # between points whose places are reckoned; 0.8 px wrong in between from 600 mm, 3 px from 400


@dataclass(frozen=True)
class LayoutSettings:
    """Finding the goal column among the quads."""

    card_fit_mm: float = 11.0  # a card's corner may be found inside its white border, on a turned card
    origin_reach_mm: float = 150.0  # how far markers or dragged corners may lie from where they ought to
    goal_reach_mm: float = 14.0  # a goal from its place in a column
    link_reach: float = 0.45  # of the diagonal: how well one card's perspective foretells the next goal
    column_fit_mm: float = 14.0  # root mean square of twelve corners under one homography; beyond 9 mm at 50 degrees
    compare_columns: int = 60  # by their homography's residual, a tenth of a millisecond each
    try_columns: int = 4  # in a known frame, fitted in earnest, some milliseconds each
    try_tables: int = 8  # likewise where nothing is known
    least_worth: float = 0.15  # of a goal's, to be thought of as one
    least_back: float = 0.15  # probability; a column without any card face down is not looked for
    turned_worth: float = 0.4  # of a goal's worth: a face-up card in its place
    start_worth: float = 2.0  # a start card where the column foretells it
    least_start: float = 0.6  # probability that it is one; a start card in doubt is looked for when the goals are sure
    most_for_maze: float = 1.0  # of a goal's worth: cards lie on the side where the start card ought to be
    maze_cards: int = 6  # so many earn all of it
    maze_reach_mm: float = 350.0  # north and south of the start card
    detected_noise: float = 0.08  # of a card's width: a corner that was only detected
    start_reach_mm: tuple[float, float] = (200.0, 90.0)  # one card's width foretells eight badly, along the row
    goal_worth: float = 25.0  # one more goal explained is worth five standard deviations of fit


@dataclass(frozen=True)
class LatticeSettings:
    """Cards that lie beside each other in a maze."""

    link_reach: float = 0.2  # of the diagonal: how well one card's perspective foretells its neighbour's corners
    most_nothing: float = 0.6  # probability; in the lattice a card may be hardly seen
    try_lattices: int = 2  # the largest
    least_cards: int = 3  # fewer do not tell a perspective
    try_starts: int = 14  # cells of the lattice, from either side; 6 missed a table at 50 degrees
    goal_reach_mm: float = 60.0  # from where the lattice has it, eight cards on; other goals are 178 mm away
    start_reach_mm: tuple[float, float] = (15.0, 15.0)  # as in CALIBRATE; the lattice knows its own cards' places


LATTICE = LatticeSettings()


@dataclass(frozen=True)
class AimSettings:
    """Corners dragged by hand."""

    least_area: float = 0.05  # of the picture; in less, a card of 1080 lines has fewer than 30 pixels


AIM = AimSettings()


@dataclass(frozen=True)
class CalibrateSettings:
    """Proving a hypothesis about the table by looking at its start card and goals."""

    perhaps_nothing: float = 0.7  # probability, as detected; such a thing is not looked at again
    sure: float = 0.5  # presence of a card
    sure_within: float = 1.5  # of the most that a table can be worth: the rest need not be tried
    worth_of_order: float = 1.5  # of a goal's worth, where all other cards lie in cells and not between two
    sure_order: float = 0.4  # so many more lie in cells that the rest of the hypotheses need not be tried
    detected_misshapen_mm: float = 20.0  # a corner of what may be a card, as it was detected
    least_order: float = (
        -0.35
    )  # with markers: with so many more cards between cells than in them they tell of another place
    least_value: float = 3.0  # without markers: tables found wrongly had 2.9, rightly 3.4 and more
    few_cards: float = 2.0  # fewer than these say little
    in_a_cell: float = 0.27  # of the pitch, off the cell's middle: chance puts 3 of 10 so near
    field_middle: tuple[float, float] = (4.0, 0.0)  # cells; where a maze may lie
    field_reach: tuple[float, float] = (7.0, 6.0)
    cost_of_a_card: float = 150.0  # of the fit: so badly explained, cards prove one goal less
    start_reach_mm: tuple[float, float] = (150.0, 80.0)  # where the likelihood that it lies there has fallen to a third
    start_off: float = 2.0  # so many times as far it is not looked for
    start_twist_rad: float = 0.35  # against the goals
    start_tries: int = 30  # cards with which the pose is fitted, some milliseconds each
    start_tries_at_once: int = 6  # and no more of them if one of these is the start card
    start_looks: int = 3  # of these, looked at closely
    goal_reach_mm: float = 25.0  # from where the hypothesis has it
    start_worth: float = 2.0  # a start card proves as much as two goals: nothing else looks like it
    turned_worth: float = 0.4  # of a goal's worth: a face-up card in its place
    least_goals: float = 1.0  # without markers
    least_score: float = 1.8  # a start card, or two goals
    least_maze: int = 4  # cards without which goals alone are no table, where neither start nor markers are seen
    maze_columns: range = range(-2, 8)
    plain: float = 0.9  # presence of a card that counts as one of those
    misshapen_mm: float = 9.0
    least_side_px: int = 200
    dark_level: float = 25.0  # grey level that 2 % of the picture must exceed
    flat_level: float = 2.0  # grey levels, standard deviation


@dataclass(frozen=True)
class GlanceSettings:
    """How much likelier than elsewhere NOTHING, TUNNEL, START, BACK, OTHER are in a cell. The places are rules of the
    layout, the factors are cautious: what is plainly seen overcomes them."""

    start_cell: tuple[float, ...] = (1.0, 0.2, 5.0, 0.1, 0.3)
    goal_cell: tuple[float, ...] = (1.0, 0.3, 0.02, 3.0, 0.3)
    any_cell: tuple[float, ...] = (1.0, 1.0, 1.0, 0.15, 0.6)
    tunnel_seen: float = 0.5  # of the way from the side to the middle: where a tunnel must be in the picture to be read
    same_place: float = 0.02  # of a card's width: a place so near to one that was looked at is not looked at again


@dataclass(frozen=True)
class LocateSettings:
    """Growing the maze from card to card."""

    grid_weight: float = 0.15  # of the plain grid, against 1 for a card's own neighbour
    worth_a_close_look: float = 0.2  # presence of a card, as it was detected
    moved_mm: float = 6.0  # detected so far from where it was expected, a card is looked for in both places
    rounds: int = 2  # close looks, each where the last one saw the card's corners
    sure: float = 0.67  # of a card, both looks together: half a sleeve was one to either of them, not to both
    first_look: float = 0.33  # of both, the weight of the first, from afar
    stray_mm: float = 24.0  # from where its neighbours foretell it: 22 mm were seen on careless tables
    turn_rad: float = 0.28  # from its neighbours: a card laid in passing was twisted by 11 degrees
    marker_kept_clear: float = 0.7  # of a marker's half side; drawn to the rim, its place may be a little off
    hole_sure: float = 0.9  # an empty cell between cards is looked at, though nothing was detected there
    rim_sure: float = 0.97  # likewise beside a single card
    island_sure: float = 0.9  # a card without neighbours is more likely a loose one
    island_stray_mm: float = 13.0
    island_turn_rad: float = 0.1
    goal_sure: float = 0.9  # where no goal lies in its place, one that plainly shows itself may lie farther off:
    goal_stray_mm: float = 30.0  # a pose from the start card and one goal told another's place 28 mm wrongly
    misshapen_mm: float = 9.0  # a corner from where a true card's would be
    sweeps: int = 3  # islands found in one may have neighbours for the next
    columns: range = range(-7, 16)  # a maze that grows beyond these is a misread table
    rows: range = range(-8, 9)
    seen_fraction: float = 0.45  # of a card inside the picture
    apart: float = 0.6  # of the pitch: two cards nearer than that in both directions are one


CAMERA = CameraPrior()
SLACK = LaySlack()
DETECT = DetectSettings()
ABOVE = AboveSettings()
LAYOUT = LayoutSettings()
CALIBRATE = CalibrateSettings()
LOCATE = LocateSettings()
GLANCE = GlanceSettings()


@dataclass(frozen=True)
class ReadSettings:
    """From looks to cards, and when to be unsure."""

    largest_side_px: int = 2560  # more pixels than a card's patch can use only cost time
    largest_file_bytes: int = 200_000_000  # a phone's largest picture has 50 million
    alternatives: int = 3
    least_alternative: float = 0.01
    least_presence: float = 0.75  # of any card, upright and turned together: 465 cards of path-traced tables had 0.9
    certain: float = 0.6  # below it a person is asked
    sure_at_once: float = 0.98  # of every answer about a card: else it is looked at from its other end, too
    maybe_open: float = 0.3  # of both sides, before it matters whether they are joined
    clear_of_next: float = 1.5  # nor may the runner-up, after the neighbours were heard, come nearer than this
    misfit: float = 0.04  # of the sides that touch at real tables, so many do not fit: illegal cards, goals
    neighbour_rounds: int = 2
    small_card_px: float = 42.0  # high; below it tunnels are guessed
    door_card_px: float = 50.0  # high; of doors on smaller cards 3 in 10 are overlooked, on larger ones half as many
    cut_off_px: float = 10.0
    dim_level: float = 70.0  # grey level that a tenth of the picture must exceed
    glare_level: int = 250  # grey level, of the darkest channel: nothing is left of what is printed there
    glare_share: float = 0.08  # of the picture; a white sheet of paper on the table takes 5 %


@dataclass(frozen=True)
class SourceSettings:
    """Cameras and streams."""

    width_px: int = 1920  # asked of a camera, which gives what it can: a door needs 1080 lines
    height_px: int = 1080
    frames_per_s: float = 10.0  # looked at; a laid card is told within 0.4 s, and an idle core stays cool
    opening_s: float = 8.0  # a webcam may take some seconds to give its first picture
    silence_s: float = 2.0  # without a picture before the camera counts as gone
    retry_s: float = 1.0  # between two tries to open it again


SOURCE = SourceSettings()
READ = ReadSettings()


@dataclass(frozen=True)
class MotionSettings:
    """Telling a still table from a busy one. Shares are of the whole picture."""

    width_px: int = 320  # looked at in small: a card keeps 14 px, noise averages out, the work is 2 ms
    level: float = 0.12  # of the picture's median grey: what is no exposure and no noise
    level_least: float = 6.0  # grey levels; noise of the darkest scenes stays below 4 at this size
    level_most: float = 12.0
    moving: float = 0.001  # a fifth of a small card; flicker and JPEG blocks stay below 0.0003
    reaching: float = 0.0012  # a fingertip; what does not touch the edge of the picture reaches nowhere
    everywhere: float = 0.45  # more cannot be an arm: the lamp or the camera changed
    surroundings_px: float = 5.0  # a pixel is compared with a third of a card around it: light changes more slowly
    drawn: float = 0.1  # of the surroundings' grey: what noise and the steepest lamp beside the table stay below
    redrawn: float = 0.05  # of a patch or a card: lamps redrew 0.03 of wood and felt, hands with shadows 0.16 at least
    restless_s: float = 4.0  # what moves so long in one place is furniture, as what lies so long is; hands take 2 s
    restless_pause_s: float = 0.8  # within that time: candles and screens rest less, hands that come and go rest more
    restless_kept_s: float = 4.0  # and for so long after it last moved: a film has scenes in which nothing moves
    restless_px: int = 9  # round what moved, in the small picture: a flame leaps, half a card's width
    restless_most: float = 0.1  # more is no small place: a screen beside the table takes 0.07, a shaking camera all


@dataclass(frozen=True)
class SettleSettings:
    """When readings become facts. Live sources are timed, folders and files are counted."""

    still_s: float = 0.2  # without motion before a live picture is read: a card slides a little when let go
    first_still_s: float = 0.8  # likewise before the first reading: a hand that rests cannot be told from the table yet
    looks_live: int = 2  # readings that must agree; the second catches a hand that paused
    looks_file: int = 1  # pictures in a folder are far apart and few
    looks_bare: int = 3  # before a card counts as removed, live: taking is rarer than hiding
    looks_most: int = 6  # readings that do not agree become one uncertain reading
    cover_s: float = 4.0  # whatever lies still that long is no hand any more: a bag, a sleeve, a shadow
    cover_frames: int = 4
    lost_s: float = 1.5  # without a readable table before that is said
    lost_frames: int = 2
    again_s: float = 0.7  # between two tries to find a lost table
    refresh_s: float = 12.0  # a quiet table is read again, should a change have been missed
    changed_face: float = 0.12  # of a card's place; its neighbour's shadow and a nudge change less, another face more
    changed_laid: float = 0.05  # likewise for a card that came or went: even a dark card on dark cloth changes more
    odd_times: int = 3  # settled alike so often, a card that nobody was seen to lay was overlooked before
    shift: float = 0.3  # of a card's width: all cards moved so far together, so the camera was bumped
    least_in_common: int = 3  # cards seen in their old cells tell where the others are; of two, one may be misread


MOTION = MotionSettings()
SETTLE = SettleSettings()


@dataclass(frozen=True)
class IdentifySettings:
    """Choosing a face for what the network saw."""

    second_box_prior: float = 0.5  # a face of Saboteur 2 against one of the base game: on the table less often
    second_box_odds: float = -1.0  # log odds that any card of Saboteur 2 lies there, before anything was seen
    most_evidence: float = 4.0  # for or against it from one card, so that one misread card does not decide
    unprinted_prior: float = 0.06  # a face that no known box holds; with 0.04 a crystal seen at 0.92 was disbelieved
    temperature: float = 1.0  # over the whole face, on top of the parts' own
    sure: float = 0.8  # below, a person is asked
    clear_of_next: float = 3.0  # times the runner-up's probability
    keep: int = 5  # candidates; a phone shows four
    worth_offering: float = 0.01


IDENTIFY = IdentifySettings()


@dataclass(frozen=True)
class FollowSettings:
    """Going on from the places the cards had."""

    sure: float = 0.5  # that a card still lies there
    kept: float = 0.6  # of the cards; with fewer the camera was bumped or a new round begun
    misshapen_mm: float = 9.0  # a corner from where a true card's would be
    bare: float = 0.5  # that a place shows plain table
    same_shape: float = 0.01  # of a picture's width to its height: 854 x 480 is 1280 x 720 made smaller
    moved: float = 0.04  # of a card's width: nearer to its old place, a card lies where it lay
    shifted: float = 0.2  # of the cards that lie elsewhere; fewer were nudged, and the camera stands where it stood
    changed: float = 0.02  # of a card's place, before it is looked at again: six pixels of those that motion sees
    most_changed: float = 0.4  # of the cards; where more look otherwise it was the light or the camera
    partly: int = 3  # pictures in a row of which only what changed is read; the next is read as a whole


@dataclass(frozen=True)
class WatchSettings:
    """What pages get to see of the camera."""

    picture_px: int = 960  # wide: enough to recognise cards on a phone, 60 KB
    around_card: float = 0.6  # of a card's longer side, shown around the card that is asked about
    jpeg_quality: int = 75
    report_s: float = 1.0  # how often the camera's state is told; pages need not know sooner
    patience_s: float = 4.0  # for a camera to give its first picture at the start; slow ones take three seconds


FOLLOW = FollowSettings()
WATCH = WatchSettings()


@dataclass(frozen=True)
class DeckSettings:
    """A taught deck. Weights were fitted on 40 decks of the project's own drawings, 4,400 cards, before any other."""

    width_px: int = 64  # of an example
    height_px: int = 96
    most_of_a_face: int = 12  # a box holds five copies of a face; twice that for other light
    most_examples: int = 1500
    most_bytes: int = 40_000_000  # 1,500 examples take 27 MB
    longest_name: int = 40
    rim_columns: int = 7  # of a patch at half size: the card without 4 mm of its edge, where neighbours lie
    rim_rows: int = 10
    reach: int = 3  # likewise: cards are found to 6 mm, and farther off a wrong face fits as well
    weight: float = 10.0  # of a likeness as arctanh: of the cards it calls 97 % sure, 99 % were right
    clearest: float = 0.95  # a likeness beyond it says no more
    own_deck: float = 0.82  # the upper quarter's likeness: 0.90 and more on tables with the deck, 0.80 at most without
    untaught_below: float = 0.25  # that level: as like as a card is to the nearest picture of a deck without it
    untaught: float = 0.4  # at least
    most_evidence: float = 12.0  # for one face over another, natural logarithm
    unnamed: float = 0.002  # what the network leaves for a face that is not among its five
    card_slope: float = 8.4  # log odds that it is a card at all, for a likeness of 1 over one of 0
    card_even: float = 0.55  # a likeness that says nothing: three in four that had it were cards, as of all
    card_for: float = 5.0
    card_against: float = 2.0  # a covered card, or an untaught one, is like nothing either
    whole_deck: int = 30  # faces as they can lie; with so many, what is like none of them is doubted fully


DECK = DeckSettings()


@dataclass(frozen=True)
class TeachSettings:
    """Finding cards that are spread out to be learnt."""

    sure: float = 0.5  # presence of a card
    least_width_px: float = 24.0  # a smaller card is not worth learning from
    slimmest: float = 0.45  # width to height: 0.64 seen from above, less or more from the side
    widest: float = 0.9
    apart: float = 0.6  # of a card's width, middle to middle
    alike: float = 1.6  # times the usual size: beyond it is no card of the same deck
    finer: float = 1.5  # pixels a pixel of the example, so that shrinking does not alias
    most_at_once: int = 40
    most_offers: int = 20  # corrections of one evening that wait to be looked at
    most_decks: int = 30


TEACH = TeachSettings()
