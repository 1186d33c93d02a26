import assert from 'node:assert/strict';
import type { Language } from '../domain/languages.ts';
import { type AnotherApp, startAnotherApp } from './another-app.ts';
import type { ApiClient } from './api-client.ts';
import { fieldsToSend, type SentPage } from './booking-visitor.ts';
import { Bookkeeping } from './bookkeeping.ts';
import { created } from './created.ts';
import { eventually } from './eventually.ts';
import type { TestService } from './harness.ts';
import { freshLead } from './leads.ts';
import { newLinkFor } from './link-visitor.ts';
import { newUser } from './office.ts';
import { connect, Paying } from './paying.ts';
import type { StripeStand } from './stripe-stand.ts';
import { uuidFrom } from './uuid-from.ts';

/** The kinds of pages that anyone can open with a key. */
export type PageKind = 'form' | 'booking' | 'customer' | 'unsubscribe';

/** One page in one state, which can be opened as often as a test likes: opening it changes nothing. */
export interface PublicPage {
  kind: PageKind;
  name: string;
  status: number;
  /** A text that only this state has, in English. */
  shows: string;
  path: string;
  /** What is sent; a page without it is opened with GET. */
  fields?: Record<string, string>;
}

const DAY_MS = 24 * 60 * 60_000;
const WEDNESDAY = '2027-03-03';
const UNKNOWN = '0'.repeat(26);
const DANA = { name: 'Dana Whitfield', phone: '+14155550134', email: 'dana@example.com' };
const LINES = [
  { description: 'Boiler with everything that it needs', quantity: 1, unit_amount: 120_000 },
  { description: 'Thermostat', quantity: 2, unit_amount: 10_000, tax_rate: 8.25, optional: true },
];
const OPTIONS = [
  { name: 'Good', lines: LINES },
  { name: 'Better', recommended: true, lines: LINES },
];
const QUESTIONS = [
  {
    ...{ key: 'fuel', label: 'Gas or electric?', kind: 'choice', required: true },
    choices: ['Gas', 'Electric'],
  },
  { key: 'stairs', label: 'Many stairs?', kind: 'yes_no', required: false },
  { key: 'more', label: 'What happened?', kind: 'text', required: true },
];

/**
 * Every kind of page without a token, in every state. Each is opened from an address of its own, so that none is one request
 * too many. The service needs a worker.
 */
export class PublicPages {
  readonly pages: PublicPage[] = [];
  readonly #service: TestService;
  readonly #app: AnotherApp;
  readonly #companies: ApiClient[] = [];
  #opened = 0;
  #language: Language = 'en';

  private constructor(service: TestService, app: AnotherApp) {
    this.#service = service;
    this.#app = app;
  }

  static async make(service: TestService, stripe: StripeStand): Promise<PublicPages> {
    const all = new PublicPages(service, await startAnotherApp(service, { trustProxy: 1 }));
    const old = await all.#estimate(await all.#company(), { valid_until: '2027-03-01' });
    service.clock.advance(DAY_MS);
    all.#add('customer', 'an estimate that has expired', old.path, 'This estimate has expired.');
    const api = await all.#company();
    await all.#forms(api);
    await all.#bookings(await all.#company());
    await all.#visits(api);
    await all.#estimates(api);
    await all.#profiles(api);
    await all.#invoices(stripe);
    await all.#unsubscribing(api);
    return all;
  }

  /** What visitors' browsers ask for, and what the companies write in if they know of nothing else. */
  async speak(language: Language): Promise<void> {
    this.#language = language;
    for (const api of this.#companies) {
      assert.equal((await api.patch('/v1/organization', { language })).status, 200);
    }
  }

