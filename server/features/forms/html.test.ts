import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cut, cutAll, hiddenText, html } from './html.ts';

const HOSTILE = `"><script>alert('x')</script>&amp;\0`;
const IN_TEXT = `"&gt;&lt;script&gt;alert('x')&lt;/script&gt;&amp;amp;`;
const IN_ATTRIBUTE = IN_TEXT.replaceAll('"', '&quot;').replaceAll("'", '&#39;');

describe('HTML of untrusted texts', () => {
  it('keeps quotation marks between tags, and escapes everything that could be markup', () => {
    assert.equal(html`<p>${HOSTILE}</p>`.toString(), `<p>${IN_TEXT}</p>`);
    const many =
      html`<p class="a" title="${HOSTILE}">${HOSTILE} <b>x</b> ${HOSTILE}</p>`.toString();
    const one = `<p class="a" title="${IN_ATTRIBUTE}">${IN_TEXT} <b>x</b> ${IN_TEXT}</p>`;
    assert.equal(many, one);
    assert.equal(hiddenText('x', HOSTILE).toString().split('\n')[1], `${IN_TEXT}</textarea>`);
  });

  it('escapes quotation marks in every attribute, and wherever it cannot be told', () => {
    for (const markup of [
      html`<a href="${HOSTILE}">`,
      html`<a title=">" href="${HOSTILE}">`,
      html`<a title="> ${HOSTILE}">`,
      html` id="${HOSTILE}"`,
      html`<a${html` id="${HOSTILE}"`}>`,
      html`<a id="1"${html` class="x"`} href="#${HOSTILE}-error">`,
      html`${HOSTILE}`,
      html`<p>"${HOSTILE}"</p>`,
    ]) {
      assert(markup.toString().includes(IN_ATTRIBUTE), markup.toString());
    }
  });

  it('is cut by the bytes that it has in a page, and never within a character', () => {
    assert.equal(cut('漢字 & <b>', 100), '漢字 & <b>');
    assert.equal(cut('漢字', 5), '漢 …');
    assert.equal(cut('🔧🔧', 7), '🔧 …');
    assert.equal(cut('&&&', 10), '&& …');
    assert.equal(cut('"""', 3), '"""');
    assert.deepEqual(cutAll(['漢漢', 'a'], 7), ['漢漢', 'a']);
    assert.deepEqual(cutAll(['漢漢', 'a'], 6), ['漢 …', 'a']);
  });
});
