"""Over many nights: a game that is over is counted once, whatever happens then, and all of it can be wiped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from shutil import copytree

import pytest
from at_table import begun, done, place, table_view
from demo_night import demo, opened_demo, play
from open_table import OpenTable

from companion.demo.players import Players
from companion.live.past_nights import PastNights, look
from companion.live.session import Session
from companion.state import commands as c
from companion.views.model import Stage
from companion.views.past_nights import PastGame, PastPlayer, Person, people_of
from web import create_app
from web.config import WebConfig

HOME = "http://127.0.0.1:8000"
TODAY, TOMORROW = date(2026, 11, 21), date(2026, 11, 22)
ANA = PastPlayer("Ana", True, 7, 12, 1, 1)


def drawn_night(folder: Path) -> tuple[Session, OpenTable]:
    """Of a seed that the program drew itself, which is the same each time here."""
    with pytest.MonkeyPatch.context() as chance:
        chance.setattr("companion.live.night.new_seed", lambda: "3")
        return demo(folder, 4, None)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a game that is over; while it was played, it was not in the file."""
    folder = tmp_path_factory.mktemp("night")
    nights = PastNights(folder / "while.jsonl")
    session, table = drawn_night(folder)
    last = None
    for _ in range(6):
        assert (last := look(session, nights, last, TODAY)) is None and nights.people() == ()
        play(Players(3), session, table, Stage.GAME_OVER, steps=120)
        if table_view(session).stage is Stage.GAME_OVER:
            session.close()
            return folder
    raise AssertionError(table_view(session).stage)


@pytest.fixture
def over(folder: Path) -> Iterator[Session]:
    session = opened_demo(folder)
    yield session
    session.close()


def test_a_game_that_is_over_is_counted_once_also_after_a_crash(over: Session, folder: Path, tmp_path: Path) -> None:
    nights = PastNights(tmp_path / "nights.jsonl")
    key = look(over, nights, None, TODAY)
    first = nights.people()
    assert look(over, nights, key, TODAY) == key
    over.close()
    again = opened_demo(folder)  # nobody knows there what was added before
    assert look(again, nights, None, TOMORROW) == key
    assert nights.people() == first and {one.games for one in first} == {1}
    assert len((tmp_path / "nights.jsonl").read_text(encoding="utf-8").splitlines()) == 1
    again.close()


def test_what_is_counted_is_what_the_table_saw(over: Session, tmp_path: Path) -> None:
    nights, view, kept = PastNights(tmp_path / "nights.jsonl"), table_view(over), over.keepsake()
    look(over, nights, None, TODAY)
    people = {one.name: one for one in nights.people()}
    assert kept is not None and set(people) == {seat.name for seat in view.seats}
    for score in view.final:
        one = people[view.seats[score.seat].name]
        assert (one.gold, one.won, one.nights) == (score.nuggets, int(score.won), 1)
    roles = [score for one in kept if one.result for score in one.result.scores if score.role == "saboteur"]
    assert sum(one.saboteur for one in people.values()) == len(roles) > 0
    assert sum(one.saboteur_won for one in people.values()) == sum(score.won for score in roles)
    assert sum(one.laid for one in people.values()) > 10


def test_a_tunnel_that_the_table_agreed_to_against_the_rules_was_dug_too(tmp_path: Path) -> None:
    session, nights = begun(tmp_path / "night", seed=None), PastNights(tmp_path / "nights.jsonl")
    done(session.submit(c.BySeat(0), place(1, 0)))
    done(session.submit(c.ByTable(), replace(place(3, 2), forced=True)))
    while table_view(session).stage is not Stage.GAME_OVER:
        if table_view(session).stage is Stage.ROLES:
            done(session.submit(c.ByTable(), c.BeginPlay()))
        done(session.submit(c.ByTable(), c.EndRound(forced=True)))
        while (draft := table_view(session).draft) is not None:
            done(session.submit(c.BySeat(draft.seat), c.TakeGold(0)))
        done(session.submit(c.ByTable(), c.NextRound()))
    look(session, nights, None, TODAY)
    assert {one.name: one.laid for one in nights.people()} == {"Ana": 1, "Bo": 1, "Cy": 0, "Di": 0}
    session.close()


