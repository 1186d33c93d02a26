import { toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { findFailed, findLastSeq, findSeqs } from './plan-replay-queries.ts';
import type { ReplayProgress, ReplayRequest } from './replay-queries.ts';
import type { CreateReplayBody } from './replay-schemas.ts';

type Plan = ReplayRequest & Pick<ReplayProgress, 'position' | 'to_seq' | 'total'>;

const WAYS = ['event_ids', 'from_seq', 'failed_since'] as const;

export function replayErrors(body: Record<string, unknown>): FieldError[] {
  const given = WAYS.filter((name) => body[name] !== undefined);
  const errors: FieldError[] = [];
  if (given.length === 0) {
    const detail = 'Give one of event_ids, from_seq and failed_since.';
    errors.push({ pointer: '', code: 'required', detail });
  }
  for (const name of given.slice(1)) {
    const detail = `Give one of event_ids, from_seq and failed_since: leave ${name} out, or ${given[0]}.`;
    errors.push({ pointer: `/${name}`, code: 'not_allowed', detail });
  }
  if (body.to_seq !== undefined && body.from_seq === undefined) {
    const detail = 'The field to_seq goes together with from_seq.';
    errors.push({ pointer: '/to_seq', code: 'not_allowed', detail });
  }
  if (Number(body.to_seq) < Number(body.from_seq)) {
    const detail = 'The field to_seq must not lie before from_seq.';
    errors.push({ pointer: '/to_seq', code: 'out_of_range', detail });
  }
  return errors;
}

/** What a replay will look at, settled now: what happens from here on comes by itself. */
export async function planReplay(
  tx: Tx,
  endpointId: string,
  body: CreateReplayBody,
): Promise<Plan> {
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
      'There is no such event in your organization’s log. See GET /v1/events; an example is sent by /test.',
  };
}

async function planRange(tx: Tx, fromSeq: number, toSeq: number | null): Promise<Plan> {
  const lastSeq = await findLastSeq(tx);
  if (fromSeq > lastSeq) throw validationFailed([behindTheEnd(lastSeq)]);
  const to = Math.min(toSeq ?? lastSeq, lastSeq);
  return {
    kind: 'range',
    request: { from_seq: fromSeq, to_seq: to },
    position: fromSeq - 1,
    to_seq: to,
    total: to - fromSeq + 1,
  };
}

function behindTheEnd(lastSeq: number): FieldError {
  return {
    pointer: '/from_seq',
    code: 'out_of_range',
    detail: `The log ends at ${lastSeq}. Give a from_seq up to that; what happens later comes by itself.`,
  };
}

async function planFailed(tx: Tx, endpointId: string, since: string): Promise<Plan> {
  const failedSince = new Date(since);
  if (failedSince > tx.now) {
    const detail = 'The field failed_since must not lie in the future.';
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
