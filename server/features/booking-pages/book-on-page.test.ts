import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import ICAL from 'ical.js';
import { startAnotherApp } from '../../testing/another-app.ts';
import {
  BookingVisitor,
  contentOf,
  fieldsToSend,
  hiddenIn,
  type SentPage,
  timesIn,
} from '../../testing/booking-visitor.ts';
import { created } from '../../testing/created.ts';
import { eventually } from '../../testing/eventually.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { inOneMoment } from '../../testing/in-one-moment.ts';
import { Office, TUESDAY_9, tuesday } from '../../testing/office.ts';
import { FIRST_NOW } from '../../testing/test-clock.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';

const HOSTILE = `"><script>alert('x')</script>`;
const DANA = { name: 'Dana Whitfield', phone: '+14155550134', address: '9 Oak St' };
const FUEL = {
  key: 'fuel',
  label: 'Gas or electric?',
  kind: 'choice',
  choices: ['Gas', 'Electric'],
  required: true,
};
const utc = (time: string) => new Date(time).toISOString();

const service = sharedService();
const app = shared(() => startAnotherApp(service, { trustProxy: 1 }));
let office: Office;
let visitor: BookingVisitor;
let requests = 0;

/** Another one for each request: one address may send ten per second. */
function nextAddress(): string {
  requests += 1;
  return `10.2.${(requests >> 8) & 255}.${requests & 255}`;
}

const visitorOf = (url: string, language = 'en') =>
  new BookingVisitor(url.replace(service.url, app.url), language, nextAddress);

async function newPage(fields: object = {}): Promise<BookingVisitor> {
  const page = { name: 'Website', title: 'Book with Alder', services: ['tune_up', 'repair'] };
  return visitorOf(
    (await created(office.api.post('/v1/booking-pages', { ...page, ...fields }))).url,
  );
}

function newService(fields: object): Promise<unknown> {
  const one = { name: 'Tune-up', duration_minutes: 60, online: true };
  return created(office.api.post('/v1/services', { ...one, ...fields }));
}

/** With two services and a page of both. */
async function openOffice(): Promise<void> {
  service.clock.set(FIRST_NOW);
  office = await Office.open(service);
  await newService({
    code: 'tune_up',
    names: { es: 'Puesta a punto' },
    price_hint: { kind: 'from', amount: 8_900, currency: 'USD' },
  });
  await newService({ code: 'repair', name: 'Repair', questions: [FUEL] });
  visitor = await newPage();
}

/** One for all tests of the suite, which book different times. */
function useOneOffice(): void {
  let page: BookingVisitor;
  before(async () => {
    await openOffice();
    page = visitor;
  });
  beforeEach(() => {
    visitor = page;
  });
}

const visits = async () => (await office.api.get('/v1/appointments?limit=200')).body.data;
const visitAt = async (time: string) =>
  (await visits()).find(({ starts_at }: { starts_at: string }) => starts_at === time);
const leads = async () =>
  (await office.api.get('/v1/leads?limit=200&source=booking_page')).body.data;
const contactStep = (fields: Record<string, string> = {}) =>
  visitor.open({
    ...{ step: 'contact', service: 'tune_up', postal_code: '97205', starts_at: utc(TUESDAY_9) },
    ...fields,
  });

/** As a person who needs a few seconds to type. */
async function send({ text }: SentPage, fields: Record<string, string> = {}): Promise<SentPage> {
  const toSend = { ...fieldsToSend(text), ...DANA, ...fields };
  service.clock.advance(6_000);
  return visitor.post(toSend);
}

function assertShows({ text, status }: SentPage, expected: number, ...parts: (string | RegExp)[]) {
  assert.equal(status, expected, contentOf(text));
  for (const part of parts) {
    const isThere = typeof part === 'string' ? text.includes(part) : part.test(text);
    assert(isThere, `${part} is not in ${contentOf(text)}`);
  }
}

function assertSmall(text: string): void {
  const bytes = Buffer.byteLength(text);
  assert(bytes <= 50_000, `${bytes} bytes: ${contentOf(text).slice(0, 500)}`);
}

