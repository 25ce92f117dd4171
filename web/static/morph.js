/* Changes a page into a fresh one in place, so that focus, scroll, open panels, a held card and half-typed text stay, and
   what passes over the mine for a moment, which no fresh page holds, as long as the mine itself stays. It fetches nothing:
   see live.js, which is the only one to use it. */
var morph = (function () {
  "use strict";

  var aside = {};  /* panels that left the page, by their keys, with what was begun in them and not sent */

  /* `old` with all that is in it. */
  function all(old, fresh) {
    attributes(old, fresh);
    if (old.hasAttribute("data-hold") && old.innerHTML !== fresh.innerHTML) old.dispatchEvent(new Event("another", { bubbles: true }));
    var keyed = {}, child;
    for (child = old.firstElementChild; child; child = child.nextElementSibling) {
      if (keyOf(child)) keyed[keyOf(child)] = child;
    }
    var at = old.firstChild;
    Array.prototype.slice.call(fresh.childNodes).forEach(function (want) {
      var key = keyOf(want), have = key ? keyed[key] : null;
      if (have && have.parentNode === old && have.nodeName === want.nodeName) {
        if (have === at) at = at.nextSibling; else old.insertBefore(have, at);
        delete keyed[key];
        all(have, want);
      } else if (at && same(at, want)) {
        have = at;
        at = at.nextSibling;
        if (want.nodeType === 1) all(have, want);
        else if (have.nodeValue !== want.nodeValue) have.nodeValue = want.nodeValue;
      } else {
        old.insertBefore(anew(want), at);
      }
    });
    while (at) { var next = at.nextSibling; if (!isPassing(at)) leave(at); at = next; }
  }

  /* A pause takes a panel off the page, and with it what was ticked or typed there: it comes back with the panel. */
  function leave(node) {
    if (keyOf(node) && node.querySelector("[data-dirty]")) aside[keyOf(node)] = node;
    node.parentNode.removeChild(node);
  }

  function anew(want) {
    var have = aside[keyOf(want)];
    if (!have || have.nodeName !== want.nodeName) return document.importNode(want, true);
    delete aside[keyOf(want)];
    all(have, want);
    return have;
  }

  /* What did not come back with the page after a pause is of another turn, and is not meant any more. */
  function forget() { aside = {}; }

  function keyOf(node) {
    return node.nodeType === 1 ? node.id || node.getAttribute("data-key") : "";
  }

  function isPassing(node) { return node.nodeType === 1 && node.classList.contains("passing"); }

  function same(a, b) {
    return a.nodeType === b.nodeType && a.nodeName === b.nodeName && !keyOf(a) && !keyOf(b) && !isPassing(a) &&
      (a.nodeName !== "FORM" || a.getAttribute("action") === b.getAttribute("action")) &&
      (a.nodeName !== "INPUT" || a.name + a.type === b.name + b.type) &&
      (a.nodeName !== "BUTTON" || a.name + a.value === b.name + b.value);  /* none becomes another under a thumb */
  }

  function attributes(old, fresh) {
    var i, name;
    for (i = old.attributes.length - 1; i >= 0; i--) {
      name = old.attributes[i].name;
      if (!fresh.hasAttribute(name) && !kept(old, name)) old.removeAttribute(name);
    }
    for (i = 0; i < fresh.attributes.length; i++) {
      name = fresh.attributes[i].name;
      if (old.getAttribute(name) !== fresh.getAttribute(name) && !kept(old, name)) old.setAttribute(name, fresh.getAttribute(name));
    }
    if (old.nodeName === "INPUT" && old.type === "hidden") old.value = fresh.getAttribute("value") || "";
    else if (/^(INPUT|SELECT)$/.test(old.nodeName) && !isDirty(old) && (old !== document.activeElement || isTicked(old))) settle(old, fresh);
  }

  function isTicked(node) { return node.type === "radio" || node.type === "checkbox"; }  /* nothing is half typed there */

  /* Of radio buttons one that is ticked unticks the others: what was chosen there and not sent is true of all of them. */
  function isDirty(node) {
    return node.dataset.dirty || node.type === "radio" && node.form && node.form.querySelector("[name='" + node.name + "'][data-dirty]");
  }

  function settle(old, fresh) {
    if (isTicked(old)) old.checked = fresh.hasAttribute("checked");
    else if (old.nodeName === "SELECT") { var chosen = fresh.querySelector("option[selected]"); if (chosen) old.value = chosen.value; }
    else old.value = fresh.getAttribute("value") || "";
  }

  function kept(node, name) {
    return (node.nodeName === "DETAILS" && name === "open") ||
      (node.hasAttribute("data-hold") && (name === "class" || name === "aria-pressed")) ||
      (node.hasAttribute("data-refresh") && name === "src") ||
      (node.hasAttribute("data-after") && name === "style") ||
      (name === (isTicked(node) ? "checked" : "value") && isDirty(node)) ||
      (name === "tabindex" && node === document.activeElement) || (name === "data-dirty");
  }

  return { all: all, attributes: attributes, forget: forget };
})();
