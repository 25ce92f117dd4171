/* What a browser says beside a field that is empty or out of bounds, in the page's language instead of its own.
   Without this file the browser says it in its own words; nothing is checked here that it does not check. */
(function () {
  "use strict";

  var words = document.body.dataset;

  document.addEventListener("invalid", function (event) {
    var field = event.target;
    field.setCustomValidity("");  /* the page may have filled it in meanwhile */
    if (!field.validity.valid) field.setCustomValidity(wordsFor(field));
  }, true);

  /* Words that are set bar the form until they are taken back, from each radio button of a group too. */
  document.addEventListener("input", function (event) {
    var form = event.target.form;
    Array.prototype.forEach.call(form ? form.elements : [], function (field) { field.setCustomValidity(""); });
  }, true);

  function wordsFor(field) {
    if (field.type === "number") return words.number.replace("{least}", field.min).replace("{most}", field.max);
    return /^(radio|checkbox|file)$/.test(field.type) ? words.choose : words.fill;
  }
})();
