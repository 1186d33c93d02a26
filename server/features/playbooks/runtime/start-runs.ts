import { toUuid } from '../../../domain/ids.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { EventHead, LoggedEvent } from '../../../platform/events/follow-log.ts';
import { matchesPattern } from '../../../platform/events/patterns.ts';
import { CLOCK_SLACK_MS, firstUuidAt } from '../../../platform/ids.ts';
import { evaluate } from '../conditions.ts';
import { DEFAULT_ONCE_PER, type OncePer } from '../definition.ts';
import { enabledPlaybooks, type PlaybookRow } from '../queries.ts';
import { playbookRunFailed } from '../run-events.ts';
import { allSettled } from './all-settled.ts';
import { changeRun, endedAs } from './change-run.ts';
import { Context, toEventVariable } from './context.ts';
import { findSubjects } from './event-subjects.ts';
import { newRun } from './new-run.ts';
import { insertTriggeredRuns, type RunRow } from './queries.ts';
import { actorOf, limitError, MAX_DEPTH, MAX_PER_HOUR, STORM_MS } from './run.ts';
import { variablesOfCondition } from './variable-names.ts';

/** Sent only to test webhook endpoints, so it starts no runs. */
const EXAMPLE = 'example.sent';

interface Candidate {
  playbook: PlaybookRow;
  event: LoggedEvent;
}

/** Tells which events can start a run. */
export async function findTriggers(tx: Tx): Promise<(event: EventHead) => boolean> {
  const playbooks = await enabledPlaybooks(tx);
  return (event) => playbooks.some((playbook) => isTriggeredBy(playbook, event));
}

/** Starts a run of every enabled playbook that an event triggers, if the condition of the trigger is met. */
export async function startRuns(tx: Tx, events: readonly LoggedEvent[]): Promise<void> {
  const playbooks = await enabledPlaybooks(tx);
  const candidates = events.flatMap((event) =>
    playbooks.filter((one) => isTriggeredBy(one, event)).map((playbook) => ({ playbook, event })),
  );
  if (candidates.length === 0) return;
  const [subjects, depths, counts] = await Promise.all([
    findSubjects(tx, events),
    findDepths(tx, candidates),
    countLastHour(tx, candidates),
  ]);
  const decided = await allSettled(
    candidates.map(async ({ playbook, event }) => {
      const run = newRun(tx, playbook, subjects(event), {
        trigger_seq: event.seq,
        trigger_type: event.type,
        started_by: event.actor,
        input: {},
        depth: depths(event),
        born_seq: event.seq,
      });
      return { playbook, event, run, met: await isMet(tx, run, playbook, event) };
    }),
  );
  const runs: (RunRow & { once_per: OncePer })[] = [];
  for (const { playbook, event, run, met } of decided) {
    if (met === false) continue;
    const recentRuns = counts.get(playbook, event);
    // Only the first run over the limit is shown as failed; thousands of failed rows would not help.
    if (recentRuns > MAX_PER_HOUR || run.depth > MAX_DEPTH + 1) continue;
    const error = met === true ? limitError(run.depth, recentRuns) : met;
    const once_per = playbook.definition.once_per ?? DEFAULT_ONCE_PER;
    // Otherwise at most one of these events starts a run, so the others must not use up the limit.
    if (once_per === 'event' || error !== null) counts.add(playbook, event);
    const started = error === null ? run : endedAs(run, tx.now, { status: 'failed', error });
    runs.push({ ...started, once_per });
  }
  const inserted = await insertTriggeredRuns(tx, runs);
  for (const run of runs) {
    if (run.status !== 'failed' || !inserted.has(run.run_id)) continue;
    // The run is the actor, so that a run that this event starts has a higher depth.
    changeRun(tx.as(actorOf(run.run_id)), run, playbookRunFailed);
  }
}

function isTriggeredBy({ definition: { trigger } }: PlaybookRow, { type }: EventHead): boolean {
  return 'event' in trigger && type !== EXAMPLE && matchesPattern(trigger.event, type);
}

