import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newUuid, toPublicId } from './ids.ts';
import { filterById, filterByStatus, NO_ID, unknownStatuses } from './list-filters.ts';

const STATUSES = ['draft', 'sent', 'paid'] as const;

describe('filters of lists', () => {
  it('match nothing by an id that is not one, or is of another kind', () => {
    const uuid = newUuid();
    assert.equal(filterById('job', toPublicId('job', uuid)), uuid);
    assert.equal(filterById('job', toPublicId('lead', uuid)), NO_ID);
    assert.equal(filterById('job', 'x'), NO_ID);
    assert.equal(filterById('job', undefined), null);
  });

  it('take several statuses, each once', () => {
    assert.deepEqual(filterByStatus(STATUSES, 'sent,draft,sent'), ['draft', 'sent']);
    assert.equal(filterByStatus(STATUSES, undefined), null);
  });

  it('refuse a status that is not known, and say which are', () => {
    for (const known of ['paid', 'sent,draft', undefined]) {
      assert.deepEqual(unknownStatuses(STATUSES, known), []);
    }
    for (const unknown of ['', 'lost', 'sent,', 'sent, draft']) {
      const detail =
        'The query parameter status must be of draft, sent, paid, separated by commas.';
      assert.deepEqual(unknownStatuses(STATUSES, unknown), [
        { pointer: '/status', code: 'not_allowed', detail },
      ]);
    }
  });
});
