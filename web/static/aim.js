/* Four handles over the camera's picture, dragged by thumb, mouse or arrow keys; the form carries where they are. */
(function () {
  "use strict";

  var box = document.getElementById("aim"), field = document.getElementById("aim-corners");
  if (!box || !field) return;
  var handles = Array.prototype.slice.call(box.querySelectorAll(".aim-handle"));
  var picture = box.querySelector("img"), shape = box.querySelector("polygon"), begin = box.querySelector("line");
  var at = handles.map(function (handle) { return [Number(handle.dataset.x), Number(handle.dataset.y)]; });
  var held = -1, grip = [0, 0];

  function fill() {  /* as wide as the page has room for, however small the camera's picture is */
    if (picture.naturalHeight) box.style.setProperty("--shape", picture.naturalWidth / picture.naturalHeight);
  }

  function draw() {
    handles.forEach(function (handle, i) {
      handle.style.left = at[i][0] * 100 + "%";
      handle.style.top = at[i][1] * 100 + "%";
    });
    shape.setAttribute("points", at.map(function (p) { return p[0] * 100 + "," + p[1] * 100; }).join(" "));
    [["x1", at[0][0]], ["y1", at[0][1]], ["x2", at[3][0]], ["y2", at[3][1]]].forEach(function (end) {
      begin.setAttribute(end[0], end[1] * 100);
    });
    mark("start", 0, 3);
    mark("goals", 1, 2);
    field.value = at.map(function (p) { return p[0].toFixed(4) + "," + p[1].toFixed(4); }).join(" ");
  }

  function mark(name, a, b) {
    var sign = box.querySelector('[data-mark="' + name + '"]');
    sign.style.left = (at[a][0] + at[b][0]) * 50 + "%";
    sign.style.top = (at[a][1] + at[b][1]) * 50 + "%";
  }

  function share(event) {
    var frame = box.getBoundingClientRect();
    return [(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height];
  }

  function put(i, x, y) {
    at[i] = [Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y))];
    draw();
  }

  handles.forEach(function (handle, i) {
    handle.addEventListener("pointerdown", function (event) {
      var where = share(event);
      held = i;
      grip = [at[i][0] - where[0], at[i][1] - where[1]];
      handle.setPointerCapture(event.pointerId);
      event.preventDefault();
      handle.focus({ preventScroll: true });
    });
    handle.addEventListener("pointermove", function (event) {
      if (held !== i) return;
      var where = share(event);
      put(i, where[0] + grip[0], where[1] + grip[1]);
    });
    ["pointerup", "pointercancel"].forEach(function (name) { handle.addEventListener(name, function () { held = -1; }); });
    handle.addEventListener("keydown", function (event) {
      var step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!step) return;
      event.preventDefault();
      put(i, at[i][0] + step[0] * 0.005, at[i][1] + step[1] * 0.005);
    });
  });

  document.addEventListener("click", function (event) {  /* the sentence goes, the corners stay as they are */
    if (!event.target.closest("[data-dismiss]")) return;
    event.preventDefault();
    document.getElementById("notice").textContent = "";
  });
  document.getElementById("aim-turn").addEventListener("click", function () { at.unshift(at.pop()); draw(); });
  picture.addEventListener("load", fill);
  fill();
  draw();
})();
