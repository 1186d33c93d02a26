import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Lifecycle } from '../../../packages/sdk/src/index.ts';
import { aboutWay, saidOf, sentText } from './ways-to-send.ts';

const consent = { sms: { status: 'unknown' }, email: { status: 'unknown' } };
const reached = (contact: object) =>
  ({ customer: null, lead: { email: null, phone: null, consent, ...contact } }) as Lifecycle;

describe('sending a document', () => {
  it('says where it goes, as the service chooses', () => {
    const both = reached({ email: 'carla@example.com', phone: '+14155550134' });
    assert.equal(aboutWay(both, 'auto'), 'Email to carla@example.com');
    assert.equal(aboutWay(both, 'sms'), 'Text to +14155550134');
    assert.equal(aboutWay(reached({ phone: '+14155550134' }), 'auto'), 'Text to +14155550134');
  });

  it('says what is in the way before it is sent', () => {
    const phone = reached({ phone: '+14155550134' });
    assert.equal(aboutWay(phone, 'email'), 'There is no email address.');
    assert.match(aboutWay(reached({}), 'auto'), /only marked as sent/);
    const denied = { ...consent, sms: { status: 'denied' } };
    const optedOut = reached({ phone: '+14155550134', consent: denied });
    assert.equal(aboutWay(optedOut, 'auto'), 'Has opted out of texts');
  });

  it('says that it was sent only if it was', () => {
    const said = { sent: (how: string) => `sent ${how}`, issued: () => 'not sent' };
    assert.deepEqual(
      ['email', 'sms', 'issued', null].map((delivery) => saidOf(delivery, said)),
      ['sent by email', 'sent by text', 'not sent', 'not sent'],
    );
    assert.equal(sentText({ delivery: 'issued' }, '9:00'), '9:00, only marked as sent');
    assert.equal(sentText({ delivery: null }, null), null);
  });
});
