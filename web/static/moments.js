/* Shows what has just happened: compares the page's moments with those before, and plays what is new, one after the
   other. A press or a key ends it; who wants no motion sees the page at once as it is. It presses and fetches nothing. */
(function () {
  "use strict";

  var page = document.getElementById("page");
  if (!page || !page.animate || !page.hasAttribute("data-moments")) return;

  var STILL = window.matchMedia("(prefers-reduced-motion: reduce)");
  var SVG = "http://www.w3.org/2000/svg";
  var known = {}, queue = [], running = [], curtain = null, timer = null;
  words("moments").forEach(function (word) { known[word] = true; });

  function words(name) { return (page.dataset[name] || "").split(" ").filter(Boolean); }

  function kind(word) { return word.split(":")[0]; }

  document.addEventListener("shown", function () {
    var now = words("moments"), fresh = now.filter(function (word) { return !known[word]; }), veiling = words("veiling");
    Object.keys(known).forEach(function (word) {  // whoever is asked again is called again
      if (word === kind(word)) delete known[word];
    });
    now.forEach(function (word) { known[word] = true; });
    if (!fresh.length) return;
    if (STILL.matches || document.hidden) { fresh.forEach(tell); return; }
    queue = queue.concat(fresh);
    if (fresh.some(function (word) { return veiling.indexOf(kind(word)) >= 0; })) veil(true);
    if (timer === null) next();
  });

  /* What is heard and felt: see sounds.js. */
  function tell(word) { document.dispatchEvent(new CustomEvent("moment", { detail: kind(word) })); }

  function veil(down) { document.documentElement.classList.toggle("veiled", down); }

  function next() {
    timer = null;
    var word = queue.shift();
    if (!word) { end(); return; }
    tell(word);
    var parts = word.split(":"), show = SHOWN[parts[0]], lasts_ms = 0;
    try { if (show) lasts_ms = show((parts[2] || "").replace(",", "-"), parts[1]) || 0; }
    finally { timer = setTimeout(next, lasts_ms); }  // what a browser cannot show leaves no veil behind
  }

  function end() {
    running = [];
    drop();
    veil(false);
  }

  function skip() {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    queue.forEach(tell);
    queue = [];
    running.forEach(function (one) { one.cancel(); });
    all(".passing").forEach(function (one) { one.remove(); });
    end();
  }
  document.addEventListener("pointerdown", skip, true);
  document.addEventListener("keydown", skip, true);

  function move(node, steps, options) {
    if (!node) return null;
    var one = node.animate(steps, Object.assign({ fill: "backwards", easing: "ease-out" }, options));
    running.push(one);
    return one;
  }

  function all(css, within) { return Array.prototype.slice.call((within || page).querySelectorAll(css)); }

  /* ---- in the mine -------------------------------------------------------------------------------------------- */

  function place(card) {  // where it lies, for a style's transform, which replaces the attribute
    var at = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(card.getAttribute("transform"));
    return "translate(" + (Number(at[1]) + 50) + "px," + (Number(at[2]) + 75) + "px) ";
  }

  var BACK = " translate(-50px,-75px)";

  function laid(where) {
    var card = page.querySelector("[data-key='card-" + where + "']");
    if (!card) return 0;
    card.parentNode.appendChild(card);  // above its neighbours as long as it falls
    var at = place(card);
    move(card, [
      { transform: at + "translateY(-130px) rotate(-9deg) scale(1.35)" + BACK, opacity: 0 },
      { transform: at + "translateY(-40px) rotate(4deg) scale(1.2)" + BACK, opacity: 1, offset: .45 },
      { transform: at + "scale(.96)" + BACK, offset: .75 },
      { transform: at + BACK }
    ], { duration: 620 });
    return 640;
  }

  function draw(name, values) {
    var node = document.createElementNS(SVG, name);
    Object.keys(values).forEach(function (key) { node.setAttribute(key, values[key]); });
    return node;
  }

  function over(where, inside) {  // something that lies over the mine for a moment
    var maze = page.querySelector("svg.maze"), at = /^(-?\d+)-(-?\d+)$/.exec(where);
    if (!maze || !at) return null;
    var group = draw("g", { "class": "passing", transform: "translate(" + at[1] * 104 + " " + at[2] * 154 + ")" });
    inside.forEach(function (one) { group.appendChild(one); });
    (maze.querySelector(".turned") || maze).appendChild(group);
    setTimeout(function () { group.remove(); }, 2400);
    return group;
  }

  function fell(where) {
    var rocks = [[22, 30, 17], [58, 24, 20], [78, 66, 16], [34, 70, 22], [62, 104, 21], [24, 116, 17], [84, 122, 14]];
    var group = over(where, rocks.map(function (rock) { return draw("circle", { cx: rock[0], cy: rock[1], r: rock[2] }); }));
    if (!group) return 0;
    group.classList.add("rubble");
    all("circle", group).forEach(function (rock, at) {
      move(rock, [
        { transform: "translateY(-240px)", opacity: 0 }, { transform: "none", opacity: 1, offset: .5 },
        { transform: "translateY(-14px)", opacity: 1, offset: .6 }, { transform: "none", opacity: 1, offset: .7 },
        { transform: "none", opacity: 0 }
      ], { duration: 1150, delay: at * 45, easing: "ease-in", fill: "both" });
    });
    return 1400;
  }

  function goal(where, what) {
    var card = page.querySelector("[data-key='card-" + where + "']"), gold = /gold$/.test(what);
    if (!card) return 0;
    if (document.documentElement.classList.contains("veiled")) card.scrollIntoView({ block: "nearest" });
    var at = place(card);
    move(card, [
      { transform: at + "scale(1.05,1.05)" + BACK, opacity: 0 },
      { transform: at + "scale(0,1.25)" + BACK, opacity: 0, offset: .35 },
      { transform: at + "scale(0,1.25)" + BACK, opacity: 1, offset: .36 },
      { transform: at + "scale(1.3)" + BACK, opacity: 1, offset: .7 },
      { transform: at + BACK, opacity: 1 }
    ], { duration: 1100 });
    var down = over(where, [draw("rect", { "class": "back", width: 100, height: 150, rx: 7 }), draw("path", { "class": "back-gem", d: "M50 34 L80 75 L50 116 L20 75 Z" })]);
    if (down) move(down, [
      { transform: at + "scale(1)" + BACK, opacity: 1 }, { transform: at + "scale(1.12,1.2)" + BACK, opacity: 1, offset: .5 },
      { transform: at + "scale(0,1.25)" + BACK, opacity: 1, offset: .99 }, { transform: at + "scale(0,1.25)" + BACK, opacity: 0 }
    ], { duration: 390, easing: "ease-in", fill: "both" });
    if (!gold) return 1150;
    shine(where, at);
    return 1150 + way();
  }

  function shine(where, at) {
    var rays = [];
    for (var n = 0; n < 12; n++) rays.push(draw("path", { d: "M0 0 L-16 -190 L16 -190 Z", transform: "translate(50 75) rotate(" + n * 30 + ")" }));
    var group = over(where, rays);
    if (!group) return;
    group.classList.add("rays");
    move(group, [
      { transform: at + "scale(.2) rotate(0deg)" + BACK, opacity: 0 }, { transform: at + "scale(1) rotate(25deg)" + BACK, opacity: .5, offset: .4 },
      { transform: at + "scale(1.25) rotate(60deg)" + BACK, opacity: 0 }
    ], { duration: 1900, delay: 420, fill: "both" });
  }

  function way() {
    var cards = all("svg.maze [data-step]").sort(function (a, b) { return a.dataset.step - b.dataset.step; });
    var step_ms = Math.min(120, 1500 / Math.max(1, cards.length));
    cards.forEach(function (card, at) {
      var when = { duration: 620, delay: 1000 + at * step_ms };
      all(".floor", card).forEach(function (floor) {
        move(floor, [{ stroke: "#a9834f" }, { stroke: "#fffbe0", offset: .4 }, { stroke: "#ffe08a" }], when);
      });
      all(".edge", card).forEach(function (edge) { move(edge, [{ stroke: "#120b06" }, { stroke: "#fffbe0", offset: .4 }, { stroke: "#ffc24b" }], when); });
    });
    return cards.length ? 450 + cards.length * step_ms : 0;
  }

  /* ---- before the curtain ----------------------------------------------------------------------------------------- */

  function raise(css) {
    drop();
    curtain = document.createElement("div");
    curtain.id = "curtain";
    curtain.className = css;
    curtain.setAttribute("aria-hidden", "true");
    document.body.appendChild(curtain);
    return curtain;
  }

  function drop() { if (curtain) curtain.remove(); curtain = null; }

  function unmask() {
    var dwarves = all(".unmasked li");
    if (!dwarves.length) return 0;
    var list = document.createElement("ul"), each_ms = Math.min(520, 4200 / dwarves.length);
    list.className = "unmasked many-" + (dwarves.length > 6 ? "more" : "few");
    dwarves.forEach(function (dwarf, at) {
      var one = dwarf.cloneNode(true), against = one.classList.contains("against"), turns_ms = 500 + at * each_ms;
      one.removeAttribute("class");
      list.appendChild(one);
      var mask = document.createElement("i");
      mask.textContent = "?";
      one.appendChild(mask);
      move(mask, [{ transform: "none" }, { transform: "rotateY(90deg)" }], { duration: 170, delay: turns_ms, fill: "both", easing: "ease-in" });
      var up = move(one.querySelector(".dwarf"), [{ transform: "rotateY(90deg)", opacity: 0 }, { transform: "rotateY(90deg)", opacity: 1, offset: .01 }, { transform: "none", opacity: 1 }],
        { duration: 300, delay: turns_ms + 170, fill: "both" });
      move(one.querySelector(".role"), [{ opacity: 0 }, { opacity: 1 }], { duration: 200, delay: turns_ms + 250, fill: "both" });
      up.onfinish = function () { one.classList.toggle("against", against); };
    });
    raise("unmasking").appendChild(list);
    return 500 + dwarves.length * each_ms + 1500;
  }

  function gold() {
    veil(false);
    drop();
    all(".result .gain b").forEach(function (sum, at) {
      move(sum, [{ transform: "scale(0)" }, { transform: "scale(1.7)", offset: .6 }, { transform: "none" }], { duration: 600, delay: at * 70 });
    });
    rain(16, 1300);
    return 1500;
  }

  function finale() {
    all(".podium li").forEach(function (step) {
      move(step, [{ transform: "translateY(60%)", opacity: 0 }, { transform: "translateY(-3%)", opacity: 1, offset: .8 }, { transform: "none" }], { duration: 700, delay: 1500 - 650 * (step.dataset.place - 1) });  /* the first comes last */
    });
    rain(28, 2400);
    return 2700;
  }

  function rain(nuggets, lasts_ms) {
    var sky = raise("raining");
    for (var n = 0; n < nuggets; n++) {
      var nugget = draw("svg", { viewBox: "0 0 24 24", "class": "icon" }), use = draw("use", { href: "#i-gold" });
      nugget.appendChild(use);
      nugget.style.left = (n * 61.8) % 97 + "%";
      sky.appendChild(nugget);
      move(nugget, [{ transform: "translateY(-12vh) rotate(0deg)" }, { transform: "translateY(112vh) rotate(" + (n % 2 ? 300 : -300) + "deg)" }],
        { duration: lasts_ms * .62, delay: (n * 11 % nuggets) / nuggets * lasts_ms * .38, easing: "ease-in", fill: "both" });
    }
  }

  var SHOWN = { laid: laid, fell: fell, goal: goal, unmask: unmask, gold: gold, end: finale };
})();
