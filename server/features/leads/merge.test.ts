import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ConsentAnswer, StoredConsent } from '../../domain/consent.ts';
import {
  applyChanges,
  computeMergeChanges,
  type Mergeable,
  type MergeChanges,
  undoMerge,
} from './merge.ts';

const EMPTY: Mergeable = {
  name: null,
  phone: null,
  email: null,
  address: null,
  notes: null,
  assigned_to: null,
  first_contacted_at: null,
  first_response_at: null,
  consent: {},
};
const answer = (status: ConsentAnswer['status'], source = 'web_form'): ConsentAnswer => ({
  status,
  at: '2027-03-01T15:00:00.000Z',
  source,
  wording: null,
});

describe('computeMergeChanges', () => {
  it('fills empty fields of the kept lead, and keeps its own values', () => {
    const kept = { ...EMPTY, name: 'Dana', phone: '+14155550134' };
    const other = { ...EMPTY, name: 'D. Whitfield', phone: '+14155550199', notes: 'Leaking' };
    assert.deepEqual(computeMergeChanges(kept, other), {
      notes: { before: null, after: 'Leaking' },
    });
  });

  it('lets denied consent win over granted consent, whichever lead it comes from', () => {
    const yes = { ...EMPTY, phone: '+14155550134', consent: { sms: answer('granted') } };
    const no = { ...EMPTY, phone: '+14155550134', consent: { sms: answer('denied') } };
    assert.equal(applyChanges(yes, computeMergeChanges(yes, no)).consent.sms?.status, 'denied');
    assert.equal(applyChanges(no, computeMergeChanges(no, yes)).consent.sms?.status, 'denied');
  });

  it('copies granted consent only for the phone number or mailbox it was given for', () => {
    const consent = { sms: answer('granted'), email: answer('granted') };
    const other = { ...EMPTY, phone: '+14155550134', email: 'dana+web@gmail.com', consent };
    const sameNumber = { ...EMPTY, phone: '+14155550134', email: 'else@example.com' };
    const sameMailbox = { ...EMPTY, phone: '+14155550199', email: 'dana@gmail.com' };
    const none = { ...EMPTY };
    const consentChannels = (kept: Mergeable) =>
      Object.keys(applyChanges(kept, computeMergeChanges(kept, other)).consent).sort();
    assert.deepEqual(consentChannels(sameNumber), ['sms']);
    assert.deepEqual(consentChannels(sameMailbox), ['email']);
    assert.deepEqual(consentChannels(none), ['email', 'sms']);
  });
});

describe('undoMerge', () => {
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
      first_response_at: fc.option(fc.constantFrom(new Date(0), new Date(1000))),
      consent,
    },
    { noNullPrototype: true },
  );

  /** Merges all leads in order. The changes are stored as JSON, as in the database. */
  function mergeAll(kept: Mergeable, others: Mergeable[]) {
    let after = kept;
    const merges = others.map((other) => {
      const changes = computeMergeChanges(after, other);
      after = applyChanges(after, changes);
      return { lead: other, changes: JSON.parse(JSON.stringify(changes)) as MergeChanges };
    });
    return { after, merges };
  }

  it('restores the kept lead exactly after one merge', () => {
    fc.assert(
      fc.property(lead, lead, (kept, other) => {
        const { after, merges } = mergeAll(kept, [other]);
        assert.deepEqual(undoMerge(after, merges[0]!.changes, []).kept, kept);
      }),
    );
  });

  it('gives the same result as merging only the others, in any order of undoing', () => {
    fc.assert(
      fc.property(
        lead,
        fc.array(lead, { minLength: 2, maxLength: 4 }),
        fc.nat(3),
        (kept, others, n) => {
          const undone = n % others.length;
          const { after, merges } = mergeAll(kept, others);
          const later = merges.slice(undone + 1);
          const result = undoMerge(after, merges[undone]!.changes, later);
          const rest = mergeAll(kept, others.toSpliced(undone, 1));
          assert.deepEqual(filledFields(result.kept), filledFields(rest.after));
          for (const channel of ['call', 'sms', 'email'] as const) {
            assert.equal(
              result.kept.consent[channel]?.status === 'denied',
              rest.after.consent[channel]?.status === 'denied',
              `${channel}: ${JSON.stringify(result.kept.consent)}`,
            );
          }
          let last = result.kept;
          let records = [...merges.slice(0, undone), ...result.later];
          while (records.length > 0) {
            const [first, ...following] = records as [(typeof records)[number], ...typeof records];
            const next = undoMerge(last, first.changes, following);
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

  it('keeps values that were changed after the merge', () => {
    const kept = { ...EMPTY, phone: '+14155550134' };
    const other = { ...EMPTY, name: 'Dana', notes: 'Leaking', phone: '+14155550134' };
    const { after, merges } = mergeAll(kept, [other]);
    const changed = { ...after, name: 'Dana Whitfield', consent: { sms: answer('denied') } };
    assert.deepEqual(undoMerge(changed, merges[0]!.changes, []).kept, {
      ...kept,
      name: 'Dana Whitfield',
      consent: { sms: answer('denied') },
    });
  });
});
