import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { personalValues } from './personal-values.ts';

const NONE = { name: null, phone: null, email: null, address: null };

describe('personalValues', () => {
  it('finds a phone number in the ways it is written', () => {
    const { contacts } = personalValues([{ ...NONE, phone: '+14155550134' }]);
    const texts = ['+14155550134', '4155550134', '(415) 555-0134', '415-555-0134', '415 555 0134'];
    texts.push('(415)555-0134', '415 555-0134', '415/555-0134');
    for (const text of texts)
      assert(
        contacts.some((value) => text.includes(value)),
        text,
      );
    const german = personalValues([{ ...NONE, phone: '+4930901820' }]).contacts;
    assert(german.some((value) => '030901820'.includes(value)));
  });

  it('compares email addresses and names in lower case, and names by their parts', () => {
    const { values } = personalValues([
      { ...NONE, name: 'Dana O’Neil', email: ' Dana@X.example ' },
    ]);
    for (const value of ['dana', 'neil', 'dana o’neil', 'dana@x.example'])
      assert(values.includes(value), value);
  });

  it('searches rows of no one only for contact details, because names are common', () => {
    const { contacts } = personalValues([{ ...NONE, name: 'Dana', address: '9 Oak St' }]);
    assert.deepEqual(contacts, []);
  });

  it('ignores what is too short to identify a person', () => {
    assert.deepEqual(personalValues([{ ...NONE, name: 'Al', phone: '12345' }]), {
      values: ['al'],
      contacts: [],
    });
    assert.deepEqual(personalValues([NONE]).values, []);
  });
});
