import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { beforeEach, describe, it } from 'node:test';
import ICAL from 'ical.js';
import { contentOf, timesIn } from '../../testing/booking-visitor.ts';
import { created } from '../../testing/created.ts';
import { eventually } from '../../testing/eventually.ts';
import { SIGNATURE_PNG } from '../../testing/files.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { LinkVisitor, newLinkFor } from '../../testing/link-visitor.ts';
import { Office, TUESDAY_9, tuesday } from '../../testing/office.ts';
import { FIRST_NOW } from '../../testing/test-clock.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOSTILE = `"><script>alert('x')</script>`;
const LINES = [
  { description: 'Boiler', quantity: 1, unit_amount: 120_000, tax_rate: 10 },
  { description: 'Thermostat', quantity: 1, unit_amount: 20_000, optional: true },
];

interface Said {
  summary: string;
  details: { text?: string };
}

const service = sharedService();
const office = shared(() => Office.open(service));
beforeEach(() => service.clock.set(FIRST_NOW));

function assertShows(page: { text: string; status: number }, status: number, ...parts: string[]) {
  assert.equal(page.status, status, contentOf(page.text));
  for (const part of parts) assert(page.text.includes(part), `${part}: ${contentOf(page.text)}`);
}

/** With a technician who has no other visit. */
async function visitLink(booking: Record<string, unknown> = {}) {
  const rosa = await office.newUser({ name: 'Rosa Delgado' });
  const location = { address: '9 Oak St' };
  const visit = await office.booked({ assigned_to: rosa, location, ...booking });
  const visitor = await newLinkFor(office.api, 'visit', visit.appointment_id);
  return { visitor, id: visit.appointment_id, rosa };
}

async function newLead() {
  return created(office.api.post('/v1/leads', freshLead({ name: 'Dana', address: '9 Oak St' })));
}

async function newCustomer() {
  const { lead_id } = await newLead();
  const { customer_id } = await created(office.api.post(`/v1/leads/${lead_id}/convert`));
  return { lead_id, customer_id };
}

/** Those about the thing, by its id. */
async function eventsAbout(id: string, type: string) {
  const { data } = (await office.api.get(`/v1/events?type=${type}&limit=200`)).body;
  return data.filter((event: { data: object }) => Object.values(event.data).includes(id));
}

/** As if it was sent; a long one would be laid out as a PDF to send it. */
async function sendUnprinted(kind: 'estimate' | 'invoice', id: string) {
  const set = `update ${kind}s set status = 'sent', sent_at = $2, delivery = 'issued' where ${kind}_id = $1`;
  await service.owner.query(set, [uuidFrom(kind, id), service.clock.now()]);
}

async function offer(fields: object = {}) {
  const options = [
    { name: 'Good', lines: LINES },
    { name: 'Better', recommended: true, lines: LINES },
  ];
  const { lead_id, lifecycle_number } = await newLead();
  const body = { lead_id, title: 'New boiler', options, terms: 'Half in advance.', ...fields };
  const { estimate_id } = await created(office.api.post('/v1/estimates', body));
  const visitor = await newLinkFor(office.api, 'estimate', estimate_id);
  return { visitor, estimate_id, lead_id, lifecycle_number };
}

const read = async (path: string) => (await office.api.get(path)).body;

