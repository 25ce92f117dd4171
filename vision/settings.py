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
    corner_mm: float = 25.0  # a corner of the play area, dragged by a thumb


@dataclass(frozen=True)
class QuadSettings:
    """Finding things with four corners."""

    long_side_px: int = 1100  # work size; a card of 30 px at 1280 still has 26
    coarse_side_px: int = 550  # second look for cards hardly lighter than a grainy cloth
    area_min: float = 0.0008  # of the picture; a card 30 x 46 px at 1280 x 720 has 0.0015
    area_max: float = 0.03
    fill_min: float = 0.85  # of the convex hull: rounded corners keep 0.98, an L of two cards 0.75
    same_fraction: float = 0.05  # of the diagonal: nearer quads are one
    keep: int = 260  # enough for a chequered cloth, small enough to compare all with all


@dataclass(frozen=True)
class LayoutSettings:
    """Finding the goal column among the quads."""

    card_fit_mm: float = 11.0  # a card's corner may be found inside its white border, on a turned card
    origin_reach_mm: float = 150.0  # how far markers or dragged corners may lie from where they ought to
    goal_reach_mm: float = 14.0  # a goal from its place in a column
    link_reach: float = 0.45  # of the diagonal: how well one card's perspective foretells the next goal
    column_fit_mm: float = 7.0  # root mean square of twelve corners under one homography
    compare_columns: int = 150  # by their homography's residual, a tenth of a millisecond each
    try_columns: int = 12  # fitted in earnest, a millisecond each
    goal_worth: float = 25.0  # one more goal explained is worth five standard deviations of fit
    sure_cost: float = -60.0  # three goals, well fitted: no need to think of two


@dataclass(frozen=True)
class CalibrateSettings:
    """Proving a hypothesis about the table by looking at its start card and goals."""

    rounds: int = 2  # looks at each place, each where the last one saw the card's corners
    sure: float = 0.5  # presence of a card
    same_widths: float = 0.3  # hypotheses whose start and goals are nearer than this are one
    try_goals: int = 16  # hypotheses whose goals are looked at
    try_start: int = 6  # of which the start card is searched
    start_x_mm: tuple[float, ...] = (-50, -25, 0, 25, 50)  # around where the goals foretell it
    start_y_mm: tuple[float, ...] = (-30, 0, 30)
    start_tries: int = 2  # places looked at again
    goal_reach_mm: float = 25.0  # from where the hypothesis has it
    start_worth: float = 2.0  # a start card proves as much as two goals: nothing else looks like it
    least_goals: float = 1.0  # without markers
    least_score: float = 1.8  # a start card, or two goals
    misshapen_mm: float = 9.0
    least_side_px: int = 200
    dark_level: float = 25.0  # grey level that 2 % of the picture must exceed
    flat_level: float = 2.0  # grey levels, standard deviation


@dataclass(frozen=True)
class LocateSettings:
    """Growing the maze from card to card."""

    grid_weight: float = 0.15  # of the plain grid, against 1 for a card's own neighbour
    worth_a_second_look: float = 0.15  # presence at the expected place, before the corners were refined
    rounds: int = 2
    sure: float = 0.5
    stray_mm: float = 24.0  # from where its neighbours foretell it: 22 mm were seen on careless tables
    turn_rad: float = 0.2
    island_sure: float = 0.8  # a card without neighbours is more likely a loose one
    island_stray_mm: float = 13.0
    island_turn_rad: float = 0.1
    misshapen_mm: float = 9.0  # a corner from where a true card's would be
    apart: float = 0.6  # of the pitch: two cards nearer than that in both directions are one


CAMERA = CameraPrior()
SLACK = LaySlack()
QUADS = QuadSettings()
LAYOUT = LayoutSettings()
CALIBRATE = CalibrateSettings()
LOCATE = LocateSettings()


@dataclass(frozen=True)
class SourceSettings:
    """Cameras and streams."""

    width_px: int = 1920  # asked of a camera, which gives what it can: a door needs 1080 lines
    height_px: int = 1080
    frames_per_s: float = 8.0  # looked at; a laid card is told within 0.4 s, and an idle core stays cool
    opening_s: float = 8.0  # a webcam may take some seconds to give its first picture
    silence_s: float = 2.0  # without a picture before the camera counts as gone
    retry_s: float = 1.0  # between two tries to open it again


SOURCE = SourceSettings()
