/* What is heard and felt: soft tones made in the page, a buzz where the phone has one, and a screen that stays awake. It
   hears of a moment from moments.js only, so it tells nothing that the page does not show; one press turns it off. */
(function () {
  "use strict";

  var page = document.getElementById("page");
  if (!page || !page.hasAttribute("data-moments")) return;

  var KEPT = "sound", BUZZ_MS = [90, 60, 90];
  var TONES = {  /* frequency in Hz, beginning and length in s */
    laid: [[392, 0, .09], [523, .07, .12]], fell: [[110, 0, .3], [82, .12, .4]], refused: [[233, 0, .16], [196, .14, .24]],
    turn: [[523, 0, .14], [659, .12, .14], [784, .24, .26]], goal: [[330, 0, .2], [494, .2, .3]],
    gold: [[659, 0, .1], [784, .09, .1], [988, .18, .1], [1319, .27, .4]],
    end: [[523, 0, .18], [659, .16, .18], [784, .32, .18], [1047, .48, .6], [784, .48, .6]]
  };
  var air = null, lock = null, told = "";

  function isOff() { try { return localStorage.getItem(KEPT) === "off"; } catch (refused) { return false; } }

  function play(name) {
    if (isOff() || !air || air.state !== "running" || !TONES[name]) return;
    TONES[name].forEach(function (tone) {
      var voice = air.createOscillator(), loud = air.createGain(), at = air.currentTime + tone[1];
      voice.type = "triangle";
      voice.frequency.value = tone[0];
      loud.gain.setValueAtTime(0, at);
      loud.gain.linearRampToValueAtTime(.12, at + .02);
      loud.gain.exponentialRampToValueAtTime(.001, at + tone[2] + .12);
      voice.connect(loud);
      loud.connect(air.destination);
      voice.start(at);
      voice.stop(at + tone[2] + .15);
    });
  }

  document.addEventListener("moment", function (event) {
    if (hasMoment("heard", event.detail)) play(event.detail);
    if (hasMoment("buzzing", event.detail) && mayBuzz() && !isOff()) navigator.vibrate(BUZZ_MS);
  });

  function hasMoment(list, moment) { return (page.dataset[list] || "").split(" ").indexOf(moment) >= 0; }

  function mayBuzz() {  /* browsers allow it once the phone was touched, and complain before */
    return Boolean(navigator.vibrate) && (!navigator.userActivation || navigator.userActivation.hasBeenActive);
  }

  document.addEventListener("shown", function () {
    var notice = document.querySelector("#notice .notice"), says = notice ? notice.textContent : "";
    if (says && says !== told && !page.hasAttribute("data-hushed")) play("refused");
    told = says;
    label();
  });

  /* Browsers let a page sound and stay awake only once somebody has pressed something in it, and a finger has when it is
     lifted, not before. An iPhone that slept leaves the sound interrupted, which the next press ends. */
  function wake() {
    var Air = window.AudioContext || window.webkitAudioContext;
    if (Air && !air) air = new Air();
    if (air && air.state !== "running") air.resume().then(null, function () {});  /* refused: with the next press */
    stayAwake();
  }
  ["pointerup", "click", "keydown"].forEach(function (press) { document.addEventListener(press, wake, true); });
  document.addEventListener("visibilitychange", stayAwake);

  /* Where the browser offers it: on this computer and over https; over plain http it does not. */
  function stayAwake() {
    if (document.hidden || !navigator.wakeLock || lock && !lock.released) return;
    navigator.wakeLock.request("screen").then(function (held) { lock = held; }, function () { lock = null; });
  }

  function label() {
    Array.prototype.forEach.call(document.querySelectorAll("[data-sound]"), function (button) {
      button.setAttribute("aria-pressed", isOff() ? "false" : "true");
    });
  }
  document.addEventListener("click", function (event) {
    if (!event.target.closest("[data-sound]")) return;
    try { localStorage.setItem(KEPT, isOff() ? "on" : "off"); } catch (refused) { return; }
    label();
    if (!isOff()) play("turn");
  });
  label();
})();
