"""What a page keeps from people who see, hear or move otherwise: axe's findings, and text that is too faint where axe
does not judge, on gradients and under a thumb that holds."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from find_chromium import PAINTED

# FAINT judges the contrast of every text over what it lies in, faster than axe does, and in every language; axe judges
# the rest of them, which words do not change.
AXE = """async ([sheets, texts]) => {
  const off = {'color-contrast': {enabled: false}, ...(sheets ? {} : {'css-orientation-lock': {enabled: false}})};
  const runs = [await axe.run(document, {resultTypes: ['violations'], preload: sheets, rules: off})];
  if (texts.length) runs.push(await axe.run(texts, {
    resultTypes: ['violations'], preload: false, runOnly: ['color-contrast']}));
  return runs.flatMap(run => run.violations).flatMap(rule => rule.nodes.map(
    node => rule.id + ': ' + node.html.slice(0, 200) + ' ' + node.failureSummary));
}"""

# The texts of which FAINT does not know all: what else is painted there than what they lie in, or what they lie in ends
# before them; shadows and blends; fields, and what FAINT leaves out though it is seen.
OVERLAID = """() => {
  const clear = /^(transparent|rgba\\(.*, 0\\))$/, painters = [], texts = new Set(), range = document.createRange();
  const unseen = e => e.closest('.sr') || !e.checkVisibility({visibilityProperty: true});
  for (const e of document.body.querySelectorAll('*')) {
    if (unseen(e)) continue;
    const style = getComputedStyle(e);
    if (e.matches(`input:not([type=hidden], [type=radio], [type=checkbox]), select, textarea, svg text, [disabled],
        .barred`) || style.textShadow !== 'none') texts.add(e);
    if (style.filter !== 'none' || style.mixBlendMode !== 'normal') texts.add(e);
    if (clear.test(style.backgroundColor) && style.backgroundImage === 'none') continue;
    if (!e.checkVisibility({opacityProperty: true})) continue;  // it takes the press, and shows nothing
    painters.push([e, e.getBoundingClientRect()]);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; node = walker.nextNode();) {
    const e = node.parentElement;
    if (!node.data.trim() || texts.has(e) || unseen(e)) continue;
    range.selectNodeContents(node);
    const a = range.getBoundingClientRect(), right = a.right - 1, bottom = a.bottom - 1;
    const within = b => a.left >= b.left - 1 && a.top >= b.top - 1 && right <= b.right && bottom <= b.bottom;
    const apart = b => right < b.left || b.right - 1 < a.left || bottom < b.top || b.bottom - 1 < a.top;
    if (painters.some(([p, b]) => p.contains(e) ? !within(b) : !apart(b))) texts.add(e);
  }
  return [...texts];
}"""

# Every text that is drawn, over all that lies under it: each colour and each stop of a gradient that could lie there is
# tried, the worst counts. 4.5 to 1, or 3 to 1 from 24 px on, or from 18.66 px on where it is bold (WCAG 2.2, 1.4.3).
FAINT = """() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const known = {};
  const colour = text => known[text] = known[text] || (() => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255];
  })();
  const over = (top, under) => [0, 1, 2].map(i => Math.round(top[i] * top[3] + under[i] * (1 - top[3])));
  const linear = v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = c => [0.2126, 0.7152, 0.0722].reduce((sum, share, i) => sum + share * linear(c[i] / 255), 0);
  const ratio = (a, b) => {
    const [most, least] = [light(a), light(b)].sort((m, n) => n - m);
    return (most + 0.05) / (least + 0.05);
  };
  const GRADIENT = /(linear|radial|conic)-gradient\\((?:[^()]|\\([^()]*\\))*\\)/g, STOP = /(rgba?|color)\\([^)]*\\)/g;
  const pictures = text => (text.match(GRADIENT) || []).map(one => one.match(STOP) || []);
  const behind = new Map();
  const under = e => {
    if (!e) return [[0, 0, 0]];
    if (behind.has(e)) return behind.get(e);
    const style = getComputedStyle(e), own = colour(style.backgroundColor);
    let found = (own[3] === 1 ? [[0, 0, 0]] : under(e.parentElement)).map(c => over(own, c));
    for (const stops of pictures(style.backgroundImage).reverse())
      found = found.flatMap(c => stops.map(stop => over(colour(stop), c)));
    found = [...new Map(found.map(c => [c.join(), c])).values()];
    if (found.length > 2) {  // light and dark ends; all between them lies between
      found.sort((a, b) => light(a) - light(b)); found = [found[0], found[found.length - 1]];
    }
    behind.set(e, found); return found;
  };
  const opacity = e => e ? Number(getComputedStyle(e).opacity) * opacity(e.parentElement) : 1;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), faint = [];
  for (let node; node = texts.nextNode();) {
    const e = node.parentElement;
    if (!node.data.trim() || e.closest('.sr, svg, script, option, [disabled], .barred')) continue;
    if (!e.checkVisibility({visibilityProperty: true})) continue;
    const style = getComputedStyle(e), size = parseFloat(style.fontSize), bold = Number(style.fontWeight) >= 700;
    const need = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5, ink = colour(style.color);
    const drawn = [...ink.slice(0, 3), ink[3] * opacity(e)];
    const worst = Math.min(...under(e).map(c => ratio(over(drawn, c), c)));
    if (worst < need) faint.push(`faint ${worst.toFixed(2)}: ${e.tagName}.${e.className} ${node.data.trim()}`);
  }
  return faint;
}"""

HOLD = "() => document.querySelectorAll('[data-hold]').forEach(one => one.classList.add('held'))"


def load_axe(page: Any) -> None:
    """Load axe and show the page as people see it, once a document."""
    page.evaluate(PAINTED)
    page.evaluate(AXE_SCRIPT)


def findings(page: Any, *, sheets: bool = True, words_only: bool = False) -> list[str]:
    """One sentence each; none where all is well. What is held to look is looked at too, last.

    sheets : the style sheets too; another page that was put into the same document has no others
    words_only : the same page was looked at in another language
    """
    texts = [] if words_only else page.evaluate_handle(OVERLAID)
    found = [*page.evaluate(AXE, [sheets, texts]), *page.evaluate(FAINT)]
    if page.locator("[data-hold]").count():
        page.evaluate(HOLD)
        found += page.evaluate(FAINT)
    return found
