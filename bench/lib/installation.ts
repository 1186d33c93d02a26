import type pg from 'pg';
import { loadLeads, USERS, userId } from './many-leads.ts';
import type { TestBed } from './test-bed.ts';

/** The organization that a tenth of all leads belong to. All others have the same number of them. */
export const LARGE = '00000000-0000-7000-8000-00000000aaaa';
export const ORGANIZATIONS = 1_000;
/** Leads of one copy: what the whole installation has at first, and what every growth adds. */
export const COPY = 100_000;
const OF_LARGE = COPY / 10;
const OF_OTHERS = Math.floor((COPY - OF_LARGE) / (ORGANIZATIONS - 1));
/** One appointment for so many leads. */
const LEADS_PER_APPOINTMENT = 10;
/** The events of the copies are spread over so many months. */
export const MONTHS = 24;

/**
 * An installation of 1,000 organizations that grows in SQL. The first leads of the large organization are computed by the
 * code of the service; all others are copies of them, with keys and ids of their own.
 */
export class Installation {
  readonly #testBed: TestBed;
  readonly #now: Date;
  #copies = 0;

  private constructor(testBed: TestBed, now: Date) {
    this.#testBed = testBed;
    this.#now = now;
  }

  /** With `COPY` leads. */
  static async create(testBed: TestBed, now: Date): Promise<Installation> {
    const { sql } = testBed;
    await createMonths(sql);
    await loadLeads(testBed, { organizationId: LARGE, count: OF_LARGE, seed: 77, now }, () => {});
    // Nothing of it is checked or counted row by row.
    await sql.query('set session_replication_role = replica');
    await sql.query("set maintenance_work_mem = '1GB'");
    await sql.query('set synchronous_commit = off');
    await sql.query(
      `create temporary table base as
       select row_number() over (order by lead_id) - 1 as nth, l.* from leads l where organization_id = $1`,
      [LARGE],
    );
    await sql.query(
      `create temporary table base_keys as
       select b.nth, k.key from contact_keys k join base b on b.lead_id = k.contact_id where k.organization_id = $1`,
      [LARGE],
    );
    await createOthers(sql);
    const installation = new Installation(testBed, now);
    await installation.growTo(COPY, () => {});
    return installation;
  }

  async growTo(leads: number, print: (message: string) => void): Promise<void> {
    const { sql } = this.#testBed;
    const copies = Math.round(leads / COPY);
    const restore = copies - this.#copies > 1 ? await dropIndexes(sql) : async () => {};
    for (let copy = this.#copies; copy < copies; copy += 1) {
      await this.#add(copy, Math.floor((copy * MONTHS) / copies));
      if (copy % 10 === 9) print(`${((copy + 1) * COPY).toLocaleString('en')} leads`);
    }
    this.#copies = copies;
    print('building the indexes');
    await restore();
    await sql.query(
      `update organization_counters c set logged_at = month_of(now()), log_month_ends_at = month_after(now()),
         lifecycle_ordinal = 100000 + $1::bigint * $2,
         event_seq = (select coalesce(max(seq), 0) from events e where e.organization_id = c.organization_id)`,
      [copies, OF_LARGE],
    );
    await sql.query('vacuum analyze');
  }

  async #add(copy: number, month: number): Promise<void> {
    const { sql } = this.#testBed;
    await sql.query('drop table if exists added');
    await sql.query(
      `create temporary table added as
       select o.organization_id, b.nth, b.lead_id as base_id,
         (left(b.lead_id::text, 24) || lpad(to_hex($1::bigint * ${OF_LARGE} + b.nth), 12, '0'))::uuid as lead_id,
         (100000 + $1::bigint * ${OF_LARGE} + b.nth) || '-0' as lifecycle_number,
         row_number() over (partition by o.organization_id order by b.nth) as place
       from places o
       join base b on b.nth >= o.first and b.nth < o.first + o.leads`,
      [copy],
    );
    if (copy > 0) await this.#addLeads(copy, 'true');
    else await this.#addLeads(copy, `a.organization_id <> '${LARGE}'`);
    await sql.query(
      `insert into lifecycle_activity (organization_id, lifecycle_number, last_activity_at)
       select a.organization_id, a.lifecycle_number, b.created_at from added a join base b on b.nth = a.nth`,
    );
    await this.#addEvents(copy, month);
    await sql.query(
      `insert into appointments (organization_id, appointment_id, lifecycle_number, lead_id, assigned_to, type, status,
         starts_at, ends_at, blocked_until, completed_at, created_at, updated_at)
       select a.organization_id, gen_random_uuid(), a.lifecycle_number, a.lead_id,
         ('00000000-0000-7000-8000-' || lpad((n.nth % o.users)::text, 12, '0'))::uuid, 'estimate', 'completed',
         at.starts, at.starts + interval '1 hour', at.starts + interval '1 hour', at.starts + interval '1 hour',
         at.starts, at.starts
       from added a join places o using (organization_id)
       cross join lateral (select $1::bigint * (o.leads / ${LEADS_PER_APPOINTMENT}) + a.place / ${LEADS_PER_APPOINTMENT} as nth) as n
       cross join lateral (select $2::timestamptz - interval '90 minutes' * (n.nth / o.users + 2) as starts) as at
       where a.place % ${LEADS_PER_APPOINTMENT} = 0`,
      [copy, this.#now],
    );
  }

