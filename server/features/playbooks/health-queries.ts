import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { LATE_MS } from './runtime/run.ts';

/** Counts stop here, so that each one reads at most this many index entries. */
export const MAX_COUNTED = 100_000;
const DAY_MS = 24 * 3_600_000;

export interface RunCounts {
  queued: number;
  running: number;
  waiting: number;
  held_back: number;
  late: number;
  failed_last_24h: number;
  next_due_at: Date | null;
  oldest_late_due_at: Date | null;
}

const NONE_LATE = {
  late: 0,
  failed_last_24h: 0,
  next_due_at: null,
  oldest_late_due_at: null,
};

const cappedCount = (what: string) =>
  `(select count(*) from (${what} limit ${MAX_COUNTED}) as found)`;

const ofStatus = (status: string) =>
  cappedCount(`select from playbook_runs where organization_id = $1 and status = '${status}'`);

/** Late runs that no worker has claimed. */
const LATE = `from playbook_runs
  where organization_id = $1 and finished_at is null and due_at < $3 and claimable_at <= $2`;

const selectRuns = statement(
  'select_playbook_run_figures',
  `select ${ofStatus('queued')} as queued, ${ofStatus('running')} as running, ${ofStatus('waiting')} as waiting,
     ${cappedCount('select from playbook_runs where organization_id = $1 and is_held_back')} as held_back,
     ${cappedCount(`select ${LATE}`)} as late,
     ${cappedCount(`select from playbook_runs where organization_id = $1 and status = 'failed' and finished_at > $4`)} as failed_last_24h,
     (select due_at from playbook_runs where organization_id = $1 and finished_at is null and due_at > $2
      order by due_at limit 1) as next_due_at,
     (select due_at ${LATE} order by due_at limit 1) as oldest_late_due_at`,
);

export async function findRunCounts(tx: Tx): Promise<RunCounts> {
  const [row] = await tx.query<RunCounts>(selectRuns, [tx.organizationId, ...times(tx)]);
  return { queued: 0, running: 0, waiting: 0, held_back: 0, ...NONE_LATE, ...row };
}

export interface FollowUpCounts {
  scheduled: number;
  due: number;
  late: number;
  failed_last_24h: number;
  next_due_at: Date | null;
  oldest_late_due_at: Date | null;
}

const CHANNELS = `unnest('{sms,email,call,task}'::text[]) as kind (channel)`;
const followUpsIn = (status: string, more = '') =>
  `(select sum(n)::bigint from ${CHANNELS} cross join lateral ${cappedCount(
    `select from follow_ups f where f.organization_id = $1 and f.channel = kind.channel and f.status = '${status}' ${more}`,
  )} as counted (n))`;

/** Follow-ups whose message is not queued yet. */
const WAITING = `from follow_ups
  where organization_id = $1 and status = 'scheduled' and communication_id is null`;

const selectFollowUps = statement(
  'select_follow_up_figures',
  `select ${followUpsIn('scheduled')} as scheduled, ${followUpsIn('due')} as due,
     ${cappedCount(`select ${WAITING} and due_at < $3`)} as late,
     ${followUpsIn('failed', 'and f.due_at > $4')} as failed_last_24h,
     (select due_at ${WAITING} and due_at > $2 order by due_at limit 1) as next_due_at,
     (select due_at ${WAITING} and due_at < $3 order by due_at limit 1) as oldest_late_due_at`,
);

export async function findFollowUpCounts(tx: Tx): Promise<FollowUpCounts> {
  const [row] = await tx.query<FollowUpCounts>(selectFollowUps, [tx.organizationId, ...times(tx)]);
  return { scheduled: 0, due: 0, ...NONE_LATE, ...row };
}

export interface PlaybookCounts {
  playbook_id: string;
  name: string;
  enabled: boolean;
  queued: number;
  running: number;
  waiting: number;
  failed_last_24h: number;
}

const ofPlaybook = (status: string) =>
  cappedCount(
    `select from playbook_runs r
     where r.organization_id = $1 and r.playbook_id = p.playbook_id and r.status = '${status}'`,
  );

const selectPlaybooks = statement(
  'select_playbook_figures',
  `select p.playbook_id, p.name, p.enabled, ${ofPlaybook('queued')} as queued, ${ofPlaybook('running')} as running,
     ${ofPlaybook('waiting')} as waiting, coalesce(failed.count, 0) as failed_last_24h
   from (select * from playbooks where organization_id = $1 and archived_at is null
         order by playbook_id desc limit 200) as p
   left join (
     select playbook_id, count(*) as count from (
       select playbook_id from playbook_runs
       where organization_id = $1 and status = 'failed' and finished_at > $2 limit ${MAX_COUNTED}
     ) as found group by playbook_id
   ) as failed on failed.playbook_id = p.playbook_id
   order by p.playbook_id desc`,
);

export function findPlaybookCounts(tx: Tx): Promise<PlaybookCounts[]> {
  const [, , dayAgo] = times(tx);
  return tx.query<PlaybookCounts>(selectPlaybooks, [tx.organizationId, dayAgo]);
}

function times({ now }: Tx): [now: Date, lateBefore: Date, dayAgo: Date] {
  return [now, new Date(now.getTime() - LATE_MS), new Date(now.getTime() - DAY_MS)];
}
