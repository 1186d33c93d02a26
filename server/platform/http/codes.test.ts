import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Type from 'typebox';
import { readCode, SPOKEN_CODE } from './codes.ts';
import { bodyReader } from './validation.ts';

describe('a code', () => {
  const texts = {
    site_visit: 'site_visit',
    'Site visit': 'site_visit',
    ' SITE-VISIT! ': 'site_visit',
    'Tune-up (2nd)': 'tune_up_2nd',
    'Über-Prüfung': 'uber_prufung',
    'Dépannage chauffe-eau': 'depannage_chauffe_eau',
    '2nd visit': '2nd visit',
    '!!!': '!!!',
    '': '',
  };
  for (const [text, code] of Object.entries(texts)) {
    it(`${JSON.stringify(text)} is read as ${JSON.stringify(code)}`, () => {
      assert.equal(readCode(text), code);
    });
  }

  it('is replaced before it is checked', () => {
    const read = bodyReader(Type.Object({ type: Type.String(SPOKEN_CODE) }));
    assert.deepEqual(read({ type: 'Site visit' }), { body: { type: 'site_visit' } });
    assert('errors' in read({ type: '2nd visit' }));
  });
});
