import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { allowedSteps, isOverdue, OWED, STATUSES, statusAsPaid } from './invoice.ts';

describe('an invoice', () => {
  it('can be paid while it is owed, given back what was paid, and voided while nothing is', () => {
    const steps = (status: (typeof STATUSES)[number], total: number, paid: number) =>
      allowedSteps({ status, total, paid });
    assert.deepEqual(steps('draft', 100, 0), ['update', 'send', 'void']);
    assert.deepEqual(steps('sent', 100, 0), ['pay', 'void']);
    assert.deepEqual(steps('partially_paid', 100, 1), ['pay', 'refund']);
    assert.deepEqual(steps('paid', 100, 100), ['refund']);
    assert.deepEqual(steps('paid', 0, 0), ['void']);
    assert.deepEqual(steps('void', 100, 0), []);
  });

  it('has the status that its payments make, and is owed exactly while they leave a balance', () => {
    const total = fc.integer({ min: 0, max: 1_000 });
    fc.assert(
      fc.property(total, fc.integer({ min: 0, max: 1_000 }), (owed, came) => {
        const paid = Math.min(owed, came);
        const status = statusAsPaid(owed, paid);
        assert.equal(OWED.includes(status), paid < owed);
        assert.equal(status === 'partially_paid', paid > 0 && paid < owed);
      }),
    );
  });

  it('is overdue from the day after it was due, and only while it is owed', () => {
    for (const status of STATUSES) {
      const invoice = { status, due_on: '2027-03-31' };
      assert.equal(isOverdue(invoice, '2027-03-31'), false, status);
      assert.equal(isOverdue(invoice, '2027-04-01'), OWED.includes(status), status);
    }
  });
});
