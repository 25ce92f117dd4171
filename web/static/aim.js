/* Four handles over the camera's picture, dragged by thumb, mouse or arrow keys; the form carries where they are. The page
   is fetched anew all the while (pictures.js): the corners follow the table until somebody takes hold of one; then all stay. */
(function () {
  "use strict";

  var at = [];  /* the corners as shares of the picture */
  var own = false;  /* a person puts them somewhere, and none goes from under the thumb */
  var held = -1, grip = [0, 0], shape = 0;
  var keyed = -1, gone = false;  /* the handle that the keys move, and gets them back when a lost picture comes again */

  function box() { return document.getElementById("aim"); }

  function all(css) { return Array.prototype.slice.call(box().querySelectorAll(css)); }

  function follow() {
    if (!box()) { gone = true; return; }
    if (!own) at = all(".aim-handle").map(function (handle) { return [Number(handle.dataset.x), Number(handle.dataset.y)]; });
    draw();
    if (gone && keyed >= 0) all(".aim-handle")[keyed].focus({ preventScroll: true });
    gone = false;
  }

  /* Corners that the server has just refused come back with its page. */
  function putBack() {
    var put = document.querySelector("[data-put]");
    if (!put) return;
    at = put.dataset.put.split(" ").map(function (pair) { return pair.split(",").map(Number); });
    own = true;
  }

  function fill() {  /* as wide as the page has room for, however small the camera's picture is */
    var picture = box() && box().querySelector("img");
    if (!picture) return;
    shape = picture.naturalHeight ? picture.naturalWidth / picture.naturalHeight : shape;
    if (shape) box().style.setProperty("--shape", shape);
  }

  function draw() {
    fill();
    all(".aim-handle").forEach(function (handle, i) {
      handle.style.left = at[i][0] * 100 + "%";
      handle.style.top = at[i][1] * 100 + "%";
    });
    box().querySelector("polygon").setAttribute("points", at.map(function (p) { return p[0] * 100 + "," + p[1] * 100; }).join(" "));
    [["x1", at[0][0]], ["y1", at[0][1]], ["x2", at[3][0]], ["y2", at[3][1]]].forEach(function (end) {
      box().querySelector("line").setAttribute(end[0], end[1] * 100);
    });
    mark("start", 0, 3);
    mark("goals", 1, 2);
    document.getElementById("aim-corners").value = at.map(function (p) { return p[0].toFixed(4) + "," + p[1].toFixed(4); }).join(" ");
  }

  function mark(name, a, b) {
    var sign = box().querySelector('[data-mark="' + name + '"]');
    sign.style.left = (at[a][0] + at[b][0]) * 50 + "%";
    sign.style.top = (at[a][1] + at[b][1]) * 50 + "%";
  }

  function share(event) {
    var frame = box().getBoundingClientRect();
    return [(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height];
  }

  function put(i, x, y) {
    at[i] = [Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y))];
    own = true;
    draw();
  }

  function numberOf(event) { return box() ? all(".aim-handle").indexOf(event.target) : -1; }

  document.addEventListener("pointerdown", function (event) {
    var i = numberOf(event);
    if (i < 0) return;
    var where = share(event);
    held = i;
    own = true;
    grip = [at[i][0] - where[0], at[i][1] - where[1]];
    event.target.setPointerCapture(event.pointerId);
    event.preventDefault();
    event.target.focus({ preventScroll: true });
  });

  document.addEventListener("focusin", function (event) {
    if (!event.target.matches("h1")) keyed = numberOf(event);  /* the heading has the focus as long as no handle is there */
  });

  document.addEventListener("pointermove", function (event) {
    if (held < 0 || numberOf(event) !== held) return;
    var where = share(event);
    put(held, where[0] + grip[0], where[1] + grip[1]);
  });

  ["pointerup", "pointercancel"].forEach(function (name) { document.addEventListener(name, function () { held = -1; }); });

  document.addEventListener("keydown", function (event) {
    var i = numberOf(event);
    var step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (i < 0 || !step) return;
    event.preventDefault();
    put(i, at[i][0] + step[0] * 0.005, at[i][1] + step[1] * 0.005);
  });

  document.addEventListener("click", function (event) {
    if (!event.target.closest("#aim-turn")) return;
    at.unshift(at.pop());
    own = true;
    draw();
  });

  document.addEventListener("load", function (event) { if (event.target.closest("#aim")) fill(); }, true);
  document.addEventListener("shown", follow);
  putBack();
  follow();
})();
