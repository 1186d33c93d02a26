import type { Instruction } from '../compile.ts';
import { findStepKind, kindOf } from '../steps/index.ts';
import { toPublicError } from '../steps/step-failure.ts';
import type { StepRow } from './step-queries.ts';

/** A step that failed, and which: all that was done in its transaction is undone with it. */
export class FailedStep extends Error {
  readonly row: StepRow;

  constructor(row: StepRow, cause: unknown) {
    super(`The step ${row.step_id} failed`, { cause });
    this.row = row;
  }
}

/** The row of a step that is taken up now. A wait that is over goes on with the row it began with. */
export function begun(
  { step }: Instruction,
  position: number,
  before: StepRow | undefined,
  now: Date,
): StepRow {
  const waited = before?.status === 'waiting' && kindOf(step).outputAfterWait ? before : null;
  return {
    position,
    step_id: step.id,
    kind: step.do,
    status: waited === null ? 'running' : 'waiting',
    input: before?.input ?? null,
    output: null,
    error: null,
    attempts: waited?.attempts ?? (before?.attempts ?? 0) + 1,
    started_at: waited?.started_at ?? now,
    finished_at: null,
    duration_ms: null,
  };
}

/** A wait lasts from its beginning on, whatever was done meanwhile; another step as long as its last attempt. */
export function ended(
  row: StepRow,
  status: StepRow['status'],
  startedAt: number,
  now: Date,
  error?: unknown,
): StepRow {
  const took = Math.round((performance.now() - startedAt) * 1000) / 1000;
  const isWait = findStepKind(row.kind)?.outputAfterWait !== undefined;
  return {
    ...row,
    status,
    error: error === undefined ? null : toPublicError(error),
    finished_at: now,
    duration_ms: isWait ? now.getTime() - row.started_at.getTime() : took,
  };
}
