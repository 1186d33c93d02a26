import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NIL_UUID, newUuid, toPublicId } from './ids.ts';
import { filterById, filterByStatus, unknownStatuses } from './list-filters.ts';

const STATUSES = ['draft', 'sent', 'paid'] as const;

describe('filters of lists', () => {
  it('match nothing for an invalid id or an id with another prefix', () => {
    const uuid = newUuid();
    assert.equal(filterById('job', toPublicId('job', uuid)), uuid);
    assert.equal(filterById('job', toPublicId('lead', uuid)), NIL_UUID);
    assert.equal(filterById('job', 'x'), NIL_UUID);
    assert.equal(filterById('job', undefined), null);
  });

  it('accept several statuses, without duplicates', () => {
    assert.deepEqual(filterByStatus(STATUSES, 'sent,draft,sent'), ['draft', 'sent']);
    assert.equal(filterByStatus(STATUSES, undefined), null);
  });

  it('refuse an unknown status, and list the known ones', () => {
    for (const known of ['paid', 'sent,draft', undefined]) {
      assert.deepEqual(unknownStatuses(STATUSES, known), []);
    }
    for (const unknown of ['', 'lost', 'sent,', 'sent, draft']) {
      const detail =
        'The query parameter status must be one or more of draft, sent, paid, separated by commas.';
      assert.deepEqual(unknownStatuses(STATUSES, unknown), [
        { pointer: '/status', code: 'not_allowed', detail },
      ]);
    }
  });
});