  async #addLeads(copy: number, condition: string): Promise<void> {
    const { sql } = this.#testBed;
    await sql.query(
      `insert into leads (organization_id, lead_id, lifecycle_number, name, phone, email, source, service_needed, address,
         status, unqualified_reason, assigned_to, qualified_at, deleted_at, search_text, created_at, updated_at)
       select a.organization_id, a.lead_id, a.lifecycle_number, b.name, b.phone, b.email, b.source, b.service_needed,
         b.address, b.status, b.unqualified_reason, case when o.users > 1 then b.assigned_to end, b.qualified_at,
         b.deleted_at, b.search_text, b.created_at, b.updated_at
       from added a join base b on b.nth = a.nth join places o on o.organization_id = a.organization_id
       where ${condition}`,
    );
    // Other keys than those of the first copy, because other people have other phone numbers.
    await sql.query(
      `insert into contact_keys (organization_id, key, contact_id)
       select a.organization_id, k.key # ($1::bigint * 1000003), a.lead_id
       from added a join base_keys k on k.nth = a.nth where ${condition}`,
      [copy],
    );
  }

  /** Two for each lead, in the same month for all of a copy: so the months have the order of the seqs. */
  async #addEvents(copy: number, month: number): Promise<void> {
    const { sql } = this.#testBed;
    await sql.query(
      `insert into events (organization_id, seq, event_id, type, occurred_at, lifecycle_number, actor, data, logged_at)
       select a.organization_id, $1::bigint * 2 * o.leads + 2 * a.place - e.back, gen_random_uuid(), e.type, b.created_at,
         a.lifecycle_number, '{"type":"system","id":null,"name":"bench"}',
         jsonb_build_object('lead_id', a.lead_id, 'lifecycle_number', a.lifecycle_number, 'name', b.name,
           'phone', b.phone, 'email', b.email, 'source', b.source, 'status', b.status, 'address', b.address), at.time
       from added a join base b on b.nth = a.nth join places o on o.organization_id = a.organization_id
       cross join (values (1, 'lead.created'), (0, 'lead.qualified')) as e (back, type)
       cross join (select month_of(now() - make_interval(months => ${MONTHS - 1} - $2::integer)) as time) as at`,
      [copy, month],
    );
    await sql.query(
      `insert into event_log_months (organization_id, starts_at, first_seq)
       select organization_id, month_of(now() - make_interval(months => ${MONTHS - 1} - $2::integer)),
         $1::bigint * 2 * leads + 1 from places
       on conflict do nothing`,
      [copy, month],
    );
  }
}

/** The first partition takes everything up to this month: it gets a beginning, and months before it. */
async function createMonths(sql: pg.Client): Promise<void> {
  const { rows } = await sql.query<{ name: string; starts: Date; ends: Date }>(
    `select to_char(now() at time zone 'UTC', 'YYYY_MM') as name, month_of(now()) as starts, month_after(now()) as ends`,
  );
  for (const { name, starts, ends } of rows) {
    for (const table of ['events', 'webhook_deliveries']) {
      await sql.query(`alter table ${table} detach partition ${table}_${name}`);
      await sql.query(
        `alter table ${table} attach partition ${table}_${name}
         for values from ('${starts.toISOString()}') to ('${ends.toISOString()}')`,
      );
    }
  }
  await sql.query(
    `select create_log_month(now() - make_interval(months => n)) from generate_series(1, ${MONTHS - 1}) as n`,
  );
}

/** And where each organization's leads begin among those that are copied. */
async function createOthers(sql: pg.Client): Promise<void> {
  await sql.query(
    `create temporary table places as
     select '${LARGE}'::uuid as organization_id, 0::bigint as first, ${OF_LARGE}::bigint as leads, ${USERS} as users
     union all
     select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n * ${OF_OTHERS} % ${OF_LARGE - OF_OTHERS},
       ${OF_OTHERS}, 1 from generate_series(1, ${ORGANIZATIONS - 1}) as n`,
  );
  await sql.query(
    `insert into organizations (organization_id, name, time_zone, country, currency, created_at, updated_at)
     select organization_id, 'One of many', 'UTC', 'US', 'USD', now(), now() from places where organization_id <> '${LARGE}'`,
  );
  await sql.query(
    `insert into organization_counters (organization_id)
     select organization_id from places where organization_id <> '${LARGE}'`,
  );
  await sql.query(
    `insert into users (organization_id, user_id, name, email, role, active, created_at, updated_at)
     select organization_id, '${userId(0)}', 'User', 'user@example.com', 'dispatcher', true, now(), now()
     from places where organization_id <> '${LARGE}'`,
  );
}

/** An index is built over all rows at once: updating it row by row takes several times as long. */
async function dropIndexes(sql: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await sql.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where i.indrelid in ('leads'::regclass, 'events'::regclass, 'lifecycle_activity'::regclass)
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  );
  for (const { name } of rows) await sql.query(`drop index ${name}`);
  await sql.query('alter table contact_keys drop constraint contact_keys_pkey');
  return async () => {
    for (const { definition } of rows) await sql.query(definition.replace(' ON ONLY ', ' ON '));
    await sql.query('alter table contact_keys add primary key (organization_id, key, contact_id)');
  };
}
