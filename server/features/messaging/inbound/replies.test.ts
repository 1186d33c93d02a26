import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, it } from 'node:test';
import { LANGUAGES } from '../../../domain/languages.ts';
import { created } from '../../../testing/created.ts';
import { eventually } from '../../../testing/eventually.ts';
import { shared, sharedService } from '../../../testing/fixtures.ts';
import type { TestOrganization, TestService } from '../../../testing/harness.ts';
import { freshLead } from '../../../testing/leads.ts';
import { nothingToSend, sendWaiting } from '../../../testing/messages.ts';
import { Office, tuesday } from '../../../testing/office.ts';
import { Playbooks } from '../../../testing/playbooks.ts';
import { GATEWAY_SECRET, signedHeaders, startSmsGateway } from '../../../testing/sms-gateway.ts';
import { helpText, optOutText } from './reply-texts.ts';

/** Without a worker: here tests say when messages are sent. */
const quiet = sharedService();
const working = sharedService({ hasWorker: true });
const gateway = shared(() => startSmsGateway());

let service: TestService;
let organization: TestOrganization;
let office: Office;
let inboundUrl: string;
beforeEach(() => open(quiet));

async function open(one: TestService) {
  service = one;
  // Monday, 10:00 in California.
  service.clock.set('2027-03-01T18:00:00.000Z');
  gateway.requests.length = 0;
  organization = await service.newOrganization();
  office = await Office.openIn(organization);
  const settings = { url: gateway.url, secret: GATEWAY_SECRET, from_number: '+14155550100' };
  const channel = { kind: 'sms_gateway', settings };
  inboundUrl = (await created(office.api.post('/v1/channels', channel))).inbound_url;
}

async function receive(from: string, body: string, reference: string = randomUUID()) {
  const raw = JSON.stringify({ from, to: '+14155550100', body, reference });
  const headers = signedHeaders(raw, service.clock.now());
  const url = service.url + new URL(inboundUrl).pathname;
  const response = await fetch(url, { method: 'POST', headers, body: raw });
  assert([200, 201].includes(response.status), await response.text());
}

const newLead = (fields: object = {}) =>
  created(office.api.post('/v1/leads', freshLead({ name: 'Dana Whitfield', ...fields })));

