import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Contact, type PreparedContact, prepare } from './contact.ts';
import { MAX_PROBED_KEYS, MAX_STORED_KEYS, probesOf, storedKeys } from './keys.ts';
import { add, drop, substitute, swap } from './testing/corruptions.ts';

const MARIA: Contact = {
  name: 'Maria Lopez',
  phone: '+14155550134',
  email: 'maria.lopez42@gmail.com',
  address: '12 Oak St, Oakland, CA 94601',
};

function probeKeys(contact: PreparedContact): bigint[] {
  const { exact, companies, others } = probesOf(contact);
  return [...exact, ...companies, ...others];
}

function match(stored: Partial<Contact>, arriving: Partial<Contact>): boolean {
  const empty: Contact = { name: null, phone: null, email: null, address: null };
  const keys = new Set(storedKeys(prepare({ ...empty, ...stored })));
  return probeKeys(prepare({ ...empty, ...arriving })).some((key) => keys.has(key));
}

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
const localPart = fc.string({ unit: letter, minLength: 4, maxLength: 24 });

describe('storedKeys and probesOf', () => {
  it('never change, since databases store them', () => {
    const keys = storedKeys(prepare({ ...MARIA, name: null, email: null, address: null }));
    assert.deepEqual(keys, [
      -7834099549405980070n,
      8700081368948259744n,
      // Migration 0033 computed the same three for contacts that were stored before.
      7014222011901679296n,
      2226733362713853109n,
      -453728841291356108n,
    ]);
  });

  it('are limited in number, unique, and fit a PostgreSQL bigint', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    const nullable = fc.option(text);
    const email = fc.option(
      fc.oneof(
        text,
        fc.tuple(localPart, fc.domain()).map(([local, domain]) => `${local}@${domain}`),
      ),
    );
    const phone = fc.option(
      fc
        .integer({ min: 7, max: 15 })
        .chain(digits)
        .map((n) => `+${n}`),
    );
    fc.assert(
      fc.property(nullable, phone, email, nullable, (name, number, mail, address) => {
        const contact = prepare({ name, phone: number, email: mail, address });
        const stored = storedKeys(contact);
        const probed = probeKeys(contact);
        assert.ok(stored.length <= MAX_STORED_KEYS, `${stored.length} stored`);
        assert.ok(probed.length <= MAX_PROBED_KEYS, `${probed.length} probed`);
        for (const keys of [stored, probed]) {
          assert.equal(new Set(keys).size, keys.length);
          for (const key of keys) assert.equal(BigInt.asIntN(64, key), key);
        }
      }),
    );
  });

  it('match for the same phone and the same mailbox, whatever else differs', () => {
    assert.ok(match(MARIA, { name: 'Sam', phone: MARIA.phone }));
    assert.ok(match(MARIA, { email: 'MARIALOPEZ42+x@googlemail.com' }));
  });

  it('match for one mistyped digit or two swapped ones without a name', () => {
    fc.assert(
      fc.property(digits(10), fc.nat(8), digits(1), (national, index, digit) => {
        const phone = `+1${national}`;
        assert.ok(match({ phone }, { phone: substitute(phone, index + 2, digit) }));
        assert.ok(match({ phone }, { phone: swap(phone, index + 2) }));
      }),
    );
  });

  it('match for a missing or extra digit without a name, in any country', () => {
    fc.assert(
      fc.property(digits(10), fc.nat(9), digits(1), fc.boolean(), (rest, at, digit, abroad) => {
        const phone = `+${abroad ? '49' : '1'}${rest}`;
        const index = phone.length - 10 + at;
        assert.ok(match({ phone }, { phone: drop(phone, index) }));
        assert.ok(match({ phone }, { phone: add(phone, index, digit) }));
        assert.ok(match({ phone: drop(phone, index) }, { phone }));
        assert.ok(match({ phone: add(phone, index, digit) }, { phone }));
      }),
    );
  });

  it('match for one typo in the letters of a local part, short or long', () => {
    fc.assert(
      fc.property(localPart, fc.nat(), letter, digits(2), (letters, at, other, number) => {
        const index = at % letters.length;
        const email = (local: string) => `${local}${number}@gmail.com`;
        const typed = [
          substitute(letters, index, other),
          drop(letters, index),
          add(letters, index, other),
          index + 1 < letters.length ? swap(letters, index) : letters,
        ];
        for (const local of typed) {
          assert.ok(match({ email: email(letters) }, { email: email(local) }), local);
          assert.ok(match({ email: email(local) }, { email: email(letters) }), local);
        }
      }),
    );
  });

  it('match for a name at a place, in either order and with a short form', () => {
    const { address } = MARIA;
    assert.ok(match({ name: 'Maria Lopez', address }, { name: 'Lopez Maria', address }));
    assert.ok(match({ name: 'Robert Lopez', address: '94601' }, { name: 'Bob Lopez', address }));
    assert.ok(match({ name: 'Maria Lopez', address }, { name: 'Maria Lolez', address }));
  });

  it('do not match for a name alone, a domain alone, an area code, or different digits in a local part', () => {
    assert.ok(!match({ name: 'Maria Lopez' }, { name: 'Maria Lopez' }));
    assert.ok(!match({ email: 'maria@acme.com' }, { email: 'grace@acme.com' }));
    assert.ok(!match({ phone: '+14155550134' }, { phone: '+14156667788' }));
    assert.ok(!match({ email: 'john1@gmail.com' }, { email: 'john2@gmail.com' }));
  });
});
