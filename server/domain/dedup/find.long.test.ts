import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evaluate } from './testing/evaluate.ts';
import { evaluateReturns } from './testing/evaluate-returns.ts';
import { generateLeads } from './testing/generated-leads.ts';
import { generateReturns } from './testing/generated-returns.ts';

/** The same with 1,000 of each is in find.test.ts: rare mistakes show only among more. */
describe('bestMatch', () => {
  it('reaches the target figures on generated leads with typos and traps', () => {
    const { likely, certain, householdsCalledCertain } = evaluate(generateLeads(3000, 1));
    assert.ok(certain.precision >= 0.985, `certain, precision ${certain.precision}`);
    assert.ok(likely.recall >= 0.93, `likely, recall ${likely.recall}`);
    assert.ok(householdsCalledCertain <= 0.005, `households ${householdsCalledCertain}`);
  });

  it('recognizes customers who come back after a move, a marriage, a new phone or a new mailbox', () => {
    const { customers, arrivals } = generateReturns(3000, 11);
    const { precision, recall, mistaken } = evaluateReturns(customers, arrivals);
    assert.ok(precision >= 0.99, `precision ${precision}: ${JSON.stringify(mistaken)}`);
    assert.ok(recall >= 0.9, `recall ${recall}`);
  });
});