describe('a visitor of a booking page', () => {
  useOneOffice();

  it('chooses a service, says where it is, chooses a time, books, and gets a file for the calendar', async () => {
    const start = await visitor.open();
    assertShows(start, 200, 'Book with Alder', 'Step 1 of 4', 'Tune-up', 'from $89.00', '1 hour');
    const details = await visitor.open({ step: 'details', service: 'tune_up', lang: 'en' });
    assertShows(details, 200, 'Step 2 of 4', 'autocomplete="postal-code"');
    const time = await visitor.open({ step: 'time', service: 'tune_up', postal_code: '97205' });
    assertShows(time, 200, 'Step 3 of 4', 'Monday, March 1', 'Pacific Time');
    const other = { step: 'time', service: 'tune_up', postal_code: '97205', day: '2027-03-02' };
    const tuesdays = await visitor.open(other);
    assertShows(tuesdays, 200, 'Times on Tuesday, March 2', '9:00');
    assert(timesIn(tuesdays.text).includes(utc(TUESDAY_9)));
    const contact = await contactStep();
    assertShows(contact, 200, 'Step 4 of 4', /Tuesday, March 2, 9:00\sAM/u);
    const sent = await send(contact, { notes: 'Ring twice.' });
    assert.equal(sent.status, 303, sent.text);
    const done = await visitor.follow(sent.location);
    assertShows(done, 200, 'Your visit is booked', 'Tune-up', 'March 2', 'Add to calendar');
    const link = await visitor.follow(/href="(\/c\/[^"]*)"/.exec(done.text)?.[1] ?? null);
    assertShows(link, 200, 'Your visit', 'Tuesday, March 2, 9:00', 'Rosa');

    const visit = await visitAt(TUESDAY_9);
    const [lead] = await leads();
    assert.deepEqual(
      [visit.starts_at, visit.status, visit.service, visit.notes, visit.assigned_to],
      [TUESDAY_9, 'booked', 'tune_up', 'Ring twice.', office.rosa],
    );
    assert.deepEqual(
      [lead.name, lead.address, lead.language, lead.booked, lead.lifecycle_number],
      ['Dana Whitfield', '9 Oak St, 97205', 'en', true, visit.lifecycle_number],
    );
    assert(done.text.includes(lead.lifecycle_number));

    const path = /href="([^"]*visit\.ics[^"]*)"/.exec(done.text)?.[1]?.replaceAll('&amp;', '&');
    const file = await visitor.follow(path ?? null);
    assert.equal(file.headers.get('content-type'), 'text/calendar; charset=utf-8');
    const event = new ICAL.Component(ICAL.parse(file.text)).getFirstSubcomponent('vevent');
    assert.match(String(event?.getFirstPropertyValue('summary')), /^Tune-up – /);
    assert.equal(String(event?.getFirstPropertyValue('dtstart')), '2027-03-02T17:00:00Z');
    assert.equal(String(event?.getFirstPropertyValue('dtend')), '2027-03-02T18:00:00Z');
    const forged = await visitor.follow((path ?? '').replace(/v=./, 'v=x'));
    assert.equal(forged.status, 404);
  });

  it('leaves with the lead where the visitor came from, through all steps', async () => {
    const before = 'https://alder.example.com/heaters?utm_medium=cpc&utm_source=site';
    const query = new URLSearchParams({
      utm_source: 'google',
      gclid: 'EAIa',
      fbclid: HOSTILE,
      landing_page: 'https://alder.example.com/',
      utm_term: 'x'.repeat(600),
      utm_content: '\u0000',
    });
    let page = await (
      await fetch(`${visitor.url}?${query}`, { headers: { referer: before } })
    ).text();
    const chosen = { service: 'tune_up', postal_code: '97205', starts_at: utc(tuesday(1)) };
    for (const step of ['details', 'time', 'contact']) {
      const form = page.split('<form').find((one) => one.includes(`value="${step}"`));
      page = (await visitor.open({ ...hiddenIn(form ?? ''), ...chosen })).text;
    }
    const sent = await send({ status: 200, text: page, headers: new Headers(), location: null });
    assert.equal(sent.status, 303, contentOf(sent.text));
    const [lead] = await leads();
    assert.deepEqual(lead.attribution, {
      utm_source: 'google',
      utm_medium: 'cpc',
      gclid: 'EAIa',
      fbclid: HOSTILE,
      landing_page: 'https://alder.example.com/',
      referrer: before,
    });
    const long = 'https://alder.example.com/'.padEnd(1_990, 'x');
    const other = await fetch(visitor.url, { headers: { referer: long } });
    assert.equal(other.status, 200);
    assert(!(await other.text()).includes('name="referrer"'), 'what is too long is left out');
  });

  it('answers the questions of the service, which become notes of the visit', async () => {
    const wish = { service: 'repair', postal_code: '97205' };
    const missing = await visitor.open({ step: 'time', ...wish });
    assertShows(
      missing,
      422,
      'role="alert"',
      'href="#q_fuel"',
      'id="q_fuel"',
      'Answer this question.',
    );
    const wrong = await visitor.open({ step: 'time', ...wish, q_fuel: 'Coal' });
    assertShows(wrong, 422, 'Choose one of the answers.');
    const contact = await contactStep({
      ...{ ...wish, q_fuel: 'Electric', starts_at: utc(tuesday(2)) },
    });
    assert.equal((await send(contact)).status, 303);
    assert.equal((await visitAt(tuesday(2))).notes, 'Gas or electric? Electric');
  });

  it('starts with the details of the only service, its price too, and of one that a link names', async () => {
    assertShows(await visitor.open({ service: 'repair' }), 200, 'Step 2 of 4', 'Gas or electric?');
    visitor = await newPage({ services: ['tune_up'] });
    assertShows(await visitor.open(), 200, 'Step 1 of 3', 'Tune-up', 'from $89.00 · 1 hour');
  });

  it('sees an error for each field that is wrong, and keeps everything that was typed', async () => {
    const before = (await leads()).length;
    const contact = await contactStep({ starts_at: utc(tuesday(3)) });
    const nothing = await send(contact, { name: ' ', phone: '', address: '' });
    assertShows(
      nothing,
      422,
      'href="#name"',
      'Enter your name.',
      'href="#phone"',
      'so that we can contact you',
    );
    const wrong = await send(contact, { phone: '12', email: 'dana', notes: HOSTILE });
    assertShows(wrong, 422, 'aria-invalid="true"', 'value="dana"', 'area code', 'complete email');
    assert(!wrong.text.includes('<script>alert'));
    const long = await send(contact, { name: 'x'.repeat(201), notes: 'y'.repeat(10_001) });
    assertShows(long, 422, 'at most 200', 'at most 10000');
    assertShows(await send(contact, { name: 'a\0b' }), 422, 'invalid characters');
    assert.equal((await leads()).length, before);
    assert.equal(
      (await send(wrong, { phone: '+14155550134', email: 'dana@example.com' })).status,
      303,
    );
  });

  it('gives consent to texts with the words that were shown, in their language', async () => {
    const contact = await contactStep({ lang: 'es', starts_at: utc(tuesday(4)) });
    const consent = /name="consent" id="consent" value="(\w+)"/.exec(contact.text)?.[1] ?? '';
    assert.equal((await send(contact, { consent, phone: '+14155550141' })).status, 303);
    const [lead] = await leads();
    assert.equal(lead.consent.sms.status, 'granted');
    assert.match(lead.consent.sms.wording, /^Envíenme mensajes/);
    assert.equal(lead.language, 'es');
    const stale = await send(await contactStep({ starts_at: utc(tuesday(5)) }), {
      consent: 'another',
    });
    assertShows(stale, 422, 'This text has changed.');
  });

  it('gives consent to emails apart from that to texts, each with its own words', async () => {
    const boxOf = ({ text }: SentPage, field: string) =>
      new RegExp(`name="${field}" id="${field}" value="(\\w+)"`).exec(text)?.[1] ?? assert.fail();
    const contact = await contactStep({ lang: 'de', starts_at: utc(tuesday(24)) });
    assert(!contact.text.includes(' checked'), 'nobody is asked by a box that is checked already');
    const sms = boxOf(contact, 'consent');
    const consent_email = boxOf(contact, 'consent_email');
    const stale = await send(contact, { consent: consent_email, consent_email: sms });
    assertShows(stale, 422, 'id="consent-error"', 'id="consent_email-error"');
    const email = 'dana@example.com';
    assert.equal(
      (await send(contact, { email, consent_email, phone: '+14155550142' })).status,
      303,
    );
    const [{ consent }] = await leads();
    assert.deepEqual(consent.email, {
      status: 'granted',
      at: consent.email.at,
      source: 'booking_page',
      wording: 'Schicken Sie mir E-Mails zu meinem Termin.',
    });
    assert.equal(consent.sms.status, 'unknown');
    // Through the page that asks to send again, both are kept.
    const next = await contactStep({ starts_at: utc(tuesday(25)) });
    const both = {
      consent: boxOf(next, 'consent'),
      consent_email: boxOf(next, 'consent_email'),
    };
    const person = { name: 'Sam', email: 'sam@example.com', phone: '+14155550135' };
    const again = await send(next, { ...person, ...both, challenge: '', proof: '' });
    assert.equal(again.status, 428);
    service.clock.advance(6_000);
    assert.equal((await visitor.post({ ...fieldsToSend(again.text), proof: '' })).status, 303);
    const [sam] = await leads();
    assert.deepEqual(
      [sam.consent.sms, sam.consent.email].map(({ status, wording }) => [status, wording]),
      [
        ['granted', 'Text me about my visit. Message and data rates may apply. Reply STOP to end.'],
        ['granted', 'Email me about my visit.'],
      ],
    );
  });

  it('goes to the company’s own page at the end, if it has one', async () => {
    visitor = await newPage({ redirect_url: 'https://alder.example.com/thanks' });
    const contact = await contactStep({ starts_at: utc(tuesday(26)) });
    assert.match(
      contact.headers.get('content-security-policy') ?? '',
      /form-action 'self' https:\/\/alder\.example\.com;/,
    );
    assert.equal((await send(contact)).location, 'https://alder.example.com/thanks');
  });
});

