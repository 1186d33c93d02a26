import type { Instruction } from '../compile.ts';
import { findStepKind, kindOf } from '../steps/index.ts';
import { toPublicError } from '../steps/step-failure.ts';
import type { StepRow } from './step-queries.ts';

/** A failed step. Its whole transaction is rolled back. */
export class FailedStep extends Error {
  readonly row: StepRow;

  constructor(row: StepRow, cause: unknown) {
    super(`The step ${row.step_id} failed`, { cause });
    this.row = row;
  }
}

/** The row of a step that starts now. A wait that is over keeps its row. */
export function startedStep(
  { step }: Instruction,
  position: number,
  before: StepRow | undefined,
  now: Date,
): StepRow {
  const endedWait = before?.status === 'waiting' && kindOf(step).outputAfterWait ? before : null;
  return {
    position,
    step_id: step.id,
    kind: step.do,
    status: endedWait === null ? 'running' : 'waiting',
    input: before?.input ?? null,
    output: null,
    error: null,
    attempts: endedWait?.attempts ?? (before?.attempts ?? 0) + 1,
    started_at: endedWait?.started_at ?? now,
    finished_at: null,
    duration_ms: null,
  };
}

/** The duration of a wait counts from its start; the duration of any other step is that of its last attempt. */
export function finishedStep(
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
