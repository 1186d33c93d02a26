import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { prepare } from './contact.ts';
import { bestMatch } from './find.ts';
import { evaluate } from './testing/evaluate.ts';
import { generateLeads } from './testing/generated-leads.ts';

const PHONE = '+14155550134';

function person(name: string | null, phone: string | null = PHONE, email: string | null = null) {
  return prepare({ name, phone, email, address: null });
}

function candidates(...names: (string | null)[]) {
  return names.map((name, index) => ({ id: index, contact: person(name) }));
}

describe('bestMatch', () => {
  it('finds nothing without candidates', () => {
    assert.equal(bestMatch(person('Maria Lopez'), []), null);
  });

  it('prefers the best match, and of equal ones the oldest', () => {
    const found = bestMatch(
      person('Maria Lopez'),
      candidates('Diego Lopez', 'Maria Lopez', 'Maria Lopez'),
    );
    assert.equal(found?.id, 1);
    assert.equal(found?.match.confidence, 'certain');
  });

  it('matches a second and a third person with one number, and no stranger at a switchboard', () => {
    const strangers = ['Ada Byron', 'Grace Hopper', 'Alan Turing'];
    const maria = person('Maria Lopez');
    assert.equal(bestMatch(maria, candidates(...strangers.slice(0, 1)))?.id, 0);
    assert.equal(bestMatch(maria, candidates(...strangers.slice(0, 2)))?.id, 0);
    assert.equal(bestMatch(maria, candidates(...strangers)), null);
    assert.equal(bestMatch(maria, candidates(...strangers, 'Mary Lopes', 'M Lopez'))?.id, 4);
  });

  it('counts the variants of one name as one person', () => {
    const variants = ['Ada Byron', 'A Byron', 'Byron, Ada', 'ADA BYRN', null];
    assert.equal(bestMatch(person('Maria Lopez'), candidates(...variants))?.id, 4);
  });

  it('also counts the people who share a mailbox', () => {
    const office = 'office@acme.com';
    const sharers = ['Ada Byron', 'Grace Hopper', 'Alan Turing'].map((name, index) => ({
      id: index,
      contact: person(name, null, office),
    }));
    assert.equal(bestMatch(person('Maria Lopez', null, office), sharers), null);
    assert.equal(bestMatch(person('Alan Turing', null, office), sharers)?.id, 2);
  });

  it('reaches the target figures on generated leads with typos and traps', () => {
    const { likely, certain, householdsCalledCertain } = evaluate(generateLeads(3000, 1));
    assert.ok(certain.precision >= 0.985, `certain, precision ${certain.precision}`);
    assert.ok(likely.recall >= 0.93, `likely, recall ${likely.recall}`);
    assert.ok(householdsCalledCertain <= 0.005, `households ${householdsCalledCertain}`);
  });
});
