import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { prepare } from './contact.ts';
import { bestMatch, rankMatches } from './find.ts';
import { evaluate } from './testing/evaluate.ts';
import { evaluateReturns } from './testing/evaluate-returns.ts';
import { generateLeads } from './testing/generated-leads.ts';
import { generateReturns } from './testing/generated-returns.ts';

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

  it('prefers the same full name at a mailbox to another surname, also where both are only worth a review', () => {
    const mail = 'ana.petrov@gmail.com';
    const ana = prepare({ name: 'Ana Petrov', phone: PHONE, email: mail, address: '94601' });
    const at = (id: number, name: string, phone: string, address: string | null) => ({
      id,
      contact: prepare({ name, phone, email: mail, address }),
    });
    const kovac = at(0, 'Ana Kovac', '+12125550111', '10001');
    assert.equal(bestMatch(ana, [kovac, at(1, 'Ana Petrov', '+13055550122', null)])?.id, 1);
    // Alone, a namesake who lives elsewhere is no match. As part of a review, the namesake comes first.
    const namesake = at(1, 'Ana Petrov', '+13055550122', '33101');
    assert.equal(bestMatch(ana, [namesake]), null);
    const ranked = rankMatches(ana, [kovac, namesake]);
    assert.deepEqual(
      ranked.map(({ id, match }) => [id, match.confidence]),
      [
        [1, 'likely'],
        [0, 'likely'],
      ],
    );
  });

  it('ranks by the evidence where the scores are equal after the cap or after rounding', () => {
    const maria = prepare({ name: 'Maria Lopez', phone: PHONE, email: null, address: '94601' });
    const lives = (id: number, name: string, address: string | null) => ({
      id,
      contact: prepare({ name, phone: PHONE, email: null, address }),
    });
    for (const name of ['Diego Lopez', 'Maria Lopez']) {
      const far = lives(0, name, null);
      const near = lives(1, name, '94601');
      const [first, second] = rankMatches(maria, [far, near]);
      assert.deepEqual([first?.id, second?.id], [1, 0]);
      assert.ok((first?.match.points ?? 0) > (second?.match.points ?? 0));
    }
  });

  it('prefers a certain match to a relative for whom more speaks', () => {
    const address = '12 Oak St, 94601';
    const diego = prepare({ name: 'Diego Lopez', phone: PHONE, email: null, address });
    const wife = prepare({ name: 'Maria Lopez', phone: PHONE, email: null, address });
    const himself = prepare({
      name: 'Diego Lopez',
      phone: '+14155550135',
      email: null,
      address: null,
    });
    const found = bestMatch(diego, [
      { id: 'wife', contact: wife },
      { id: 'himself', contact: himself },
    ]);
    assert.equal(found?.id, 'himself');
    assert.equal(found?.match.confidence, 'certain');
  });

  it('never ranks less evidence higher, and returns the oldest of equals, for any candidates', () => {
    const contact = fc.record({
      name: fc.constantFrom('Ana Petrov', 'Ana P', 'Ana Kovac', 'Ivan Petrov', 'A P', null),
      phone: fc.constantFrom(PHONE, '+14155550135', '+12125550111', null),
      email: fc.constantFrom('ana.petrov@gmail.com', 'ana77@gmail.com', 'info@acme.com', null),
      address: fc.constantFrom('12 Oak St, 94601', '94601', '10001', null),
    });
    fc.assert(
      fc.property(contact, fc.array(contact, { maxLength: 8 }), (lead, others) => {
        const older = others.map((other, id) => ({ id, contact: prepare(other) }));
        const ranked = rankMatches(prepare(lead), older);
        assert.deepEqual(bestMatch(prepare(lead), older), ranked[0] ?? null);
        for (const [index, { id, match }] of ranked.slice(1).entries()) {
          const above = ranked[index];
          assert.ok(above !== undefined);
          if (above.match.confidence !== match.confidence) {
            assert.equal(above.match.confidence, 'certain');
          } else if (above.match.points === match.points) assert.ok(above.id < id);
          else assert.ok(above.match.points > match.points);
        }
      }),
      { numRuns: 300 },
    );
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
    const { likely, certain, householdsCalledCertain } = evaluate(generateLeads(1000, 1));
    assert.ok(certain.precision >= 0.985, `certain, precision ${certain.precision}`);
    assert.ok(likely.recall >= 0.93, `likely, recall ${likely.recall}`);
    assert.ok(householdsCalledCertain <= 0.005, `households ${householdsCalledCertain}`);
  });

  it('recognizes customers who come back after a move, a marriage, a new phone or a new mailbox', () => {
    const { customers, arrivals } = generateReturns(1000, 11);
    const { precision, recall, mistaken } = evaluateReturns(customers, arrivals);
    assert.ok(precision >= 0.99, `precision ${precision}: ${JSON.stringify(mistaken)}`);
    assert.ok(recall >= 0.9, `recall ${recall}`);
  });
});
