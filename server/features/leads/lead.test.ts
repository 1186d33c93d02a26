import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { getCountries } from 'libphonenumber-js/min';
import { malformedContact, normalizePhone } from '../../domain/contact.ts';
import { presentText } from '../../domain/text.ts';
import { anyCharacter } from '../../testing/any-character.ts';
import { missingToBeActionable } from './lead.ts';

const E164 = /^\+[1-9]\d{6,14}$/;

describe('presentText', () => {
  it('treats empty text, spaces, null and other types as absent', () => {
    for (const value of [
      '',
      ' ',
      '\t\r\n',
      '\u00a0\u3000\ufeff',
      null,
      undefined,
      5,
      true,
      [],
      {},
    ]) {
      assert.equal(presentText(value), null);
    }
  });

  it('trims both ends and keeps the rest unchanged', () => {
    assert.equal(presentText('  Zoë  🚿 شكرا\n'), 'Zoë  🚿 شكرا');
  });
});

describe('missingToBeActionable', () => {
  const codes = (body: Record<string, unknown>) =>
    missingToBeActionable(body).map(({ pointer, code }) => `${pointer} ${code}`);

  it('requires one contact channel, phone or email, and a service', () => {
    assert.deepEqual(codes({ phone: '+15550100200', service_needed: 'ac_repair' }), []);
    assert.deepEqual(codes({ email: 'sam@example.com', service_needed: 'ac_repair' }), []);
    assert.deepEqual(codes({ service_needed: 'ac_repair' }), ['/phone contact_channel_missing']);
    assert.deepEqual(codes({ phone: '1' }), ['/service_needed service_intent_missing']);
  });

  it('names everything that is missing', () => {
    assert.deepEqual(codes({ phone: ' ', email: '', service_needed: null, name: 'Dana' }), [
      '/phone contact_channel_missing',
      '/service_needed service_intent_missing',
    ]);
  });
});

describe('malformedContact', () => {
  const errorsOf = (body: Record<string, unknown>) =>
    malformedContact(body, 'US').map(({ pointer, code }) => `${pointer} ${code}`);

  it('accepts real-world email addresses', () => {
    const valid = [
      'sam@example.com',
      'Sam.O’Neil+hvac@mail.example.co.uk',
      'sam_1%x@sub.example.museum',
      "o'neil@example.com",
      'zoë@exämple.de',
      '用户@例子.公司',
      '1@2.3',
    ];
    for (const email of valid) assert.deepEqual(errorsOf({ email }), [], email);
  });

  it('refuses invalid email addresses', () => {
    const invalid = [
      'sam',
      'sam@',
      '@example.com',
      'sam@example',
      'sam@example.',
      'sam@.com',
      'sam@example..com',
      'sam@@example.com',
      'sam@ex ample.com',
      'sam smith@example.com',
      'Sam <sam@example.com>',
      'sam@example.com, dana@example.com',
      'sam@example.com\nbcc:x@example.com',
    ];
    for (const email of invalid)
      assert.deepEqual(errorsOf({ email }), ['/email invalid_format'], email);
  });

  it('accepts a service as a snake_case code of at most 64 characters', () => {
    for (const service of ['a', 'ac_repair', 'a1_', `a${'_'.repeat(63)}`]) {
      assert.deepEqual(errorsOf({ service_needed: service }), [], service);
    }
    for (const service of ['A', '1a', '_a', 'ac-repair', 'ac repair', 'äc', `a${'_'.repeat(64)}`]) {
      assert.deepEqual(errorsOf({ service_needed: service }), ['/service_needed invalid_format']);
    }
  });

  it('ignores absent fields', () => {
    assert.deepEqual(errorsOf({ phone: '', email: ' ', service_needed: null }), []);
  });
});

describe('normalizePhone', () => {
  const read: [phone: string, country: string, stored: string | null][] = [
    ['+14155550134', 'GB', '+14155550134'],
    ['+15550100200', 'US', '+15550100200'],
    ['+1 (555) 010-0200', 'US', '+15550100200'],
    ['+1.555.010.0200', 'DE', '+15550100200'],
    ['(415) 555-0134', 'US', '+14155550134'],
    ['1-415-555-0134', 'US', '+14155550134'],
    ['555-0134', 'US', '+15550134'],
    ['555-0134', 'CA', '+15550134'],
    ['555-013', 'US', null],
    ['415-555-013', 'US', null],
    ['415\u2011555\u20110134', 'US', '+14155550134'],
    ['020 7946 0958', 'GB', '+442079460958'],
    ['+44 (0)20 7946 0958', 'GB', '+442079460958'],
    ['+44 (0)20 7946 0958', 'US', '+442079460958'],
    ['0044 20 7946 0958', 'GB', '+442079460958'],
    ['011 44 20 7946 0958', 'US', '+442079460958'],
    ['06 698 12345', 'IT', '+390669812345'],
    ['٤١٥٥٥٥٠١٣٤', 'US', '+14155550134'],
    ['call me', 'US', null],
    ['12', 'US', null],
    ['+', 'US', null],
    ['+0123456789', 'US', null],
    ['+1555010020012345', 'US', null],
    ['1234', 'DE', null],
    ['123456789012345', 'DE', null],
    ['415-555-0134 or 415-555-0199', 'US', null],
  ];
  for (const [phone, country, stored] of read) {
    it(`reads ${phone} in ${country} as ${stored ?? 'null'}`, () => {
      assert.equal(normalizePhone(phone, country), stored);
    });
  }

  it('returns null for null', () => {
    assert.equal(normalizePhone(null, 'US'), null);
  });

  const country = fc.constantFrom(...getCountries());
  const dialed = fc.string({
    unit: fc.constantFrom(...'0123456789+() .-/x#,;٤\u00a0'),
    maxLength: 30,
  });
  const anything = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 400 }), dialed);

  it('never throws, and returns null or E.164 for any text and country', () => {
    fc.assert(
      fc.property(anything, country, (text, where) => {
        const stored = normalizePhone(text, where);
        assert(stored === null || E164.test(stored), `${stored}`);
      }),
      { numRuns: 3_000 },
    );
  });

  it('is idempotent: a normalized number stays the same in any country', () => {
    fc.assert(
      fc.property(dialed, country, country, (text, where, elsewhere) => {
        const stored = normalizePhone(text, where);
        assert.equal(normalizePhone(stored, elsewhere), stored);
      }),
      { numRuns: 3_000 },
    );
  });

  it('leaves every E.164 number unchanged', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+[1-9]\d{6,14}$/), country, (phone, where) => {
        assert.equal(normalizePhone(phone, where), phone);
      }),
    );
  });
});
