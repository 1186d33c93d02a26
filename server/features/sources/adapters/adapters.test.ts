import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseBody } from '../parse-body.ts';
import { parseMail } from '../parse-payload.ts';
import type { SourceKind } from '../schemas.ts';
import { ADAPTERS } from './index.ts';

const RULES = { mapping: {}, country: 'US' };

function file(name: string): Buffer {
  return readFileSync(new URL(`./testdata/${name}`, import.meta.url));
}

const readAll = (kind: SourceKind, payload: unknown) =>
  (ADAPTERS[kind].split?.(payload) ?? [payload]).map((part) => ADAPTERS[kind].read(part, RULES));

function readFixture(kind: SourceKind, name: string) {
  const [reading, ...others] = readAll(kind, JSON.parse(file(name).toString()));
  assert.equal(others.length, 0);
  return reading;
}

/** The usual fields, without metadata and attribution. */
function contactOf(reading: ReturnType<typeof readFixture>) {
  assert(reading && 'fields' in reading, JSON.stringify(reading));
  const { metadata: _metadata, attribution: _attribution, ...contact } = reading.fields;
  return { id: reading.id, ...contact };
}

describe('the samples', () => {
  it('each say which page they were written from', () => {
    const rows = readFileSync(new URL('./SAMPLES.md', import.meta.url), 'utf8').split('\n');
    for (const name of readdirSync(new URL('./testdata/', import.meta.url))) {
      const row = rows.find((line) => line.includes(`\`${name}\``));
      assert.match(row ?? '', /https:\/\/|no maker|no page/, name);
    }
  });
});

