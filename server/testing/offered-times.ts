import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiResponse } from './api-client.ts';
import { created } from './created.ts';
import { sharedService } from './fixtures.ts';
import type { TestService } from './harness.ts';
import { newUser } from './office.ts';
import { RandomNumbers } from './random.ts';
import { uuidFrom } from './uuid-from.ts';

/**
 * Random offices, in which what is offered is compared with what can be booked: every offered time is taken, by people who were
 * offered, and no other is. Between the requests visits are moved, canceled and held, and everything that decides about times
 * changes. After each step, the counters of capacity are compared with the visits. All starts are at quarters of an hour, which is
 * the step of these offices, so that every other time is one that is not offered.
 */

const QUARTER = 15 * 60_000;
const HOUR = 4 * QUARTER;

/** Mornings before the clocks change, and an ordinary one. */
const MORNINGS: readonly (readonly [zone: string, date: string])[] = [
  ['America/Los_Angeles', '2027-03-13'],
  ['America/New_York', '2027-11-06'],
  ['Europe/London', '2027-03-27'],
  ['Europe/Berlin', '2027-10-30'],
  ['Australia/Lord_Howe', '2027-04-03'],
  ['Australia/Lord_Howe', '2027-10-02'],
  ['Asia/Kolkata', '2027-06-01'],
  ['Pacific/Auckland', '2027-04-03'],
  ['America/Sao_Paulo', '2027-02-28'],
];
const ZONES = [...new Set(MORNINGS.map(([zone]) => zone))];
const SKILLS = ['gas', 'water', 'roof'];
const CODES = ['97205', '97233', '10115'];
const POINTS = [
  [45.5, -122.6],
  [45.55, -122.65],
  [45.6, -122.5],
] as const;
const TRAVEL = { speed_kmh: 25, base_minutes: 10 };
const PATTERNS = ['97205', '972*', '97*', '10115'];

interface Offer {
  starts_at: string;
  ends_at: string;
  user_ids: string[];
  window?: object;
}

interface Blocked {
  starts_at: string;
  ends_at: string;
  user_id: string;
}

interface Wish {
  service?: string;
  postal_code?: string;
  coordinates?: string;
}

interface Walks {
  /** Of the first office; the next one has the next seed. */
  seed: number;
  offices: number;
  /** In each office. */
  steps: number;
}

const OUTCOMES = ['booked', 'refused', 'held', 'booked strictly', 'changed'];

/** Checks that what is offered can be booked, and nothing else: in a few offices in every run, in many in the long one. */
export function describeOfferedTimes({ seed, offices, steps }: Walks): void {
  describe(`in ${offices} random offices`, () => {
    const service = sharedService();
    const seen = new Set<string>();
    const walk = async (n: number) => {
      const counts = await walkOfferedTimes(service, seed + n, steps);
      for (const name of Object.keys(counts)) seen.add(name);
    };
    for (let n = 0; n < offices; n += 1) {
      it(`what is offered can be booked, and nothing else (seed ${seed + n})`, () => walk(n));
    }

    it('enough was offered, refused and changed to say so', async () => {
      // Where nobody works nothing is offered: then there are a few offices more.
      const isMissing = (name: string) => !seen.has(name);
      for (let n = offices; OUTCOMES.some(isMissing) && n < 3 * offices; n += 1) await walk(n);
      assert.deepEqual(OUTCOMES.filter(isMissing), []);
    });
  });
}

async function walkOfferedTimes(service: TestService, seed: number, steps: number) {
  const office = await RandomOffice.open(service, seed);
  for (let step = 0; step < steps; step += 1) {
    try {
      await office.step();
    } catch (error) {
      throw new Error(`seed ${seed}, step ${step}: ${office.log.slice(-12).join('\n')}`, {
        cause: error,
      });
    }
  }
  return office.counts;
}

class RandomOffice {
  readonly log: string[] = [];
  readonly counts: Record<string, number> = {};
  readonly #service: TestService;
  readonly #random: RandomNumbers;
  readonly #api: Awaited<ReturnType<TestService['newOrganization']>>['api'];
  readonly #organizationId: string;
  readonly #zone: string;
  #users: string[] = [];
  #teams: string[] = [];
  #areas: string[] = [];
  #services: string[] = [];
  #rules: string[] = [];
  #lead = '';
  #callers = 0;

