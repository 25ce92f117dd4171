/* Hold to look: what is secret is in sight only as long as a finger, or a key, holds its button. Without this file the
   style sheet does it, for a finger alone. */
(function () {
  "use strict";

  function release(button) {
    button.classList.remove("held");
    button.setAttribute("aria-pressed", "false");
    allow();  // not while it is held: nothing on the page grows lighter then
  }

  function releaseAll() { Array.prototype.forEach.call(document.querySelectorAll("[data-hold].held"), release); }

  /* What says "I have looked" can be pressed once somebody has: whatever is hidden, and as soon for all. */
  var looked = false;

  function allow() {
    var after = document.querySelectorAll("[data-after-look]");
    looked = looked && after.length > 0;
    Array.prototype.forEach.call(after, function (button) { button.disabled = !looked; });
  }

  function hold(button) {
    looked = looked || button.dataset.hold === "role";
    button.classList.add("held");
    button.setAttribute("aria-pressed", "true");
  }

  document.addEventListener("pointerdown", function (event) {
    var button = event.target.closest && event.target.closest("[data-hold]");
    if (button && event.button === 0) { event.preventDefault(); button.focus({ preventScroll: true }); hold(button); }
  });
  ["pointerup", "pointercancel", "blur", "pagehide"].forEach(function (name) { window.addEventListener(name, releaseAll); });
  document.addEventListener("focusout", releaseAll);
  document.addEventListener("visibilitychange", function () { if (document.hidden) releaseAll(); });
  document.addEventListener("another", function (event) { release(event.target); });  /* see live.js */
  document.addEventListener("contextmenu", function (event) { if (event.target.closest("[data-hold]")) event.preventDefault(); });
  document.addEventListener("keydown", function (event) {
    var button = event.target.closest && event.target.closest("[data-hold]");
    if (button && (event.key === " " || event.key === "Enter")) { event.preventDefault(); hold(button); }
    if (event.key === "Escape") releaseAll();
  });
  document.addEventListener("keyup", function (event) {
    if (event.target.closest && event.target.closest("[data-hold]")) event.preventDefault();  // or some browsers press it now
    releaseAll();
  });
  document.addEventListener("pointermove", function (event) {
    var button = document.querySelector("[data-hold].held");
    if (!button || event.pointerType === "touch" && event.pressure === 0) return;
    var box = button.getBoundingClientRect(), slack = 40;
    if (event.clientX < box.left - slack || event.clientX > box.right + slack || event.clientY < box.top - slack || event.clientY > box.bottom + slack) release(button);
  });

  document.addEventListener("click", function (event) {  /* a screen reader presses, and cannot hold */
    var button = event.target.closest && event.target.closest("[data-hold]");
    if (!button || event.detail !== 0) return;
    if (button.classList.contains("held")) release(button); else hold(button);
  });
  document.addEventListener("shown", allow);

  allow();
  document.documentElement.classList.add("live");
})();
