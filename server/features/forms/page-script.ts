import { hash } from 'node:crypto';
import { PROOF_BITS } from './challenge.ts';

/**
 * The one script of the pages, in one element. The content security policy allows only its hash. It looks for the proof
 * from the moment the visitor starts to type, a few milliseconds at a time, and holds the form back until it is found.
 * SHA-256 is written out, because crypto.subtle is missing on pages without https and much slower for tiny texts. Only
 * the first word of the hash is needed. Without the script the form works too, with one more page.
 */
export const SCRIPT = `
(function () {
  'use strict';
  var form = document.querySelector('form[data-challenge]');
  var openedAt = Date.now(), started = false, solved = false, wanted = false, next = 0;
  var pressed = null;
  var text = form.getAttribute('data-challenge');
  var waitMs = Number(form.getAttribute('data-wait'));
  var K = [], H = [], primes = [];
  for (var n = 2; primes.length < 64; n++) {
    if (primes.some(function (p) { return n % p === 0; })) continue;
    if (primes.length < 8) H.push((Math.sqrt(n) * 4294967296) | 0);
    K.push((Math.pow(n, 1 / 3) * 4294967296) | 0);
    primes.push(n);
  }
  function firstWord(message) {
    var w = new Int32Array(64), i;
    for (i = 0; i < message.length; i++) w[i >> 2] |= message.charCodeAt(i) << (24 - 8 * (i % 4));
    w[message.length >> 2] |= 128 << (24 - 8 * (message.length % 4));
    w[15] = message.length * 8;
    var a = H[0], b = H[1], c = H[2], d = H[3], e = H[4], f = H[5], g = H[6], h = H[7];
    for (i = 0; i < 64; i++) {
      if (i > 15) {
        var x = w[i - 15], y = w[i - 2];
        w[i] = w[i - 16] + ((x >>> 7 | x << 25) ^ (x >>> 18 | x << 14) ^ x >>> 3) + w[i - 7] +
          ((y >>> 17 | y << 15) ^ (y >>> 19 | y << 13) ^ y >>> 10);
      }
      var t = h + ((e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7)) + (e & f ^ ~e & g) + K[i] + w[i] | 0;
      var u = ((a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10)) + (a & b ^ a & c ^ b & c) | 0;
      h = g; g = f; f = e; e = d + t | 0; d = c; c = b; b = a; a = t + u | 0;
    }
    return H[0] + a >>> 0;
  }
  function search() {
    for (var until = Date.now() + 10; Date.now() < until;) {
      for (var i = 0; i < 200; i++, next++) {
        if (firstWord(text + next) >>> ${32 - PROOF_BITS} === 0) {
          form.elements.proof.value = next;
          solved = true;
          return send();
        }
      }
    }
    setTimeout(search, 0);
  }
  function start() {
    if (!started) { started = true; search(); }
  }
  function send() {
    if (!wanted || !solved) return;
    var left = openedAt + waitMs - Date.now();
    if (left > 0) setTimeout(send, left);
    else { wanted = false; form.submit(); }
  }
  form.addEventListener('input', start);
  form.addEventListener('submit', function (event) {
    event.preventDefault();
    var by = event.submitter;
    if (by && by.name && !pressed) {
      // submit() leaves out what the pressed button says.
      pressed = form.appendChild(document.createElement('input'));
      pressed.type = 'hidden';
    }
    if (pressed) {
      pressed.name = by ? by.name : '';
      pressed.value = by ? by.value : '';
    }
    wanted = true;
    start();
    send();
  });
  addEventListener('pageshow', function () { wanted = wanted && !solved; });
  if (form.hasAttribute('data-auto')) {
    document.getElementById('status').textContent = form.getAttribute('data-auto');
    wanted = true;
    start();
  }
})();
`;

export const SCRIPT_HASH = `sha256-${hash('sha256', SCRIPT, 'base64')}`;