describe('a visitor of a booking page of an office that has changed', () => {
  beforeEach(openOffice);

  it('sees only active services that can be booked online', async () => {
    await office.api.patch('/v1/services/repair', { online: false });
    const one = await visitor.open();
    assert(!one.text.includes('Repair'));
    await office.api.patch('/v1/services/tune_up', { active: false });
    assertShows(await visitor.open(), 200, 'Nothing can be booked here at the moment.');
    const sent = await visitor.post({ service: 'tune_up', ...DANA });
    assert.equal(sent.status, 422);
    assert.deepEqual(await leads(), []);
  });

  it('chooses an arrival window if the company promises windows', async () => {
    await office.schedule({ arrival_window: { duration: 'PT2H', aligned: true } });
    const wish = { step: 'time', service: 'tune_up', postal_code: '97205', day: '2027-03-02' };
    const time = await visitor.open(wish);
    assert.equal(timesIn(time.text).length, 5);
    assertShows(time, 200, /10:00\sAM\s–\s12:00\sPM/u);
    const [first = ''] = timesIn(time.text);
    const sent = await send(await contactStep({ starts_at: first }));
    assertShows(await visitor.follow(sent.location), 200, /8:00\s–\s10:00\sAM/u);
    // The start that the page offered is taken, and the promise can still be kept.
    const contact = await contactStep({ starts_at: utc(tuesday(1)) });
    await created(
      office.api.post('/v1/time-off', {
        user_id: office.rosa,
        starts_at: tuesday(1),
        ends_at: tuesday(2),
      }),
    );
    assert.equal((await send(contact)).status, 303);
    const starts = (await visits()).map((visit: { starts_at: string }) => visit.starts_at);
    assert.deepEqual(starts.toSorted(), [tuesday(-1), tuesday(2)]);
  });

  it('finds later days, and the first open ones if the next weeks are full', async () => {
    const wish = { step: 'time', service: 'tune_up', postal_code: '97205' };
    assertShows(await visitor.open(wish), 200, 'Later days');
    const later = await visitor.open({ ...wish, from: '2027-03-15' });
    assertShows(later, 200, 'Earlier days', 'Monday, March 15');
    await office.takeOff(office.rosa, '2027-03-01T00:00:00-08:00', '2027-03-25T00:00:00-07:00');
    assertShows(await visitor.open(wish), 200, 'Thursday, March 25');
    for (const from of ['9999-99-99', 'x', '0001-01-01', '9999-12-31', '-271821-01-01']) {
      assert.equal((await visitor.open({ ...wish, from })).status, 200, from);
    }
  });

  it('must choose a service, a postal code and a time', async () => {
    assertShows(await visitor.open({ step: 'details' }), 422, 'Choose what you need.');
    assertShows(await visitor.open({ step: 'time', service: 'nothing' }), 422, 'href="#service"');
    const bad = { step: 'time', service: 'tune_up', postal_code: '<b>' };
    assertShows(await visitor.open(bad), 422, 'Enter the postal code', '&lt;b&gt;');
    assertShows(await contactStep({ starts_at: '' }), 422, 'href="#starts_at"', 'Choose a time.');
    assertShows(await contactStep({ starts_at: 'tomorrow' }), 422, 'Choose a time.');
    await created(office.api.post('/v1/areas', { name: 'City', postal_codes: ['972*'] }));
    const none = { step: 'time', service: 'tune_up' };
    assertShows(await visitor.open(none), 422, 'href="#postal_code"');
  });
});