  async open({ path, fields }: Pick<PublicPage, 'path' | 'fields'>): Promise<SentPage> {
    this.#opened += 1;
    const headers = {
      accept: 'text/html',
      'accept-language': this.#language,
      'x-forwarded-for': `10.1.${this.#opened >> 8}.${this.#opened & 255}`,
    };
    // The forms of booking pages say in which language they were shown.
    const typed = fields && { ...fields, ...('lang' in fields && { lang: this.#language }) };
    const sent = typed && { method: 'POST', body: new URLSearchParams(typed) };
    const options = { headers, redirect: 'manual', ...sent } as const;
    const response = await fetch(this.#app.url + path, options);
    const location = response.headers.get('location');
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location,
    };
  }

  stop(): Promise<void> {
    return this.#app.stop();
  }

  #add(kind: PageKind, name: string, path: string, shows: string, more: Partial<PublicPage> = {}) {
    this.pages.push({ kind, name, status: 200, shows, path, ...more });
  }

  async #company(): Promise<ApiClient> {
    const { api } = await this.#service.newOrganization();
    this.#companies.push(api);
    await api.patch('/v1/organization', { brand_color: '#ffcc00', phone: '+15035550100' });
    return api;
  }

  async #forms(api: ApiClient): Promise<void> {
    const services = [
      { code: 'repair', label: 'Repair' },
      { code: 'tune_up', label: 'Tune-up' },
    ];
    const form = { name: 'Website', title: 'Ask Alder', intro: 'We call you back.', services };
    const path = pathOf((await created(api.post('/v1/forms', form))).url);
    const add = (name: string, shows: string, more: Partial<PublicPage> = {}) =>
      this.#add('form', `a form: ${name}`, path, shows, more);
    add('empty', 'We call you back.');
    const wrong = { phone: '1', email: 'x' };
    add('with errors', 'Enter a complete email', { status: 422, fields: wrong });
    const fields = { ...DANA, service_needed: 'repair' };
    add('one more step', 'One more step', { status: 428, fields });
    add('thanks', 'Thank you.', { path: `${path}/thanks` });
    add('unknown', 'not found', { status: 404, path: `/f/${UNKNOWN}` });
  }

  async #bookings(api: ApiClient): Promise<void> {
    await newUser(api, { name: 'Rosa Delgado' });
    const one = { duration_minutes: 60, online: true };
    const hint = { kind: 'from', amount: 8_900, currency: 'USD' };
    const tuneUp = { ...one, code: 'tune_up', name: 'Tune-up', price_hint: hint };
    await created(api.post('/v1/services', tuneUp));
    const repair = { ...one, code: 'repair', name: 'Repair', questions: QUESTIONS };
    await created(api.post('/v1/services', repair));
    await created(api.post('/v1/services', { ...one, code: 'gone', name: 'Gone' }));
    const body = { name: 'Website', title: 'Book with Alder', services: ['tune_up', 'repair'] };
    const path = pathOf((await created(api.post('/v1/booking-pages', body))).url);
    const choices = Array.from({ length: 12 }, (_, at) => `${at} ${'漢'.repeat(46)}`);
    const questions = Array.from({ length: 10 }, (_, at) => ({
      ...{
        key: `q${at}`,
        label: `Which of these, ${at}?`,
        kind: 'choice',
        required: true,
        choices,
      },
    }));
    await created(api.post('/v1/services', { ...one, code: 'long', name: 'Long', questions }));
    const lists = { name: 'Long', title: 'Book with Alder', services: ['long'] };
    const long = pathOf((await created(api.post('/v1/booking-pages', lists))).url);
    const empty = { name: 'Old', title: 'Book with Alder', services: ['gone'] };
    const nothing = pathOf((await created(api.post('/v1/booking-pages', empty))).url);
    await api.patch('/v1/services/gone', { online: false });

