import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ATTRIBUTION_NAMES } from '../../../server/domain/origin-names.ts';
import {
  ATTRIBUTION_FIELDS,
  originChange,
  rowsOf,
  undoOfOrigin,
  wrongRows,
} from './edited-origin.ts';

const lead = {
  attribution: { campaign: 'spring', utm_source: 'google' },
  metadata: { plan: 'gold', house_age: ' 40 years' },
};
const typed =
  (changed: Record<string, string> = {}) =>
  (name: string) =>
    ({ ...lead.attribution, ...changed })[name] ?? '';
const rows = rowsOf(lead);
const row = (key: string, value: string) => ({ id: 9, key, value });

describe('where a lead came from, when it is edited', () => {
  it('has a field for everything that is known of a campaign', () => {
    assert.deepEqual(ATTRIBUTION_FIELDS.toSorted(), [...ATTRIBUTION_NAMES].sort());
  });

  it('sends nothing if nothing was changed', () => {
    assert.deepEqual(originChange(lead, lead, typed(), [...rows, row('', ' ')]), {});
  });

  it('sends what was changed with the rest as it is now, and null for what was cleared', () => {
    const now = { ...lead, attribution: { ...lead.attribution, gclid: 'Cj0' } };
    const change = originChange(lead, now, typed({ campaign: ' autumn ', utm_source: ' ' }), rows);
    assert.deepEqual(change, {
      attribution: { campaign: 'autumn', utm_source: null, gclid: 'Cj0' },
    });
    assert.deepEqual(undoOfOrigin(now, change), { attribution: now.attribution });
  });

  it('adds, changes, renames and removes values, and keeps those that others have added', () => {
    // As it was stored, and with what another person has added since.
    const now = { ...lead, metadata: { ...lead.metadata, pets: 'a dog' } };
    const changed = [row('plan', 'silver'), row(' age ', '40 years')];
    const change = originChange(lead, now, typed(), changed);
    const metadata = { plan: 'silver', pets: 'a dog', age: '40 years' };
    assert.deepEqual(change, { metadata });
    assert.deepEqual(undoOfOrigin(now, change), { metadata: now.metadata });
    assert.deepEqual(originChange(lead, lead, typed(), []), { metadata: {} });
  });

  it('says which name is missing, not possible, or there twice', () => {
    assert.equal(wrongRows([...rows, row('', '')]), null);
    const wrong = wrongRows([
      row('', 'gold'),
      row('two words', '2'),
      row('a', '1'),
      row('a ', '2'),
    ]);
    assert.deepEqual(wrong, {
      'metadata/0/key': 'Enter a name.',
      'metadata/1/key': 'Use letters, digits, and the marks _ . - only, at most 40.',
      'metadata/3/key': 'This name is there already.',
    });
  });
});