describe('a visitor who goes back after the booking', () => {
  beforeEach(openOffice);

  const stateOf = ({ text }: SentPage) =>
    hiddenIn(/<form method="get"[^>]*id="state">.*?<\/form>/s.exec(text)?.[0] ?? '');
  const ALREADY = 'booked already, so nothing was booked again';
  let times: SentPage;
  let contact: SentPage;
  let booked: SentPage;

  beforeEach(async () => {
    await office.newUser({ name: 'Ben Ito' });
    const details = await visitor.open({ service: 'tune_up' });
    times = await visitor.open({ ...stateOf(details), step: 'time', postal_code: '97205' });
    const chosen = { day: '2027-03-02', starts_at: utc(TUESDAY_9) };
    contact = await visitor.open({ ...stateOf(times), ...chosen, step: 'contact' });
    booked = await send(contact);
  });

  /** What the last page will show, which is in its address. */
  function shownBy({ status, location, text }: SentPage) {
    assert.equal(status, 303, contentOf(text));
    const signed = new URL(location ?? '', visitor.url).searchParams.get('v') ?? '';
    const content = JSON.parse(Buffer.from(signed.split('.', 1)[0] ?? '', 'base64url').toString());
    const { time, link = null, isEarlier = false } = content;
    return { start: new Date(time.start).toISOString(), hasLink: link !== null, isEarlier };
  }

  it('sees what was booked, in each step, without the link to the visit', async () => {
    for (const page of [times, contact]) {
      const back = await visitor.open(stateOf(page));
      assertShows(back, 200, 'Your visit is booked', ALREADY, /March 2, 9:00/, 'visit.ics');
      assert(!back.text.includes('/c/'), 'an address is passed on more easily');
    }
    const other = await visitor.open({ ...stateOf(times), step: 'details', lang: 'de' });
    assertShows(other, 200, 'Ihr Termin ist gebucht');
  });

  it('books nothing again, whatever is sent from the page that the browser has kept', async () => {
    const first = { start: utc(TUESDAY_9), hasLink: true, isEarlier: false };
    assert.deepEqual(shownBy(booked), first);
    assert.deepEqual(shownBy(await send(contact)), first);
    const changes = [
      { notes: 'Ring twice.' },
      { starts_at: utc(tuesday(3)), phone: '+14155550188' },
      { name: '' },
      { step: 'request' },
      { challenge: '', notes: 'Again' },
    ];
    for (const change of changes) {
      const sent = await send(contact, change);
      assert.deepEqual(shownBy(sent), { ...first, hasLink: false, isEarlier: true });
    }
    assert.equal((await visits()).length, 1);
    assert.equal((await leads()).length, 1);
  });

  it('books another visit from the start, or in the place of one that was canceled', async () => {
    const start = stateOf(await visitor.open({ service: 'tune_up' }));
    const next = { ...start, postal_code: '97205', step: 'contact', starts_at: utc(tuesday(3)) };
    assert.equal(shownBy(await send(await visitor.open(next))).start, utc(tuesday(3)));
    const first = (await visits()).find(
      ({ starts_at }: { starts_at: string }) => starts_at === TUESDAY_9,
    );
    await office.api.post(`/v1/appointments/${first.appointment_id}/cancel`, { reason: 'No' });
    const again = await visitor.open(stateOf(contact));
    const sent = await send(again, { phone: '+14155550177' });
    assert.deepEqual(shownBy(sent), { start: utc(TUESDAY_9), hasLink: true, isEarlier: false });
    assert.equal((await visits()).length, 3);
  });

  describe('while the office cancels the visit', () => {
    const another = { start: utc(TUESDAY_9), hasLink: true, isEarlier: false };

    /** The challenge is in use elsewhere, so its request waits after it has looked up the visit. Meanwhile that is canceled. */
    async function sendWhileCanceled(
      fields: Record<string, string>,
      useChallenge: string,
    ): Promise<SentPage> {
      const [{ appointment_id }] = await visits();
      service.clock.advance(6_000);
      const { owner } = service;
      await owner.query('begin');
      const key = fields.challenge?.split('.')[2];
      await owner.query(useChallenge, [key, uuidFrom('appointment', appointment_id)]);
      const sending = visitor.post({ ...fields, ...DANA });
      const waiting = `select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`;
      await eventually(async () => (await owner.query(waiting)).rows.length > 0);
      const canceled = await office.api.post(`/v1/appointments/${appointment_id}/cancel`);
      await owner.query('rollback');
      assert.equal(canceled.status, 200);
      return sending;
    }

    it('books another visit if something else is sent', async () => {
      const fields = fieldsToSend((await contactStep()).text);
      const { submission = '' } = fieldsToSend(contact.text);
      const sent = await sendWhileCanceled(
        { ...fields, submission, notes: 'Ring twice.' },
        `insert into form_challenges (organization_id, challenge_key, content_hash, expires_at)
         select organization_id, $1, '', now() from appointments where appointment_id = $2`,
      );
      assert.deepEqual(shownBy(sent), another);
      assert.deepEqual(
        (await visits()).map(({ status }: { status: string }) => status).toSorted(),
        ['booked', 'canceled'],
      );
    });

    it('is asked to send again what was sent before, and then books another visit', async () => {
      const again = await sendWhileCanceled(
        fieldsToSend(contact.text),
        `update form_challenges set expires_at = expires_at
         where challenge_key = $1 and organization_id =
           (select organization_id from appointments where appointment_id = $2)`,
      );
      assertShows(again, 428, '\nDana Whitfield</textarea>');
      assert.deepEqual(shownBy(await send(again)), another);
    });
  });

  it('is asked to send again what was booked without an id of its own, and canceled', async () => {
    const { submission: _, ...fields } = fieldsToSend((await contactStep()).text);
    service.clock.advance(6_000);
    const first = shownBy(await visitor.post({ ...fields, ...DANA }));
    const booked = (await visits()).filter(
      ({ status, starts_at }: { status: string; starts_at: string }) =>
        status === 'booked' && utc(starts_at) === first.start,
    );
    for (const { appointment_id } of booked) {
      await office.api.post(`/v1/appointments/${appointment_id}/cancel`);
    }
    const again = await visitor.post({ ...fields, ...DANA });
    assertShows(again, 428, '\nDana Whitfield</textarea>');
    assert.deepEqual(shownBy(await send(again)), first);
  });

  it('starts again with an address that is half a day old', async () => {
    service.clock.advance(13 * 3_600_000);
    const later = { ...stateOf(contact), starts_at: '2027-03-03T17:00:00.000Z' };
    assertShows(await visitor.open(later), 200, 'How can we reach you?');
  });
});