describe('what makers send becomes the fields of a lead', () => {
  it('Angi', () => {
    assert.deepEqual(contactOf(readFixture('angi', 'angi.json')), {
      id: '999888777',
      name: 'Nora Angel',
      phone: '4155550134',
      email: 'nora@example.com',
      address: '12 Birch Rd, Portland, OR 97205',
      notes:
        'Leaking since Sunday\nStandard\nWhat type of water heater?: Gas\nHow old is it?: Over 10 years',
      service_needed: 'water_heater_repair',
    });
    assert.deepEqual(contactOf(readFixture('angi', 'angi-older.json')), {
      id: '00000000-0000-4000-8000-000000000001',
      name: 'Otto Older',
      phone: '4155550135',
      email: 'otto@example.com',
      address: '1 Elm St, Portland, OR 97206',
      notes: 'The AC is loud',
      service_needed: 'air_conditioning_repair',
    });
  });

  it('Thumbtack, and its other events are no leads', () => {
    assert.deepEqual(contactOf(readFixture('thumbtack', 'thumbtack.json')), {
      id: '700000000000000002',
      name: 'Tess Tack',
      phone: '4155550142',
      service_needed: 'water_heater_repair',
      address: '5 Oak St, Portland, OR 97205',
      notes: 'Water heater\nNo hot water\nFuel?: Gas',
    });
    assert.deepEqual(contactOf(readFixture('thumbtack', 'thumbtack-api.json')), {
      id: '700000000000000012',
      name: 'Theo T.',
      service_needed: 'water_heater_repair',
      address: 'Portland, OR 97205',
      notes: 'Fuel?: Gas',
    });
    const message = readFixture('thumbtack', 'thumbtack-message.json');
    assert(message && 'ignored' in message);
    assert.equal(message.id, 'MessageCreatedV4 700000000000000007');
    assert.equal(message.ignored.reason, 'not_a_new_lead');
    // An event that is not known may be one.
    const sample = JSON.parse(file('thumbtack.json').toString());
    const event = { ...sample.event, eventType: 'InstantBookingLeadV5' };
    const [unknown] = readAll('thumbtack', { ...sample, event });
    assert(unknown && 'quarantined' in unknown);
    assert.deepEqual(
      [unknown.quarantined.reason, unknown.id, unknown.fields.phone],
      ['unknown_event', '700000000000000002', '4155550142'],
    );
    const about = { event, data: { budgetID: '1' } };
    assert(readAll('thumbtack', about).every((one) => 'ignored' in one));
  });

  it('lead forms of Google Ads, and tests are no leads', () => {
    const reading = readFixture('google_lead_form', 'google-lead-form.json');
    assert.deepEqual(contactOf(reading), {
      id: 'google-lead-0001',
      name: 'Gil Green',
      phone: '+14155550136',
      email: 'gil@example.com',
      service_needed: 'ac_repair',
      address: '97205',
      notes: 'Which service do you need?: AC repair',
    });
    assert(reading && 'fields' in reading);
    assert.equal(reading.fields.attribution?.gclid, 'Cj0KCQjw');
    assert.equal(reading.fields.attribution?.campaign, '1234567890');
    const sample = JSON.parse(file('google-lead-form.json').toString());
    const [test] = readAll('google_lead_form', { ...sample, is_test: true });
    assert(test && 'ignored' in test);
  });

  it('Google Local Services, in both formats', () => {
    const first = contactOf(readFixture('google_local_services', 'google-local-services.json'));
    assert.deepEqual(first, {
      id: '7777',
      name: 'Lou Local',
      phone: '+14155550137',
      email: 'lou@example.com',
      service_needed: 'repair_ac',
      notes: 'Phone extension: 0129',
    });
    const [pages, row] = ['google-local-services-report.json', 'google-local-services.json'].map(
      (name) => JSON.parse(file(name).toString()),
    );
    const rows = row.localServicesLead === undefined ? { localServicesLead: row } : row;
    const lists = [{ detailedLeadReports: [pages, pages] }, { results: [rows, rows] }, [row]];
    assert.deepEqual(
      lists.map((list) => readAll('google_local_services', list).map(({ id }) => id)),
      [['5555', '5555'], ['7777', '7777'], ['7777']],
    );
    const second = contactOf(
      readFixture('google_local_services', 'google-local-services-report.json'),
    );
    assert.deepEqual(second, {
      id: '5555',
      name: 'Mia Message',
      phone: '+14155550138',
      service_needed: 'repair_hvac',
      address: '97205',
    });
  });

  it('Facebook: the id of each lead, or the fields from a gateway', () => {
    const payload = JSON.parse(file('facebook-webhook.json').toString());
    const read = readAll('facebook', payload);
    assert.deepEqual(
      read.map((one) => 'fetch' in one && one.fetch),
      ['800000000123', '800000000124'],
    );
    const lead = readFixture('facebook', 'facebook-lead.json');
    assert.deepEqual(contactOf(lead), {
      id: '800000000123',
      name: 'Fay Book',
      phone: '+14155550139',
      email: 'fay@example.com',
      service_needed: 'water_heater_repair',
      address: '97205',
      notes: 'which service do you need?: Water heater repair',
    });
    assert(lead && 'fields' in lead);
    assert.equal(lead.fields.attribution?.campaign, 'Winter heaters');
    const named = (field: string, value: object) => readAll('facebook', { field, value })[0];
    assert('ignored' in (named('feed', { post_id: '1' }) ?? {}));
    assert('fetch' in (named('leadgen_update', { leadgen_id: '9' }) ?? {}));
  });

  it('CallRail, and calls of the company are no leads', () => {
    const reading = readFixture('callrail', 'callrail-call.json');
    assert.deepEqual(contactOf(reading), {
      id: 'CAL00000000000000000000000000000001',
      name: 'CAL RAIL',
      phone: '+14155550140',
      address: 'Portland, OR, US',
    });
    assert(reading && 'fields' in reading);
    assert.equal(reading.fields.attribution?.landing_page, 'https://alder.example.com/heaters');
    const call = JSON.parse(file('callrail-call.json').toString());
    const [outbound] = readAll('callrail', { ...call, direction: 'outbound' });
    assert(outbound && 'ignored' in outbound);
    assert.deepEqual(contactOf(readFixture('callrail', 'callrail-text.json')), {
      id: 'SMT00000000000000000000000000000001',
      phone: '+14155550151',
      notes: 'Hi, our AC is out. Can someone come today?',
    });
    const text = JSON.parse(file('callrail-text.json').toString());
    assert(readAll('callrail', { ...text, agent: 'Ann' }).every((one) => 'ignored' in one));
    const { notes, ...person } = contactOf(readFixture('callrail', 'callrail-form.json'));
    assert.deepEqual(person, {
      id: 'FRM00000000000000000000000000000001',
      name: 'Fiona Form',
      phone: '415 555 0152',
      email: 'fiona@example.com',
    });
    assert.match(
      String(notes),
      /^your-name: Fiona Form\n[\s\S]*\nmessage: No hot water since Monday$/,
    );
  });

  it('JSON and forms by the usual names, also nested and in other spellings', () => {
    const [first] = readAll('json', {
      lead: { firstName: 'Ana', lastName: 'Petrov', 'Your E-Mail': 'ana@example.com' },
      phoneNumber: '415 555 0144',
      Service: 'AC Repair',
      utm_campaign: 'spring',
      plan: 'gold',
    });
    assert.deepEqual(contactOf(first), {
      id: null,
      name: 'Ana Petrov',
      phone: '415 555 0144',
      email: 'ana@example.com',
      service_needed: 'ac_repair',
    });
    assert(first && 'fields' in first);
    assert.deepEqual(first.fields.metadata, { plan: 'gold' });
    assert.deepEqual(first.fields.attribution, { utm_campaign: 'spring' });
    assert.equal(readAll('json', [{ phone: '1' }, { phone: '2' }]).length, 2);
    assert.deepEqual(contactOf(readFixture('json', 'json-website.json')), {
      id: 'sub-20261105-17',
      name: 'Jo Site',
      phone: '(415) 555-0153',
      email: 'jo@example.com',
      service_needed: 'ac_tune_up',
      address: '97205',
      notes: 'Before summer, please',
    });
  });

  it('a form of a website', async () => {
    const parsed = await parseBody('application/x-www-form-urlencoded', file('form-website.txt'));
    assert('payload' in parsed);
    const [reading] = readAll('form', parsed.payload);
    assert.deepEqual(contactOf(reading), {
      id: null,
      name: 'Ray Form',
      phone: '415-555-0154',
      email: 'ray@example.com',
      service_needed: 'heating',
      notes: 'Two rooms, no heat',
    });
    assert(reading && 'fields' in reading);
    assert.deepEqual(
      [reading.fields.metadata, reading.fields.attribution],
      [{ days_: 'Mon, Tue' }, { gclid: 'EAIaIQ' }],
    );
  });

  it('mails: labeled lines of a marketplace, or the person who wrote', async () => {
    const read = async (name: string, type = 'message/rfc822', bytes = file(name)) => {
      const parsed = await parseMail(type, bytes, await parseBody(type, bytes));
      assert('payload' in parsed, JSON.stringify(parsed));
      return ADAPTERS.email.read(parsed.payload, RULES);
    };
    const marketplace = await read('mail-marketplace.eml');
    const { notes, ...contact } = contactOf(marketplace);
    assert.deepEqual(contact, {
      id: '<lead-4711@homehelp.example.com>',
      name: 'Renée Müller',
      phone: '(415) 555-0141',
      email: 'renee@example.com',
      service_needed: 'water_heater_repair',
      address: '7 Pine St, Portland, OR 97205',
    });
    assert.match(String(notes), /^New lead: Water heater repair\n\nYou have a new lead/);
    assert('fields' in marketplace);
    assert.deepEqual(marketplace.fields.metadata, { mail_attachments: '1' });

    const { notes: text, ...person } = contactOf(await read('mail-person.eml'));
    assert.deepEqual(person, {
      id: '<abc123@mail.example.com>',
      name: 'Sam Carter',
      phone: '415.555.0143',
      email: 'sam@example.com',
    });
    assert.match(String(text), /our AC is broken/);

    const mail = (from: string, text: string) =>
      read('', 'message/rfc822', Buffer.from(`From: ${from}\nSubject: AC\n\n${text}`));
    const emailOf = async (from: string, text: string) => contactOf(await mail(from, text)).email;
    assert.equal(
      await emailOf('Cafe <info@smallcafe.com>', 'Our AC is broken'),
      'info@smallcafe.com',
    );
    assert.equal(await emailOf('leads@homehelp.com', 'A customer: a@b.com'), 'a@b.com');
    assert.equal(await emailOf('info@homehelp.com', 'Name: Al\nPhone: 4155550134'), undefined);
    assert.equal(await emailOf('leads@homehelp.com', 'Hello'), 'leads@homehelp.com');
    assert.equal(await emailOf('no-reply@homehelp.com', 'Hello'), undefined);

    // As gateways send it: in a field of a form.
    const form = new FormData();
    form.set('email', file('mail-person.eml').toString());
    const wrapped = new Response(form);
    const bytes = Buffer.from(await wrapped.arrayBuffer());
    const posted = await read('', wrapped.headers.get('content-type') ?? '', bytes);
    assert.equal(contactOf(posted).email, 'sam@example.com');
  });
});
