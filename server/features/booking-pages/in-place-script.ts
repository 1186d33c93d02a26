import { hash } from 'node:crypto';

/**
 * The script of the steps before the contact. It fetches the next step, which is the same page that the browser would
 * open, and puts its content in place of this one. Whatever is unusual is left to the browser: an error, another page,
 * and the contact, which has a script of its own. What was typed is kept with the entry of the history, as browsers do.
 */
export const IN_PLACE_SCRIPT = `
(function () {
  'use strict';
  if (!window.fetch || !window.DOMParser || !window.URLSearchParams || !window.AbortController) return;
  var shown = location.pathname + location.search, pending = null;
  var live = document.createElement('p');
  live.className = 'offscreen';
  live.setAttribute('role', 'status');
  document.body.appendChild(live);
  function main() { return document.querySelector('main'); }
  function controls() {
    return [].slice.call(main().querySelectorAll('input[name]:not([type=hidden]), select[name]'));
  }
  function isChoice(control) { return control.type === 'radio'; }
  function save() {
    var typed = controls().filter(function (one) { return !isChoice(one) || one.checked; });
    try {
      history.replaceState(typed.map(function (one) { return [one.name, one.value]; }), '');
    } catch (error) { return; }
  }
  function fill(typed) {
    if (!Array.isArray(typed)) return;
    controls().forEach(function (one) {
      typed.forEach(function (entry) {
        if (entry[0] !== one.name) return;
        if (!isChoice(one)) one.value = entry[1];
        else if (entry[1] === one.value) one.checked = true;
      });
    });
  }
  function textOf(selector) {
    var found = main().querySelector(selector);
    return found ? found.textContent : '';
  }
  function timesOf() {
    var times = main().querySelector('.times');
    return times ? times.closest('fieldset').querySelector('legend').textContent : '';
  }
  function focus(element, options) {
    if (!element.hasAttribute('tabindex') && !/^(A|BUTTON|INPUT|SELECT)$/.test(element.tagName)) element.tabIndex = -1;
    element.focus(options);
  }
  function replace(page, isBack, chosen) {
    var heading = textOf('h2');
    main().replaceWith(document.importNode(page.querySelector('main'), true));
    document.title = page.title;
    document.documentElement.lang = page.documentElement.lang;
    if (isBack) fill(history.state);
    var alert = main().querySelector('[autofocus]');
    var same = chosen && main().querySelector('button[name="' + chosen.name + '"][value="' + chosen.value + '"]');
    var isSameStep = textOf('h2') === heading;
    if (alert) focus(alert);
    else if (same) focus(same, { preventScroll: true });
    else {
      focus(main().querySelector('h2'), { preventScroll: true });
      if (!isBack) scrollTo(0, 0);
    }
    live.textContent = (isSameStep && timesOf()) || textOf('.step') || document.title;
  }
  function open(url, isBack, chosen) {
    if (pending) pending.abort();
    var current = pending = new AbortController();
    main().setAttribute('aria-busy', 'true');
    fetch(url, { signal: current.signal, credentials: 'same-origin', redirect: 'error' }).then(function (response) {
      if (response.status !== 200 && response.status !== 422) throw new Error();
      return response.text();
    }).then(function (text) {
      if (current.signal.aborted) return;
      var page = new DOMParser().parseFromString(text, 'text/html');
      if (!page.querySelector('main[data-step]')) throw new Error();
      shown = url;
      if (!isBack) history.pushState(null, '', url);
      replace(page, isBack, chosen);
    }).catch(function () {
      if (current.signal.aborted) return;
      if (isBack) location.reload();
      else location.assign(url);
    });
  }
  document.addEventListener('submit', function (event) {
    var form = event.target, chosen = event.submitter;
    var query = new URLSearchParams(new FormData(form));
    if (chosen && chosen.name) query.append(chosen.name, chosen.value);
    var step = query.getAll('step').pop();
    if (event.defaultPrevented || form.method !== 'get' || !step || step === 'contact' || step === 'request') return;
    event.preventDefault();
    open(form.getAttribute('action') + '?' + query, false, chosen && chosen.name ? chosen : null);
  });
  document.addEventListener('click', function (event) {
    var link = event.target.closest && event.target.closest('main a');
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.pathname !== location.pathname || link.hash) return;
    event.preventDefault();
    open(link.pathname + link.search, false, null);
  });
  document.addEventListener('input', save);
  addEventListener('popstate', function () {
    var url = location.pathname + location.search;
    if (url !== shown) return open(url, true, null);
    if (pending) pending.abort();
    main().removeAttribute('aria-busy');
  });
  fill(history.state);
})();
`;

export const IN_PLACE_SCRIPT_HASH = `sha256-${hash('sha256', IN_PLACE_SCRIPT, 'base64')}`;
