/* A slider for each round: shows the mine as it lay after a move, and says which one. Without it the end is shown. */
document.querySelectorAll("[data-round]").forEach(function (round) {
  "use strict";
  var slider = round.querySelector("input"), now = round.querySelector(".now");
  var groups = round.querySelectorAll("[data-from]"), moves = round.querySelectorAll(".moves li");
  function show() {
    var at = Number(slider.value);
    groups.forEach(function (group) {
      group.style.display = Number(group.dataset.from) <= at && at < Number(group.dataset.to) ? "inline" : "none";
    });
    now.textContent = moves[at] ? moves[at].textContent : "";
    slider.setAttribute("aria-valuetext", now.textContent);
  }
  slider.parentNode.hidden = false;
  slider.addEventListener("input", show);
  show();
});