describe('the link to a visit', () => {
  it('shows when, what, who and where, and can be read by no one else', async () => {
    const { visitor } = await visitLink();
    const page = await visitor.open();
    assertShows(page, 200, 'Tuesday, March 2, 9:00', 'Rosa', '9 Oak St', 'Please confirm');
    assert(!page.text.includes('Delgado'));
    assert(page.text.length < 50_000);
    const headers = [...page.headers].map(([name, value]) => `${name}: ${value}`);
    for (const header of [
      'referrer-policy: no-referrer',
      'x-robots-tag: noindex, nofollow',
      'cache-control: no-store',
    ]) {
      assert(headers.includes(header), header);
    }
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  });

  it('has the color of the company, with a text that can be read on it', async () => {
    const { visitor } = await visitLink();
    const paint = (brand_color: string | null) =>
      office.api.patch('/v1/organization', { brand_color });
    for (const [color, on] of [
      ['#FFCC00', '#000000'],
      ['#0b5cad', '#ffffff'],
    ] as const) {
      assert.equal((await paint(color)).body.brand_color, color.toLowerCase());
      const page = await visitor.open();
      assertShows(page, 200, `--brand: ${color.toLowerCase()}; --on-brand: ${on};`);
      const [, style = ''] = page.text.match(/<style>(.*?)<\/style>/s) ?? [];
      const styleHash = hash('sha256', style, 'base64');
      const policy = page.headers.get('content-security-policy') ?? '';
      assert(policy.includes(`style-src 'sha256-${styleHash}'`), policy);
    }
    const wrong = await paint('red; } body { display: none');
    assert.deepEqual([wrong.status, wrong.body.code], [422, 'validation_failed']);
    assert.equal((await paint(null)).body.brand_color, null);
    assert(!(await visitor.open()).text.includes('--on-brand: #'));
  });

  it('confirms, once, as the customer', async () => {
    const { visitor, id } = await visitLink();
    for (let time = 0; time < 2; time += 1) {
      const sent = await visitor.post('confirm');
      assert.deepEqual([sent.status, sent.location], [303, visitor.path]);
    }
    assertShows(await visitor.open(), 200, 'Your visit is confirmed.');
    assert.equal((await office.read(id)).status, 'confirmed');
    const events = await eventsAbout(id, 'appointment.confirmed');
    assert.deepEqual(
      events.map(({ actor }: { actor: { name: string } }) => actor.name),
      ['Customer link'],
    );
  });

  it('moves to an open time, and shows the next three if it was taken meanwhile', async () => {
    const { visitor, id, rosa } = await visitLink();
    await office.booked({ assigned_to: rosa, starts_at: tuesday(2) });
    const page = await visitor.open('/move', { day: '2027-03-02' });
    const starts = timesIn(page.text);
    const utc = (time: string) => new Date(time).toISOString();
    assert(starts.includes(utc(tuesday(4))) && !starts.includes(utc(tuesday(2))), String(starts));
    assert(page.text.length < 50_000);
    // The one that the page showed is booked by the office before it is sent.
    await office.booked({ assigned_to: rosa, starts_at: tuesday(4) });
    const late = await visitor.post('move', { starts_at: utc(tuesday(4)) });
    assert.equal(late.status, 303);
    const lost = await visitor.follow(late.location);
    assertShows(lost, 200, 'This time was just taken');
    assert.equal([...lost.text.matchAll(/name="starts_at"/g)].length, 3);
    assert.equal((await office.read(id)).starts_at, TUESDAY_9);
    for (let time = 0; time < 2; time += 1) {
      const moved = await visitor.post('move', { starts_at: utc(tuesday(6)) });
      assertShows(await visitor.follow(moved.location), 200, 'Your visit has a new time', '3:00');
    }
    assert.equal((await office.read(id)).starts_at, tuesday(6));
    assert.equal((await eventsAbout(id, 'appointment.rescheduled')).length, 1);
    // Not a time that the page offers: at night, between two steps, and no time at all.
    for (const starts_at of [utc(tuesday(12)), '2027-03-03T18:07:00.000Z', 'soon']) {
      assert.equal((await visitor.post('move', { starts_at })).status, 303);
    }
    assert.equal((await office.read(id)).starts_at, tuesday(6));
  });

  it('moves two visits to one time only once', async () => {
    const one = await visitLink();
    const two = await visitLink({ starts_at: tuesday(2), assigned_to: one.rosa });
    const starts_at = new Date(tuesday(5)).toISOString();
    await Promise.all([one, two].map(({ visitor }) => visitor.post('move', { starts_at })));
    const all = await Promise.all([one, two].map(({ id }) => office.read(id)));
    assert.equal(all.filter((visit) => visit.starts_at === tuesday(5)).length, 1);
  });

  it('cancels with a reason, once', async () => {
    const { visitor, id } = await visitLink();
    for (const reason of [HOSTILE, 'again']) {
      assert.equal((await visitor.post('cancel', { reason })).status, 303);
    }
    const { status, cancel_reason } = await office.read(id);
    assert.deepEqual([status, cancel_reason], ['canceled', HOSTILE]);
    const page = await visitor.open();
    assertShows(page, 200, 'This visit was canceled.');
    assert(!page.text.includes('<form'));
  });

  it('obeys the rules of the organization for changes', async () => {
    const { visitor, id } = await visitLink();
    for (const rule of [
      { allowed: true, until_hours_before: 48 },
      { allowed: false, until_hours_before: 0 },
    ]) {
      await office.schedule({ customer_changes: rule });
      assertShows(await visitor.open(), 200, 'can no longer be moved or canceled here');
      assertShows(await visitor.open('/move'), 200, 'can no longer be moved or canceled here');
      await visitor.post('cancel');
      await visitor.post('move', { starts_at: new Date(tuesday(4)).toISOString() });
      const { status, starts_at } = await office.read(id);
      assert.deepEqual([status, starts_at], ['booked', TUESDAY_9]);
    }
    await visitor.post('confirm');
    assert.equal((await office.read(id)).status, 'confirmed');
    await office.schedule({ customer_changes: { allowed: true, until_hours_before: 0 } });
  });

  it('takes a review of a completed visit, once, and a change of it for 30 days', async () => {
    const { lead_id, lifecycle_number } = await newLead();
    const { visitor, id } = await visitLink({ lead_id });
    const other = await visitLink({ starts_at: tuesday(2), lead_id });
    const step = (of: string, name: string) => office.api.post(`/v1/appointments/${of}/${name}`);
    await step(id, 'complete');
    await step(other.id, 'complete');
    const page = await visitor.open();
    assertShows(page, 200, 'How was your visit?', '5 stars', '1 star<', 'Send review');
    const long = { rating: '9', comment: `${HOSTILE}${'x'.repeat(2_000)}` };
    const wrong = await visitor.post('review', long);
    assertShows(wrong, 422, 'Choose how many stars', 'at most 2000 characters', '"&gt;&lt;');
    assert(!wrong.text.includes(HOSTILE) && wrong.text.length < 50_000);
    assertShows(await visitor.post('review', { comment: '' }), 422, 'Choose how many stars');
    assert.equal((await office.read(id)).review, null);

    const first = { rating: '2', comment: `${HOSTILE}\r\nLate.` };
    const sent = await Promise.all([visitor.post('review', first), visitor.post('review', first)]);
    assert.deepEqual(
      sent.map(({ status }) => status),
      [303, 303],
    );
    const thanks = await visitor.follow(sent[0]?.location ?? null);
    assertShows(
      thanks,
      200,
      'Thank you for your review.',
      'Change review',
      'value="2" id="rating-2" checked',
    );
    assert(!thanks.text.includes(HOSTILE));
    const { review } = await office.read(id);
    const reviewed_at = review.reviewed_at;
    assert.deepEqual(review, { rating: 2, comment: `${HOSTILE}\nLate.`, reviewed_at });

    service.clock.advance(29 * DAY_MS);
    await visitor.post('review', { rating: '4', comment: ' ' });
    const changed = { rating: 4, comment: null, reviewed_at };
    assert.deepEqual((await office.read(id)).review, changed);
    service.clock.advance(DAY_MS);
    const late = await visitor.open();
    assertShows(late, 200, 'Your review', '4 stars');
    assert(!late.text.includes('<form'));
    const refused = await visitor.post('review', { rating: '1' });
    assert.deepEqual([refused.status, refused.location], [303, visitor.path]);
    assert.deepEqual((await office.read(id)).review, changed);

    assert.equal((await eventsAbout(id, 'appointment.reviewed')).length, 2);
    const listed = async (reviewed: boolean) =>
      (
        await read(`/v1/appointments?reviewed=${reviewed}&lifecycle_number=${lifecycle_number}`)
      ).data.map((one: { appointment_id: string }) => one.appointment_id);
    assert.deepEqual([await listed(true), await listed(false)], [[id], [other.id]]);
    const { timeline } = await read(`/v1/lifecycles/${lifecycle_number}`);
    const said = timeline.filter((one: { type: string }) => one.type === 'appointment.reviewed');
    assert.deepEqual(
      said.map(({ summary, details }: Said) => [summary, details.text]),
      [
        ['Visit reviewed: 2 of 5 stars', `${HOSTILE}\nLate.`],
        ['Visit reviewed: 4 of 5 stars', undefined],
      ],
    );
  });

  it('takes no review before a visit is completed, nor if it did not take place', async () => {
    const { visitor, id } = await visitLink();
    const assertNone = async () => {
      assert(!(await visitor.open()).text.includes('Send review'));
      const sent = await visitor.post('review', { rating: '5' });
      assert.deepEqual([sent.status, sent.location], [303, visitor.path]);
      assert.equal((await office.read(id)).review, null);
    };
    await assertNone();
    for (const step of ['start', 'no-show', 'undo-step', 'complete', 'undo-step']) {
      await office.api.post(`/v1/appointments/${id}/${step}`);
      if (step !== 'complete') await assertNone();
    }
    const canceled = await visitLink({ starts_at: tuesday(3) });
    await canceled.visitor.post('cancel');
    await canceled.visitor.post('review', { rating: '5' });
    assert.equal((await office.read(canceled.id)).review, null);
  });

  it('is completed for good once it is reviewed', async () => {
    const { visitor, id } = await visitLink();
    await office.api.post(`/v1/appointments/${id}/complete`);
    await visitor.post('review', { rating: '3' });
    const undone = await office.api.post(`/v1/appointments/${id}/undo-step`);
    assert.deepEqual([undone.status, undone.body.code], [409, 'nothing_to_undo']);
    assert.equal((await office.read(id)).review.rating, 3);
  });

  it('gives the visit as a file for the calendar', async () => {
    const { visitor } = await visitLink();
    const file = await visitor.open('/visit.ics');
    const event = new ICAL.Component(ICAL.parse(file.text)).getFirstSubcomponent('vevent');
    assert.equal(String(event?.getFirstPropertyValue('dtstart')), '2027-03-02T17:00:00Z');
    assert.equal(String(event?.getFirstPropertyValue('location')), '9 Oak St');
  });
});