describe('a time on a booking page', () => {
  beforeEach(openOffice);

  it('is booked once, however often the page is sent, also at the same time', async () => {
    const { text } = await contactStep();
    const fields = { ...fieldsToSend(text), ...DANA };
    service.clock.advance(6_000);
    const sent = await Promise.all(Array.from({ length: 6 }, () => visitor.post(fields)));
    const again = await visitor.post(fields);
    assert.deepEqual(
      [...sent, again].map(({ status }) => status),
      Array(7).fill(303),
    );
    assert.equal(new Set([...sent, again].map(({ location }) => location)).size, 1);
    assert.equal((await visits()).length, 1);
    assert.equal((await leads()).length, 1);
  });

  it('is sold once to many visitors', async () => {
    const pages = await Promise.all(Array.from({ length: 4 }, () => contactStep()));
    const all = pages.map(({ text }, place) => ({
      ...fieldsToSend(text),
      ...{ ...DANA, phone: `+1415555020${place}` },
    }));
    service.clock.advance(6_000);
    const sent = await Promise.all(all.map((fields) => visitor.post(fields)));
    assert.deepEqual(sent.map(({ status }) => status).toSorted(), [303, 409, 409, 409]);
    assert.equal((await visits()).length, 1);
    assert.equal((await leads()).length, 1);
  });

  it('that was lost meanwhile is replaced by one of the next three, and nothing has to be typed again', async () => {
    const contact = await contactStep();
    await office.booked();
    const lost = await send(contact, { notes: 'Ring twice.' });
    assertShows(
      lost,
      409,
      'This time was just taken',
      '\nRing twice.</textarea>',
      '\nDana Whitfield</textarea>',
    );
    const offered = timesIn(lost.text);
    assert.deepEqual(offered, [tuesday(1), tuesday(1.5), tuesday(2)].map(utc));
    assert.deepEqual(await leads(), []);
    const sent = await visitor.post({ ...fieldsToSend(lost.text), starts_at: offered[1] ?? '' });
    assert.equal(sent.status, 303, sent.text);
    const [lead] = await leads();
    const booked = (await visits()).find(
      (visit: { lead_id: string }) => visit.lead_id === lead.lead_id,
    );
    assert.deepEqual([booked.starts_at, booked.notes], [tuesday(1.5), 'Ring twice.']);
  });

  it('that was lost can also become a request', async () => {
    const contact = await contactStep();
    await office.booked();
    const lost = await send(contact);
    assert.match(lost.text, /<button[^>]* name="step" value="request">/);
    const offered = { starts_at: timesIn(lost.text)[0] ?? '' };
    const fields = { ...fieldsToSend(lost.text), ...offered, step: 'request' };
    const sent = await visitor.post(fields);
    assertShows(await visitor.follow(sent.location), 200, 'We have your request');
    assert.equal((await leads())[0].booked, false);
  });

  it('that was lost before the contact is typed leads back to the open times', async () => {
    await office.booked();
    assertShows(await contactStep(), 200, 'This time was just taken', 'Step 3 of 4');
  });

  it('is not offered and not booked where the day is full', async () => {
    const contact = await contactStep();
    const rule = { date: '2027-03-02', max_visits: 0 };
    await created(office.api.post('/v1/capacity-rules', { ...rule, max_visits: 1 }));
    await office.booked({ starts_at: tuesday(4), service: 'tune_up' });
    const wish = { step: 'time', service: 'tune_up', postal_code: '97205' };
    assert(!(await visitor.open(wish)).text.includes('March 2<'));
    const full = await send(contact);
    assertShows(full, 409, 'This time was just taken', 'March 3');
    assert.equal((await visits()).length, 1);
  });

  it('outside every area is not offered, and the request becomes a lead', async () => {
    await created(office.api.post('/v1/areas', { name: 'City', postal_codes: ['972*'] }));
    const wish = { step: 'time', service: 'tune_up', postal_code: '10001' };
    const outside = await visitor.open(wish);
    assertShows(outside, 200, 'outside the area', 'Send the request');
    assert.deepEqual(timesIn(outside.text), []);
    const sent = await send(outside);
    assertShows(await visitor.follow(sent.location), 200, 'We have your request', 'Tune-up');
    const [lead] = await leads();
    assert.deepEqual(
      [lead.address, lead.booked, lead.service_needed],
      ['9 Oak St, 10001', false, 'tune_up'],
    );
    assert.deepEqual(await visits(), []);
  });

  it('of a place that is no longer served becomes a request, with all that was typed', async () => {
    const contact = await contactStep();
    await created(office.api.post('/v1/areas', { name: 'Elsewhere', postal_codes: ['10001'] }));
    const outside = await send(contact);
    assertShows(outside, 409, 'outside the area', 'value="Dana Whitfield"');
    assert.equal((await send(outside)).status, 303);
    assert.equal((await leads()).length, 1);
  });

  it('that nobody has becomes a request, too', async () => {
    await office.takeOff(office.rosa, '2027-03-01T00:00:00-08:00', '2027-12-01T00:00:00-08:00');
    const full = await visitor.open({ step: 'time', service: 'tune_up', postal_code: '97205' });
    assertShows(full, 200, 'No time is open at the moment.');
    assert.equal((await send(full)).status, 303);
    assert.equal((await leads()).length, 1);
  });
});

