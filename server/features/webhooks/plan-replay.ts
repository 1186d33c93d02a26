import { toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { eventsDropped } from '../events/index.ts';
import { findFailed, findLastSeq, findSeqs, lockFirstSeq } from './plan-replay-queries.ts';
import type { ReplayProgress, ReplayRequest } from './replay-queries.ts';
import type { CreateReplayBody } from './replay-schemas.ts';

type Plan = ReplayRequest & Pick<ReplayProgress, 'position' | 'to_seq' | 'total'>;

const SELECTORS = ['event_ids', 'from_seq', 'failed_since'] as const;

export function replayErrors(body: Record<string, unknown>): FieldError[] {
  const given = SELECTORS.filter((name) => body[name] !== undefined);
  const errors: FieldError[] = [];
  if (given.length === 0) {
    const detail = 'Send exactly one of event_ids, from_seq and failed_since.';
    errors.push({ pointer: '', code: 'required', detail });
  }
  for (const name of given.slice(1)) {
    const detail = `Send only one of event_ids, from_seq and failed_since. Remove ${name} or ${given[0]}.`;
    errors.push({ pointer: `/${name}`, code: 'not_allowed', detail });
  }
  if (body.to_seq !== undefined && body.from_seq === undefined) {
    const detail =
      'The field to_seq can only be used with from_seq. Add from_seq or remove to_seq.';
    errors.push({ pointer: '/to_seq', code: 'not_allowed', detail });
  }
  if (Number(body.to_seq) < Number(body.from_seq)) {
    const detail = 'The field to_seq must not be less than from_seq.';
    errors.push({ pointer: '/to_seq', code: 'out_of_range', detail });
  }
  return errors;
}

/** Fixes now which events a replay covers: later events are delivered anyway. */
export async function planReplay(
  tx: Tx,
  endpointId: string,
  body: CreateReplayBody,
): Promise<Plan> {
  const first = await lockFirstSeq(tx);
  if (body.from_seq !== undefined && body.from_seq < first)
    throw eventsDropped(first, '/from_seq', `from_seq ${first}`);
  if (body.event_ids) return planEvents(tx, body.event_ids);
  if (body.failed_since) return planFailed(tx, endpointId, body.failed_since);
  if (body.from_seq !== undefined) return planRange(tx, body.from_seq, body.to_seq ?? null);
  throw validationFailed(replayErrors(body));
}

async function planEvents(tx: Tx, eventIds: readonly string[]): Promise<Plan> {
  const uuids = eventIds.map((eventId) => toUuid('event', eventId));
  const found = await findSeqs(
    tx,
    uuids.filter((uuid) => uuid !== null),
  );
  const unknown = uuids.flatMap((uuid, index) =>
    uuid !== null && found.has(uuid) ? [] : [unknownEvent(index)],
  );
  if (unknown.length > 0) throw validationFailed(unknown);
  const seqs = [...found.values()].sort((a, b) => a - b);
  const [first = 1] = seqs;
  return {
    kind: 'events',
    request: { event_seqs: seqs },
    position: first - 1,
    to_seq: seqs.at(-1) ?? first,
    total: seqs.length,
  };
}

function unknownEvent(index: number): FieldError {
  return {
    pointer: `/event_ids/${index}`,
    code: 'unknown_event',
    detail:
      'No such event in your organization’s log. Find event ids with GET /v1/events. To send an example event, use /test.',
  };
}

async function planRange(tx: Tx, fromSeq: number, toSeq: number | null): Promise<Plan> {
  const lastSeq = await findLastSeq(tx);
  if (fromSeq > lastSeq) throw validationFailed([pastTheEnd(lastSeq)]);
  const to = Math.min(toSeq ?? lastSeq, lastSeq);
  return {
    kind: 'range',
    request: { from_seq: fromSeq, to_seq: to },
    position: fromSeq - 1,
    to_seq: to,
    total: to - fromSeq + 1,
  };
}

function pastTheEnd(lastSeq: number): FieldError {
  return {
    pointer: '/from_seq',
    code: 'out_of_range',
    detail: `The log ends at ${lastSeq}. Use a from_seq up to that. Later events are delivered automatically.`,
  };
}

async function planFailed(tx: Tx, endpointId: string, since: string): Promise<Plan> {
  const failedSince = new Date(since);
  if (failedSince > tx.now) {
    const detail = 'The field failed_since must not be in the future.';
    throw validationFailed([{ pointer: '/failed_since', code: 'out_of_range', detail }]);
  }
  const failed = await findFailed(tx, endpointId, failedSince);
  return {
    kind: 'failed',
    request: { failed_since: failedSince.toISOString() },
    position: 0,
    to_seq: failed.last_seq,
    total: failed.count,
  };
}
