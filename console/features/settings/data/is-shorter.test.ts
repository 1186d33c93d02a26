import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isShorter } from './is-shorter.ts';

describe('a retention limit', () => {
  it('asks when it becomes stricter, and only then', () => {
    const before = { messages_days: null, transcripts_days: 90 };
    assert.equal(isShorter(before, { messages_days: 365 }), true);
    assert.equal(isShorter(before, { transcripts_days: 89 }), true);
    assert.equal(isShorter(before, { transcripts_days: 91 }), false);
    assert.equal(isShorter(before, { messages_days: null, transcripts_days: null }), false);
  });
});