async function list(path: string) {
  const { status, body } = await office.api.get(path);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

/** The texts that this number got, after everything was sent. */
async function textsTo(phone: string): Promise<string[]> {
  if (service === quiet) await sendWaiting(service, organization);
  else await nothingToSend(service, organization);
  return gateway.requests.filter(({ body }) => body.to === phone).map(({ body }) => body.body);
}

const stepsOf = async (type: string) =>
  (await office.events()).filter((event) => event.type === type).map(({ data }) => data);

describe('the reply YES or C', () => {
  it('confirms the next visit like the operation, with its event', async () => {
    const { lead_id, phone } = await newLead();
    const later = await office.booked({ lead_id, starts_at: tuesday(4) });
    const next = await office.booked({ lead_id });
    await receive(phone, 'C.');
    const { status, confirmed_at } = await office.read(next.appointment_id);
    assert.deepEqual([status, confirmed_at], ['confirmed', '2027-03-01T18:00:00.000Z']);
    assert.equal((await office.read(later.appointment_id)).status, 'booked');
    const [event, ...others] = await stepsOf('appointment.confirmed');
    assert.equal(event?.appointment_id, next.appointment_id);
    assert.equal(others.length, 0);
    await receive(phone, 'Sí!');
    assert.equal((await stepsOf('appointment.confirmed')).length, 1, 'a repeated YES does nothing');
    assert.equal((await office.read(later.appointment_id)).status, 'booked');
    assert.deepEqual(await textsTo(phone), [], 'nothing is sent in return');
  });

  it('confirms once for simultaneous replies', async () => {
    const { lead_id, phone } = await newLead();
    await office.booked({ lead_id });
    await Promise.all(['C', 'YES', 'Oui', 'ja', 'Confirmed'].map((text) => receive(phone, text)));
    assert.equal((await stepsOf('appointment.confirmed')).length, 1);
  });

  it('finds the visit of a person who asked twice, of a customer, and of a merged lead', async () => {
    const first = await newLead();
    const visit = await office.booked({ lead_id: first.lead_id });
    await newLead({ phone: first.phone, service_needed: 'inquiry' });
    await receive(first.phone, 'yes');
    assert.equal((await office.read(visit.appointment_id)).status, 'confirmed');

    const buyer = await newLead();
    const booked = await office.booked({ lead_id: buyer.lead_id, starts_at: tuesday(1) });
    const customer = await created(office.api.post(`/v1/leads/${buyer.lead_id}/convert`));
    const phone = String(freshLead().phone);
    await office.api.patch(`/v1/customers/${customer.customer_id}`, { phone });
    await receive(phone, 'Yes 👍');
    assert.equal((await office.read(booked.appointment_id)).status, 'confirmed');

    const [merged, into] = [await newLead(), await newLead()];
    const earlier = await office.booked({ lead_id: merged.lead_id, starts_at: tuesday(3) });
    await office.api.post(`/v1/leads/${merged.lead_id}/merge`, { into: into.lead_id });
    await receive(into.phone, 'oui');
    assert.equal((await office.read(earlier.appointment_id)).status, 'confirmed');
  });

  it('changes nothing without a coming visit, and only confirms what can be confirmed', async () => {
    const { lead_id, phone } = await newLead();
    await receive(phone, 'yes');
    const held = await office.held({ lead_id });
    await receive(phone, 'yes');
    assert.equal((await office.read(held.appointment_id)).status, 'held');
    const past = await office.booked({ lead_id, starts_at: tuesday(2) });
    service.clock.set('2027-03-03T18:00:00.000Z');
    await receive(phone, 'yes');
    assert.equal((await office.read(past.appointment_id)).status, 'booked');
    service.clock.set('2027-03-01T18:00:00.000Z');
    await office.api.post(`/v1/appointments/${past.appointment_id}/en-route`);
    await office.booked({ lead_id, starts_at: tuesday(5) });
    await receive(phone, 'yes');
    assert.deepEqual(await stepsOf('appointment.confirmed'), [], 'it is about the one en route');
  });

  it('confirms from a recorded text and email, and means START after a STOP', async () => {
    const { lead_id, phone } = await newLead({ email: 'dana@example.com' });
    const visit = await office.booked({ lead_id });
    await receive(phone, 'STOP');
    await receive(phone, 'YES');
    assert.equal((await office.read(visit.appointment_id)).status, 'booked');
    assert.deepEqual(await list('/v1/opt-outs?standing=true'), []);
    const recorded = { lead_id, channel: 'email', direction: 'inbound', body: 'Yes' };
    await created(office.api.post('/v1/communications', recorded));
    assert.equal((await office.read(visit.appointment_id)).status, 'confirmed');
  });
});

describe('the reply CANCEL', () => {
  const tasks = async () =>
    (await list('/v1/follow-ups?channel=task')) as { text: string; status: string }[];

  it('opts out, leaves the visit, and creates one task for a user', async () => {
    await open(working);
    await office.api.patch('/v1/organization', { phone: '(415) 555-0199' });
    const { lead_id, phone } = await newLead({ language: 'de' });
    const visit = await office.booked({ lead_id });
    await receive(phone, 'Absagen');
    assert.equal((await list('/v1/opt-outs?standing=true')).length, 1);
    assert.equal((await office.read(visit.appointment_id)).status, 'booked');
    const due = await eventually(async () => {
      const [task] = await tasks();
      return task?.status === 'due' && task;
    });
    assert.match(due.text, /^Call Dana Whitfield: the reply CANCEL has stopped all texts/);
    assert.match(due.text, /the visit on Tuesday, March +2 at 09:00 is still booked/);
    await receive(phone, 'CANCEL');
    assert.equal((await tasks()).length, 1, 'one task, however often it is written');
    const [text, ...others] = await textsTo(phone);
    assert.match(
      text ?? '',
      /: Sie sind abgemeldet .* Ihr Termin bleibt bestehen\. .*\+14155550199/,
    );
    assert.equal(others.length, 0);
    await office.api.post(`/v1/appointments/${visit.appointment_id}/cancel`);
    await eventually(async () => (await tasks())[0]?.status === 'canceled');
  });

  it('is only an opt-out without a coming visit, and a STOP creates no task', async () => {
    const [first, second] = [await newLead(), await newLead()];
    await receive(first.phone, 'cancel');
    await office.booked({ lead_id: second.lead_id });
    await receive(second.phone, 'stop');
    await receive(String(freshLead().phone), 'Cancel please');
    assert.equal((await list('/v1/opt-outs?standing=true')).length, 3);
    assert.deepEqual(await tasks(), []);
    assert.equal((await list('/v1/leads?source=sms')).length, 0, 'and no lead of a stranger');
  });
});

describe('the replies HELP and STOP', () => {
  it('are answered with the company’s name and phone, in the contact’s language', async () => {
    const { name } = (await office.api.patch('/v1/organization', { phone: '+14155550199' })).body;
    for (const language of LANGUAGES) {
      const { phone } = await newLead({ language });
      await receive(phone, 'help');
      assert.equal((await textsTo(phone)).length, 1);
      await receive(phone, 'STOP');
      const company = { name, phone: '+14155550199' };
      const texts = await textsTo(phone);
      const expected = [
        helpText(company, language),
        optOutText(company, language, { hasVisit: false }),
      ];
      assert.deepEqual(texts, expected);
      for (const text of texts) assert(text.startsWith(`${name}:`), text);
      assert(texts.some((text) => text.includes('+14155550199')));
    }
    const texts = LANGUAGES.map((language) => helpText({ name, phone: null }, language));
    assert.equal(new Set(texts).size, LANGUAGES.length, 'five languages');
  });

  it('use the customer’s language, otherwise the organization’s', async () => {
    await office.api.patch('/v1/organization', { language: 'fr' });
    const { lead_id, phone } = await newLead({ language: 'es' });
    await created(office.api.post(`/v1/leads/${lead_id}/convert`));
    await receive(phone, 'Ayuda');
    assert.match((await textsTo(phone))[0] ?? '', /Responda a este mensaje/);
    const stranger = String(freshLead().phone);
    await receive(stranger, 'Help');
    assert.match((await textsTo(stranger))[0] ?? '', /Répondez à ce message/);
    assert.equal((await list('/v1/leads?source=sms')).length, 1);
  });

  it('are answered once for a text that the gateway sends twice', async () => {
    const { phone } = await newLead();
    await Promise.all(Array.from({ length: 4 }, () => receive(phone, 'HELP', 'ref-1')));
    assert.equal((await textsTo(phone)).length, 1);
    const [reply] = await list('/v1/communications?direction=outbound');
    assert.deepEqual([reply.kind, reply.purpose], ['help', 'service']);
  });

  it('do not loop with an automatic responder, whichever keyword it sends', async () => {
    const { phone } = await newLead();
    await Promise.all(Array.from({ length: 8 }, () => receive(phone, 'INFO')));
    // What waits at the next STOP would not be sent.
    await textsTo(phone);
    for (const text of ['STOP', 'START', 'STOP', 'START']) {
      await receive(phone, text);
      await textsTo(phone);
    }
    assert.equal((await textsTo(phone)).length, 5);
    service.clock.advance(25 * 60 * 60 * 1000);
    await receive(phone, 'HELP');
    assert.equal((await textsTo(phone)).length, 6);
  });

  it('are not answered after a STOP, which has had its one confirmation', async () => {
    const { phone } = await newLead();
    for (const text of ['STOP', 'STOP', 'HELP', 'CANCEL']) await receive(phone, text);
    assert.equal((await textsTo(phone)).length, 1);
    const [help] = await list('/v1/communications?status=not_sent');
    assert.deepEqual([help.kind, help.status_reason], ['help', 'opted_out']);
  });
});

describe('a message in the contact’s language', () => {
  const translations = {
    es: { body: 'Hola {{ lead.name }}' },
    fr: { subject: 'Visite', body: 'Bonjour {{ lead.name }}' },
  };

  it('is the translation of the template, otherwise its main text', async () => {
    const name = 'Hello';
    const template = { name, channel: 'sms', body: 'Hi {{ lead.name }}', translations };
    const { template_id, ...stored } = await created(office.api.post('/v1/templates', template));
    assert.deepEqual(stored.translations, translations);
    const sentTo = async (language: string | null) => {
      const { lead_id } = await newLead({ language });
      const message = { lead_id, channel: 'sms', template_id };
      return (await created(office.api.post('/v1/messages', message))).body;
    };
    assert.equal(await sentTo('es'), 'Hola Dana Whitfield');
    assert.equal(await sentTo('fr'), 'Bonjour Dana Whitfield');
    assert.equal(await sentTo('de'), 'Hi Dana Whitfield');
    assert.equal(await sentTo(null), 'Hi Dana Whitfield');
    await office.api.patch('/v1/organization', { language: 'es' });
    assert.equal(await sentTo(null), 'Hola Dana Whitfield');
    assert.equal(await sentTo('de'), 'Hi Dana Whitfield');
  });

  it('refuses a translation with an unknown variable or language', async () => {
    const template = { name: 'Hello', channel: 'sms', body: 'Hi' };
    const refused = async (given: object) => {
      const { status, body } = await office.api.post('/v1/templates', { ...template, ...given });
      assert.equal(status, 422);
      return [body.errors[0].pointer, body.errors[0].code];
    };
    assert.deepEqual(await refused({ translations: { es: { body: '{{ leed.name }}' } } }), [
      '/translations/es/body',
      'unknown_variable',
    ]);
    const [pointer] = await refused({ translations: { it: { body: 'Ciao' } } });
    assert.equal(pointer, '/translations/it');
    const lead = await office.api.post('/v1/leads', freshLead({ language: 'klingon' }));
    assert.deepEqual([lead.status, lead.body.errors[0].pointer], [422, '/language']);
  });

  it('is sent by a step of a playbook, and a follow-up of a step has the same', async () => {
    await open(working);
    const playbooks = new Playbooks(office.api, service);
    const texts = { channel: 'sms', body: 'Hi {{ lead.name }}', translations };
    const playbook = await playbooks.make({
      steps: [
        { id: 'send', do: 'send_message', with: { ...texts, purpose: 'service' } },
        {
          id: 'again',
          do: 'create_follow_up',
          with: { ...texts, delay: 'P1D', purpose: 'service' },
        },
      ],
    });
    const { lead_id, phone } = await newLead({ language: 'fr' });
    const { run_id } = await playbooks.run(playbook, { lead_id });
    await playbooks.until(run_id, 'completed');
    assert.deepEqual(await textsTo(phone), ['Bonjour Dana Whitfield']);
    const [followUp] = await list(`/v1/follow-ups?lead_id=${lead_id}`);
    assert.deepEqual([followUp.body, followUp.purpose], ['Bonjour Dana Whitfield', 'service']);
  });
});

describe('a ready playbook', () => {
  it('speaks the contact’s language, also without a name', async () => {
    const playbooks = new Playbooks(office.api, service);
    const ready = await list('/v1/playbooks?limit=100');
    const playbook = ready.find(({ key }: { key: string }) => key === 'speed_to_lead');
    const starts = { en: 'Hi', es: 'Hola', fr: 'Bonjour', de: 'Guten Tag', pt: 'Olá' };
    for (const language of LANGUAGES) {
      for (const [name, shown] of [
        ['Ana Petrov', ' Ana,'],
        [null, language === 'en' ? ' there,' : ','],
      ]) {
        const { lead_id } = await newLead({ language, name });
        const { steps } = await playbooks.dryRun(playbook, { lead_id });
        const { text, nudge } = Object.fromEntries(
          steps.map((step: { step_id: string; input: object }) => [step.step_id, step.input]),
        );
        for (const { body } of [text, nudge]) {
          assert(body.startsWith(`${starts[language]}${shown} `), body);
        }
      }
    }
  });
});

describe('a playbook and a follow-up', () => {
  it('go on when the person has had enough messages today: nothing fails', async () => {
    await open(working);
    await office.api.patch('/v1/organization', { messages_per_person_per_day: 1 });
    const playbooks = new Playbooks(office.api, service);
    const step = (id: string) => ({ id, do: 'send_message', with: { channel: 'sms', body: id } });
    const playbook = await playbooks.make({ steps: [step('one'), step('two'), step('three')] });
    const { lead_id, phone } = await newLead();
    const { run_id } = await playbooks.run(playbook, { lead_id });
    await playbooks.until(run_id, 'completed');
    assert.equal((await textsTo(phone)).length, 1);
    const capped = await list('/v1/communications?status=not_sent');
    const reasons = capped.map(({ status_reason }: { status_reason: string }) => status_reason);
    assert.deepEqual(reasons, ['person_limit_reached', 'person_limit_reached']);
    const followUp = { lead_id, channel: 'sms', body: 'Hello', delay: 'PT0S' };
    const { follow_up_id } = await created(office.api.post('/v1/follow-ups', followUp));
    const skipped = await eventually(async () => {
      const { body } = await office.api.get(`/v1/follow-ups/${follow_up_id}`);
      return body.status === 'skipped' && body;
    });
    assert.equal(skipped.reason, 'person_limit_reached');
  });

  it('skip a message that expired before the step, and send service at night', async () => {
    await open(working);
    // 1:00 in California.
    service.clock.set('2027-03-02T09:00:00.000Z');
    const playbooks = new Playbooks(office.api, service);
    const step = (id: string, expires_at: string, purpose = 'service') => ({
      id,
      do: 'send_message',
      with: { channel: 'sms', body: id, purpose, expires_at },
    });
    const playbook = await playbooks.make({
      steps: [
        step('late', '{{ appointment.starts_at }}'),
        step('in_time', '{{ appointment.ends_at }}'),
        step('at_night', '2027-03-02T10:00:00Z', 'marketing'),
      ],
    });
    const { lead_id, phone } = await newLead();
    const { appointment_id } = await office.booked({ lead_id, starts_at: tuesday(0) });
    // The visit was meant to start at 9:00; it runs from 0:30 to 1:30 now.
    await service.owner.query(
      `update appointments set starts_at = '2027-03-02T08:30Z', ends_at = '2027-03-02T09:30Z'
       where lead_id = (select lead_id from leads where phone = $1)`,
      [phone],
    );
    const { run_id } = await playbooks.run(playbook, { appointment_id });
    const run = await playbooks.until(run_id, 'completed');
    const outcomes = run.steps.map((one: { status: string; output: { reason?: string } }) => [
      one.status,
      one.output.reason,
    ]);
    const [late, inTime, atNight] = outcomes;
    assert.deepEqual(late, ['skipped', 'expired']);
    assert.deepEqual(inTime, ['completed', undefined]);
    assert.deepEqual(atNight, ['skipped', 'expired'], 'quiet hours end only after it expires');
    assert.deepEqual(await textsTo(phone), ['in_time']);
  });
});
