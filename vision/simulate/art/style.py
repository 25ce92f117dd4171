"""What a deck of our own drawing looks like: one frozen style for one deck. No drawing."""

from __future__ import annotations

from dataclasses import dataclass

Colour = tuple[int, int, int]  # BGR


@dataclass(frozen=True)
class Style:
    """The look of one deck. Lengths are fractions of the card's width, amounts 0..1."""

    rock: Colour = (112, 100, 92)
    rock_shade: Colour = (78, 70, 66)  # mottles, facets, hatching and stones
    rock_ink: Colour = (52, 46, 44)  # sketched lines
    rock_kind: str = "facets"  # plain, facets, creased, hatched, stones, cracked, bricks
    rock_hollows: bool = False  # pale rounded faces between the creases
    mottle: float = 0.5
    glow: float = 0.0  # pale clouds in the rock, as a share of the way to the tunnel's brightness
    grain: float = 0.15
    tunnel: Colour = (190, 222, 240)
    tunnel_shade: Colour = (150, 190, 216)
    tunnel_mottle: float = 0.2
    tunnel_width: float = 0.3
    width_wobble: float = 0.1
    course: str = "round"  # straight, round, wandering
    wander: float = 0.03
    ragged: float = 0.01
    mouth_shift: float = 0.0
    junction_bulge: float = 0.0
    rim: float = 0.0  # a band of worked rock around the tunnel
    rim_colour: Colour = (90, 84, 80)
    rim_stones: bool = False
    edge: float = 0.02  # 0 draws no outline
    edge_colour: Colour = (50, 52, 58)
    edge_twice: bool = False
    shadow: float = 0.0  # of the wall on the tunnel's floor, 0..1
    dead_end: str = "gap"  # gap, rubble, plug
    gap: float = 0.1
    rails: float = 0.0  # share of the tunnels with rails
    decor_beside: float = 2.0  # mean count a card
    decor_inside: float = 0.6
    blind_mouths: float = 0.0  # likewise: folds in the rock at the rim, a little like a tunnel's mouth
    decor_vivid: float = 0.3
    border: float = 0.0
    border_colour: Colour = (235, 240, 244)
    corner: float = 0.05
    fade: float = 0.0
    fade_colour: Colour = (210, 215, 220)
    door_kind: str = "planks"  # planks, slab, arch, bars
    blue: Colour = (190, 110, 40)
    green: Colour = (60, 150, 50)
    crystal: Colour = (230, 190, 90)
    crystal_kind: str = "cluster"  # gem, star, cluster
    ladder: Colour = (70, 120, 180)
    start_kind: str = (
        "ladder"  # ladder, aside (a ladder beside the crossing), emblem (only its own rock and a round sign)
    )
    start_rock: Colour | None = None
    back_goal: Colour = (60, 84, 120)
    back_path: Colour = (100, 96, 92)
    back_light: Colour | None = None  # of the sign on a back; None is the back's own colour, lit
    back_kind: str = "tools"  # tools, cross, mark, rings, plain, lattice
    box_mark: bool = True  # a small orange mark at the lower left of Saboteur 2's cards


def house_style() -> Style:
    """The deck the demo lays: warm lantern-lit tunnels through slate, easy to read from a chair."""
    return Style(
        rock=(112, 96, 84),
        rock_shade=(84, 70, 60),
        rock_ink=(58, 46, 40),
        rock_kind="creased",
        mottle=0.35,
        glow=0.12,
        grain=0.07,
        tunnel=(178, 220, 244),
        tunnel_shade=(128, 178, 216),
        tunnel_mottle=0.4,
        tunnel_width=0.29,
        width_wobble=0.06,
        course="round",
        wander=0.035,
        ragged=0.007,
        mouth_shift=0.0,
        junction_bulge=0.12,
        rim=0.055,
        rim_colour=(96, 84, 78),
        rim_stones=True,
        edge=0.018,
        edge_colour=(36, 32, 34),
        shadow=0.6,
        dead_end="rubble",
        gap=0.12,
        rails=0.0,
        decor_beside=2.4,
        decor_inside=0.35,
        decor_vivid=0.35,
        border=0.022,
        border_colour=(214, 228, 236),
        corner=0.06,
        start_rock=(84, 104, 92),
        back_goal=(52, 78, 128),
        back_path=(92, 84, 78),
        back_kind="tools",
    )