describe('a booking page', () => {
  useOneOffice();

  it('speaks the language of the visitor, and can be switched', async () => {
    const spanish = visitorOf(visitor.url, 'es-MX, en;q=0.5');
    const page = await spanish.open();
    assertShows(
      page,
      200,
      '<html lang="es">',
      '¿Qué necesita?',
      'Puesta a punto',
      'Paso 1 de 4',
      'desde',
    );
    assert.match(page.text, /<button[^>]* name="lang" value="de"[^>]* lang="de">Deutsch<\/button>/);
    assertShows(await spanish.open({ lang: 'de' }), 200, '<html lang="de">', 'Was brauchen Sie?');
    const headings = { fr: 'Choisissez un jour', pt: 'Escolha um dia', de: 'Wählen Sie Tag' };
    for (const [lang, heading] of Object.entries(headings)) {
      const wish = { lang, step: 'time', service: 'tune_up', day: '2027-03-02' };
      assertShows(await visitor.open(wish), 200, `<html lang="${lang}">`, heading);
    }
    visitor = await newPage({ languages: ['en', 'fr'] });
    const limited = await visitorOf(visitor.url, 'es').open();
    assertShows(limited, 200, '<html lang="en">');
    assert(!limited.text.includes('Deutsch'));
  });

  it('has the name and the color of the company, and loads nothing but its logo', async () => {
    visitor = await newPage({
      brand: { color: '#FFCC00', logo_url: 'https://cdn.example.com/logo.png?a=1&b=2' },
    });
    const page = await visitor.open();
    assertShows(
      page,
      200,
      '--brand: #ffcc00; --on-brand: #000000;',
      'src="https://cdn.example.com/logo.png?a=1&amp;b=2"',
    );
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(
      policy,
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+' 'sha256-[^']+'; connect-src 'self'; img-src https:\/\/cdn\.example\.com; form-action 'self'; frame-ancestors \*; base-uri 'none'$/,
    );
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(page.headers.get('cache-control'), 'no-store');
  });

  it('escapes all texts of the company and of the visitor', async () => {
    await newService({
      code: 'hostile',
      name: HOSTILE,
      questions: [
        { key: 'one', label: HOSTILE, kind: 'choice', choices: [HOSTILE], required: true },
        { key: 'two', label: 'Why?', kind: 'text', required: false },
      ],
    });
    visitor = await newPage({ title: HOSTILE, services: ['hostile'], thank_you: HOSTILE });
    const wish = { service: 'hostile', q_one: HOSTILE, q_two: HOSTILE, postal_code: '97205' };
    const pages = [
      await visitor.open(),
      await visitor.open({ ...wish, step: 'time', postal_code: HOSTILE }),
      await visitor.open({ ...wish, step: 'time', day: HOSTILE, from: HOSTILE, lang: HOSTILE }),
      await contactStep(wish),
    ];
    const sent = await send(pages[3] ?? assert.fail(), { notes: HOSTILE });
    pages.push(await visitor.follow(sent.location));
    for (const { text } of pages) assert(!text.includes('<script>alert'), text);
    assert.equal(
      (await visitAt(TUESDAY_9)).notes,
      `${HOSTILE}\n${HOSTILE} ${HOSTILE}\nWhy? ${HOSTILE}`,
    );
  });

  it('takes right-to-left text and typed answers of any length that it allows', async () => {
    const questions = Array.from({ length: 10 }, (_, place) => ({
      ...{ key: `q${place}`, label: `Question ${place}`, kind: 'text', required: true },
    }));
    await newService({ code: 'long', questions });
    visitor = await newPage({ services: ['long'] });
    const answers = (length: number) =>
      Object.fromEntries(questions.map(({ key }) => [`q_${key}`, 'ש'.repeat(length)]));
    const starts_at = utc(tuesday(1));
    const contact = await contactStep({ service: 'long', starts_at, ...answers(150) });
    assert.equal((await send(contact, { name: 'דנה לוי' })).status, 303);
    assert.equal((await leads())[0].name, 'דנה לוי');
    const long = await contactStep({ service: 'long', starts_at, ...answers(151) });
    assertShows(long, 422, 'Use at most 150 characters.');
  });

  it('takes a choice from a long list as it is written', async () => {
    const choices = ['  two  words ', 'a "b" & <c>', ...many(10)];
    function many(count: number) {
      return Array.from({ length: count }, (_, at) => `${at} ${'漢'.repeat(46)}`);
    }
    const questions = Array.from({ length: 10 }, (_, place) => ({
      ...{ key: `q${place}`, label: 'Which?', kind: 'choice', choices, required: false },
    }));
    await newService({ code: 'choices', questions });
    visitor = await newPage({ services: ['choices'] });
    const { text } = await visitor.open();
    const [, options = ''] = /<select id="q_q0"|<select[^>]*>(.*?)<\/select>/s.exec(text) ?? [];
    assert(options.includes('<option value="  two  words ">'), options);
    assert(options.includes('<option>a "b" &amp; &lt;c&gt;</option>'), options);
    const answers = { q_q0: choices[0] ?? '', q_q1: choices[1] ?? '' };
    const again = await visitor.open({ step: 'details', ...answers });
    assert.equal(again.text.split(' selected>').length - 1, 2);
    const contact = await contactStep({
      service: 'choices',
      starts_at: utc(tuesday(2)),
      ...answers,
    });
    assert.equal((await send(contact)).status, 303);
    assert.match(
      (await visitAt(tuesday(2))).notes,
      /Which\? {3}two {2}words \nWhich\? a "b" & <c>/,
    );
  });

  it('gives back ten thousand quotation marks without making them longer', async () => {
    const contact = await contactStep({ starts_at: utc(tuesday(24)) });
    const notes = '"'.repeat(10_000);
    for (const more of [{ name: '' }, { challenge: '' }]) {
      const page = await send(contact, { notes, ...more });
      assertShows(page, 'name' in more ? 422 : 428, `>\n${notes}</textarea>`);
      assertSmall(page.text);
    }
  });

  it('lets no program in: the hidden field, no challenge, or a used one', async () => {
    const before = (await leads()).length;
    const contact = await contactStep({ starts_at: utc(tuesday(3)) });
    const bot = await send(contact, { website: 'https://spam.example.com' });
    assertShows(await visitor.follow(bot.location), 200, 'We have your request');
    const without = await send(contact, { challenge: '', proof: '' });
    assertShows(
      without,
      428,
      'One more step',
      '\nDana Whitfield</textarea>',
      'data-auto="Sending …"',
    );
    assert.equal((await leads()).length, before);
    // Sent again from there after a few seconds, also without a script.
    service.clock.advance(6_000);
    const fields = { ...fieldsToSend(without.text), proof: '' };
    assert.equal((await visitor.post(fields)).status, 303);
    const other = { submission: (await contactStep()).text };
    const [, submission = ''] = /name="submission" value="([^"]*)"/.exec(other.submission) ?? [];
    const used = await visitor.post({ ...fields, submission, starts_at: utc(tuesday(4)) });
    assert.equal(used.status, 428);
    assert.equal((await leads()).length, before + 1);
  });

  it('is a 404 page for an unknown, malformed or inactive key, in the language of the visitor', async () => {
    const { data } = (await office.api.get('/v1/booking-pages?limit=1')).body;
    await office.api.patch(`/v1/booking-pages/${data[0].booking_page_id}`, { active: false });
    visitor = visitorOf(data[0].url);
    const gone = await visitorOf(visitor.url, 'pt').open();
    assertShows(gone, 404, '<html lang="pt">', 'Página não encontrada');
    assert.equal((await visitor.post({ ...DANA })).status, 404);
    const unknown = visitorOf(visitor.url.replace(/.{26}$/, '0'.repeat(26)));
    assertShows(await unknown.open(), 404, 'Page not found');
    assertShows(await visitorOf(`${visitor.url}x`).open(), 404, 'Page not found');
  });

  it('refuses large bodies and other formats with a page', async () => {
    const large = await visitor.post({ notes: 'x'.repeat(70_000) });
    assertShows(large, 413, 'too long');
    const json = await fetch(visitor.url, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(json.status, 415);
    assert.match(await json.text(), /Unsupported format/);
  });

  it('takes ten requests per second from one address', async () => {
    const one = new BookingVisitor(visitor.url, 'en', () => '203.0.113.7');
    await inOneMoment(async () => {
      const all = await Promise.all(Array.from({ length: 12 }, () => one.open({ x: '1' })));
      const refused = all.filter(({ status }) => status === 429);
      assert.equal(refused.length, 2);
      assert.match(refused[0]?.text ?? '', /Too many requests/);
      assert.equal((await visitor.open()).status, 200);
    });
  });
});