describe('the link to an estimate', () => {
  let visitor: LinkVisitor;
  let estimate_id: string;
  let lead_id: string;
  let lifecycle_number: string;
  beforeEach(async () => {
    ({ visitor, estimate_id, lead_id, lifecycle_number } = await offer());
  });
  const jobs = async () =>
    (await read(`/v1/jobs?lifecycle_number=${lifecycle_number}`)).data as object[];
  const send = () => office.api.post(`/v1/estimates/${estimate_id}/send`);
  const estimate = () => read(`/v1/estimates/${estimate_id}`);

  it('is nothing to see as a draft, and is viewed once when it is opened', async () => {
    assert.equal((await visitor.open()).status, 404);
    await send();
    const page = await visitor.open();
    assertShows(page, 200, 'New boiler', 'Better', '$1,200.00', 'Half in advance.', 'Thermostat');
    await visitor.open();
    assert.equal((await estimate()).status, 'viewed');
    assert.equal((await eventsAbout(estimate_id, 'estimate.viewed')).length, 1);
    const pdf = await visitor.open('/document.pdf');
    assert.equal(pdf.headers.get('content-type'), 'application/pdf');
    assert(pdf.text.startsWith('%PDF-'));
  });

  it('is approved with a typed name, once, and makes the job', async () => {
    await send();
    const wrong = await visitor.post('accept', { name: ' ', option: '7' });
    assertShows(wrong, 422, 'Choose an option.');
    // The page shows exactly what will be signed, before anything is.
    const choice = { option: '1', optional_1: '1', name: `Dana ${HOSTILE}` };
    for (const total of ['', '132000', '152001']) {
      const check = await visitor.post('accept', { ...choice, total });
      assertShows(check, 200, 'Check and approve', 'Thermostat', '$1,520.00', 'value="152000"');
      assert(!check.text.includes('type="checkbox"'));
    }
    assert.equal((await estimate()).status, 'sent');
    const fields = { ...choice, total: '152000' };
    assertShows(await visitor.post('accept', { ...fields, name: ' ' }), 422, 'Enter your name.');
    const scribble = await visitor.post('accept', {
      ...fields,
      drawing: 'data:image/png;base64,x',
    });
    assertShows(scribble, 422, 'The drawing could not be read.');
    for (let time = 0; time < 2; time += 1) {
      const sent = await visitor.post('accept', fields, { 'user-agent': 'Phone' });
      assert.equal(sent.status, 303);
    }
    const { status, acceptance } = await estimate();
    assert.equal(status, 'accepted');
    assert.deepEqual(
      [acceptance.option_name, acceptance.optional_lines, acceptance.signature_kind],
      ['Better', [1], 'typed'],
    );
    assert.equal((await jobs()).length, 1);
    const { rows } = await service.owner.query(
      'select accepted_by, address, user_agent from estimate_acceptances where estimate_id = $1',
      [uuidFrom('estimate', estimate_id)],
    );
    assert.deepEqual(rows, [{ accepted_by: 'link', address: '127.0.0.1', user_agent: 'Phone' }]);
    const page = await visitor.open();
    assertShows(page, 200, 'Approved by Dana "&gt;&lt;', '$1,520.00');
    assert(!page.text.includes(HOSTILE) && !page.text.includes('<form'));
  });

  it('is signed with a drawing, which the script of the page sends', async () => {
    await send();
    const check = await visitor.post('accept', { option: '0' });
    const [, script = ''] = /<script>(.*)<\/script>/s.exec(check.text) ?? [];
    const policy = check.headers.get('content-security-policy') ?? '';
    assert(policy.includes(`script-src 'sha256-${hash('sha256', script, 'base64')}'`), policy);
    const drawing = `data:image/png;base64,${SIGNATURE_PNG}`;
    const fields = { option: '0', total: '132000', name: 'Dana', drawing };
    assert.equal((await visitor.post('accept', fields)).status, 303);
    assert.equal((await estimate()).acceptance.signature_kind, 'drawn');
  });

  it('is shown again if the browser opens the address of a form without its fields', async () => {
    await send();
    for (const action of ['accept', 'decline']) {
      const { status, location } = await visitor.open(`/${action}`);
      assert.deepEqual([status, location], [303, visitor.path]);
    }
    assert.equal((await visitor.open('/confirm')).status, 404);
  });

  it('says that nothing was done if approving is refused', async () => {
    await send();
    await office.api.post(`/v1/leads/${lead_id}/disqualify`, { reason: 'x' });
    await office.api.delete(`/v1/leads/${lead_id}`);
    const fields = { option: '0', total: '132000', name: 'Dana' };
    const refused = await visitor.post('accept', fields);
    assert.equal(refused.status, 303);
    assertShows(await visitor.follow(refused.location), 200, 'This could not be done.');
    assert.equal((await estimate()).status, 'sent');
  });

  it('stays below 50 kB with long options, each with its lines and what can be chosen', async () => {
    const lines = Array.from({ length: 100 }, (_, place) => ({
      ...{ description: `${place} ${'"漢'.repeat(90)}`, quantity: 2, unit_amount: 1_000 },
      ...{ tax_rate: 8.25, optional: place % 10 === 9 },
    }));
    const options = Array.from({ length: 5 }, (_, place) => ({
      ...{ name: `${place}${'"'.repeat(190)}`, lines },
    }));
    const long = await offer({ options, terms: '漢'.repeat(5_000), title: '"'.repeat(190) });
    await sendUnprinted('estimate', long.estimate_id);
    const page = await long.visitor.open();
    const check = await long.visitor.post('accept', { option: '4', optional_4: '9' });
    assertShows(page, 200, 'The rest is in the PDF.');
    assertShows(check, 200, 'Check and approve');
    for (const { text } of [page, check]) {
      assert(Buffer.byteLength(text) <= 50_000, `${Buffer.byteLength(text)} bytes`);
    }
    for (const place of options.keys()) {
      for (const at of [9, 99]) assert(page.text.includes(`id="optional_${place}_${at}"`), `${at}`);
    }
  });

  it('is not viewed by a program that only asks for the headers, or looks at links', async () => {
    await send();
    assert.equal((await fetch(visitor.url, { method: 'HEAD' })).status, 200);
    const browser = { accept: 'text/html' };
    for (const headers of [
      {},
      { ...browser, 'sec-purpose': 'prefetch' },
      { ...browser, 'sec-fetch-dest': 'empty' },
      { ...browser, 'user-agent': 'WhatsApp/2.23' },
    ]) {
      assert.equal((await fetch(visitor.url, { headers })).status, 200);
    }
    assert.equal((await estimate()).status, 'sent');
    await visitor.open();
    assert.equal((await estimate()).status, 'viewed');
  });

  it('is declined with a reason; then nothing can be approved', async () => {
    await send();
    for (const reason of ['Too expensive', '']) await visitor.post('decline', { reason });
    await visitor.post('accept', { option: '0', name: 'Dana' });
    const { status, decline_reason } = await estimate();
    assert.deepEqual([status, decline_reason], ['declined', 'Too expensive']);
    assertShows(await visitor.open(), 200, 'This estimate was declined.');
  });

  it('says that it has expired, or that there is a newer version', async () => {
    await send();
    const other = await offer({ valid_until: '2027-03-10' });
    await office.api.post(`/v1/estimates/${other.estimate_id}/send`);
    await created(office.api.post(`/v1/estimates/${estimate_id}/revise`, {}));
    service.clock.set('2027-03-20T17:00:00Z');
    assertShows(await visitor.open(), 200, 'There is a newer version of this estimate.');
    assertShows(await other.visitor.open(), 200, 'This estimate has expired.');
    for (const one of [visitor, other.visitor]) {
      assert.equal((await one.post('accept', { option: '0', name: 'Dana' })).status, 303);
    }
    assert.deepEqual(await jobs(), []);
  });
});

