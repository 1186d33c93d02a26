/**
 * Adds a field to draw the signature in, below the name. Without scripts, and for who cannot draw, the typed name signs. The
 * policy of the page allows only the hash of this script.
 */
export const SIGNATURE_SCRIPT = `
(function () {
  'use strict';
  var place = document.querySelector('[data-draw]');
  if (!place || !window.PointerEvent) return;
  var sent = place.querySelector('input'), canvas = document.createElement('canvas');
  var clear = document.createElement('button'), pen = canvas.getContext('2d'), isDown = false;
  var label = document.createElement('p');
  if (!pen) return;
  label.textContent = place.getAttribute('data-draw');
  clear.type = 'button';
  clear.className = 'plain';
  clear.textContent = place.getAttribute('data-clear');
  canvas.width = 600;
  canvas.height = 200;
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', label.textContent);
  [label, canvas, clear].forEach(function (one) { place.appendChild(one); });
  // The page that says that the name is missing would have lost the drawing.
  document.getElementById('name').required = true;
  pen.lineWidth = 4;
  pen.lineCap = pen.lineJoin = 'round';
  function wipe() {
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    sent.value = '';
  }
  function at(event) {
    var box = canvas.getBoundingClientRect();
    return [(event.clientX - box.left) * canvas.width / box.width, (event.clientY - box.top) * canvas.height / box.height];
  }
  canvas.addEventListener('pointerdown', function (event) {
    var point = at(event);
    isDown = true;
    canvas.setPointerCapture(event.pointerId);
    pen.beginPath();
    pen.moveTo(point[0], point[1]);
    pen.lineTo(point[0], point[1]);
    pen.stroke();
    event.preventDefault();
  });
  canvas.addEventListener('pointermove', function (event) {
    if (!isDown) return;
    var point = at(event);
    pen.lineTo(point[0], point[1]);
    pen.stroke();
  });
  function end() {
    if (!isDown) return;
    isDown = false;
    var image = canvas.toDataURL('image/png');
    // A page takes 64 KiB. What does not fit is signed by the name.
    sent.value = image.length <= 40000 ? image : '';
  }
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
  clear.addEventListener('click', wipe);
  wipe();
})();
`;
