/* Keeps a page as new as the table: listens for "version N", fetches the page again and changes what is different, see
   morph.js. Every form and link also works without this file. */
(function () {
  "use strict";

  var page = document.getElementById("page");
  var notice = document.getElementById("notice");
  var lost = document.getElementById("lost");
  var unsure = document.getElementById("lost-press");
  if (!page || !page.dataset.stream) return;

  var TICK_MS = 500, ANSWERED_MS = 10000, AGAIN_MS = 1500, KEPT_MS = 60000;
  var source = null, seat, heard = Date.now(), polling = null, replaced = false;  /* `seat`: whose news the source brings */
  var busy = false, again = false, behind = false, failures = 0, pressing = false, late = false, dropped = false, serial = 0, shown = 0, stepping = false;

  /* ---- the newest page ---------------------------------------------------------------------------------- */

  function refresh() {
    if (busy || pressing) { again = true; return; }
    busy = true;
    var before = shown, step = location.search;
    newest()
      .then(function (answer) { return answer.text(); })
      .then(function (text) {
        var stepped = stepping && step === location.search;
        behind = false;
        reached();
        try {
          if (before !== shown || pressing) { again = true; return; }  /* this is older than what was pressed meanwhile */
          if (stepped) stepping = false;
          show(text, false, stepped);
          if (dropped) { dropped = false; setNotice(unsure.content.cloneNode(true)); }
        } finally { refreshed(); }  /* what a browser cannot show has arrived all the same */
      }, function () { behind = true; unreached(); refreshed(); });
  }

  function refreshed() {
    busy = false;
    if (again) { again = false; refresh(); }
  }

  /* Where the server has no page for now, it says so with one that is none of the game: the old one stays. */
  function newest() {
    return request(location.pathname + location.search, { cache: "no-store" }).then(function (answer) {
      if (answer.status === 429 || answer.status >= 500) throw new Error(answer.status);
      return answer;
    });
  }

  /* What a bad Wi-Fi swallows neither comes nor fails, and the page would wait for it all evening. */
  function request(address, options) {
    options.credentials = "same-origin";
    if (window.AbortController) {
      var limit = new AbortController();
      options.signal = limit.signal;
      setTimeout(function () { limit.abort(); }, ANSWERED_MS);
    }
    return fetch(address, options);
  }

  function show(text, withNotice, stepped) {
    var fresh = new DOMParser().parseFromString(text, "text/html");
    var main = fresh.getElementById("page");
    if (!main) return;
    if (!withNotice && isOlderThan(fresh)) { location.reload(); return; }
    if (isOfAnother(main)) { location.reload(); return; }
    shown += 1;
    document.title = fresh.title;
    morph.attributes(document.body, fresh.body);  /* its kind of page, and the words beside fields in another language */
    lost.textContent = fresh.getElementById("lost").textContent;
    if (unsure && fresh.getElementById("lost-press")) unsure.innerHTML = fresh.getElementById("lost-press").innerHTML;
    document.documentElement.lang = fresh.documentElement.lang;
    morph.all(page, main);
    if (!page.querySelector("[data-key=pause]")) morph.forget();
    if (withNotice) setNotice(fresh.getElementById("notice")); else if (isPast()) setNotice(null);
    if (!page.dataset.stream && source) { source.close(); source = null; }
    if (page.dataset.stream && page.dataset.seat !== seat) { replaced = false; listen(); }
    said(stepped ? withNotice && notice.querySelector(".notice") ? "notice" : "step" : "");
  }

  /* For the other scripts: the page is another, because somebody took a step, or has something to read first. */
  function said(what) { document.dispatchEvent(new CustomEvent("shown", { detail: what })); }

  /* The server was updated: this page's style sheet, of the same kind of page, has another name now. */
  function isOlderThan(fresh) {
    var mine = styleOf(document), theirs = styleOf(fresh);
    return mine !== theirs && mine.split("-")[0] === theirs.split("-")[0];
  }

  /* This browser shows another of its seats by now: nothing of the one before stays on the page, and no thumb on it. */
  function isOfAnother(main) {
    return !!main.dataset.as && !!page.dataset.as && main.dataset.as !== page.dataset.as;
  }

  function styleOf(where) {
    var link = where.querySelector("link[rel=stylesheet]");
    return link ? link.getAttribute("href") : "";
  }

  function setNotice(fresh) {
    while (notice.firstChild) notice.removeChild(notice.firstChild);
    if (fresh) Array.prototype.slice.call(fresh.childNodes).forEach(function (node) { notice.appendChild(node); });
    if (notice.querySelector(".notice")) notice.scrollIntoView({ block: "nearest" });
  }

  /* What was said holds only while that part of the page is there, and it is no longer. */
  function isPast() {
    var said = notice.querySelector("[data-while]");
    return said && !page.querySelector("[data-key='" + said.dataset.while + "']");
  }

  /* ---- the table's voice -------------------------------------------------------------------------------- */

  /* A stream belongs to the seat that the phone has when it opens, and only while it is open the phone is there. Whatever
     is missed between two of them shows in the version with which each begins. */
  function listen() {
    if (source) source.close();
    source = null;
    seat = page.dataset.seat;
    if (!window.EventSource || replaced) { poll(); return; }
    source = new EventSource(page.dataset.stream);
    source.addEventListener("version", function (event) { heardFrom(); news(Number(event.data)); });
    source.addEventListener("beat", function () { heardFrom(); if (behind) refresh(); });
    source.addEventListener("replaced", function () { replaced = true; source.close(); source = null; poll(); });
    source.onerror = poll;  // it tries again by itself; asking tells at once whether the table is there
  }

  function heardFrom() {
    heard = Date.now();
    reached();
    if (polling) { clearInterval(polling); polling = null; }
  }

  function news(version) {
    if (version !== Number(page.dataset.version)) refresh();
  }

  function poll() {
    if (polling) return;
    polling = setInterval(ask, replaced ? 1500 : 3000);  // two tabs of one seat: the other has the stream all evening
    ask();
  }

  function ask() {
    if (document.hidden) return;
    request(page.dataset.poll, { cache: "no-store" })
      .then(function (answer) { return answer.json(); })
      .then(function (said) {
        reached();
        if (replaced && said.free) { replaced = false; listen(); }  /* the other tab was closed */
        if (behind) refresh(); else news(said.version);
      }, unreached);
  }

  function reached() { failures = 0; lost.hidden = true; }
  function unreached() { failures += 1; lost.hidden = false; if (!polling) poll(); }

  function wake() {
    if (document.hidden) return;
    replaced = false;
    if (Date.now() - heard > 5000 || !source || source.readyState === 2) listen();
    refresh();
  }

  setInterval(function () { if (!document.hidden && !replaced && Date.now() - heard > 40000) { heard = Date.now(); listen(); refresh(); } }, 5000);
  document.addEventListener("visibilitychange", function () { if (!document.hidden) wake(); });
  window.addEventListener("pageshow", function (event) { if (event.persisted) wake(); });
  window.addEventListener("online", wake);
  window.addEventListener("offline", unreached);

  /* ---- presses ------------------------------------------------------------------------------------------ */

  function pressId() {
    serial += 1;
    return Date.now().toString(36) + "-" + Math.floor(Math.random() * 1e9).toString(36) + "-" + serial;
  }

  /* What Safari before 15.4 does not tell, and what it cannot do before 16. */
  var pressed = null;
  document.addEventListener("click", function (event) { pressed = event.target.closest("button"); }, true);

  function buttonOf(event) {
    var button = event.submitter || (pressed && pressed.form === event.target ? pressed : null);
    pressed = null;
    return button;
  }

  /* Enter where a form's first button is disabled presses nothing; older Safari would press the next one. The keyboard
     goes, and what can be pressed instead is in sight. */
  document.addEventListener("keydown", function (event) {
    var form = event.target.form, first = form && form.querySelector("button");
    if (event.key !== "Enter" || event.target.tagName !== "INPUT" || !first || !first.disabled) return;
    event.preventDefault();
    event.target.blur();
  });

  function send(form) {
    if (form.requestSubmit) form.requestSubmit();
    else if (form.reportValidity()) form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  }

  document.addEventListener("submit", function (event) {
    var form = event.target, button = buttonOf(event);
    if (form.hasAttribute("data-plain")) {
      if (lost.hidden) once(event, form);
      else event.preventDefault();  /* the browser would leave for a page of its own, from which nothing comes back */
      return;
    }
    if (form.method !== "post") return;
    event.preventDefault();
    if (pressing) return;
    var fields = new URLSearchParams(new FormData(form));
    if (button && button.name) fields.append(button.name, button.value);
    fields.set("cid", pressId());
    press(form, button, fields, Date.now() + KEPT_MS, clean(form));
  });

  /* A form that the browser sends by itself: the second half of a double tap would take another seat. */
  function once(event, form) {
    if (Date.now() - (form.sentAt || 0) < 5000) event.preventDefault(); else form.sentAt = Date.now();
  }

  /* Sent again until it arrives, as one press, or for a minute: so long a computer needs at most to start anew. Of
     the `sent` fields that came to nothing no news takes anything away. */
  function press(form, button, fields, until, sent) {
    var stay = false, last = null;
    pressing = true;
    if (button) button.classList.add("busy");
    request(form.getAttribute("action") + location.search, { method: "POST", body: fields })
      .then(function (answer) {
        stay = answer.redirected && keepStep(form);
        if (!stay || !location.search) return answer;
        return newest().catch(function () { again = true; return answer; });  /* done it is, whatever becomes of the page */
      })
      .then(function (answer) { last = answer; return answer.text(); })
      .then(function (text) {
        done(form, button);
        if (last.redirected && new URL(last.url).pathname !== location.pathname) { location.assign(last.url); return; }  /* done here: the table goes on */
        dropped = false;
        reached();
        if (!stay && !last.redirected) keep(sent);
        if (last.redirected && !stay) history.replaceState(null, "", new URL(last.url).pathname);
        if (last.ok && !stay) window.scrollTo(0, 0);
        try { show(text, !(stay && late), !stay); }  /* what the press before was told was not read yet */
        finally { free(); }  /* what a browser cannot show has arrived all the same, and is not sent again */
      }, function () {
        unreached();
        if (Date.now() < until) setTimeout(function () { press(form, button, fields, until, sent); }, AGAIN_MS);
        else { done(form, button); keep(sent); again = true; dropped = !form.hasAttribute("data-after"); free(); }
      });
  }

  function keepStep(form) { return form.classList.contains("setup") || form.classList.contains("turn-mine") || (!!form.closest(".fix") && !form.classList.contains("leave")); }

  /* It is sent as it stands: what is changed from now on is not. */
  function clean(form) {
    var sent = Array.prototype.slice.call(form.querySelectorAll("[data-dirty]"));
    sent.forEach(function (field) { field.removeAttribute("data-dirty"); });
    return sent;
  }

  /* A choice that sends itself would be sent again, and refused again. */
  function keep(sent) {
    sent.forEach(function (field) { if (!field.hasAttribute("data-auto")) field.dataset.dirty = "1"; });
  }

  function done(form, button) {
    if (button) button.classList.remove("busy");
    if (form.classList.contains("add")) form.reset();
  }

  /* A choice made during a press is sent now, from the page as it is after it; news that came is fetched, for the step
     that the page shows. */
  function free() {
    var choice = document.querySelector("[data-auto][data-dirty]");
    pressing = false;
    late = !!choice;
    if (choice) send(choice.form);
    else if (again) { again = false; refresh(); }
  }

  /* Whoever says nothing agrees: a form with data-after sends itself after so many seconds in sight. What nobody could
     see does not count, and a press that came to nothing is tried again after as long. */
  setInterval(function () {
    if (document.hidden || pressing) return;
    Array.prototype.forEach.call(document.querySelectorAll("form[data-after]"), function (form) {
      var most = Number(form.dataset.after) * 1000;
      form.seen_ms = (form.seen_ms || 0) + TICK_MS;
      form.style.setProperty("--left", Math.max(0, 1 - form.seen_ms / most));
      if (form.seen_ms < most) return;
      form.seen_ms = 0;
      send(form);
    });
  }, TICK_MS);

  document.addEventListener("input", function (event) { event.target.dataset.dirty = "1"; });
  document.addEventListener("change", function (event) {
    if (event.target.hasAttribute("data-auto") && event.target.form) send(event.target.form);
  });

  /* Steps inside a page: the address changes, the page is fetched and changed in place. */
  document.addEventListener("click", function (event) {
    var link = event.target.closest("a[href]");
    if (!link || event.metaKey || event.ctrlKey) return;
    var to = new URL(link.getAttribute("href"), location.href);
    if (link.hasAttribute("data-plain") || to.origin !== location.origin || to.pathname !== location.pathname) {
      if (!lost.hidden && to.origin === location.origin) event.preventDefault();  /* as of a plain form: nothing is there */
      return;
    }
    event.preventDefault();
    if (link.hasAttribute("data-dismiss")) { dismiss(); return; }
    stepping = true;
    if (history.state && history.state.step && !to.search) { history.back(); return; }
    if (location.search || !to.search) history.replaceState(history.state, "", to.pathname + to.search);
    else history.pushState({ step: true }, "", to.pathname + to.search);
    refresh();
  });

  /* The phone's own Back key leaves a step as the page's does; it leaves the game only from the page itself. */
  window.addEventListener("popstate", function () { setNotice(null); stepping = true; refresh(); });

  document.addEventListener("keydown", function (event) { if (event.key === "Escape" && notice.querySelector(".notice")) dismiss(); });

  function dismiss() { setNotice(null); said("step"); }

  document.addEventListener("stale", function () { if (!busy && !pressing) refresh(); });

  listen();
})();
