import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { localTime } from '../domain/local-time.ts';
import type { ApiClient, ApiResponse, CallOptions } from './api-client.ts';
import { created } from './created.ts';
import { eventually } from './eventually.ts';
import { fresh } from './fixtures.ts';
import type { TestOrganization, TestService } from './harness.ts';
import { freshLead } from './leads.ts';

/** The test clock starts on a Monday, 07:00 in Los Angeles, where the office is. */
export const TUESDAY_9 = '2027-03-02T09:00:00-08:00';

/** This many hours after nine on Tuesday, as the office reads it. */
export function tuesday(hoursAfter9: number): string {
  const time = Date.parse(TUESDAY_9) + hoursAfter9 * 3_600_000;
  return localTime(time, 'America/Los_Angeles');
}

export interface SeenEvent {
  seq: number;
  type: string;
  data: ApiResponse['body'];
  previous: ApiResponse['body'];
}

/** An organization with a technician and a lead, for tests of scheduling. */
export class Office {
  readonly api: ApiClient;
  /** Works Monday to Friday, 08:00 to 17:00. */
  readonly rosa: string;
  readonly lead: { lead_id: string; lifecycle_number: string };

  private constructor(api: ApiClient, rosa: string, lead: Office['lead']) {
    this.api = api;
    this.rosa = rosa;
    this.lead = lead;
  }

  static async open(service: TestService, options: { time_zone?: string } = {}): Promise<Office> {
    return Office.openIn(await service.newOrganization(options));
  }

  static async openIn({ api }: Pick<TestOrganization, 'api'>): Promise<Office> {
    const rosa = await newUser(api, { name: 'Rosa Delgado' });
    const lead = await api.post('/v1/leads', freshLead({ name: 'Dana', address: '9 Oak St' }));
    return new Office(api, rosa, lead.body);
  }

  newUser(fields: object = {}): Promise<string> {
    return newUser(this.api, fields);
  }

  /** A team with new or given members. */
  async newTeam(people: number | readonly string[], fields: object = {}) {
    const members =
      typeof people === 'number'
        ? await Promise.all(Array.from({ length: people }, () => this.newUser(fields)))
        : people;
    const team = { name: `Team ${randomUUID()}`, members };
    const body = await created(this.api.post('/v1/teams', team));
    const teamId: string = body.team_id;
    return { teamId, members };
  }

  async newLead(fields: object = {}): Promise<string> {
    return (await created(this.api.post('/v1/leads', freshLead({ ...fields })))).lead_id;
  }

  async schedule(scheduling: object): Promise<void> {
    const { status, body } = await this.api.patch('/v1/organization', { scheduling });
    assert.equal(status, 200, JSON.stringify(body));
  }

  async takeOff(user_id: string, starts_at: string, ends_at: string): Promise<string> {
    const timeOff = { user_id, starts_at, ends_at };
    return (await created(this.api.post('/v1/time-off', timeOff))).time_off_id;
  }

  /** Tuesday at nine with Rosa by default. */
  book(booking: Record<string, unknown> = {}, options?: CallOptions): Promise<ApiResponse> {
    return this.api.post('/v1/appointments', this.#filled(booking), options);
  }

  hold(booking: Record<string, unknown> = {}): Promise<ApiResponse> {
    return this.api.post('/v1/appointments/holds', this.#filled(booking));
  }

  async booked(booking: Record<string, unknown> = {}) {
    return await created(this.book(booking));
  }

  async held(booking: Record<string, unknown> = {}) {
    return await created(this.hold(booking));
  }

  async read(appointmentId: string) {
    return (await this.api.get(`/v1/appointments/${appointmentId}`)).body;
  }

  /** All appointment events after one of them, or from the beginning, in order. */
  async events(afterSeq = 0): Promise<SeenEvent[]> {
    const events: SeenEvent[] = [];
    for (;;) {
      const after = events.at(-1)?.seq ?? afterSeq;
      const { body } = await this.api.get(`/v1/events?limit=200&after=${after}`);
      events.push(...body.data);
      if (!body.has_more) return events.filter(({ type }) => type.startsWith('appointment.'));
    }
  }

  async availability(query: Record<string, string | number | boolean>) {
    const text = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]));
    const { status, body } = await this.api.get(`/v1/availability?${text}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  /** `assigned_to: null` means unassigned. */
  #filled(booking: Record<string, unknown>): object {
    const isFor = booking.customer_id === undefined ? { lead_id: this.lead.lead_id } : {};
    const isOf = booking.team_id === undefined ? { assigned_to: this.rosa } : {};
    const filled: Record<string, unknown> = { ...isFor, ...isOf, starts_at: TUESDAY_9, ...booking };
    return filled.assigned_to === null ? { ...filled, assigned_to: undefined } : filled;
  }
}

/** A separate office for each test, on the Monday when the test clock starts. */
export function freshOffice(service: TestService): Office {
  return fresh(() => {
    service.clock.set('2027-03-01T15:00:00Z');
    return Office.open(service);
  });
}

/** Runs the work while another transaction changes the same row and commits first. */
export async function overtaken<T>(
  { owner }: TestService,
  change: { sql: string; values: unknown[] },
  work: () => Promise<T>,
): Promise<T> {
  await owner.query('begin');
  await owner.query(change.sql, change.values);
  const working = work();
  await eventually(async () => {
    const { rows } = await owner.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rows.length > 0;
  });
  await owner.query('commit');
  return working;
}

export async function newUser(api: ApiClient, fields: object): Promise<string> {
  const user = { name: 'Sam Ito', email: `${randomUUID()}@example.com`, role: 'technician' };
  return (await created(api.post('/v1/users', { ...user, ...fields }))).user_id;
}
