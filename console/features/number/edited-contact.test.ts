import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Customer } from '../../../packages/sdk/src/index.ts';
import { changeOf, undoOf } from './edited-contact.ts';

const known = (status: string) => ({ status, at: null, source: null, wording: null });
const contact = {
  name: 'Carla Novotny',
  phone: '+14155550134',
  email: null,
  address: null,
  language: null,
  consent: { sms: known('unknown'), email: known('granted'), call: known('unknown') },
} satisfies Pick<Customer, 'name' | 'phone' | 'email' | 'address' | 'language' | 'consent'>;
const typed = (values: Record<string, string>) => (name: string) =>
  ({ name: 'Carla Novotny', phone: '+14155550134', ...values })[name] ?? '';

describe('a contact that is edited', () => {
  it('sends only what was changed, and null for what was cleared', () => {
    const change = changeOf(contact, typed({ phone: ' ', language: 'es' }));
    assert.deepEqual(change, { phone: null, language: 'es' });
    assert.deepEqual(undoOf(contact, change), { phone: '+14155550134', language: null });
    assert.deepEqual(changeOf(contact, typed({})), {});
  });

  it('blocks all messages to a customer, and allows them again', () => {
    const customer = { ...contact, do_not_contact: false };
    const change = changeOf(customer, typed({ do_not_contact: 'on' }));
    assert.deepEqual(change, { do_not_contact: true });
    assert.deepEqual(undoOf(customer, change), { do_not_contact: false });
    assert.deepEqual(changeOf({ ...customer, do_not_contact: true }, typed({})), {
      do_not_contact: false,
    });
  });

  it('says who was told, and has no way back from consent', () => {
    const values = {
      'consent/sms': 'denied',
      'consent/email': 'granted',
      'consent/call': 'unknown',
    };
    const change = changeOf(contact, typed(values));
    assert.deepEqual(change, { consent: { sms: { status: 'denied', source: 'office' } } });
    assert.equal(undoOf(contact, change), null);
  });
});
