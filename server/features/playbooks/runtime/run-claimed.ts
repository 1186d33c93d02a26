import { isConnectionLoss, toProblem, violates } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/errors.ts';
import type { TaskContext } from '../../../platform/tasks/task.ts';
import { isPlaceRefused } from '../../calendar/index.ts';
import { playbookRunFailed } from '../run-events.ts';
import { masker } from '../secret-references.ts';
import { type PublicError, StepFailure, toPublicError } from '../steps/step-failure.ts';
import { changeRun, endedAs } from './change-run.ts';
import type { Bounds } from './interpret.ts';
import { countRunAttempt, lockClaimed } from './queries.ts';
import { actorOf, isEnded } from './run.ts';
import { sendRequest } from './send-request.ts';
import { type StepRow, writeSteps } from './step-queries.ts';
import { takeTurn } from './take-turn.ts';
import { FailedStep } from './trace.ts';
import type { Claim, OutgoingRequest, SentRequest } from './turn.ts';

/** Few enough that a turn takes milliseconds; nearly every run needs only one or two turns. */
const MAX_STEPS = 20;
/** If another booking takes the slot at the same time, the step looks for the next slot. */
const MAX_ATTEMPTS = 5;

export const DEFAULT_BOUNDS: Bounds = { maxSteps: MAX_STEPS, stopBefore: null };
/** With one step per transaction, a failed commit belongs to that step. */
const ONE_STEP: Bounds = { maxSteps: 1, stopBefore: null };

/** Attempts of a turn after one that did not finish. */
const MAX_UNFINISHED = 5;

/**
 * Executes a claimed run. If an earlier attempt did not finish its turn, the new attempt is counted and committed first,
 * so that the count is right even if this process ends with it. After the last one the run waits for a person.
 */
export async function runOrAbandon(
  context: TaskContext,
  claim: Claim,
  isOutbound: boolean,
): Promise<void> {
  if (claim.was_claimed) {
    const options = { organizationId: claim.organization_id, actor: actorOf(claim.run_id) };
    const attempts = await context.database.transaction(options, (tx) =>
      countRunAttempt(tx, claim.run_id, claim.fence),
    );
    if (attempts > MAX_UNFINISHED) return fail(context, claim, null, interrupted());
  }
  return runClaimed(context, claim, isOutbound);
}

function interrupted(): StepFailure {
  const detail =
    'The service was interrupted several times while it executed this step. Check its condition and texts, then retry the run.';
  return new StepFailure('interrupted', detail);
}

/** Executes a claimed run until it waits, ends, or is left to another loop or worker. */
export async function runClaimed(
  context: TaskContext,
  claim: Claim,
  isOutbound: boolean,
): Promise<void> {
  const { database, secrets } = context;
  const options = { organizationId: claim.organization_id, actor: actorOf(claim.run_id) };
  let bounds = DEFAULT_BOUNDS;
  let sent: SentRequest | null = null;
  for (let attempts = 1; ; ) {
    let from = -1;
    const onStart = (position: number) => {
      from = position;
    };
    try {
      const turn = await database.transaction(options, (tx) =>
        takeTurn(tx, { claim, bounds, isOutbound, sent, secrets, onStart }),
      );
      if (turn.kind === 'over') return;
      bounds = bounds === DEFAULT_BOUNDS || bounds === ONE_STEP ? DEFAULT_BOUNDS : ONE_STEP;
      sent = turn.kind === 'send' ? await send(context, turn.outgoing) : null;
      attempts = 1;
    } catch (error) {
      // The database is unavailable. The claim expires, and the run continues once the database is back.
      if (isUnavailable(error)) throw error;
      const failed = error instanceof FailedStep ? error : null;
      const cause = toProblem(failed?.cause ?? error);
      if (failed && failed.row.position !== from) {
        // The steps before it are valid: repeat the turn without the failed step, then execute that step alone.
        bounds = { maxSteps: MAX_STEPS, stopBefore: failed.row.position };
      } else if (isPlaceRefused(cause) && attempts < MAX_ATTEMPTS) {
        attempts += 1;
      } else if (failed) {
        await fail(context, claim, failed.row, cause);
        return;
      } else if (bounds !== ONE_STEP) {
        bounds = ONE_STEP;
      } else {
        const message = 'the commit of a playbook step failed';
        context.log.error({ err: error, run_id: claim.run_id }, message);
        await fail(context, claim, null, cause);
        return;
      }
    }
  }
}

async function send(
  { database, outbound }: TaskContext,
  outgoing: OutgoingRequest,
): Promise<SentRequest> {
  const { key, secrets, timeoutMs, placeholders, values } = outgoing;
  const options = { key, secrets, at: database.clock.now(), timeoutMs, mask: masker(values) };
  // From here to the network, the request contains the values of its secrets.
  const request = placeholders.fill(outgoing.request, values);
  return { outgoing, outcome: await sendRequest(outbound, request, options) };
}

/** Marks the run as failed, unless it has ended or another worker has claimed it. */
async function fail(
  { database, log }: TaskContext,
  claim: Claim,
  row: StepRow | null,
  cause: unknown,
): Promise<void> {
  const error = refusalOf(cause) ?? toPublicError(cause);
  if (error.code === 'internal_error')
    log.error({ err: cause, run_id: claim.run_id }, 'a playbook step failed');
  const options = { organizationId: claim.organization_id, actor: actorOf(claim.run_id) };
  await database.transaction(options, async (tx) => {
    const run = await lockClaimed(tx, claim.run_id, claim.fence);
    if (run === null || isEnded(run.status)) return;
    if (row) writeSteps(tx, run.run_id, [{ ...row, error }]);
    const started = {
      ...run,
      started_at: run.started_at ?? tx.now,
      step_id: row?.step_id ?? run.step_id,
    };
    changeRun(tx, endedAs(started, tx.now, { status: 'failed', error }), playbookRunFailed);
  });
}

/** Database constraint errors, with the same codes as in the API. */
function refusalOf(cause: unknown): PublicError | null {
  if (violates(cause, 'leads_source_ref_unique')) {
    const detail =
      'Another lead already has this source and source_ref. Do not change the source in the update_lead step.';
    return { code: 'source_ref_taken', detail };
  }
  if (isPlaceRefused(cause)) {
    const detail = 'Other bookings took the open slots at the same time. Retry the run.';
    return { code: 'slot_taken', detail };
  }
  return null;
}

function isUnavailable(error: unknown): boolean {
  const cause = error instanceof FailedStep ? error.cause : error;
  if (cause instanceof Problem) return cause.status === 503;
  return isConnectionLoss(cause);
}