    const add = (name: string, shows: string, more: Partial<PublicPage> = {}) =>
      this.#add('booking', `a booking page: ${name}`, path, shows, more);
    const at = (query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;
    const step = (name: string, shows: string, query: Record<string, string>, status = 200) =>
      add(name, shows, { path: at(query), status });
    step('services', 'Tune-up', {});
    step('no service', 'Please check', { step: 'details' }, 422);
    step('questions', 'What happened?', { step: 'details', service: 'repair' });
    step('no answers', 'Please check', { step: 'time', service: 'repair' }, 422);
    const wish = { service: 'tune_up', postal_code: '97205' };
    step('days and times', 'aria-current="date"', { ...wish, step: 'time', day: WEDNESDAY });
    step('no time', 'Choose a time.', { ...wish, step: 'contact' }, 422);
    const starts_at = utc('T09:00:00-08:00');
    const contact = { ...wish, step: 'contact', starts_at };
    const open = { ...contact, starts_at: utc('T14:00:00-08:00') };
    step('contact', 'name="phone"', open);
    step('a time that was lost before the contact', 'This time was just taken', contact);
    step('a request without a time', 'Send', { ...wish, step: 'request' });
    add('questions with long choices', '<select', { path: long });
    add('long choices without an answer', '<select', { path: `${long}?step=time`, status: 422 });
    add('nothing offered', 'Book with Alder', { path: nothing });
    add('unknown', 'Page not found', { status: 404, path: `/b/${UNKNOWN}` });

    const filled = async (more: Record<string, string>): Promise<Record<string, string>> => ({
      ...fieldsToSend((await this.open({ path: at({ ...contact, ...more }) })).text),
      ...DANA,
    });
    const typed = await filled(open);
    const wrong = { ...typed, name: '', email: 'x' };
    add('contact with errors', 'Enter your name.', { status: 422, fields: wrong });
    const unproved = { ...typed, challenge: '', proof: '' };
    add('one more step', 'One more step', { status: 428, fields: unproved });
    const fields = await filled({});
    const late = await filled({ starts_at: utc('T11:00:00-08:00') });
    for (const done of [fields, await filled({ step: 'request', starts_at: '' })]) {
      this.#service.clock.advance(6_000);
      const { status, location } = await this.open({ path, fields: done });
      assert.equal(status, 303);
      const shows = done === fields ? 'Your visit is booked' : 'We have your request';
      add(shows, shows, { path: (location ?? '').replace('lang=en&', '') });
    }
    // Booked by the office after the page was opened.
    const other = { name: 'Another', phone: '+14155550177' };
    const taken = { service: 'tune_up', starts_at: late.starts_at, contact: other };
    await created(api.post('/v1/bookings', taken));
    add('a lost time', 'This time was just taken', { status: 409, fields: late });
  }