  private constructor(
    service: TestService,
    random: RandomNumbers,
    organization: Awaited<ReturnType<TestService['newOrganization']>>,
    zone: string,
  ) {
    this.#service = service;
    this.#random = random;
    this.#api = organization.api;
    this.#organizationId = uuidFrom('organization', organization.organizationId);
    this.#zone = zone;
  }

  static async open(service: TestService, seed: number): Promise<RandomOffice> {
    const random = new RandomNumbers(seed);
    const [zone, date] = MORNINGS[random.between(0, MORNINGS.length - 1)] ?? ['UTC', '2027-03-01'];
    service.clock.set(
      Temporal.PlainDateTime.from(`${date}T06:00`).toZonedDateTime(zone).toInstant().toString(),
    );
    const organization = await service.newOrganization({ time_zone: zone });
    const office = new RandomOffice(service, random, organization, zone);
    await office.#fill();
    return office;
  }

  #one<T>(values: readonly T[]): T {
    const value = values[this.#random.between(0, values.length - 1)];
    assert(value !== undefined);
    return value;
  }

  #some<T>(values: readonly T[], probability = 0.5): T[] {
    return values.filter(() => this.#random.chance(probability));
  }

  async #send(method: 'post' | 'patch', path: string, body: object = {}): Promise<ApiResponse> {
    const response = await this.#api[method](path, body);
    this.log.push(
      `${this.#service.clock.now().toISOString()} ${method} ${path} ${JSON.stringify(body)} ${response.status} ${response.body.code ?? ''}`,
    );
    assert(response.status < 500, JSON.stringify(response.body));
    return response;
  }

  async #set(method: 'post' | 'patch', path: string, body: object): Promise<ApiResponse['body']> {
    const response = await this.#send(method, path, body);
    assert(
      response.status < 300,
      `${path} ${JSON.stringify(body)} ${JSON.stringify(response.body)}`,
    );
    return response.body;
  }

  #hours(): object {
    const kinds = [
      [['08:00', '17:00']],
      [['00:00', '24:00']],
      [
        ['06:00', '10:15'],
        ['12:30', '18:00'],
      ],
      [['20:00', '04:30']],
      [['00:30', '03:15']],
      [
        ['05:00', '09:00'],
        ['14:00', '23:30'],
      ],
      [
        ['01:00', '02:00'],
        ['02:30', '05:00'],
      ],
    ];
    const hours = this.#one(kinds).map(([start, end]) => ({ start, end }));
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    const weekly = this.#some(days, 0.9).flatMap((day) => hours.map((one) => ({ day, ...one })));
    return { weekly, exceptions: [] };
  }

  #scheduling(): object {
    return {
      step_minutes: 15,
      buffer_minutes: this.#one([0, 0, 15, 40]),
      minimum_notice_minutes: this.#one([0, 60, 190]),
      horizon_days: this.#one([2, 3, 60]),
      arrival_window: this.#one([
        null,
        { duration: 'PT2H' },
        { duration: 'PT90M', aligned: false },
      ]),
      travel: this.#one([null, TRAVEL, TRAVEL]),
    };
  }

  #place() {
    const [latitude, longitude] = this.#one(POINTS);
    return { latitude, longitude };
  }

  #user(): object {
    return {
      skills: this.#some(SKILLS, 0.9),
      time_zone: this.#one([null, null, ...ZONES]),
      working_hours: this.#random.chance(0.3) ? null : this.#hours(),
      start_location: this.#random.chance(0.4) ? this.#place() : null,
      takes_visits: this.#random.chance(0.95),
    };
  }

  #area(): object {
    const circle = { ...this.#place(), radius_km: this.#one([1, 8, 100]) };
    const [west, south] = [-122.62, 45.48];
    const ring = [
      [west, south],
      [west + 0.1, south],
      [west + 0.1, south + 0.1],
      [west, south],
    ];
    const shape = this.#one([
      { postal_codes: [this.#one(PATTERNS)] },
      { postal_codes: [this.#one(PATTERNS)] },
      { circle },
      { polygon: { type: 'Polygon', coordinates: [ring] } },
    ]);
    return { ...shape, ...this.#workers(), active: this.#random.chance(0.8) };
  }

  #workers(): object {
    if (this.#random.chance(0.6)) return { user_ids: [], team_ids: [] };
    return { user_ids: this.#some(this.#users, 0.6), team_ids: this.#some(this.#teams, 0.3) };
  }

  #definition(): object {
    return {
      duration_minutes: this.#one([30, 60, 75, 200]),
      skills: this.#some(SKILLS, 0.15),
      buffer_minutes: this.#one([null, 0, 30]),
      crew_size: this.#one([1, 1, 1, 2, 3]),
      active: this.#random.chance(0.9),
    };
  }

  async #fill(): Promise<void> {
    const hours = this.#hours();
    await this.#set('patch', '/v1/organization', {
      working_hours: hours,
      scheduling: this.#scheduling(),
    });
    for (let n = this.#random.between(1, 4); n > 0; n -= 1) {
      this.#users.push(await newUser(this.#api, this.#user()));
    }
    const team = await created(
      this.#api.post('/v1/teams', { name: 'Team', members: this.#some(this.#users) }),
    );
    this.#teams.push(team.team_id);
    for (const code of ['tune_up', 'repair']) {
      const body = { code, name: code, ...this.#definition() };
      await this.#set('post', '/v1/services', body);
      this.#services.push(code);
    }
    this.#services.push('other');
    for (let n = this.#one([0, 0, 1, 3]); n > 0; n -= 1) await this.#addArea();
    for (let n = this.#one([0, 1, 2]); n > 0; n -= 1) await this.#addRule();
    const lead = { name: 'Dana', phone: '+14155550199', service_needed: 'repair' };
    this.#lead = (await this.#set('post', '/v1/leads', lead)).lead_id;
  }

  async #addArea(): Promise<void> {
    const { area_id } = await this.#set('post', '/v1/areas', { name: 'Area', ...this.#area() });
    this.#areas.push(area_id);
  }

  async #addRule(): Promise<void> {
    const day = this.#one([
      {},
      {},
      { weekday: this.#one(['saturday', 'sunday', 'monday']) },
      { date: String(this.#today().add({ days: this.#random.between(0, 3) })) },
    ]);
    const rule = await this.#set('post', '/v1/capacity-rules', {
      max_visits: this.#random.between(1, 6),
      ...(this.#random.chance(0.5) && { service: this.#one(this.#services) }),
      ...(this.#areas.length > 0 &&
        this.#random.chance(0.4) && { area_id: this.#one(this.#areas) }),
      ...day,
    });
    this.#rules.push(rule.capacity_rule_id);
  }

  #today(): Temporal.PlainDate {
    return Temporal.Instant.from(this.#service.clock.now().toISOString())
      .toZonedDateTimeISO(this.#zone)
      .toPlainDate();
  }

  #wish(): Wish {
    const [latitude, longitude] = this.#one(POINTS);
    return {
      ...(this.#random.chance(0.85) && { service: this.#one(this.#services) }),
      ...(this.#random.chance(0.5) && { postal_code: this.#one(CODES) }),
      ...(this.#random.chance(0.7) && { coordinates: `${latitude},${longitude}` }),
    };
  }

  #contact() {
    this.#callers += 1;
    return { name: `Caller ${this.#callers}`, email: `caller-${this.#callers}@example.com` };
  }

  async #offers(wish: Wish, query: Record<string, string> = {}) {
    const [from, to] = [String(this.#today()), String(this.#today().add({ days: 3 }))];
    const text = new URLSearchParams({ from, to, ...wish, ...query });
    const { status, body } = await this.#api.get(`/v1/availability?${text}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body as { slots: Offer[]; outside_area: boolean; blocked?: Blocked[] };
  }

  async step(): Promise<void> {
    const actions: [weight: number, act: () => Promise<void>][] = [
      [8, () => this.#bookOffered()],
      [8, () => this.#bookOther()],
      [3, () => this.#holdOffered()],
      [4, () => this.#bookStrictly()],
      [3, () => this.#bookInOffice()],
      [3, () => this.#bookAlternative()],
      [5, () => this.#changeVisit()],
      [3, () => this.#changeSetting()],
      [1, () => this.#explain()],
      [1, () => this.#limit()],
      [1, async () => this.#service.clock.advance(this.#one([60_000, QUARTER, HOUR]))],
    ];
    await this.#one(
      actions.flatMap(([weight, act]) => Array.from({ length: weight }, () => act)),
    )();
    await this.#assertCounters();
  }

  #count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  #bodyOf({ service, postal_code, coordinates }: Wish) {
    const [latitude = 0, longitude = 0] = coordinates?.split(',').map(Number) ?? [];
    return {
      ...(service !== undefined && { service }),
      ...(postal_code !== undefined && { postal_code }),
      ...(coordinates !== undefined && { location: { latitude, longitude } }),
    };
  }

  async #bookOffered(): Promise<void> {
    const wish = { service: this.#one(this.#services), ...this.#wish() };
    const { slots } = await this.#offers(wish);
    if (slots.length === 0) return;
    const slot = this.#one(slots);
    const isNamed = this.#random.chance(0.2);
    const body = { ...this.#bodyOf(wish), starts_at: slot.starts_at };
    const [assigned_to, ...crew] = slot.user_ids.slice(0, await this.#crewSizeOf(wish.service));
    const { appointment } = await this.#set('post', '/v1/bookings', {
      ...body,
      ...(isNamed && { assigned_to, crew }),
      contact: this.#contact(),
    });
    this.#assertAsOffered(appointment, slot);
    this.#count('booked');
  }

  async #crewSizeOf(code: string): Promise<number> {
    const { body, status } = await this.#api.get(`/v1/services/${code}`);
    return status === 200 && body.active ? body.crew_size : 1;
  }

  #assertAsOffered(visit: ApiResponse['body'], slot: Offer): void {
    assert.deepEqual(
      [Date.parse(visit.starts_at), Date.parse(visit.ends_at)],
      [Date.parse(slot.starts_at), Date.parse(slot.ends_at)],
    );
    for (const id of [visit.assigned_to, ...visit.crew]) {
      assert(slot.user_ids.includes(id), `${id} was not offered`);
    }
  }

  /** A time between the dates that is not offered is refused. */
  async #bookOther(): Promise<void> {
    const wish = { service: this.#one(this.#services), ...this.#wish() };
    const { slots } = await this.#offers(wish);
    const offered = new Set(slots.map(({ starts_at }) => Date.parse(starts_at)));
    const first = this.#today().toZonedDateTime(this.#zone).epochMilliseconds;
    const last = this.#today().add({ days: 4 }).toZonedDateTime(this.#zone).epochMilliseconds;
    // Most of them next to an offered one, where all rules meet.
    const next = [...offered].flatMap((time) => [-2, -1, 1, 2].map((n) => time + n * QUARTER));
    const close = next.filter((time) => !offered.has(time) && first <= time && time < last);
    for (let tries = 0; tries < 4; tries += 1) {
      const anywhere = first + this.#random.between(0, (last - first) / QUARTER - 1) * QUARTER;
      const start = close.length > 0 && this.#random.chance(0.8) ? this.#one(close) : anywhere;
      if (offered.has(start)) continue;
      const starts_at = new Date(start).toISOString();
      const body = { ...this.#bodyOf(wish), starts_at, contact: this.#contact() };
      const response = await this.#send('post', '/v1/bookings', body);
      assert.equal(response.status, 409, `${starts_at} was not offered, and booked`);
      const hold = { ...this.#bodyOf(wish), starts_at };
      const held = await this.#send('post', '/v1/appointments/holds', hold);
      assert.equal(held.status, 409, `${starts_at} was not offered, and held`);
      this.#count('refused');
    }
  }

  async #holdOffered(): Promise<void> {
    const wish = { service: this.#one(this.#services), ...this.#wish() };
    const { slots } = await this.#offers(wish);
    if (slots.length === 0) return;
    const slot = this.#one(slots);
    const hold = { ...this.#bodyOf(wish), starts_at: slot.starts_at, ttl_seconds: 120 };
    const held = await this.#set('post', '/v1/appointments/holds', hold);
    this.#assertAsOffered(held, slot);
    this.#count('held');
    if (this.#random.chance(0.5)) return;
    const { hold_id } = held;
    const { postal_code } = this.#wish();
    const at = wish.coordinates === undefined && postal_code ? { postal_code } : {};
    const body = { hold_id, contact: this.#contact(), ...at };
    await this.#send('post', '/v1/bookings', body);
  }

  /** The same for a lead, of a team or a user, with `strict`. */
  async #bookStrictly(): Promise<void> {
    const wish = { ...this.#wish(), service: this.#one(this.#services) };
    const user = this.#one(this.#users);
    const isOfTeam = this.#random.chance(0.6);
    const who = isOfTeam ? { team_id: this.#one(this.#teams) } : { user_id: user };
    if (!isOfTeam && (await this.#crewSizeOf(wish.service)) > 1) return;
    const { slots } = await this.#offers({ ...wish, ...who } as Wish);
    const body = {
      ...this.#bodyOf(wish),
      ...(isOfTeam ? who : { assigned_to: user }),
      lead_id: this.#lead,
      strict: true,
    };
    if (slots.length > 0) {
      const slot = this.#one(slots);
      const visit = await this.#set('post', '/v1/appointments', {
        ...body,
        starts_at: slot.starts_at,
      });
      this.#assertAsOffered(visit, slot);
      this.#count('booked strictly');
    }
    if (!isOfTeam) return;
    const { slots: left, outside_area } = await this.#offers({ ...wish, ...who } as Wish);
    if (outside_area) return;
    const offered = new Set(left.map(({ starts_at }) => Date.parse(starts_at)));
    const starts_at = this.#anyTime();
    if (offered.has(Date.parse(starts_at))) return;
    const { status } = await this.#send('post', '/v1/appointments', { ...body, starts_at });
    assert.equal(status, 409, `${starts_at} was not offered, and booked`);
  }

  #anyTime(): string {
    const first = this.#today().toZonedDateTime(this.#zone).epochMilliseconds;
    return new Date(first + this.#random.between(0, 4 * 96) * QUARTER).toISOString();
  }

  /** What the office books, also at unusual times, is in the way of others. */
  async #bookInOffice(): Promise<void> {
    const [assigned_to, ...crew] = this.#some(this.#users, 0.5);
    const body = {
      ...this.#bodyOf(this.#wish()),
      lead_id: this.#lead,
      starts_at: this.#anyTime(),
      duration_minutes: this.#one([15, 60, 500, 1440]),
      ...(assigned_to !== undefined && { assigned_to, crew }),
    };
    await this.#send('post', '/v1/appointments', body);
  }

  async #bookAlternative(): Promise<void> {
    const wish = { service: this.#one(this.#services), ...this.#wish() };
    const body = { ...this.#bodyOf(wish), starts_at: this.#anyTime() };
    const refused = await this.#send('post', '/v1/bookings', { ...body, contact: this.#contact() });
    if (refused.status !== 409) return;
    const { alternatives = [], code } = refused.body;
    if (code === 'outside_area') return;
    if (alternatives.length === 0) return;
    const slot: Offer = this.#one(alternatives);
    const { appointment } = await this.#set('post', '/v1/bookings', {
      ...body,
      starts_at: slot.starts_at,
      contact: this.#contact(),
    });
    this.#assertAsOffered(appointment, slot);
  }

  async #changeVisit(): Promise<void> {
    const { body } = await this.#api.get('/v1/appointments?limit=200');
    if (body.data.length === 0) return;
    const visit = this.#one<ApiResponse['body']>(body.data);
    const path = `/v1/appointments/${visit.appointment_id}`;
    const change = this.#one([
      () => this.#send('post', `${path}/cancel`),
      () => this.#send('post', `${path}/cancel`),
      () => this.#send('post', `${path}/undo-step`),
      () => this.#send('post', `${path}/complete`),
      () => this.#send('patch', path, { starts_at: this.#anyTime() }),
      () => this.#send('patch', path, { starts_at: this.#anyTime() }),
      () => this.#send('patch', path, { location: this.#place() }),
      () => this.#send('patch', path, { assigned_to: this.#one([null, ...this.#users]) }),
      () => this.#send('patch', path, { crew: this.#some(this.#users, 0.3) }),
      () =>
        this.#send('patch', path, {
          duration_minutes: this.#one([30, 120, 600]),
          starts_at: this.#anyTime(),
        }),
    ]);
    const { status } = await change();
    if (status === 200) this.#count('changed');
  }

  async #changeSetting(): Promise<void> {
    const user = this.#one(this.#users);
    const changes = [
      () => this.#set('patch', '/v1/organization', { scheduling: this.#scheduling() }),
      () => this.#set('patch', `/v1/users/${user}`, this.#user()),
      () =>
        this.#set('patch', `/v1/services/${this.#one(['tune_up', 'repair'])}`, this.#definition()),
      () => this.#addRule(),
      () => this.#addArea(),
      () => this.#takeOff(user),
    ];
    if (this.#areas.length > 0) {
      changes.push(() =>
        this.#set('patch', `/v1/areas/${this.#one(this.#areas)}`, {
          ...this.#workers(),
          active: this.#random.chance(0.7),
        }),
      );
    }
    if (this.#rules.length > 0) {
      const rule = () =>
        this.#set('patch', `/v1/capacity-rules/${this.#one(this.#rules)}`, {
          max_visits: this.#random.between(0, 6),
          active: this.#random.chance(0.8),
        });
      changes.push(rule, rule, rule);
    }
    await this.#one<() => Promise<unknown>>(changes)();
  }

  async #takeOff(user_id: string): Promise<void> {
    const starts_at = this.#anyTime();
    const ends_at = new Date(Date.parse(starts_at) + this.#one([HOUR, 5 * HOUR])).toISOString();
    await this.#set('post', '/v1/time-off', { user_id, starts_at, ends_at });
  }

  /** Every moment of everyone is offered, or there is a reason. */
  async #explain(): Promise<void> {
    const wish = this.#wish();
    const plain = await this.#offers(wish);
    const { slots, blocked = [], outside_area } = await this.#offers(wish, { explain: 'true' });
    assert.deepEqual(slots, plain.slots);
    if (outside_area) assert.deepEqual(slots, []);
    const first = this.#today().toZonedDateTime(this.#zone).epochMilliseconds;
    const last = this.#today().add({ days: 4 }).toZonedDateTime(this.#zone).epochMilliseconds;
    const people = new Set(blocked.map(({ user_id }) => user_id));
    for (const { user_ids } of slots) for (const id of user_ids) people.add(id);
    for (const id of people) {
      const spans = [
        ...blocked.filter(({ user_id }) => user_id === id),
        ...slots.filter(({ user_ids }) => user_ids.includes(id)),
      ]
        .map((span) => [Date.parse(span.starts_at), Date.parse(span.ends_at)] as const)
        .toSorted(([a], [b]) => a - b);
      let until = first;
      for (const [start, end] of spans) {
        assert(start <= until, `from ${new Date(until).toISOString()} nothing is said of ${id}`);
        until = Math.max(until, end);
      }
      assert(until >= last, `from ${new Date(until).toISOString()} nothing is said of ${id}`);
    }
  }

  async #limit(): Promise<void> {
    const wish = this.#wish();
    const { slots } = await this.#offers(wish);
    const few = await this.#offers(wish, { limit: '3' });
    assert.deepEqual(few.slots, slots.slice(0, 3));
    const all = await this.#offers(wish, { windows: 'PT2H' });
    const seen = new Set<string>();
    const once = all.slots.filter((slot) => {
      const key = JSON.stringify(slot.window);
      return !seen.has(key) && seen.add(key);
    });
    const windows = await this.#offers(wish, { windows: 'PT2H', limit: '4' });
    assert.deepEqual(windows.slots, once.slice(0, 4));
  }

  /**
   * Every active rule counts the visits to come that it is for, and its counter says so. A hold that has expired counts until it is
   * ended, and a rule that is made in between leaves it out.
   */
  async #assertCounters(): Promise<void> {
    const { rows } = await this.#service.owner.query(
      `with visits as (
         select a.*, coalesce(a.booked_service, j.service, l.service_needed) as service,
           (a.starts_at at time zone $2)::date as on_date
         from appointments a
         left join jobs j on j.organization_id = a.organization_id and j.job_id = a.job_id
         left join leads l on l.organization_id = a.organization_id and l.lead_id = a.lead_id
         where a.organization_id = $1 and a.status <> 'canceled'
       ), expected as (
         select r.capacity_rule_id, v.on_date as counted_on, count(*) as visits
         from capacity_rules r join visits v
           on (r.service is null or r.service = v.service)
           and (r.area_id is null or r.area_id = v.area_id)
           and (r.only_on is null or r.only_on = v.on_date)
           and (r.weekday is null or r.weekday = extract(isodow from v.on_date))
           and (v.status <> 'held' or v.hold_expires_at > $4 or r.capacity_rule_id = any (v.counted_rule_ids))
         where r.organization_id = $1 and r.active group by 1, 2
       )
       select counted_on::text, r.service, r.area_id, r.weekday, n.visits as counter, e.visits
       from (select * from capacity_counts where organization_id = $1) n
       full join expected e using (capacity_rule_id, counted_on)
       join capacity_rules r using (capacity_rule_id)
       where r.active and counted_on > $3::date and coalesce(n.visits, 0) <> coalesce(e.visits, 0)`,
      [this.#organizationId, this.#zone, String(this.#today()), this.#service.clock.now()],
    );
    assert.deepEqual(rows, [], 'counters and visits');
  }
}
