import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type AnotherApp, startAnotherApp } from './another-app.ts';
import type { ApiResponse } from './api-client.ts';
import { hiddenIn } from './booking-visitor.ts';
import { assertCountersAgree } from './counters.ts';
import { created } from './created.ts';
import { sharedService } from './fixtures.ts';
import type { TestService } from './harness.ts';
import { Office, tuesday } from './office.ts';

/** Half an hour of work from nine to four: 15 places for each user, of which the rules allow fewer. */
const STARTS = Array.from({ length: 15 }, (_, n) => tuesday(n / 2));

interface Day {
  bookers: number;
  users: number;
}

/** How many visits the rules allow. */
function limitsOf({ users }: Day) {
  const [west, east] = [users * 5, users * 7];
  return { west, east, allDay: west + east };
}

/** Checks that a day is sold exactly, to many who book at once by page, API, hold and office: some in every run, many in the long one. */
export function describeBookersOfOneDay(day: Day): void {
  const { bookers: atOnce } = day;
  describe(`${atOnce} bookers of one day at once`, () => {
    const service = sharedService();
    let pages: AnotherApp;
    before(async () => {
      // Each visitor has an address of their own, as the proxy in front of it says.
      pages = await startAnotherApp(service, { trustProxy: 1 });
    });
    after(async () => {
      await pages.stop();
    });

    it('sell no place twice, and exactly as many as the rules allow', async () => {
      const office = await openOffice(service, day);
      const visitors = await openPages(office, pages.url, atOnce);
      service.clock.advance(TYPING_MS);
      const responses = await bookAll(office, visitors, atOnce);
      assert.deepEqual(
        responses.filter(({ status, body }) => !isExpected(status, body)).map(({ body }) => body),
        [],
      );
      const { data } = (await office.api.get('/v1/appointments?limit=200')).body;
      const sold = data.filter(({ status }: { status: string }) => status === 'booked');
      const places = sold.map((visit: Sold) => `${visit.assigned_to} ${visit.starts_at}`);
      assert.equal(new Set(places).size, places.length);
      const { west, east, allDay } = limitsOf(day);
      assert.equal(sold.length, allDay);
      const isSold = responses.map(({ status }) => status === 201);
      assert.equal(isSold.filter(Boolean).length, allDay, 'who is told so has a place');
      const ways = new Set(isSold.flatMap((is, n) => (is ? [wayOf(n)] : [])));
      // Of few places, all can go to those who book in one way.
      if (day.users >= 4) assert.deepEqual([...ways].sort(), [...WAYS].sort(), 'sold in every way');
      const soldIn = (code: string) =>
        sold.filter(({ location }: Sold) => location?.address?.includes(code)).length;
      assert.deepEqual([soldIn('97205'), soldIn('97233')], [west, east]);
      await assertCountersAgree(service.owner);
      await changeTheDay(office, sold, () => service.clock.advance(20_000));
      await assertCountersAgree(service.owner);
    });
  });
}

interface Sold {
  appointment_id: string;
  assigned_to: string;
  starts_at: string;
  location: { address?: string } | null;
}

async function openOffice(service: TestService, day: Day): Promise<Office> {
  const office = await Office.open(service);
  const { api } = office;
  const inspection = { code: 'inspection', name: 'Inspection', duration_minutes: 30, online: true };
  await created(api.post('/v1/services', { ...inspection, skills: ['inspection'] }));
  for (let n = 0; n < day.users; n += 1) await office.newUser({ skills: ['inspection'] });
  const west = await created(api.post('/v1/areas', { name: 'West', postal_codes: ['97205'] }));
  const east = await created(api.post('/v1/areas', { name: 'East', postal_codes: ['97233'] }));
  const limits = limitsOf(day);
  for (const rule of [
    { max_visits: limits.allDay },
    { max_visits: limits.west, area_id: west.area_id },
    { max_visits: limits.east, area_id: east.area_id },
  ]) {
    await created(api.post('/v1/capacity-rules', rule));
  }
  return office;
}

/** A person who types for so long needs no proof. */
const TYPING_MS = 6_000;
const WAYS = ['page', 'api', 'office', 'hold'] as const;

function wayOf(n: number): (typeof WAYS)[number] {
  if (n % 4 === 3) return 'page';
  return (['api', 'office', 'hold'] as const)[n % 3] ?? 'api';
}

interface Visitor {
  url: string;
  headers: Record<string, string>;
  fields: Record<string, string>;
}

function wishOf(n: number) {
  const postal_code = n % 2 === 0 ? '97205' : n % 8 === 3 ? '97205' : '97233';
  return {
    service: 'inspection',
    postal_code,
    starts_at: STARTS[n % STARTS.length] ?? tuesday(0),
  };
}