describe('the link to an invoice', () => {
  it('shows lines, what is paid and how to pay the rest, also if it is long', async () => {
    const { lead_id } = await newLead();
    const job = await created(office.api.post('/v1/jobs', { lead_id, title: 'Boiler' }));
    const many = Array.from({ length: 100 }, (_, at) => ({
      ...{ description: `Part ${at} ${'<'.repeat(150)}`, quantity: 1, unit_amount: 200 },
    }));
    const body = { job_id: job.job_id, currency: 'USD', lines: many };
    const { invoice_id } = await created(office.api.post('/v1/invoices', body));
    const visitor = await newLinkFor(office.api, 'invoice', invoice_id);
    assert.equal((await visitor.open()).status, 404);
    await office.api.post(`/v1/invoices/${invoice_id}/send`);
    const payment = { amount: 5_000, method: 'cash' };
    await created(office.api.post(`/v1/invoices/${invoice_id}/payments`, payment));
    const instructions = { payment_instructions: 'Account 0042', phone: '+15035550100' };
    assertShows(await visitor.open(), 200, 'Ask us how you can pay. Please contact us.');
    await office.api.patch('/v1/organization', instructions);
    const page = await visitor.open();
    assertShows(page, 200, '$200.00', '$50.00', '$150.00', 'Account 0042', 'in the PDF');
    assert(page.text.length < 50_000, `${page.text.length}`);
    const rest = { amount: 15_000, method: 'cash' };
    await created(office.api.post(`/v1/invoices/${invoice_id}/payments`, rest));
    const paid = await visitor.open();
    assertShows(paid, 200, 'This invoice is paid.');
    assert(!paid.text.includes('Account 0042'));
    // Paid meanwhile by someone else: it says so, and not that something went wrong.
    const late = await visitor.follow((await visitor.post('pay')).location);
    assertShows(late, 200, 'This invoice is paid.');
    assert(!late.text.includes('This could not be done.'), contentOf(late.text));
  });

  it('stays below 50 kB with the longest texts of any character', async () => {
    const { api } = await service.newOrganization();
    const { lead_id } = await created(api.post('/v1/leads', freshLead()));
    for (const character of ['"', '&', '漢', '🔧']) {
      const text = (length: number) => character.repeat(length);
      const company = { name: text(200), payment_instructions: text(2_000) };
      const named = await api.patch('/v1/organization', company);
      assert.equal(named.status, 200, JSON.stringify(named.body));
      const job = await created(api.post('/v1/jobs', { lead_id, title: text(200) }));
      const lines = Array.from({ length: 100 }, () => ({
        ...{ description: text(200), quantity: 2, unit_amount: 100, tax_rate: 8.25 },
      }));
      const body = { job_id: job.job_id, currency: 'USD', lines, notes: text(10_000) };
      const { invoice_id } = await created(api.post('/v1/invoices', body));
      await sendUnprinted('invoice', invoice_id);
      const visitor = await newLinkFor(api, 'invoice', invoice_id);
      const page = await visitor.open();
      assertShows(page, 200, 'The rest is in the PDF.');
      assert(Buffer.byteLength(page.text) <= 50_000, `${Buffer.byteLength(page.text)} bytes`);
    }
  });
});

