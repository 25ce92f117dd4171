/* Sends a photograph as soon as it is there, smaller where the browser can make it so, with a bar that shows how far it
   is. The server hears before that one is due: a phone may close this page while its camera is open. */
(function () {
  "use strict";

  var LONGEST_PX = 2000, QUALITY = 0.85;

  document.addEventListener("click", function (event) {
    var form = formOf(event.target);
    if (form && event.target.type === "file") tell(form);
  });

  document.addEventListener("change", function (event) {
    var form = formOf(event.target), file = event.target.files && event.target.files[0];
    if (!form || !file || form.sending) return;
    form.sending = true;
    smaller(file, function (picture) { send(form, picture); });
  });

  /* As wide as the page; the server is told how wide that is. */
  var tapped = document.querySelector("[data-tap]");
  if (tapped) {
    tapped.removeAttribute("width");
    tapped.className = "picture";
    tapped.addEventListener("click", function () { tapped.form.elements.wide.value = tapped.getBoundingClientRect().width; });
  }

  function formOf(field) { return field.form && field.form.hasAttribute("data-photo") ? field.form : null; }

  function tell(form) {
    var request = new XMLHttpRequest();
    request.open("POST", form.getAttribute("action") + "/due");
    request.send();
  }

  /* createImageBitmap, as the page's policy forbids pictures from memory in an <img>. What it cannot open goes as it is. */
  function smaller(file, then) {
    if (!window.createImageBitmap || !HTMLCanvasElement.prototype.toBlob) { then(file); return; }
    createImageBitmap(file, { imageOrientation: "from-image" }).then(function (bitmap) {
      var scale = Math.min(1, LONGEST_PX / Math.max(bitmap.width, bitmap.height)), canvas = document.createElement("canvas");
      canvas.width = Math.round(bitmap.width * scale);
      canvas.height = Math.round(bitmap.height * scale);
      canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      if (bitmap.close) bitmap.close();
      canvas.toBlob(function (blob) {
        canvas.width = canvas.height = 0;  /* Safari frees a canvas late */
        then(blob || file);
      }, "image/jpeg", QUALITY);
    }).catch(function () { then(file); });
  }

  function send(form, picture) {
    var fields = new FormData(), request = new XMLHttpRequest(), bar = form.querySelector("progress");
    var busy = document.querySelector("[data-busy]");
    fields.append("photo", picture, "photo.jpg");
    bar.hidden = false;
    request.upload.onprogress = function (event) { if (event.lengthComputable) bar.value = event.loaded / event.total; };
    request.upload.onload = function () { bar.removeAttribute("value"); busy.hidden = false; };
    request.onload = function () { location.replace(form.getAttribute("action") + "?answer"); };
    request.onerror = function () { form.sending = false; bar.hidden = busy.hidden = true; document.getElementById("lost").hidden = false; };
    request.open("POST", form.getAttribute("action"));
    request.send(fields);
  }
})();
