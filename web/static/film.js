/* Films the table: one picture after the other, the next once the last was answered; the answer says what the camera sees.
   Goes on by itself after a lock, a call or a lost network. The link's token is exchanged for a cookie, once. */
(function () {
  "use strict";

  var TICK_MS = 100, OFTEN_MS = 200, SELDOM_MS = 1000, RESTLESS_MS = 3000;  /* five pictures a second while something moves, and a little longer */
  var LONGEST_PX = 1600, GOOD = 0.7, POOR = 0.5, SLOW_MS = 400, FAST_MS = 200;
  var SMALL_W = 64, SMALL_H = 48, OTHER = 14, MOST_OTHER = 6;  /* grey levels, and pixels of a small picture */
  var ANSWERED_MS = 10000, AGAIN_MS = 1000, MUTED_MS = 2000, DARK_MS = 15000;
  var box = document.getElementById("film");
  if (!box) return;

  var says = document.getElementById("film-says"), start = document.getElementById("film-start");
  var view = document.getElementById("film-view"), tools = document.getElementById("film-tools"), dark = document.getElementById("film-dark");
  var lens = document.getElementById("film-lens"), zoom = document.getElementById("film-zoom"), torch = document.getElementById("film-torch");
  var video = view.querySelector("video"), outline = view.querySelector("polygon");
  var canvas = document.createElement("canvas"), small = document.createElement("canvas");
  var stream = null, opening = false, over = false, sending = false, awake = null;
  var quality = GOOD, longest = LONGEST_PX, sentAt = 0, packedAt = 0, movedAt = 0, waitUntil = 0, mutedAt = 0, brightSince = 0, before = null;
  small.width = SMALL_W;
  small.height = SMALL_H;

  function say(text) { if (says.textContent !== text) says.textContent = text; }

  function now() { return Date.now(); }

  /* ---- the way here --------------------------------------------------------------------------------------- */

  function post(address, body, type, then) {
    var request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("Content-Type", type);
    request.timeout = ANSWERED_MS;
    request.onload = function () {
      var told = {};
      try { told = JSON.parse(request.responseText || "{}"); } catch (error) { told = {}; }  /* a page, where the server has none of ours */
      then(request.status, told);
    };
    request.onerror = request.ontimeout = function () { then(0, {}); };
    request.send(body);
  }

  function arrive() {
    var token = location.hash.slice(1);
    if (!navigator.mediaDevices || !navigator.mediaDevices.getUserMedia || !canvas.toBlob) { say(box.dataset.browser); return; }
    if (token) {
      history.replaceState(null, "", location.pathname);
      pair(token);
    } else if (box.hasAttribute("data-films")) open();
    else say(box.dataset.code);
  }

  function pair(token) {
    post("/film/pair", "token=" + encodeURIComponent(token), "application/x-www-form-urlencoded", function (status, told) {
      if (status === 204) { over = false; start.hidden = false; say(""); return; }
      say((told.said || [box.dataset.unreached])[0]);
      if (!status || status >= 500) setTimeout(pair, AGAIN_MS, token);
    });
  }

  /* A link that is scanned again while this page is open changes nothing but what follows the #. */
  window.addEventListener("hashchange", arrive);

  /* ---- the camera ----------------------------------------------------------------------------------------- */

  function track() { return stream && stream.getVideoTracks()[0]; }

  function open(id) {
    var wish = { width: { ideal: 1600 }, height: { ideal: 1200 }, frameRate: { ideal: 15, max: 30 } };
    if (opening || over) return;
    opening = true;
    close();
    if (id) wish.deviceId = { ideal: id }; else wish.facingMode = { ideal: "environment" };
    navigator.mediaDevices.getUserMedia({ video: wish, audio: false }).then(function (found) {
      opening = false;
      stream = found;
      video.srcObject = found;
      start.hidden = true;
      view.hidden = tools.hidden = false;
      brightSince = now();
      offer();
      stayAwake();
      return video.play();
    }).catch(function (error) {
      opening = false;
      if (stream) return;  /* it plays as soon as the page is in sight again */
      start.hidden = false;
      say(error && error.name === "NotAllowedError" ? box.dataset.refused : box.dataset.none);
    });
  }

  function close() {
    if (stream) stream.getTracks().forEach(function (one) { one.stop(); });
    stream = null;
  }

  function remembered(label) {
    try {
      if (label) localStorage.setItem("film-lens", label);
      return localStorage.getItem("film-lens");
    } catch (error) { return null; }  /* a private window keeps nothing */
  }

  /* What this camera can do, and which others there are: browsers tell that only once one was allowed. */
  function offer() {
    var can = track().getCapabilities ? track().getCapabilities() : {};
    torch.hidden = !can.torch;
    torch.setAttribute("aria-pressed", "false");
    zoom.parentNode.hidden = !(can.zoom && can.zoom.max > can.zoom.min);
    if (can.zoom) {
      zoom.min = can.zoom.min;
      zoom.max = can.zoom.max;
      zoom.step = can.zoom.step || "any";
      zoom.value = can.zoom.min;
    }
    navigator.mediaDevices.enumerateDevices().then(function (devices) {
      var lenses = devices.filter(function (one) { return one.kind === "videoinput"; }), mine = track() && track().label;
      lens.textContent = "";
      lenses.forEach(function (one, i) {
        var option = new Option(one.label || box.dataset.lens.replace("{number}", i + 1), one.deviceId);
        option.selected = one.label === mine;
        lens.add(option);
      });
      lens.parentNode.hidden = lenses.length < 2;
      lenses.forEach(function (one) {
        if (one.label && one.label === remembered() && one.label !== mine && !open.tried) { open.tried = true; open(one.deviceId); }
      });
    }).catch(function () { lens.parentNode.hidden = true; });
  }

  function set(name, value) {
    var wish = {};
    wish[name] = value;
    if (track()) track().applyConstraints({ advanced: [wish] }).catch(function () {});  /* it offered what it cannot do */
  }

  function stayAwake() {
    document.getElementById("film-awake").hidden = Boolean(navigator.wakeLock);
    if (!navigator.wakeLock || document.hidden || !stream) return;
    navigator.wakeLock.request("screen").then(function (lock) { awake = lock; }, function () {
      document.getElementById("film-awake").hidden = false;  /* as where the battery is low */
    });
  }

  /* ---- picture after picture ------------------------------------------------------------------------------ */

  function tick() {
    var one = track();
    if (over || document.hidden || !one) return;
    mutedAt = one.muted ? mutedAt || now() : 0;
    if (one.readyState === "ended" || (mutedAt && now() - mutedAt > MUTED_MS)) { mutedAt = 0; open(); return; }
    if (video.paused) video.play().catch(function () {});
    if (!video.videoWidth || sending || now() < waitUntil) return;
    if (now() - sentAt < OFTEN_MS) return;
    if (moves()) movedAt = now();
    if (now() - sentAt >= (now() - movedAt < RESTLESS_MS ? OFTEN_MS : SELDOM_MS)) shoot();
  }

  function moves() {
    var pen = small.getContext("2d", { willReadFrequently: true }), fresh, i, other = 0;
    pen.drawImage(video, 0, 0, SMALL_W, SMALL_H);
    fresh = pen.getImageData(0, 0, SMALL_W, SMALL_H).data;
    for (i = 1; before && i < fresh.length; i += 4) if (Math.abs(fresh[i] - before[i]) > OTHER) other += 1;
    i = before;
    before = fresh;
    return !i || other > MOST_OTHER;
  }

  function shoot() {
    var scale = Math.min(1, longest / Math.max(video.videoWidth, video.videoHeight));
    sending = true;
    sentAt = now();
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
    canvas.toBlob(function (picture) {
      if (!picture) { sending = false; return; }
      packedAt = now();
      post("/film/frame", picture, "image/jpeg", answered);
    }, "image/jpeg", quality);
  }

  function answered(status, told) {
    sending = false;
    if (status === 200) {
      quality = now() - packedAt > SLOW_MS ? POOR : now() - packedAt < FAST_MS ? GOOD : quality;
      show(told);
    } else if (status === 410 || status === 403) end(told);
    else {
      if (status === 413) { quality = POOR; longest = Math.max(960, longest - 160); }
      else say((told.said || [box.dataset.unreached])[0]);
      waitUntil = now() + AGAIN_MS;
      brighten();
    }
  }

  function show(told) {
    var upright = told.state !== "seeing" && video.videoHeight > video.videoWidth;
    say((upright ? [box.dataset.sideways] : told.said).join(" "));
    outline.setAttribute("points", (told.corners || []).map(function (corner) { return corner.join(","); }).join(" "));
    if (told.state !== "seeing" && told.state !== "covered") brighten();
    else if (dark.hidden && now() - brightSince > DARK_MS) dark.hidden = false;
  }

  function brighten() {
    dark.hidden = true;
    brightSince = now();
  }

  function end(told) {
    over = true;
    close();
    brighten();
    if (awake) awake.release();
    view.hidden = tools.hidden = start.hidden = true;
    say((told.said || [box.dataset.code])[0]);
  }

  start.addEventListener("click", function () { open(); });
  dark.addEventListener("click", brighten);
  lens.addEventListener("change", function () { remembered(lens.options[lens.selectedIndex].text); open(lens.value); });
  zoom.addEventListener("input", function () { set("zoom", Number(zoom.value)); });
  torch.addEventListener("click", function () {
    var on = torch.getAttribute("aria-pressed") !== "true";
    torch.setAttribute("aria-pressed", String(on));
    set("torch", on);
  });
  document.addEventListener("visibilitychange", function () { if (!document.hidden) stayAwake(); });
  setInterval(tick, TICK_MS);
  arrive();
})();
