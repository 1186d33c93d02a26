import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ConsentAnswer, StoredConsent } from '../../domain/consent.ts';
import { joinChanges, type Mergeable, type MergeChanges, takeBack, withChanges } from './merge.ts';

const EMPTY: Mergeable = {
  name: null,
  phone: null,
  email: null,
  address: null,
  notes: null,
  assigned_to: null,
  first_contacted_at: null,
  consent: {},
};
const answer = (status: ConsentAnswer['status'], source = 'web_form'): ConsentAnswer => ({
  status,
  at: '2027-03-01T15:00:00.000Z',
  source,
  wording: null,
});

describe('joinChanges', () => {
  it('fills what the kept lead lacks, and leaves what it has', () => {
    const kept = { ...EMPTY, name: 'Dana', phone: '+14155550134' };
    const other = { ...EMPTY, name: 'D. Whitfield', phone: '+14155550199', notes: 'Leaking' };
    assert.deepEqual(joinChanges(kept, other), { notes: { before: null, after: 'Leaking' } });
  });

  it('lets a no hold against a yes, from whichever lead it comes', () => {
    const yes = { ...EMPTY, phone: '+14155550134', consent: { sms: answer('granted') } };
    const no = { ...EMPTY, phone: '+14155550134', consent: { sms: answer('denied') } };
    assert.equal(withChanges(yes, joinChanges(yes, no)).consent.sms?.status, 'denied');
    assert.equal(withChanges(no, joinChanges(no, yes)).consent.sms?.status, 'denied');
  });

  it('takes over a yes only for the number or mailbox it was given for', () => {
    const consent = { sms: answer('granted'), email: answer('granted') };
    const other = { ...EMPTY, phone: '+14155550134', email: 'dana+web@gmail.com', consent };
    const sameNumber = { ...EMPTY, phone: '+14155550134', email: 'else@example.com' };
    const sameMailbox = { ...EMPTY, phone: '+14155550199', email: 'dana@gmail.com' };
    const none = { ...EMPTY };
    const reached = (kept: Mergeable) =>
      Object.keys(withChanges(kept, joinChanges(kept, other)).consent).sort();
    assert.deepEqual(reached(sameNumber), ['sms']);
    assert.deepEqual(reached(sameMailbox), ['email']);
    assert.deepEqual(reached(none), ['email', 'sms']);
  });
});

describe('takeBack', () => {
  const text = (name: string) => fc.option(fc.constantFrom(`${name} a`, `${name} b`, `${name} c`));
  const consent = fc.record(
    {
      call: fc.constantFrom(answer('granted', 'a'), answer('denied', 'b')),
      sms: fc.constantFrom(answer('granted', 'c'), answer('denied', 'd')),
      email: fc.constantFrom(answer('granted', 'e'), answer('denied', 'f')),
    },
    { requiredKeys: [], noNullPrototype: true },
  ) as fc.Arbitrary<StoredConsent>;
  const lead: fc.Arbitrary<Mergeable> = fc.record(
    {
      name: text('name'),
      phone: fc.option(fc.constantFrom('+14155550134', '+14155550199')),
      email: fc.option(fc.constantFrom('dana@example.com', 'sam@example.com')),
      address: text('address'),
      notes: text('notes'),
      assigned_to: text('user'),
      first_contacted_at: fc.option(fc.constantFrom(new Date(0), new Date(1000))),
      consent,
    },
    { noNullPrototype: true },
  );

  /** Merges all in order; what each merge changed is kept as the database keeps it, in JSON. */
  function mergeAll(kept: Mergeable, others: Mergeable[]) {
    let after = kept;
    const merges = others.map((other) => {
      const changes = joinChanges(after, other);
      after = withChanges(after, changes);
      return { lead: other, changes: JSON.parse(JSON.stringify(changes)) as MergeChanges };
    });
    return { after, merges };
  }

  it('restores exactly what was before one merge', () => {
    fc.assert(
      fc.property(lead, lead, (kept, other) => {
        const { after, merges } = mergeAll(kept, [other]);
        assert.deepEqual(takeBack(after, merges[0]!.changes, []).kept, kept);
      }),
    );
  });

  it('leaves what merging only the others would have made, in whichever order they are taken back', () => {
    fc.assert(
      fc.property(
        lead,
        fc.array(lead, { minLength: 2, maxLength: 4 }),
        fc.nat(3),
        (kept, others, n) => {
          const taken = n % others.length;
          const { after, merges } = mergeAll(kept, others);
          const behind = merges.slice(taken + 1);
          const back = takeBack(after, merges[taken]!.changes, behind);
          const rest = mergeAll(kept, others.toSpliced(taken, 1));
          assert.deepEqual(filledFields(back.kept), filledFields(rest.after));
          for (const channel of ['call', 'sms', 'email'] as const) {
            assert.equal(
              back.kept.consent[channel]?.status === 'denied',
              rest.after.consent[channel]?.status === 'denied',
              `${channel}: ${JSON.stringify(back.kept.consent)}`,
            );
          }
          let last = back.kept;
          let records = [...merges.slice(0, taken), ...back.later];
          while (records.length > 0) {
            const [first, ...later] = records as [(typeof records)[number], ...typeof records];
            const next = takeBack(last, first.changes, later);
            last = next.kept;
            records = next.later;
          }
          assert.deepEqual(last, kept);
        },
      ),
      { numRuns: 300 },
    );
  });

  function filledFields({ consent: _, ...fields }: Mergeable) {
    return fields;
  }

  it('keeps what somebody has changed since', () => {
    const kept = { ...EMPTY, phone: '+14155550134' };
    const other = { ...EMPTY, name: 'Dana', notes: 'Leaking', phone: '+14155550134' };
    const { after, merges } = mergeAll(kept, [other]);
    const changed = { ...after, name: 'Dana Whitfield', consent: { sms: answer('denied') } };
    assert.deepEqual(takeBack(changed, merges[0]!.changes, []).kept, {
      ...kept,
      name: 'Dana Whitfield',
      consent: { sms: answer('denied') },
    });
  });
});
