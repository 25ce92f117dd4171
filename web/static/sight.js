/* Keeps in sight what the page is about: the chosen place in the mine, clear of the button that sticks to the bottom
   edge, what was just unfolded, and the top where everybody waits for this phone. It presses nothing and fetches nothing. */
(function () {
  "use strict";

  var STICKS = ".stage-action, .maze-box ~ form, .maze-box ~ .lay-bar";
  var CHOSEN = ".ghost.chosen, .toll.would";
  var GAP_PX = 12;
  var QUIET_MS = 700;  /* since a thumb was last on the page */

  function look() {
    var bar = all(STICKS).find(function (one) { return getComputedStyle(one).position === "sticky"; });
    document.documentElement.style.scrollPaddingBottom = bar ? bar.offsetHeight + GAP_PX + "px" : "";
    all(".maze-box.thumbs").forEach(function (box) { place(box, bar); });
  }

  /* Once when the mine comes up and again when another place is chosen; news of the table moves nothing under a thumb. */
  function place(box, bar) {
    var chosen = all(CHOSEN, box), where = chosen.map(function (one) { return one.getAttribute("transform"); }).join();
    if (box.placed === where || box.placed !== undefined && !where) return;
    var first = box.placed === undefined, mark = chosen[0] || all(".pick", box).pop();
    box.placed = where;
    if (!mark) return;
    var frame = box.getBoundingClientRect();
    var floor = bar ? Math.min(frame.bottom, bar.getBoundingClientRect().top) : frame.bottom;
    if (first || !chosen.every(function (one) { return isInside(one.getBoundingClientRect(), frame, floor); })) {
      centre(box, mark.getBoundingClientRect(), frame, floor);
    }
    if (bar) chosen.forEach(function (one) { clear(one, bar); });
  }

  function isInside(it, frame, floor) {
    return it.left >= frame.left && it.right <= frame.right && it.top >= frame.top && it.bottom <= floor;
  }

  function centre(box, it, frame, floor) {
    var height = Math.max(floor - frame.top, it.height);
    box.scrollLeft += it.left - frame.left - (frame.width - it.width) / 2;
    box.scrollTop += it.top - frame.top - (height - it.height) / 2;
  }

  /* What the mine cannot scroll out from under the button, the page can. */
  function clear(one, bar) {
    var hidden = one.getBoundingClientRect().bottom + GAP_PX - bar.getBoundingClientRect().top;
    if (hidden > 0) window.scrollBy(0, hidden);
  }

  function all(css, within) { return Array.prototype.slice.call((within || document).querySelectorAll(css)); }

  /* What somebody unfolds below the edge of a column that scrolls is brought into sight, from its heading on. What
     comes unfolded is told of as well, and moves nobody. */
  var unfolded = null;
  document.addEventListener("click", function (event) {
    var summary = event.target.closest("summary");
    if (summary) unfolded = summary.parentNode;
  }, true);
  document.addEventListener("toggle", function (event) {
    var details = event.target, column = details.closest(".table .panel, .table .stage-scroll");
    if (!details.open || !column || details !== unfolded) return;
    var tall = details.getBoundingClientRect().height > column.clientHeight;
    details.scrollIntoView({ block: tall ? "start" : "nearest" });
  }, true);

  /* Whoever has scrolled down to read is brought up when his turn comes, or something begins for everybody; not while
     a thumb is down or has just been, and not from what is being typed. Other news moves nobody. */
  var page = document.getElementById("page"), called = calls(), touched = 0, waiting = null;
  var fingers = false, button = false;  /* a pointer that begins to pan is cancelled, though its finger stays */

  function calls() { return (page && page.dataset.call || "").split(" ").filter(Boolean); }

  function callUp() {
    waiting = null;
    if (!called.length || document.activeElement.matches("input[type=text], input:not([type]), textarea")) return;
    if (fingers || button || Date.now() - touched < QUIET_MS) { waiting = setTimeout(callUp, QUIET_MS); return; }
    var heading = document.querySelector("main h1");
    if (heading && heading.getBoundingClientRect().top < 0) window.scrollTo(0, 0);
  }

  document.addEventListener("shown", function () {
    var before = called;
    called = calls();
    if (waiting === null && called.some(function (call) { return before.indexOf(call) < 0; })) callUp();
  });

  function touching(event) {
    touched = Date.now();
    fingers = event.touches.length > 0;
  }

  function pressing(event) {
    touched = Date.now();
    if (event.pointerType !== "touch") button = event.type === "pointerdown";
  }

  /* Where a finger began it is told to end, also once news have taken that out of the page. */
  listen(["touchstart"], function (event) {
    touching(event);
    ["touchend", "touchcancel"].forEach(function (kind) { event.target.addEventListener(kind, touching, { passive: true }); });
  });
  listen(["pointerdown", "pointerup", "pointercancel"], pressing);
  listen(["touchmove", "scroll"], function () { touched = Date.now(); });

  function listen(kinds, heard) {
    kinds.forEach(function (kind) { document.addEventListener(kind, heard, { capture: true, passive: true }); });
  }

  document.addEventListener("shown", look);
  look();
})();