/** Those who book on the page have opened its last step, all with the time that they want. */
async function openPages(
  { api }: Office,
  origin: string,
  atOnce: number,
): Promise<ReadonlyMap<number, Visitor>> {
  const page = { name: 'Website', title: 'Book', services: ['inspection'] };
  const { page_key } = await created(api.post('/v1/booking-pages', page));
  const url = `${origin}/b/${page_key}`;
  const visitors = new Map<number, Visitor>();
  for (let n = 0; n < atOnce; n += 1) {
    if (wayOf(n) !== 'page') continue;
    const headers = { 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` };
    const wish = wishOf(n);
    const starts_at = new Date(wish.starts_at).toISOString();
    const step = new URLSearchParams({ step: 'contact', lang: 'en', ...wish, starts_at });
    const text = await (await fetch(`${url}?${step}`, { headers })).text();
    const form = /<form method="post".*?<\/form>/s.exec(text)?.[0] ?? assert.fail(text);
    visitors.set(n, { url, headers, fields: hiddenIn(form) });
  }
  return visitors;
}

/** A page that leads on is a booking; one that offers other times is a lost place. */
async function bookOnPage({ url, headers, fields }: Visitor, n: number): Promise<ApiResponse> {
  const contact = { name: `Caller ${n}`, email: `caller-${n}@example.com` };
  const body = new URLSearchParams({ ...fields, ...contact });
  const sent = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
  const text = await sent.text();
  const status = sent.status === 303 ? 201 : sent.status;
  const code = status === 409 ? 'slot_taken' : text.slice(-2_000);
  return { status, body: { code }, headers: sent.headers };
}

/** Each one tries one of the places of the day. */
async function bookAll(
  office: Office,
  visitors: ReadonlyMap<number, Visitor>,
  atOnce: number,
): Promise<ApiResponse[]> {
  const { slots } = await office.availability({
    from: '2027-03-02',
    to: '2027-03-02',
    service: 'inspection',
  });
  const users: string[] = slots[0].user_ids;
  return Promise.all(
    Array.from({ length: atOnce }, async (_, n) => {
      const slot = wishOf(n);
      const { postal_code } = slot;
      const visitor = visitors.get(n);
      if (visitor) return bookOnPage(visitor, n);
      const contact = { name: `Caller ${n}`, email: `caller-${n}@example.com` };
      const way = wayOf(n);
      if (way === 'api') return office.api.post('/v1/bookings', { ...slot, contact });
      if (way === 'office') {
        const lead_id = office.lead.lead_id;
        const location = { address: `1 Oak St, ${postal_code}` };
        const visit = { ...slot, lead_id, location, assigned_to: users[n % users.length] };
        return office.api.post('/v1/appointments', visit);
      }
      const hold = await office.api.post('/v1/appointments/holds', slot);
      if (hold.status !== 201) return hold;
      const { hold_id } = hold.body;
      return office.api.post('/v1/bookings', { hold_id, postal_code, contact });
    }),
  );
}

/** The sold day goes on: all at once, visits are moved and canceled, holds lapse, others book, and the rules change. */
async function changeTheDay(
  { api }: Office,
  sold: readonly Sold[],
  later: () => void,
): Promise<void> {
  const rules = (await api.get('/v1/capacity-rules')).body.data as { capacity_rule_id: string }[];
  const changes = sold.slice(0, 40).map(({ appointment_id, starts_at }, n) => {
    const path = `/v1/appointments/${appointment_id}`;
    const next = new Date(Date.parse(starts_at) + 24 * 60 * 60_000).toISOString();
    if (n % 4 === 0) return api.post(`${path}/cancel`);
    if (n % 4 === 1) return api.patch(path, { starts_at: next });
    const slot = { ...wishOf(n), starts_at: STARTS[n % STARTS.length] };
    if (n % 4 === 2) return api.post('/v1/appointments/holds', { ...slot, ttl_seconds: 10 });
    const contact = { name: `Later ${n}`, email: `later-${n}@example.com` };
    return api.post('/v1/bookings', { ...slot, contact, capture_if_taken: true });
  });
  const limits = rules.map(({ capacity_rule_id }, n) =>
    api.patch(`/v1/capacity-rules/${capacity_rule_id}`, { max_visits: 10 + 10 * n }),
  );
  const added = api.post('/v1/capacity-rules', { max_visits: 5, service: 'inspection' });
  const responses = await Promise.all([...changes, ...limits, added]);
  const failed = responses.filter(({ status }) => ![200, 201, 409].includes(status));
  assert.deepEqual(
    failed.map(({ body }) => body),
    [],
  );
  later();
  // The holds give their places back to the next one who asks.
  const contact = { name: 'Last', email: 'last@example.com' };
  const last = { ...wishOf(0), contact, capture_if_taken: true };
  assert.equal((await api.post('/v1/bookings', last)).status, 201);
}

function isExpected(status: number, { code }: { code?: string }): boolean {
  return (
    status === 201 || (status === 409 && (code === 'slot_taken' || code === 'capacity_reached'))
  );
}
