/* A page changes faster than a finger taps twice: what has come under it meanwhile is not pressed. */
(function () {
  "use strict";

  var TAPS_MS = 300, NEAR_PX = 24;  /* what phones take for a double tap */
  var last = {};

  window.addEventListener("click", function (event) {
    if (!event.detail) return;  /* a key presses what has the focus */
    var label = event.target.closest("label");  /* what it labels hears of the same tap */
    var on = label && label.control || event.target.closest("a, button, summary, input, select");
    var tap = { at: event.timeStamp, x: event.clientX, y: event.clientY, on: on, to: on && on.getAttribute("href") };
    var soon = event.pointerType === "mouse" ? event.detail > 1 : tap.at - last.at < TAPS_MS;  /* of a mouse the system counts */
    var again = last.on && soon && Math.hypot(tap.x - last.x, tap.y - last.y) < NEAR_PX;
    if (again && (tap.on !== last.on || tap.to !== last.to)) {
      last.at = tap.at;
      event.preventDefault();
      event.stopImmediatePropagation();
    } else last = tap;
  }, true);
})();
