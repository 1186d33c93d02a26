import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { allowedSteps, isOverdue, OWED, STATUSES, statusForPaid } from './invoice.ts';

describe('an invoice', () => {
  it('can be paid while it has a balance, refunded while it has payments, and voided while it has none', () => {
    const steps = (status: (typeof STATUSES)[number], total: number, paid: number) =>
      allowedSteps({ status, total, paid });
    assert.deepEqual(steps('draft', 100, 0), ['update', 'send', 'void']);
    assert.deepEqual(steps('sent', 100, 0), ['pay', 'void']);
    assert.deepEqual(steps('partially_paid', 100, 1), ['pay', 'refund']);
    assert.deepEqual(steps('paid', 100, 100), ['refund']);
    assert.deepEqual(steps('paid', 0, 0), ['void']);
    assert.deepEqual(steps('void', 100, 0), []);
  });

  it('gets its status from its payments, and is open exactly while it has a balance', () => {
    const total = fc.integer({ min: 0, max: 1_000 });
    fc.assert(
      fc.property(total, fc.integer({ min: 0, max: 1_000 }), (due, received) => {
        const paid = Math.min(due, received);
        const status = statusForPaid(due, paid);
        assert.equal(OWED.includes(status), paid < due);
        assert.equal(status === 'partially_paid', paid > 0 && paid < due);
      }),
    );
  });

  it('is overdue from the day after the due date, and only while it has a balance', () => {
    for (const status of STATUSES) {
      const invoice = { status, due_on: '2027-03-31' };
      assert.equal(isOverdue(invoice, '2027-03-31'), false, status);
      assert.equal(isOverdue(invoice, '2027-04-01'), OWED.includes(status), status);
    }
  });
});
