import { isConnectionLoss, isRefusedBy, violates } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/errors.ts';
import type { TaskContext } from '../../../platform/tasks/task.ts';
import { playbookRunFailed } from '../run-events.ts';
import { type PublicError, toPublicError } from '../steps/step-failure.ts';
import { changeRun, endedAs } from './change-run.ts';
import type { Bounds } from './interpret.ts';
import { lockClaimed } from './queries.ts';
import { actorOf, isEnded } from './run.ts';
import { sendRequest } from './send-request.ts';
import { type StepRow, writeSteps } from './step-queries.ts';
import { takeTurn } from './take-turn.ts';
import { FailedStep } from './trace.ts';
import type { Answered, Claim, Sending } from './turn.ts';

/** Few enough that a turn takes milliseconds, and nearly every run is one or two. */
const MAX_STEPS = 20;
/** Somebody else books at the same moment: the next slot is looked for. */
const MAX_TRIES = 5;

export const USUAL: Bounds = { maxSteps: MAX_STEPS, stopBefore: null };
/** So that what fails in the commit is known to be this one step's. */
const ALONE: Bounds = { maxSteps: 1, stopBefore: null };

/** Works on a claimed run until it waits, ends, or is left to another. */
export async function runClaimed(
  context: TaskContext,
  claim: Claim,
  isOutbound: boolean,
): Promise<void> {
  const { database, secrets } = context;
  const options = { organizationId: claim.organization_id, actor: actorOf(claim.run_id) };
  let bounds = USUAL;
  let answered: Answered | null = null;
  for (let tries = 1; ; ) {
    let from = -1;
    const began = (position: number) => {
      from = position;
    };
    try {
      const turn = await database.transaction(options, (tx) =>
        takeTurn(tx, { claim, bounds, isOutbound, answered, secrets, began }),
      );
      if (turn.kind === 'over') return;
      bounds = bounds === USUAL || bounds === ALONE ? USUAL : ALONE;
      answered = turn.kind === 'send' ? await send(context, turn.sending) : null;
      tries = 1;
    } catch (error) {
      // Nobody's fault: the claim ends by itself, and the run is taken again when the database is back.
      if (isUnavailable(error)) throw error;
      const failed = error instanceof FailedStep ? error : null;
      const cause = failed?.cause ?? error;
      if (failed && failed.row.position !== from) {
        // What was done before it stands: once more without it, and then it alone.
        bounds = { maxSteps: MAX_STEPS, stopBefore: failed.row.position };
      } else if (isRefusedBy(cause, 'appointment_no_overlap') && tries < MAX_TRIES) {
        tries += 1;
      } else if (failed) {
        await fail(context, claim, failed.row, cause);
        return;
      } else if (bounds !== ALONE) {
        bounds = ALONE;
      } else {
        const message = 'a step of a run failed in its commit';
        context.log.error({ err: error, run_id: claim.run_id }, message);
        await fail(context, claim, null, cause);
        return;
      }
    }
  }
}

async function send({ database, outbound }: TaskContext, sending: Sending): Promise<Answered> {
  const { request, key, secrets, timeoutMs } = sending;
  const options = { key, secrets, at: database.clock.now(), timeoutMs };
  return { sending, answer: await sendRequest(outbound, request, options) };
}

/** Ends the run with what went wrong, unless it was ended or overtaken meanwhile. */
async function fail(
  { database, log }: TaskContext,
  claim: Claim,
  row: StepRow | null,
  cause: unknown,
): Promise<void> {
  const error = refusalOf(cause) ?? toPublicError(cause);
  if (error.code === 'internal_error')
    log.error({ err: cause, run_id: claim.run_id }, 'a step failed');
  const options = { organizationId: claim.organization_id, actor: actorOf(claim.run_id) };
  await database.transaction(options, async (tx) => {
    const run = await lockClaimed(tx, claim.run_id, claim.fence);
    if (run === null || isEnded(run.status)) return;
    if (row) writeSteps(tx, run.run_id, [{ ...row, error }]);
    const begun = {
      ...run,
      started_at: run.started_at ?? tx.now,
      step_id: row?.step_id ?? run.step_id,
    };
    changeRun(tx, endedAs(begun, tx.now, { status: 'failed', error }), playbookRunFailed);
  });
}

/** What the database refuses, as the operation that does the same says it. */
function refusalOf(cause: unknown): PublicError | null {
  if (violates(cause, 'leads_source_ref_unique')) {
    const detail = 'That source has sent another lead under the same source_ref. Keep the source.';
    return { code: 'source_ref_taken', detail };
  }
  if (isRefusedBy(cause, 'appointment_no_overlap')) {
    const detail = 'The time was taken by others, again and again. Retry the run.';
    return { code: 'slot_taken', detail };
  }
  return null;
}

function isUnavailable(error: unknown): boolean {
  const cause = error instanceof FailedStep ? error.cause : error;
  if (cause instanceof Problem) return cause.status === 503;
  return isConnectionLoss(cause);
}
