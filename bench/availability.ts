import { getAvailability } from '../server/features/calendar/index.ts';
import { APPLICATION_ROLE, Database } from '../server/platform/database/database.ts';
import { statement } from '../server/platform/database/statement.ts';
import { toUuid } from '../server/platform/ids.ts';
import { freshLead } from '../server/testing/leads.ts';
import { median, type Print, type Row } from './lib/bench.ts';
import { callerOf } from './lib/call.ts';
import { startTestBed, type TestBed } from './lib/test-bed.ts';

const PEOPLE = 50;
const DAYS = 14;
const APPOINTMENTS = 2_000;
const YEAR_OF_DAYS = 250;
const A_DAY = 6;
/** A Monday, 51 weeks earlier: 250 weekdays end just before the queried dates. */
const A_YEAR_BEFORE = '2026-03-09';
const WARM_UP = 40;
const ROUNDS = 60;
const FROM = '2027-03-01';
const TO = '2027-03-14';
const SERVICE = 'tune_up';
const POSTAL_CODE = '97205';
const ACTOR = { type: 'system', id: null, name: 'bench' } as const;

/**
 * The operation's own code on the database, compared with one indexed read of the rows that it needs, with the
 * same driver in the same run; and again with a year of appointments before it.
 */
export async function availability(print: Print): Promise<Row[]> {
  await using testBed = await startTestBed();
  const clock = { now: () => new Date('2027-02-26T12:00:00Z') };
  const database = new Database({ ...testBed.postgres.connection, user: APPLICATION_ROLE }, clock, {
    connections: 1,
  });
  await using end = new AsyncDisposableStack();
  end.defer(() => database.close());
  const office = await createOffice(testBed);
  const short = await measure(database, office);
  print(`by service and postal code ${ms(short.byService)}`);
  print(`slots ${ms(short.slots)}, explained ${ms(short.explained)}, range read ${ms(short.rows)}`);
  await addAppointments(testBed, office, {
    from: A_YEAR_BEFORE,
    days: YEAR_OF_DAYS,
    aDay: A_DAY,
  });
  const long = await measure(database, office);
  print(`with a year of appointments before: slots ${ms(long.slots)}, range read ${ms(long.rows)}`);
  return [
    row(`availability, ${PEOPLE} people, ${DAYS} days, ${APPOINTMENTS} appointments`, {
      measured: short.slots,
      against: short.rows,
      what: 'one indexed range read of the same rows',
      target: 5,
    }),
    row('the same by service and postal code', {
      measured: short.byService,
      against: short.slots,
      what: 'by team',
      target: 1.5,
    }),
    row(`the same with ${PEOPLE * YEAR_OF_DAYS * A_DAY} appointments of a year before`, {
      measured: long.slots,
      against: short.slots,
      what: 'without',
      target: 1.2,
    }),
  ];
}

interface BenchOffice {
  organizationId: string;
  teamId: string;
}

async function createOffice(testBed: TestBed): Promise<BenchOffice> {
  const [token] = await testBed.createOrganizations(1);
  const call = callerOf(testBed, token!);
  const { body: organization } = await call('GET', '/v1/organization');
  await call('POST', '/v1/leads', freshLead());
  const members: unknown[] = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const user = {
      name: `User ${n}`,
      email: `${n}@example.com`,
      role: 'technician',
      skills: [SERVICE],
    };
    members.push((await call('POST', '/v1/users', user)).body.user_id);
  }
  const { body: team } = await call('POST', '/v1/teams', { name: 'Everybody', members });
  await call('POST', '/v1/services', {
    code: SERVICE,
    name: 'Tune-up',
    duration_minutes: 60,
    skills: [SERVICE],
  });
  await call('POST', '/v1/areas', {
    name: 'West',
    postal_codes: ['972*'],
    team_ids: [team.team_id],
  });
  await call('POST', '/v1/areas', { name: 'East', postal_codes: ['10*'] });
  await call('POST', '/v1/capacity-rules', { service: SERVICE, max_visits: 10_000 });
  const organizationId = toUuid('organization', String(organization.organization_id))!;
  const office = { organizationId, teamId: String(team.team_id) };
  await addAppointments(testBed, office, {
    from: FROM,
    days: 10,
    aDay: APPOINTMENTS / PEOPLE / 10,
  });
  return office;
}

/** For every user, on weekdays from a Monday on: an hour of work, then half an hour free. */
async function addAppointments(
  { sql }: Pick<TestBed, 'sql'>,
  { organizationId }: BenchOffice,
  { from, days, aDay }: { from: string; days: number; aDay: number },
): Promise<void> {
  await sql.query(
    `insert into appointments (organization_id, appointment_id, lifecycle_number, lead_id, assigned_to, type,
       status, starts_at, ends_at, blocked_until, created_at, updated_at)
     select l.organization_id, gen_random_uuid(), l.lifecycle_number, l.lead_id, u.user_id, 'estimate', 'booked',
            at, at + interval '1 hour', at + interval '1 hour', now(), now()
     from leads l
     join users u on u.organization_id = l.organization_id
     cross join generate_series(0, $3 - 1) as day
     cross join generate_series(0, $4 - 1) as n
     cross join lateral (
       select ($2::timestamp + interval '1 day' * (day + day / 5 * 2) + interval '8 hours'
               + interval '90 minutes' * n) at time zone 'America/Chicago' as at
     ) as times
     where l.organization_id = $1`,
    [organizationId, from, days, aDay],
  );
  await sql.query('vacuum analyze appointments, appointment_people');
}

const readRange = statement(
  'bench_range_read',
  `select starts_at, ends_at, blocked_until, status, appointment_id, assigned_to from appointments
   where organization_id = $1 and starts_at >= $2 and starts_at < $3`,
);

/** Medians in milliseconds of alternating rounds. */
async function measure(database: Database, office: BenchOffice) {
  const { organizationId, teamId } = office;
  const inOrganization = { organizationId, actor: ACTOR };
  const dates = { from: FROM, to: TO };
  const ask = (query: object) =>
    database.read(inOrganization, (tx) =>
      getAvailability.run(tx, { query: { ...dates, ...query }, caller: { userId: null } } as never),
    );
  const team = { team_id: teamId };
  const range = () =>
    database.read(inOrganization, (tx) =>
      tx.query(readRange, [organizationId, new Date(FROM), new Date(`${TO}T23:59:59Z`)]),
    );
  const found = (await range()).length;
  if (found !== APPOINTMENTS) throw new Error(`The range read found ${found} appointments`);

  const times = {
    byService: [] as number[],
    slots: [] as number[],
    explained: [] as number[],
    rows: [] as number[],
  };
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [name, work] of [
      ['slots', () => ask(team)],
      ['byService', () => ask({ service: SERVICE, postal_code: POSTAL_CODE })],
      ['explained', () => ask({ ...team, explain: true })],
      ['rows', range],
    ] as const) {
      const startedAt = performance.now();
      await work();
      if (round >= 0) times[name].push(performance.now() - startedAt);
    }
  }
  return {
    byService: median(times.byService),
    slots: median(times.slots),
    explained: median(times.explained),
    rows: median(times.rows),
  };
}

function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(1)} ms`;
}

function row(
  name: string,
  figures: { measured: number; against: number; what: string; target: number },
): Row {
  const ratio = figures.measured / figures.against;
  return {
    name,
    measured: ms(figures.measured),
    against: `${ms(figures.against)}, ${figures.what}`,
    ratio,
    target: `≤ ${figures.target}`,
    passed: ratio <= figures.target,
  };
}
