import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { toPublicId, toUuid } from '../../server/domain/ids.ts';
import { newUuid } from '../../server/platform/ids.ts';
import type { Call } from '../../server/testing/booking-walk.ts';

/** Creates a playbook and returns its id. */
export async function createPlaybook(call: Call, definition: object): Promise<string> {
  const playbook = { name: 'Bench', trigger: { manual: true }, ...definition };
  return String((await created(call, '/v1/playbooks', playbook)).playbook_id);
}

let leads = 0;

export async function createLead(call: Call): Promise<string> {
  leads += 1;
  const lead = { email: `bench-${leads}@example.com`, service_needed: 'ac_repair', notes: 'x' };
  return String((await created(call, '/v1/leads', lead)).lead_id);
}

/** Starts a run and returns its id. */
export async function begin(call: Call, playbookId: string, leadId: string): Promise<string> {
  const run = await created(call, `/v1/playbooks/${playbookId}/run`, { lead_id: leadId });
  return String(run.run_id);
}

async function created(call: Call, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await call('POST', path, body);
  if (response.status >= 300) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
  return response.body as Record<string, unknown>;
}

/**
 * Creates many waiting runs by copying those that the service itself has brought to waiting, due one after the
 * other over a period of time. Their due times are stored in their input, for the measurement.
 */
export async function repeatWaiting(
  sql: pg.Client,
  count: number,
  firstAt: Date,
  spreadSeconds: number,
): Promise<void> {
  await sql.query(
    `create temporary table copies as
     select gen_random_uuid() as new_id, m.*, m.lifecycle_number || '.' || n as new_number,
            $2::timestamptz + (n * $3::double precision / $1) * interval '1 second' as new_due
     from generate_series(0, $1 - 1) as n
     join (select r.*, row_number() over (order by run_id) - 1 as nth, count(*) over () as models
           from playbook_runs r where status = 'waiting') as m on m.nth = n % m.models`,
    [count, firstAt, spreadSeconds],
  );
  const { rows } = await sql.query(
    `select string_agg(column_name, ', ') as columns from information_schema.columns
     where table_name = 'playbook_runs' and column_name not in
       ('run_id', 'lifecycle_number', 'due_at', 'claimable_at', 'input')`,
  );
  const columns = rows[0].columns as string;
  await sql.query(
    `insert into playbook_runs (run_id, lifecycle_number, due_at, claimable_at, input, ${columns})
     select new_id, new_number, new_due, new_due, jsonb_build_object('due', new_due), ${columns} from copies`,
  );
  await sql.query(
    `insert into playbook_run_steps
     select s.organization_id, c.new_id, s.position, s.step_id, s.kind, s.status, s.input, s.output, s.error,
            s.attempts, s.started_at, s.finished_at, s.duration_ms
     from copies c join playbook_run_steps s on s.organization_id = c.organization_id and s.run_id = c.run_id`,
  );
  await sql.query('drop table copies');
  await sql.query('analyze playbook_runs, playbook_run_steps');
}

/**
 * Queues many runs, each about its own lead, by copying one that the service has queued, with its lead and its started
 * event. None is due until makeDue().
 */
export async function repeatQueued(sql: pg.Client, runId: string, count: number): Promise<void> {
  const id = toUuid('run', runId);
  const { rows } = await sql.query(
    `select r.organization_id, r.lead_id, r.lifecycle_number, l.email, e.actor, e.data
     from playbook_runs r
     join leads l on l.organization_id = r.organization_id and l.lead_id = r.lead_id
     join events e on e.organization_id = r.organization_id and e.type = 'playbook_run.started'
       and e.lifecycle_number = r.lifecycle_number
     where r.run_id = $1`,
    [id],
  );
  const [model] = rows;
  const copies = Array.from({ length: count - 1 }, (_, index) => ({
    run_id: newUuid(),
    lead_id: newUuid(),
    lifecycle_number: `${model.lifecycle_number}.${index}`,
    email: `copy-${index}-${model.email}`,
  }));
  const events = copies.map((copy) => ({
    event_id: newUuid(),
    type: 'playbook_run.started',
    lifecycle_number: copy.lifecycle_number,
    actor: 0,
    previous: null,
    data: {
      ...model.data,
      run_id: toPublicId('run', copy.run_id),
      lead_id: toPublicId('lead', copy.lead_id),
    },
  }));
  await sql.query('begin');
  await sql.query(`set local app.organization_id = '${model.organization_id}'`);
  await sql.query(
    `insert into leads
     select made.* from jsonb_array_elements($3) as copy, leads l, jsonb_populate_record(l, copy) as made
     where l.organization_id = $1 and l.lead_id = $2`,
    [model.organization_id, model.lead_id, JSON.stringify(copies)],
  );
  await sql.query(
    `insert into playbook_runs
     select made.* from jsonb_array_elements($3) as copy, playbook_runs r, jsonb_populate_record(r, copy) as made
     where r.organization_id = $1 and r.run_id = $2`,
    [model.organization_id, id, JSON.stringify(copies)],
  );
  await sql.query(
    `update playbook_runs set due_at = now() + interval '1 day', claimable_at = now() + interval '1 day'
     where organization_id = $1 and status = 'queued'`,
    [model.organization_id],
  );
  await sql.query('select append_events($1, $2, $3, $4)', [
    model.organization_id,
    new Date(),
    JSON.stringify([model.actor]),
    JSON.stringify(events),
  ]);
  await sql.query(
    `update playbook_runs r set born_seq = e.seq - 1 from events e
     where r.organization_id = $1 and r.status = 'queued' and e.organization_id = $1
       and e.type = 'playbook_run.started' and e.lifecycle_number = r.lifecycle_number`,
    [model.organization_id],
  );
  await sql.query('commit');
}

/** Makes all queued runs due at that time. Workers look for due runs every five seconds. */
export async function makeDue(sql: pg.Client, at: Date): Promise<void> {
  await sql.query(
    `update playbook_runs set due_at = $1, claimable_at = $1 where status = 'queued'`,
    [at],
  );
}

export async function countRuns(sql: pg.Client, where: string): Promise<number> {
  const { rows } = await sql.query(
    `select count(*)::integer as n from playbook_runs where ${where}`,
  );
  return rows[0].n;
}

export async function until(
  look: () => boolean | Promise<boolean>,
  timeoutMs = 180_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await look())) {
    if (Date.now() > deadline) throw new Error('Timed out');
    await sleep(100);
  }
}
