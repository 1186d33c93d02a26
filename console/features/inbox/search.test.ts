import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readInboxSearch } from './search.ts';

describe('the address of the inbox', () => {
  it('says what is shown, and nothing if that is what is shown anyway', () => {
    assert.deepEqual(readInboxSearch({ view: 'quarantine' }), { view: 'quarantine' });
    assert.deepEqual(readInboxSearch({ view: 'mine' }), { view: 'mine' });
    assert.deepEqual(readInboxSearch({ view: 'everyone' }), {});
    assert.deepEqual(readInboxSearch({ view: 7 }), {});
  });
});