/** A condition that cannot be evaluated is shown as a failed run, because ignoring it would hide the problem. */
async function isMet(
  tx: Tx,
  run: RunRow,
  { definition: { trigger } }: PlaybookRow,
  event: LoggedEvent,
): Promise<boolean | { code: string; detail: string }> {
  const when = 'event' in trigger ? trigger.when : undefined;
  if (when === undefined) return true;
  const names = new Map(await variablesOfCondition(tx.organizationId, when));
  const [hasEvent, hasData] = [names.delete('event'), names.delete('data')];
  const result = await evaluate(tx.organizationId, when, {
    ...(await new Context(tx, run, []).variables(names, tx.now)),
    ...(hasEvent && { event: toEventVariable(event) }),
    ...(hasData && { data: event.data }),
  });
  if ('value' in result) return result.value;
  const detail = `The condition of the trigger could not be evaluated to true or false for this event: ${result.failure}. Correct the condition.`;
  return { code: 'condition_failed', detail };
}

const selectDepths = statement(
  'select_depths_of_playbook_runs',
  'select run_id, depth from playbook_runs where organization_id = $1 and run_id = any ($2)',
);

/** The depth of the run that caused the event, plus one; 0 if a user or another system caused it. */
async function findDepths(
  tx: Tx,
  candidates: readonly Candidate[],
): Promise<(event: LoggedEvent) => number> {
  const causeOf = ({ actor }: LoggedEvent) => toUuid('run', actor.id ?? '');
  const causes = candidates.map(({ event }) => causeOf(event)).filter((id) => id !== null);
  if (causes.length === 0) return () => 0;
  const values = [tx.organizationId, [...new Set(causes)]];
  const rows = await tx.query<{ run_id: string; depth: number }>(selectDepths, values);
  const depths = new Map(rows.map(({ run_id, depth }) => [run_id, depth + 1]));
  return (event) => depths.get(causeOf(event) ?? '') ?? 0;
}

const selectCounts = statement(
  'count_playbook_runs_of_the_hour',
  `select wanted.playbook_id, wanted.number, lately.count
   from unnest($2::uuid[], $3::text[]) as wanted (playbook_id, number)
   cross join lateral (
     select count(*) as count from (
       select from playbook_runs r
       where r.organization_id = $1 and r.lifecycle_number = wanted.number and r.run_id >= $4
         and r.playbook_id = wanted.playbook_id and r.created_at > $5
       limit ${MAX_PER_HOUR + 1}
     ) as found
   ) as lately`,
);

/** How often each playbook has run for each lifecycle within the last hour. */
async function countLastHour(tx: Tx, candidates: readonly Candidate[]) {
  const counts = new Map<string, number>();
  const keyOf = (playbookId: string, number: string | null) => `${playbookId} ${number}`;
  const since = new Date(tx.now.getTime() - STORM_MS);
  const pairs = new Map(
    candidates.map(({ playbook, event }) => [
      keyOf(playbook.playbook_id, event.lifecycle_number),
      [playbook.playbook_id, event.lifecycle_number] as const,
    ]),
  );
  const rows = await tx.query<{ playbook_id: string; number: string | null; count: number }>(
    selectCounts,
    [
      tx.organizationId,
      [...pairs.values()].map(([id]) => id),
      [...pairs.values()].map(([, number]) => number),
      firstUuidAt(new Date(since.getTime() - CLOCK_SLACK_MS)),
      since,
    ],
  );
  for (const { playbook_id, number, count } of rows) counts.set(keyOf(playbook_id, number), count);
  const key = (playbook: PlaybookRow, event: LoggedEvent) =>
    keyOf(playbook.playbook_id, event.lifecycle_number);
  return {
    get: (playbook: PlaybookRow, event: LoggedEvent) => counts.get(key(playbook, event)) ?? 0,
    add(playbook: PlaybookRow, event: LoggedEvent) {
      counts.set(key(playbook, event), this.get(playbook, event) + 1);
    },
  };
}