def test_a_game_whose_end_is_taken_back_is_played_again_and_not_counted(tmp_path: Path) -> None:
    nights = PastNights(tmp_path / "nights.jsonl")
    session, _ = demo(tmp_path, 4, 3)
    nights.add(PastGame("of-this-game", "2026-11-21", (ANA,)))
    assert look(session, nights, "of-this-game", TODAY) is None
    assert nights.people() == ()


def test_a_game_whose_end_is_taken_back_is_not_counted_as_soon_as_the_disk_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nights = PastNights(tmp_path / "nights.jsonl")
    session, _ = demo(tmp_path, 4, 3)
    nights.add(PastGame("of-this-game", "2026-11-21", (ANA,)))
    with monkeypatch.context() as disk:
        disk.setattr(Path, "read_text", _refused)
        last = look(session, nights, "of-this-game", TODAY)
    look(session, nights, last, TODAY)
    assert nights.people() == ()


def test_a_game_that_is_over_stays_counted_when_the_next_is_opened_while_somebody_looks(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = opened_demo(copytree(folder, tmp_path / "night"))
    nights = PastNights(tmp_path / "nights.jsonl")
    key, counted, view = look(session, nights, None, TODAY), nights.people(), table_view(session)
    done(session.submit(c.ByTable(), c.NewGame()))
    with monkeypatch.context() as just_before:
        just_before.setattr(session, "view", lambda viewer: view)
        last = look(session, nights, key, TODAY)
    assert look(session, nights, last, TODAY) is None
    assert nights.people() == counted != ()
    session.close()


def test_a_game_that_ends_another_way_takes_the_place_of_itself(tmp_path: Path) -> None:
    nights = PastNights(tmp_path / "nights.jsonl")
    nights.add(PastGame("one", "2026-11-21", (ANA,)))
    nights.add(PastGame("one", "2026-11-21", (PastPlayer("Ana", False, 3, 12, 1, 0),)))
    assert nights.people() == (Person("Ana", 1, 1, 0, 3, 12, 1, 0),)


def test_people_are_counted_by_name_and_nights_by_day() -> None:
    games = (
        PastGame("a", "2026-11-20", (ANA, PastPlayer("Bo", False, None, 2, 0, 0))),
        PastGame("b", "2026-11-20", (PastPlayer("ANA", False, 2, 5, 0, 0),)),
        PastGame("c", "2026-11-21", (PastPlayer("Ana", True, 4, 1, 2, 1),)),
    )
    assert people_of(games) == (Person("Ana", 2, 3, 2, 13, 18, 3, 2), Person("Bo", 1, 1, 0, None, 2, 0, 0))


def test_what_was_wiped_is_nowhere_and_does_not_come_back(over: Session, tmp_path: Path) -> None:
    path = tmp_path / "nights.jsonl"
    nights = PastNights(path)
    key = look(over, nights, None, TODAY)
    assert nights.wipe() and nights.people() == ()
    kept = path.read_text(encoding="utf-8")
    assert not [seat.name for seat in table_view(over).seats if seat.name in kept]
    look(over, nights, key, TODAY)
    assert nights.people() == ()


def test_a_game_is_written_as_it_always_was_and_so_read(tmp_path: Path) -> None:
    path = tmp_path / "nights.jsonl"
    PastNights(path).add(PastGame("a", "2026-11-20", (ANA,)))
    ana = '{"name": "Ana", "won": true, "gold": 7, "laid": 12, "saboteur": 1, "saboteur_won": 1}'
    assert path.read_text(encoding="utf-8") == f'{{"key": "a", "day": "2026-11-20", "shares": [{ana}]}}\n'
    assert PastNights(path).people() == (Person("Ana", 1, 1, 1, 7, 12, 1, 1),)


def test_what_only_people_knew_is_not_counted_as_none(tmp_path: Path) -> None:
    """After an evening with printed cards everybody had been a saboteur in no round, and owned nothing."""
    path = tmp_path / "nights.jsonl"
    PastNights(path).add(PastGame("a", "2026-11-20", (PastPlayer("Ana", True, None, 12, None, None),)))
    assert PastNights(path).people() == (Person("Ana", 1, 1, 1, None, 12, None, None),)


def test_a_damaged_file_is_put_aside_whole_and_what_is_sound_goes_on(tmp_path: Path) -> None:
    """It read as if no game had ever been played."""
    path = tmp_path / "nights.jsonl"
    nights = PastNights(path)
    nights.add(PastGame("c", "2026-11-21", (ANA,)))
    before = '{"key": "a", "day": "2026-\n[]\n{"key": "b", "day": "", "shares": [{}]}\n' + path.read_text("utf-8")
    path.write_text(before, encoding="utf-8")
    assert [one.name for one in nights.people()] == ["Ana"]
    assert nights.put_aside() == ("nights.jsonl.damaged-1",)
    assert (tmp_path / "nights.jsonl.damaged-1").read_text("utf-8") == before
    nights.add(PastGame("d", "2026-11-21", (ANA,)))
    assert [one.games for one in nights.people()] == [2] and len(nights.put_aside()) == 1
    path.write_bytes(b"\0" * 300)
    assert nights.people() == () and len(nights.put_aside()) == 2
    assert nights.wipe() and nights.put_aside() == ()
    assert b"Ana" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


def test_a_game_of_a_set_seed_is_not_counted(tmp_path: Path) -> None:
    """Whoever set it may have known every card."""
    nights = PastNights(tmp_path / "nights.jsonl")
    session = begun(tmp_path / "night", 3, seed=5)
    over = replace(table_view(session), stage=Stage.GAME_OVER)
    assert over.seed_is_set
    with pytest.MonkeyPatch.context() as just_then:
        just_then.setattr(session, "view", lambda viewer: over)
        just_then.setattr(session, "keepsake", lambda: pytest.fail("nobody asks for it"))
        assert look(session, nights, None, TODAY) is None
    assert nights.people() == ()
    session.close()


def test_bytes_that_are_no_letters_take_no_other_night_away(tmp_path: Path) -> None:
    """One of them took all nights away when the next game was added."""
    path = tmp_path / "nights.jsonl"
    nights = PastNights(path)
    for key in ("a", "b", "c"):
        nights.add(PastGame(key, "2026-11-20", (ANA,)))
    before = path.read_bytes().replace(b"Ana", b"A\xffa", 1)
    path.write_bytes(before)
    assert [one.games for one in nights.people()] == [2]
    assert (tmp_path / "nights.jsonl.damaged-1").read_bytes() == before
    nights.add(PastGame("d", "2026-11-21", (ANA,)))
    assert [one.games for one in nights.people()] == [3]
    assert nights.wipe() and nights.people() == () and b"\xff" not in path.read_bytes()


def test_while_the_file_cannot_be_read_nothing_is_written_over_it(
    over: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "nights.jsonl"
    nights = PastNights(path)
    nights.add(PastGame("a", "2026-11-20", (ANA,)))
    before = path.read_bytes()
    with monkeypatch.context() as disk:
        disk.setattr(Path, "read_text", _refused)
        assert look(over, nights, None, TODAY) is None and not nights.wipe()
        with pytest.raises(PermissionError):
            nights.forget("a")
        assert path.read_bytes() == before
    look(over, nights, None, TODAY)
    assert {one.name for one in nights.people()} > {"Ana"}


def _refused(path: Path, **how: str) -> str:
    raise PermissionError(13, "somebody else has it open")


def test_where_the_disk_keeps_nothing_the_evening_goes_on(over: Session, tmp_path: Path) -> None:
    nights = PastNights(tmp_path / "no such folder" / "nights.jsonl")
    assert look(over, nights, None, TODAY) is None
    assert not nights.wipe()


# ---- the page -------------------------------------------------------------------------------------------------


def pages(session: Session, nights: PastNights | None, *, host: bool = True):
    client = create_app(session, WebConfig(8000, nights=nights)).test_client()
    if host:
        client.set_cookie("host", session.host_token(), domain="127.0.0.1")
    return client


def test_the_page_tells_everybodys_figures_and_the_host_wipes_them(over: Session, tmp_path: Path) -> None:
    nights = PastNights(tmp_path / "nights.jsonl")
    host = pages(over, nights)
    assert "No finished games yet" in host.get("/table/nights", base_url=HOME).text
    nights.add(PastGame("a", "2026-11-20", (ANA, PastPlayer("<b>Bo", False, None, 2, 0, 0))))
    page = host.get("/table/nights", base_url=HOME).text
    assert ">Ana</th>" in page and "&lt;b&gt;Bo" in page and "<td>12</td>" in page
    assert "past_nights." not in page
    assert host.post("/table/nights/wipe", base_url=HOME, headers={"Origin": HOME}).status_code == 303
    assert "Ana" not in host.get("/table/nights", base_url=HOME).text


def test_the_page_says_that_the_file_was_damaged_and_its_wipe_takes_that_too(over: Session, tmp_path: Path) -> None:
    nights, path = PastNights(tmp_path / "nights.jsonl"), tmp_path / "nights.jsonl"
    path.write_text("no game at all\n", encoding="utf-8")
    host = pages(over, nights)
    page = host.get("/table/nights", base_url=HOME).text
    assert "A copy was kept as nights.jsonl.damaged-1" in page and "No finished games yet" not in page
    assert host.post("/table/nights/wipe", base_url=HOME, headers={"Origin": HOME}).status_code == 303
    assert "No finished games yet" in host.get("/table/nights", base_url=HOME).text
    assert [file.name for file in tmp_path.iterdir() if "nights" in file.name] == ["nights.jsonl"]


def test_a_line_that_is_nested_without_end_is_damage_like_any_other(tmp_path: Path) -> None:
    """The page was a mistake of the program's each time, and the thread that keeps nights ended."""
    path = tmp_path / "nights.jsonl"
    path.write_text("[" * 100_000 + "\n", encoding="utf-8")
    nights = PastNights(path)
    nights.add(PastGame("a", "2026-11-20", (ANA,)))
    assert len(nights.people()) == 1 and nights.put_aside() == ("nights.jsonl.damaged-1",)


def test_only_the_host_wipes(over: Session, tmp_path: Path) -> None:
    nights = PastNights(tmp_path / "nights.jsonl")
    nights.add(PastGame("a", "2026-11-20", (ANA,)))
    guest = pages(over, nights, host=False)
    assert "/table/nights/wipe" not in guest.get("/table/nights", base_url=HOME).text
    assert guest.post("/table/nights/wipe", base_url=HOME, headers={"Origin": HOME}).status_code == 403
    assert len(nights.people()) == 1


def test_a_disk_that_keeps_the_old_file_is_told_of(over: Session, tmp_path: Path) -> None:
    host = pages(over, PastNights(tmp_path / "no such folder" / "nights.jsonl"))
    answer = host.post("/table/nights/wipe", base_url=HOME, headers={"Origin": HOME})
    assert answer.status_code == 409 and "This couldn’t be saved" in answer.text


def test_nights_that_cannot_be_read_just_now_are_not_called_none(
    over: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = pages(over, PastNights(tmp_path / "nights.jsonl"))
    monkeypatch.setattr(Path, "read_text", _refused)
    page = host.get("/table/nights", base_url=HOME)
    assert page.status_code == 200 and "Couldn’t read" in page.text and "No finished games" not in page.text
    answer = host.post("/table/nights/wipe", base_url=HOME, headers={"Origin": HOME})
    assert answer.status_code == 409 and "This couldn’t be saved" in answer.text


def test_at_the_demo_table_no_nights_are_kept(over: Session) -> None:
    host = pages(over, None)
    assert host.get("/table/nights", base_url=HOME).status_code == 404
    assert "/table/nights" not in host.get("/table", base_url=HOME).text


def test_the_way_to_the_page_is_in_the_lobby_and_after_the_game(over: Session, tmp_path: Path) -> None:
    host = pages(over, PastNights(tmp_path / "nights.jsonl"))
    assert 'href="/table/nights"' in host.get("/table", base_url=HOME).text
    session = opened_demo(tmp_path / "new")
    lobby = pages(session, PastNights(tmp_path / "nights.jsonl")).get("/table", base_url=HOME).text
    assert 'href="/table/nights"' in lobby
    done(session.submit(c.ByTable(), c.AddSeat("Ana")))
    session.close()