describe('the link to the own details', () => {
  it('shows and changes them, with language and consent, and reports what is wrong', async () => {
    const { lead_id, customer_id } = await newCustomer();
    const visitor = await newLinkFor(office.api, 'profile', customer_id);
    assertShows(await visitor.open(), 200, 'Your details', 'value="Dana"');
    const wrong = await visitor.post('save', { name: HOSTILE, phone: '1', email: 'x' });
    assertShows(
      wrong,
      422,
      'Enter the phone number',
      'Enter a complete email address',
      '&quot;&gt;',
    );
    assert(!wrong.text.includes(HOSTILE));
    const fields = {
      ...{ name: 'Dana Whitfield', phone: '(503) 555-0177', email: 'dana@example.com' },
      ...{ address: '10 Oak St', language: 'es', consent_sms: 'granted' },
    };
    for (let time = 0; time < 2; time += 1) {
      const saved = await visitor.post('save', fields);
      assertShows(await visitor.follow(saved.location), 200, 'Sus datos se han guardado.');
    }
    const customer = await read(`/v1/customers/${customer_id}`);
    assert.deepEqual(
      [customer.name, customer.phone, customer.email, customer.address, customer.language],
      ['Dana Whitfield', '+15035550177', 'dana@example.com', '10 Oak St', 'es'],
    );
    const { status, source, wording } = customer.consent.sms;
    assert.deepEqual([status, source], ['granted', 'Customer link']);
    assert.match(wording, /STOP/);
    assert.equal(customer.consent.email.status, 'unknown');
    await visitor.post('save', { ...fields, consent_sms: '' });
    assert.equal((await read(`/v1/customers/${customer_id}`)).consent.sms.status, 'denied');
    assert.equal((await read(`/v1/leads/${lead_id}`)).consent.sms.status, 'denied');
    assert.equal((await eventsAbout(customer_id, 'customer.updated')).length, 2);
  });

  it('undoes a denial of every lead of the person, but not a STOP', async () => {
    const { customer_id } = await newCustomer();
    const customer = await read(`/v1/customers/${customer_id}`);
    const visitor = await newLinkFor(office.api, 'profile', customer_id);
    const other = await created(
      office.api.post('/v1/leads', { phone: customer.phone, service_needed: 'repair' }),
    );
    await office.api.patch(`/v1/leads/${other.lead_id}`, { consent: { sms: 'denied' } });
    const fields = { name: 'Dana', phone: customer.phone, consent_sms: 'granted' };
    await office.api.post(`/v1/leads/${other.lead_id}/attach`, { customer_id });
    const saved = await visitor.post('save', fields);
    assertShows(saved, 303, '');
    assert.equal(saved.location, `${visitor.path}?done=saved`);
    assert.equal((await read(`/v1/leads/${other.lead_id}`)).consent.sms.status, 'granted');
    const stop = { channel: 'sms', address: customer.phone, source: 'phone' };
    await created(office.api.post('/v1/opt-outs', stop));
    assertShows(await visitor.open(), 200, 'text START to us');
    assert.equal((await visitor.post('save', { ...fields, consent_sms: '' })).status, 303);
    assert.equal((await read(`/v1/customers/${customer_id}`)).consent.sms.status, 'granted');
  });
});

