/* Keeps the camera's pictures fresh, where they are in sight. A picture with which more changes than the table's version
   tells, as where the cards lie in it, tells that its page is stale: live.js fetches that. */
(function () {
  "use strict";

  var EVERY_MS = 2000;
  var page = document.getElementById("page");
  if (!page || !page.dataset.stream) return;

  function renew(within) {
    if (document.hidden) return;
    Array.prototype.forEach.call(within.querySelectorAll("img[data-refresh]"), function (img) {
      if (img.closest("details:not([open])")) return;
      var fresh = new URL(img.getAttribute("src"), location.href);
      fresh.searchParams.set("t", Date.now());
      img.src = fresh.pathname + fresh.search;
    });
  }

  setInterval(function () {
    renew(document);
    if (!document.hidden && page.querySelector("[data-refresh=page]")) document.dispatchEvent(new CustomEvent("stale"));
  }, EVERY_MS);
  document.addEventListener("toggle", function (event) { renew(event.target); }, true);  /* it came with the page */
})();
