/* Where the keys and the voice go on: after a step at the heading of the new one, after a refusal at what it says.
   News that nobody asked for moves nobody, unless it took away what had the focus. */
(function () {
  "use strict";

  var last = null;  /* what had the focus in the page */

  document.addEventListener("focusin", function (event) { last = event.target; });

  document.addEventListener("shown", function (event) {
    var lost = document.activeElement === document.body && last !== null && !last.isConnected;
    if (event.detail === "notice") go(document.querySelector("#notice strong"), true);
    else if (event.detail || lost) go(heading(), !!event.detail);
  });

  /* Of the innermost step that is open, else of the page. */
  function heading() {
    var begun = document.querySelectorAll("main [data-heading]");
    return begun[begun.length - 1] || document.querySelector("main h1");
  }

  function go(heading, inSight) {
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    var box = heading.getBoundingClientRect();
    if (inSight && (box.bottom < 0 || box.top > window.innerHeight)) heading.scrollIntoView({ block: "nearest" });
  }
})();
