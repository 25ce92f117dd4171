"""What people asked who played their first evening: each is said where they looked for it, in every language."""

from __future__ import annotations

import html
from dataclasses import replace

import card_words as w
import pytest
from sample_card_views import CARD_PHONE_VIEWS
from sample_views import OFFERS, PHONE_VIEWS, TABLE_VIEWS

from companion.editions.cards import Mark, Tool
from companion.state.events import Passed
from companion.views.lines import line_for
from companion.views.model import LineView, SeatViewer, View
from web.language import Speech, languages
from web.present.sentences import Sentences

LANGUAGES = pytest.mark.parametrize("language", list(languages()))


def pages(browser, table, name, language, **change):
    """The table screen's and a phone's."""
    phone: View = replace(PHONE_VIEWS[name], **change)
    table.table, table.phones = replace(TABLE_VIEWS[name], **change), {1: phone}
    return browser(host="the-host", language=language).get("/table").text, own(browser, language)


def own(browser, language, path="/"):
    return browser(seat="token-of-one", language=language).get(path).text


@LANGUAGES
@pytest.mark.parametrize("saboteurs", [2, 3])
def test_who_looks_at_his_role_reads_how_many_dwarves_stay_aside(browser, table, language, saboteurs):
    pool = (("miner", 4), ("saboteur", saboteurs))
    said = Speech(language).many("roles.aside", 4 + saboteurs - len(TABLE_VIEWS["roles"].seats))
    for page in pages(browser, table, "roles", language, roles_in_play=pool):
        assert said in page


@LANGUAGES
@pytest.mark.parametrize("pool", [(("miner", 3), ("saboteur", 2)), (("miner", 7),), ()])
def test_nothing_is_said_where_no_dwarf_stays_aside_that_could_be_a_saboteur(browser, table, language, pool):
    for count in (1, 2):
        said = Speech(language).many("roles.aside", count)
        assert not any(said in page for page in pages(browser, table, "roles", language, roles_in_play=pool))


@LANGUAGES
def test_who_throws_a_card_away_reads_so_and_who_has_none_passes(browser, table, language):
    say = Speech(language)
    for discards, word, other in (((1,), "act.pass", "act.pass_empty"), ((0,), "act.pass_empty", "act.pass")):
        table.phones = {1: replace(PHONE_VIEWS["play"], offers=replace(OFFERS, discards=discards))}
        for path in ("/", "/?do=pass"):
            text = own(browser, language, path)
            assert f">{say(word)}<" in text and f">{say(other)}<" not in text


@LANGUAGES
@pytest.mark.parametrize("cards", [0, 1, 3])
def test_the_story_says_that_a_card_was_thrown_away_and_only_an_empty_hand_passes(language, cards):
    say, view = Speech(language), TABLE_VIEWS["play"]
    said = line_for(Passed(0, cards), None, entry=4)
    assert said is not None
    told, name = Sentences(view, say).line(LineView(4, *said)), view.seats[0].name
    assert told == (say.many("line.discarded", cards, seat=name) if cards else say("line.passed", seat=name))
    assert len({say.many("line.discarded", 1), say.many("line.discarded", 3), say("line.passed")}) == 3


@LANGUAGES
@pytest.mark.parametrize(
    ("event", "facts"),
    [
        (w.ToolRepaired, (Tool.LAMP, (Tool.LAMP,))),
        (w.ToolBroken, (Tool.LAMP,)),
        (w.MarkTaken, (Mark.TRAPPED,)),
        (w.MarkTaken, (Mark.THIEF,)),
        (w.HatSwapped, ()),
    ],
)
def test_who_does_it_to_his_own_is_named_once(language, event, facts):
    """The story said that Clara mends Clara's lamp."""
    words = Sentences(TABLE_VIEWS["play"], Speech(language))
    name, told = words.name(1), []
    for seat in (0, 1):
        said = line_for(event(seat, 1, *facts), None, entry=4)
        assert said is not None
        told.append(words.line(LineView(4, *said)))
    assert [line.count(name) for line in told] == [1, 1]
    assert words.name(0) in told[0] and "…" not in told[1]


@pytest.mark.parametrize("stage", ["peek-other", "goal", "inspect"])
def test_the_demo_hand_stays_in_sight_while_somebody_else_looks_at_a_card(browser, table, stage):
    away = {**PHONE_VIEWS, **CARD_PHONE_VIEWS}[stage]
    me = (away.me.seat + 1) % len(away.seats) if away.me.seat in away.waiting_for else away.me.seat
    view = replace(away, viewer=SeatViewer(me), me=away.seats[me], hand_cards=PHONE_VIEWS["play-hand"].hand_cards)
    table.tokens, table.phones = {"token-of-one": me}, {me: view}
    assert 'data-key="hand"' in own(browser, "en")


@LANGUAGES
def test_a_card_of_the_demo_hand_is_chosen_first_and_thrown_away_by_a_button_that_says_so(browser, table, language):
    """The first press on a card threw it away, and a simulated player had played before it could be taken back."""
    table.phones = {1: PHONE_VIEWS["play-hand"]}
    form = own(browser, language, "/?do=pass").split('action="/hand/discard"')[1].split("</form>")[0]
    assert form.count('type="radio" name="hand"') == len(PHONE_VIEWS["play-hand"].hand_cards)
    assert form.count("<button") == 1 and Speech(language).many("pass.cards", 1) in form


@LANGUAGES
@pytest.mark.parametrize("most", [1, 2, 3])
def test_who_may_throw_several_cards_away_reads_how_many_he_throws_and_draws(browser, table, language, most):
    """Above the buttons for two and three cards stood that one card is thrown away and one drawn."""
    say, one = Speech(language), Speech(language)("pass.text")
    table.phones = {1: replace(PHONE_VIEWS["play"], offers=replace(OFFERS, discards=tuple(range(1, most + 1))))}
    page = html.unescape(own(browser, language, "/?do=pass"))
    assert page.count('name="discards"') == most and (one in page) == (most == 1)
    assert (say("pass.text_some", most=most) in page) == (most > 1)


@LANGUAGES
def test_each_card_that_the_camera_offers_has_a_yes_in_words(browser, table, language):
    """A small picture was the only way to say yes."""
    say = Speech(language)
    for page in pages(browser, table, "proposal", language):
        offered = page.split('class="cards candidates"')[1].split("</div>")[0]
        assert offered.count(f"<b>{say('proposal.yes')}</b>") == offered.count("<button") > 1
    turned = tuple(replace(one, what="turned") for one in TABLE_VIEWS["proposal"].proposals)
    for page in pages(browser, table, "proposal", language, proposals=turned):
        assert f"<b>{say('proposal.yes.turned')}</b>" in page


@LANGUAGES
def test_the_headline_says_in_words_that_a_card_may_not_lie_where_it_lies(browser, table, language):
    say = Speech(language)
    headline = pages(browser, table, "illegal", language)[0].split('data-key="turn"')[1].split("</section>")[0]
    for key in ("turn.misfit", "refusal.edge_mismatch", "turn.misfit_how"):
        assert say(key) in headline
    fine = pages(browser, table, "proposal", language)[0]
    assert say("turn.misfit") not in fine


@LANGUAGES
def test_what_is_wrong_with_a_card_is_said_once_on_each_screen(browser, table, language):
    """Four sentences said that it may not lie there."""
    say = Speech(language)
    for page in pages(browser, table, "illegal", language):
        assert page.count(say("refusal.edge_mismatch")) == 1
        assert say("refusal.illegal_placement") not in page
