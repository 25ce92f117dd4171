/* Hold to look: what is secret is in sight only as long as a finger, or a key, holds its button. Without this file the
   style sheet does it, for a finger alone. */
(function () {
  "use strict";

  var LOOK_MS = 500;  // a tap is no look
  var POINTER = !!window.PointerEvent;  // which iPhones have since iOS 13; before, a finger and a mouse are two things
  var DOWN = POINTER ? ["pointerdown"] : ["touchstart", "mousedown"];
  var MOVE = POINTER ? ["pointermove"] : ["touchmove", "mousemove"];
  var UP = POINTER ? ["pointerup", "pointercancel"] : ["touchend", "touchcancel", "mouseup"];

  function listen(names, hear) {  // what is pressed must be told by all of them that it is no scroll and no long press
    names.forEach(function (name) { document.addEventListener(name, hear, { passive: false }); });
  }

  function release(button) {
    if (button.classList.contains("held") && performance.now() - button.heldSince >= LOOK_MS) looked[button.dataset.hold] = true;
    button.classList.remove("held");
    button.setAttribute("aria-pressed", "false");
    allow();  // not while it is held: nothing on the page grows lighter then
  }

  function releaseAll() { Array.prototype.forEach.call(document.querySelectorAll("[data-hold].held"), release); }

  /* What says "I have looked" can be pressed once somebody has: whatever is hidden, and as soon for all. */
  var looked = {};

  function allow() {
    var before = looked;
    looked = {};  // what is no longer asked for is looked at anew the next time
    Array.prototype.forEach.call(document.querySelectorAll("[data-after-look]"), function (button) {
      var at = button.dataset.afterLook;
      looked[at] = before[at];
      button.disabled = !looked[at];
    });
  }

  function another(button) {
    release(button);
    looked[button.dataset.hold] = false;
    allow();
  }

  function hold(button) {
    if (!button.classList.contains("held")) button.heldSince = performance.now();  // a key that is held repeats itself
    button.classList.add("held");
    button.setAttribute("aria-pressed", "true");
  }

  listen(DOWN, function (event) {
    var button = event.target.closest && event.target.closest("[data-hold]");
    if (button && !event.button) { event.preventDefault(); button.focus({ preventScroll: true }); hold(button); }
  });
  UP.concat("blur", "pagehide").forEach(function (name) { window.addEventListener(name, releaseAll); });
  document.addEventListener("focusout", releaseAll);
  document.addEventListener("visibilitychange", function () { if (document.hidden) releaseAll(); });
  document.addEventListener("another", function (event) { another(event.target); });  /* see morph.js */
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
  listen(MOVE, function (event) {
    var button = document.querySelector("[data-hold].held"), at = event.touches ? event.touches[0] : event;
    if (!button) return;
    var box = button.getBoundingClientRect(), slack = 40;
    if (at.clientX < box.left - slack || at.clientX > box.right + slack || at.clientY < box.top - slack || at.clientY > box.bottom + slack) release(button);
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