describe('a booking page below 50 kB, with scripts and styles', () => {
  before(openOffice);
  beforeEach(() => service.clock.set(FIRST_NOW));

  it('has as many services, questions and choices as there can be, of any character', async () => {
    const code = (place: number) => `service_${place}${'x'.repeat(50)}`;
    const first = code(0);
    const codes = Array.from({ length: 50 }, (_, place) => code(place));
    const price_hint = { kind: 'from', amount: 8_900, currency: 'USD' };
    await newService({ code: first, price_hint });
    await service.owner.query(
      `insert into services select other.* from services s, generate_series(1, 49) n, jsonb_populate_record(
         s, jsonb_build_object('code', 'service_' || n || repeat('x', 50))) other where s.code = $1`,
      [first],
    );
    for (const character of ['x', '"', '&', '漢', '🔧', '\u202e']) {
      const name = character.repeat(200);
      await service.owner.query(`update services set name = $1 where code like 'service%xxx'`, [
        name,
      ]);
      const questions = Array.from({ length: 10 }, (_, place) => ({
        ...{ key: `question_${place}`, label: name, kind: 'choice', required: true },
        choices: Array.from({ length: 12 }, (_, at) => `${at} ${character.repeat(47)}`),
      }));
      const changed = await office.api.patch(`/v1/services/${first}`, { questions });
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      visitor = await newPage({ services: codes, title: name });
      await office.api.patch('/v1/organization', { name });
      const details = await visitor.open({ step: 'details', service: first });
      const pages = [
        await visitor.open(),
        details,
        await visitor.open({ step: 'details' }),
        await visitor.open({ step: 'time', service: first, postal_code: '97205' }),
      ];
      assert.deepEqual(
        pages.map(({ status }) => status),
        [200, 200, 422, 422],
      );
      for (const { text } of pages) assertSmall(text);
      assert.equal(pages[0]?.text.split('value="service_').length, 51, 'a service is missing');
      assert.equal(details.text.split('<option').length - 1, 10 * 13, 'a choice is missing');
    }
    await office.api.patch('/v1/organization', { name: 'Alder' });
  });

  it('has every step, with ten long answers and long notes of any character', async () => {
    await office.schedule({ step_minutes: 5 });
    visitor = await newPage();
    const tuneUp = { service: 'tune_up', postal_code: '97205' };
    const plain = [
      await visitor.open(),
      await visitor.open({ ...tuneUp, step: 'details' }),
      await visitor.open({ ...tuneUp, step: 'time', day: '2027-03-02' }),
      await contactStep(),
    ];
    for (const { text } of plain) assertSmall(text);
    assert(timesIn(plain[2]?.text ?? '').length > 30);
    await office.schedule({ arrival_window: { duration: 'PT2H' } });

    const questions = Array.from({ length: 10 }, (_, place) => ({
      ...{ key: `q${place}`, label: '漢'.repeat(200), kind: 'text', required: true },
    }));
    const notes = '漢'.repeat(5_000);
    const contacts: [visitor: BookingVisitor, contact: SentPage][] = [];
    for (const [place, character] of ['"', 'ש', '漢'].entries()) {
      const code = `long_${place}`;
      await newService({ code, name: character.repeat(200), questions });
      visitor = await newPage({ services: [code, 'tune_up'] });
      const answers = Object.fromEntries(
        questions.map(({ key }) => [`q_${key}`, character.repeat(150)]),
      );
      const long = { service: code, postal_code: '97205', ...answers };
      const wish = { ...long, utm_source: 'x'.repeat(500) };
      const contact = await contactStep(wish);
      const pages = [
        contact,
        await visitor.open({ ...wish, step: 'service' }),
        await visitor.open({ ...wish, step: 'details' }),
        await visitor.open({ ...wish, step: 'time', day: '2027-03-02' }),
        await send(contact, { notes, name: '' }),
        await send(contact, { notes, challenge: '' }),
      ];
      assert.deepEqual(
        pages.map(({ status }) => status),
        [200, 200, 200, 200, 422, 428],
      );
      for (const { text } of pages) assertSmall(text);
      contacts.push([visitor, contact]);
    }
    await office.takeOff(office.rosa, tuesday(-3), tuesday(9));
    for (const [of, contact] of contacts) {
      visitor = of;
      const lost = await send(contact, { notes });
      assert.equal(lost.status, 409);
      assertSmall(lost.text);
    }
  });
});