  async #visits(api: ApiClient): Promise<void> {
    const visit = async (steps: readonly string[] = []) => {
      const { lead_id } = await created(api.post('/v1/leads', freshLead({ name: 'Dana' })));
      const assigned_to = await newUser(api, { name: 'Rosa Delgado' });
      const starts_at = `${WEDNESDAY}T09:00:00-08:00`;
      const location = { address: '9 Oak St' };
      const booking = { lead_id, assigned_to, starts_at, location };
      const { appointment_id: id } = await created(api.post('/v1/appointments', booking));
      for (const name of steps) {
        assert((await api.post(`/v1/appointments/${id}/${name}`)).status < 300, name);
      }
      return newLinkFor(api, 'visit', id);
    };
    const add = (name: string, path: string, shows: string, more: Partial<PublicPage> = {}) =>
      this.#add('customer', `a visit: ${name}`, path, shows, more);
    const booked = await visit();
    add('booked', booked.path, 'Please confirm');
    add('moved', `${booked.path}?done=moved`, 'Your visit has a new time.');
    add('nothing was done', `${booked.path}?done=refused`, 'This could not be done.');
    add('other times', `${booked.path}/move`, 'Times on');
    const lost = new URLSearchParams({ lost: utc('T11:00:00-08:00') });
    add('the time was just taken', `${booked.path}/move?${lost}`, 'This time was just taken.');
    add('confirmed', (await visit(['confirm'])).path, 'Your visit is confirmed.');
    add('on the way', (await visit(['en-route'])).path, 'We are on the way');
    add('canceled', (await visit(['cancel'])).path, 'This visit was canceled.');
    add('missed', (await visit(['start', 'no-show'])).path, 'did not take place');
    const done = await visit(['complete']);
    add('to review', done.path, 'How was your visit?');
    const wrong = { comment: 'x'.repeat(2_001) };
    const invalid = { status: 422, fields: wrong };
    add('a review with errors', `${done.path}/review`, 'Choose how many stars', invalid);
    const reviewed = await visit(['complete']);
    const review = { rating: '4', comment: 'Rosa was on time.' };
    assert.equal((await reviewed.post('review', review)).status, 303);
    add('reviewed', `${reviewed.path}?done=reviewed`, 'Thank you for your review.');
    const late = await this.#company();
    const customer_changes = { allowed: false, until_hours_before: 0 };
    await late.patch('/v1/organization', { scheduling: { customer_changes } });
    const { lead_id } = await created(late.post('/v1/leads', freshLead({ name: 'Dana' })));
    const assigned_to = await newUser(late, { name: 'Rosa Delgado' });
    const booking = { lead_id, assigned_to, starts_at: `${WEDNESDAY}T09:00:00-08:00` };
    const { appointment_id } = await created(late.post('/v1/appointments', booking));
    const fixed = await newLinkFor(late, 'visit', appointment_id);
    add('not to be changed', fixed.path, 'can no longer be moved');
    this.#add('customer', 'an unknown link', `/c/${UNKNOWN}`, 'Page not found', { status: 404 });
  }

  async #estimate(api: ApiClient, fields: object = {}) {
    const { lead_id } = await created(api.post('/v1/leads', freshLead({ name: 'Dana' })));
    const more = { terms: 'Half in advance.', warranty_months: 24, deposit: { percent: 30 } };
    const offer = { lead_id, title: 'New boiler', options: OPTIONS, ...more, ...fields };
    const { estimate_id } = await created(api.post('/v1/estimates', offer));
    await api.post(`/v1/estimates/${estimate_id}/send`);
    const visitor = await newLinkFor(api, 'estimate', estimate_id);
    return { estimate_id, visitor, path: visitor.path };
  }

  async #estimates(api: ApiClient): Promise<void> {
    const add = (name: string, path: string, shows: string, more: Partial<PublicPage> = {}) =>
      this.#add('customer', `an estimate: ${name}`, path, shows, more);
    const open = await this.#estimate(api);
    add('open', open.path, 'Choose an option');
    const choice = { option: '1', optional_1: '1' };
    const accept = `${open.path}/accept`;
    add('no option', accept, 'Choose an option.', { status: 422, fields: { option: '7' } });
    add('to be signed', accept, 'This is exactly what you approve.', { fields: choice });
    const { text } = await this.open({ path: accept, fields: choice });
    const total = /name="total" value="(\d+)"/.exec(text)?.[1] ?? assert.fail(text);
    const unsigned = { ...choice, total, drawing: 'data:image/png;base64,x' };
    add('not signed', accept, 'Enter your name.', { status: 422, fields: unsigned });
    const accepted = await this.#estimate(api);
    await accepted.visitor.post('accept', { ...choice, total, name: 'Dana Whitfield' });
    add('approved', accepted.path, 'Approved by Dana Whitfield');
    const declined = await this.#estimate(api);
    await declined.visitor.post('decline', { reason: 'Too expensive' });
    add('declined', declined.path, 'This estimate was declined.');
    const revised = await this.#estimate(api);
    await created(api.post(`/v1/estimates/${revised.estimate_id}/revise`, {}));
    add('replaced', revised.path, 'There is a newer version');
  }

  async #profiles(api: ApiClient): Promise<void> {
    const link = async (fields: Record<string, string>) => {
      const { lead_id } = await created(api.post('/v1/leads', freshLead(fields)));
      const { customer_id } = await created(api.post(`/v1/leads/${lead_id}/convert`));
      return (await newLinkFor(api, 'profile', customer_id)).path;
    };
    const add = (name: string, path: string, shows: string, more: Partial<PublicPage> = {}) =>
      this.#add('customer', `the own details: ${name}`, path, shows, more);
    const path = await link({ name: 'Dana' });
    add('as they are', path, 'Your details');
    add('saved', `${path}?done=saved`, 'Your details are saved.');
    const fields = { name: '', phone: '1', email: 'x', address: 'x'.repeat(501) };
    add('with errors', `${path}/save`, 'Enter a complete email', { status: 422, fields });
    const phone = '+14155550191';
    const stopped = await link({ name: 'Sam', phone });
    await created(api.post('/v1/opt-outs', { channel: 'sms', address: phone, source: 'phone' }));
    add('texts stopped', stopped, 'You stopped our texts');
  }

  async #invoices(stripe: StripeStand): Promise<void> {
    const add = (name: string, path: string, shows: string, more: Partial<PublicPage> = {}) =>
      this.#add('customer', `an invoice: ${name}`, path, shows, more);
    const linkOf = async (books: Bookkeeping, id: string) =>
      (await newLinkFor(books.api, 'invoice', id)).path;

    const plain = await Bookkeeping.open(this.#service);
    this.#companies.push(plain.api);
    const open = await plain.sent();
    add('nothing connected', await linkOf(plain, open.invoice_id), 'Ask us how you can pay.');
    const partly = await plain.sent();
    await plain.paid(partly.invoice_id, 1_000);
    add('paid in part', await linkOf(plain, partly.invoice_id), '$10.00');
    const paid = await plain.sent();
    await plain.paid(paid.invoice_id, paid.total);
    const paidPath = await linkOf(plain, paid.invoice_id);
    add('paid', paidPath, 'This invoice is paid.');
    const voided = await plain.sent();
    await plain.void(voided.invoice_id);
    const voidPath = await linkOf(plain, voided.invoice_id);
    add('void', voidPath, 'This invoice was voided.');
    add('void, to be paid', `${voidPath}/pay`, 'This invoice was voided.');

    const paying = await Paying.open(this.#service, stripe);
    this.#companies.push(paying.api);
    const { api, books } = paying;
    await api.patch('/v1/organization', { payment_instructions: 'By check to Alder.' });
    const fresh = await books.sent();
    add('to be paid', await linkOf(books, fresh.invoice_id), 'Pay online');
    const ready = await paying.checkout();
    const readyPath = await linkOf(books, ready.invoice.invoice_id);
    add('payment ready', `${readyPath}/pay`, 'Continue to the payment');
    const debit = await paying.checkout();
    await paying.deliver(stripe.beginDelayed(debit.session));
    const debitPath = await linkOf(books, debit.invoice.invoice_id);
    add('payment under way', debitPath, 'Your payment is on its way.');
    add('payment under way, again', `${debitPath}/pay`, 'Your payment is on its way.');
    const refused = await paying.checkout();
    await paying.deliver(stripe.beginDelayed(refused.session));
    await paying.deliver(stripe.endDelayed(refused.session, false));
    const refusedPath = await linkOf(books, refused.invoice.invoice_id);
    add('refused by the bank', refusedPath, 'Your bank refused the payment');
    const [organization, checkout] = [books.organizationId, ready.checkout.checkout_id];
    const key = `${organization.split('_')[1]}-${checkout.split('_')[1]}`;
    add('after the payment', `/paid/${key}?payment=done`, 'You can close this page.');
    add('payment given up', `/paid/${key}?payment=canceled`, 'Nothing was paid');

    const broken = await Bookkeeping.open(this.#service);
    this.#companies.push(broken.api);
    await connect(broken, 'sk_test_wrong');
    const failed = await broken.sent();
    const { checkout_id } = await created(
      broken.api.post(`/v1/invoices/${failed.invoice_id}/checkout`),
    );
    await eventually(
      async () => (await broken.api.get(`/v1/checkouts/${checkout_id}`)).body.status === 'failed',
    );
    const failedPath = await linkOf(broken, failed.invoice_id);
    add('payment not available', `${failedPath}/pay`, 'not available right now');

    // The provider fails whenever the service asks, so that the page stays as it is.
    stripe.failures.push(...Array<number>(10).fill(503));
    const asked = stripe.requests.length;
    const waiting = await books.sent();
    await created(api.post(`/v1/invoices/${waiting.invoice_id}/checkout`));
    await eventually(async () => stripe.requests.length > asked);
    const waitingPath = await linkOf(books, waiting.invoice_id);
    add('payment being prepared', `${waitingPath}/pay`, 'Your payment is being prepared.');
  }

  async #unsubscribing(api: ApiClient): Promise<void> {
    const settings = { host: '127.0.0.1', port: 1, from_address: 'office@example.com' };
    await created(api.post('/v1/channels', { kind: 'smtp', settings }));
    const lead = freshLead({ name: 'Dana', email: 'dana.list@example.com' });
    const { lead_id } = await created(api.post('/v1/leads', lead));
    const message = { lead_id, channel: 'email', subject: 'Hi', body: 'Hello' };
    const { communication_id } = await created(api.post('/v1/messages', message));
    const { rows } = await this.#service.owner.query(
      'select url from unsubscribe_keys where communication_id = $1',
      [uuidFrom('communication', communication_id)],
    );
    const path = pathOf(rows[0].url);
    this.#add('unsubscribe', 'unsubscribing: the question', path, '<form method="post">');
    const fields = { 'List-Unsubscribe': 'One-Click' };
    this.#add('unsubscribe', 'unsubscribing: done', path, '<p role="status">', { fields });
  }
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}

function utc(local: string): string {
  return new Date(WEDNESDAY + local).toISOString();
}
