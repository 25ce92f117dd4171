"""The set-up page: which editions and modules it offers, and why some of them do not go together."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from sample_views import SETUP, TABLE_VIEWS

from companion.editions import EDITIONS, MODULES
from companion.editions.compose import conflict_of
from companion.editions.edition import ModuleGroup
from companion.state import commands as c
from companion.views.model import EditionView
from web.language import Speech, languages
from web.present import box_offers
from web.present.sentences import Sentences

EVERY = MODULES


def chosen(edition, *modules):
    return replace(SETUP, edition=edition, modules=modules)


def offered(edition, *modules):
    return {one.key: one for _, group in box_offers.offers(chosen(edition, *modules), EVERY) for one in group}


def why_not(offer, language="en"):
    return Sentences(TABLE_VIEWS["lobby"], Speech(language)).why_not(offer.problem)


def test_every_module_stands_in_one_group():
    keys = [one.key for _, group in box_offers.offers(SETUP, EVERY) for one in group]
    assert sorted(keys) == sorted(module.key for module in MODULES)
    assert [group for group, _ in box_offers.offers(SETUP, EVERY)] == ["variants", "championship", "mini"]


def test_a_module_stands_where_it_says_itself_wherever_its_file_is():
    third = replace(MODULES[0], key="third", group=ModuleGroup.MINI)
    (group, offers), *_ = box_offers.offers(SETUP, (third,))
    assert (group, [one.key for one in offers]) == ("mini", ["third"])


@pytest.mark.parametrize("language", languages())
def test_every_group_of_modules_has_a_heading(language):
    assert [group for group in ModuleGroup if not Speech(language).has(f"modules.{group}")] == []


def test_what_another_module_speaks_against_says_which():
    party = offered("anniversary-2024", "fashion-department")["tunnel-party"]
    assert not party.never
    assert why_not(party).startswith("Doesn’t go with: Fashion department. They’re the two sides of one postcard")


def test_what_the_edition_speaks_against_says_where_it_goes():
    visible = offered("anniversary-2024")["visible-gold"]
    assert visible.never
    only = "Only with: As on Board Game Arena or Saboteur 2, as on Board Game Arena."
    assert why_not(visible) == f"{only} The printed rules keep everyone’s gold face down."
    assert "Solo con" in why_not(visible, "es") and "boca abajo" in why_not(visible, "es")


def test_what_goes_along_has_no_reason_against_it():
    assert offered("s2-anniversary")["toll-tunnel"].problem is None
    assert offered("s2-anniversary")["wc2016"].never


def test_everything_that_does_not_go_along_says_what_and_for_what_reason():
    problems = set()
    for edition in (box.key for box in EDITIONS):
        for chosen_already in ((), *((one.key,) for one in MODULES if conflict_of(edition, (one.key,)) is None)):
            problems |= {one.problem for one in offered(edition, *chosen_already).values()}
    for language in languages():
        words = Sentences(TABLE_VIEWS["lobby"], Speech(language))
        for problem in problems - {None}:
            (reason,) = words.because(problem)
            assert words.why_not(problem).endswith(f". {Speech(language)(reason)}"), (language, problem)


def test_another_edition_keeps_the_modules_that_go_with_it():
    assert box_offers.fitting("s2-anniversary", ("sabotaged-dwarf", "toll-tunnel")) == ("toll-tunnel",)
    assert box_offers.fitting("revised", ("fashion-department", "tunnel-party")) == ("fashion-department",)


def test_editions_stand_on_the_shelf_of_their_game():
    views = tuple(EditionView(box.key, 3, 10) for box in EDITIONS)
    assert [(shelf, len(found)) for shelf, found in box_offers.shelves(replace(SETUP, editions=views))] == [
        ("base", 5),
        ("second", 2),
        ("tournament", 1),
    ]


def test_choosing_another_edition_leaves_behind_what_does_not_go_with_it(host, table):
    form = {"edition": "s2-anniversary", "edition-was": "bga", "module": ["old-mine", "wc2019"], "seen": "41"}
    host.post("/table/do/configure", form)
    assert table.asked[0][2] == c.Configure("s2-anniversary", ("wc2019",))


def test_a_module_added_to_the_same_edition_is_judged_not_dropped(host, table):
    form = {"edition": "revised", "edition-was": "revised", "module": ["fashion-department", "tunnel-party"]}
    host.post("/table/do/configure", form)
    assert table.asked[0][2].modules == ("fashion-department", "tunnel-party")


def choose(host, table, edition):
    """Another edition is chosen on the page as it stands; what the page shows then."""
    setup = table.table.setup
    left = re.findall(r'name="left" value="([^"]+)"', host.get("/table").text)
    form = {"edition": edition, "edition-was": setup.edition, "module": list(setup.modules), "left": left}
    host.post("/table/do/configure", form)
    command = table.asked[-1][2]
    table.table = replace(table.table, setup=chosen(command.edition, *command.modules))
    return host.get("/table").text


def test_what_another_edition_leaves_behind_is_told_and_comes_back_with_one_that_it_goes_with(host, table):
    """The modules were gone without a word, also for whoever went back to the edition that they belong to."""
    table.table = replace(TABLE_VIEWS["lobby"], setup=chosen("bga", "old-mine"))
    page = choose(host, table, "s2-anniversary")
    assert "Left out: Old mine." in page and page.count('data-key="left-') == 1
    page = choose(host, table, "bga")
    assert table.table.setup.modules == ("old-mine",) and "Left out" not in page


def test_what_was_left_behind_and_taken_away_again_does_not_come_back(host, table):
    table.table = replace(TABLE_VIEWS["lobby"], setup=chosen("bga", "old-mine"))
    choose(host, table, "s2-anniversary")
    choose(host, table, "bga")
    table.table = replace(table.table, setup=chosen("bga"))
    choose(host, table, "bga")  # the tick is taken away
    assert "Left out" not in choose(host, table, "s2-anniversary")
    choose(host, table, "bga")
    assert table.table.setup.modules == ()


def test_once_a_game_began_nothing_of_it_is_kept_in_mind(host, stranger, table):
    table.table = replace(TABLE_VIEWS["lobby"], setup=chosen("bga", "old-mine"))
    assert "Left out" in choose(host, table, "s2-anniversary")
    assert "Left out" not in stranger.get("/table").text
    host.post("/table/do/start", {"starter": "0"})
    assert "Left out" not in host.get("/table").text


@pytest.mark.parametrize("language", languages())
def test_boxes_are_pictures_and_the_chosen_ones_rulebooks_differ_in_a_line_each(browser, table, language):
    views = tuple(EditionView(box.key, 3, 10) for box in EDITIONS)
    say = Speech(language)
    for edition, rulebooks in (("revised", 5), ("bga-s2", 2), ("tournament", 0)):
        table.table = replace(TABLE_VIEWS["lobby"], setup=replace(chosen(edition), editions=views))
        page = browser(host="the-host", language=language).get("/table").text
        assert page.count('class="box-picture"') == 3
        assert len(re.findall(rf'name="edition" value="{edition}" data-auto checked', page)) == 1
        assert page.count('data-key="rulebook-') == rulebooks
        assert "setup." not in re.sub(r"<[^>]*>", " ", page)
        assert say(f"edition.{edition}.about") in page or not rulebooks
        assert (
            rulebooks == 0 or f"<summary>{say('setup.edition', name=say(f'edition.{edition}.name'))}</summary>" in page
        )


def test_another_box_begins_with_its_first_rulebook():
    views = tuple(EditionView(box.key, 3, 10) for box in EDITIONS)
    shelves = dict(box_offers.shelves(replace(SETUP, editions=views)))
    assert [found[0].key for found in shelves.values()] == ["anniversary-2024", "s2-anniversary", "tournament"]