describe('a link', () => {
  it('to a visit works until it has taken place, also if it was moved', async () => {
    const ahead = await visitLink({ starts_at: '2027-08-20T09:00:00-07:00' });
    service.clock.set('2027-08-31T17:00:00Z');
    assertShows(await ahead.visitor.open(), 200, 'Your visit');
    service.clock.set('2027-09-25T17:00:00Z');
    assert.equal((await ahead.visitor.open()).status, 404);
  });

  it('that is unknown, expired or revoked is one and the same page', async () => {
    const { visitor } = await visitLink();
    const other = await visitLink({ starts_at: tuesday(3) });
    const { data } = await read('/v1/links?limit=1');
    await office.api.delete(`/v1/links/${data[0].link_id}`);
    const unknown = new LinkVisitor(visitor.url.replace(/.{26}$/, '0'.repeat(26)));
    const gone = [await unknown.open(), await other.visitor.open()];
    service.clock.set('2028-03-01T15:00:00Z');
    gone.push(await visitor.open(), await visitor.open('/visit.ics'), await visitor.post('cancel'));
    for (const { status, text } of gone) assert.deepEqual([status, text], [404, gone[0]?.text]);
    const nonsense = new LinkVisitor(`${service.url}/c/nothing`);
    assert.equal((await nonsense.open()).status, 404);
  });

  it('is closed while its organization is suspended', async () => {
    const { api, organizationId } = await service.newOrganization();
    const { lead_id } = await created(
      api.post('/v1/leads', { phone: '+15035550188', service_needed: 'repair' }),
    );
    const { customer_id } = await created(api.post(`/v1/leads/${lead_id}/convert`));
    const visitor = await newLinkFor(api, 'profile', customer_id);
    assert.equal((await visitor.open()).status, 200);
    await service.operator.post(`/v1/organizations/${organizationId}/suspend`);
    await eventually(async () => (await visitor.open()).status === 403);
  });

  it('of an erased person opens nothing', async () => {
    const { customer_id } = await newCustomer();
    const visitor = await newLinkFor(office.api, 'profile', customer_id);
    const erased = await office.api.post(`/v1/customers/${customer_id}/erase`);
    assert.equal(erased.status, 202, JSON.stringify(erased.body));
    assert.equal((await visitor.open()).status, 404);
    assert.equal((await eventsAbout(customer_id, 'link.revoked')).length, 1);
    const again = { purpose: 'profile', customer_id };
    assert.equal((await office.api.post('/v1/links', again)).body.code, 'person_erased');
  });
});
