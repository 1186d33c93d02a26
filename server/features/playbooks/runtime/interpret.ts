import { toPublicId } from '../../../domain/ids.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { Instruction } from '../compile.ts';
import { evaluate } from '../conditions.ts';
import type { HttpRequestStep, Step } from '../definition.ts';
import { perform } from '../steps/perform.ts';
import type { StepOutcome, StepWork } from '../steps/step.ts';
import { Context } from './context.ts';
import type { RunRow } from './queries.ts';
import { rootsOf } from './roots.ts';
import { keyOf } from './run.ts';
import { StepFailure, toPublicError } from './step-failure.ts';
import type { StepRow } from './step-queries.ts';
import { beginWait, endWait, type Waiting } from './wait.ts';

type RowStep = Exclude<Step, { do: 'branch' | 'stop' | 'wait' | 'http_request' }>;

/** Where a run has come to. */
export type Halt =
  | { kind: 'completed' }
  | { kind: 'stopped'; reason: string }
  | { kind: 'waiting'; waiting: Waiting }
  /** The next step is a request to another machine, with its condition met. */
  | { kind: 'request'; step: HttpRequestStep; row: StepRow; next: number }
  /** There is more, but this is enough for one transaction. */
  | { kind: 'paused' };

/** A step that failed, and which: all that was done in its transaction is undone with it. */
export class FailedStep extends Error {
  readonly row: StepRow;

  constructor(row: StepRow, cause: unknown) {
    super(`The step ${row.step_id} failed`, { cause });
    this.row = row;
  }
}

export interface Bounds {
  mostSteps: number;
  /** Whoever failed there is done in a transaction of its own. */
  stopBefore: number | null;
}

/** Takes a run through the instructions of its version, one transaction at a time. */
export class Interpreter {
  readonly run: RunRow;
  readonly context: Context;
  /** What was done, to be written with the rest. */
  readonly trace: StepRow[] = [];
  readonly #tx: Tx;
  readonly #instructions: readonly Instruction[];
  /** What the run was in the middle of. */
  readonly #open: Map<number, StepRow>;

  constructor(tx: Tx, run: RunRow, instructions: readonly Instruction[], before: StepRow[]) {
    this.#tx = tx;
    this.run = run;
    this.#instructions = instructions;
    this.#open = new Map(before.map((row) => [row.position, row]));
    this.context = new Context(tx, run, before);
  }

  /** The time as the run sees it; a dry run passes over its waits. */
  now(): Date {
    return this.#tx.now;
  }

  instructionAt(position: number): Instruction | undefined {
    return this.#instructions[position];
  }

  /** Sends for what the step at hand will ask for. */
  prefetch(): void {
    const step = this.#instructions[this.run.position]?.step;
    if (!step) return;
    const { condition, texts } = rootsOf(step);
    this.context.prefetch([...condition, ...texts]);
  }

  async proceed({ mostSteps, stopBefore }: Bounds): Promise<Halt> {
    for (let done = 0; ; done += 1) {
      const { position } = this.run;
      const instruction = this.#instructions[position];
      this.run.step_id = instruction?.step.id ?? null;
      if (!instruction) return { kind: 'completed' };
      if (done >= mostSteps || position === stopBefore) return { kind: 'paused' };
      const halt = await this.#take(instruction, position);
      if (halt !== null) return halt;
    }
  }

  async #take(instruction: Instruction, position: number): Promise<Halt | null> {
    const { step, next, otherwise } = instruction;
    const row = this.#begin(step, position);
    const startedAt = performance.now();
    try {
      if (step.do === 'wait' && row.status === 'waiting') {
        row.output = endWait(this.run, step, this.now());
        return this.#finish(row, 'completed', startedAt, next);
      }
      if (!(await this.#isMet(step))) {
        if (step.do !== 'branch') row.output = { reason: 'condition_not_met' };
        else row.output = { taken: 'else' };
        const status = step.do === 'branch' ? 'completed' : 'skipped';
        return this.#finish(row, status, startedAt, otherwise);
      }
      switch (step.do) {
        case 'branch':
          row.output = { taken: 'then' };
          return this.#finish(row, 'completed', startedAt, next);
        case 'stop':
          row.output = { reason: step.with?.reason ?? null };
          this.#finish(row, 'completed', startedAt, next);
          return { kind: 'stopped', reason: step.with?.reason ?? 'stop_step' };
        case 'wait':
          return await this.#wait(row, step, startedAt, next);
        case 'http_request':
          return { kind: 'request', step, row, next };
        default:
          return await this.#perform(row, step, startedAt, next);
      }
    } catch (error) {
      throw new FailedStep(ended(row, 'failed', startedAt, this.now(), error), error);
    }
  }

  #begin(step: Step, position: number): StepRow {
    const before = this.#open.get(position);
    const isWaitThatWaits = before?.status === 'waiting' && step.do === 'wait';
    return {
      position,
      step_id: step.id,
      kind: step.do,
      status: isWaitThatWaits ? 'waiting' : 'running',
      input: before?.input ?? null,
      output: null,
      error: null,
      attempts: isWaitThatWaits ? before.attempts : (before?.attempts ?? 0) + 1,
      started_at: isWaitThatWaits ? before.started_at : this.now(),
      finished_at: null,
      duration_ms: null,
    };
  }

  async #isMet(step: Step): Promise<boolean> {
    const { when } = step;
    if (when === undefined) return true;
    const roots = rootsOf(step).condition;
    const result = evaluate(when, await this.context.variables(roots, this.now()));
    if ('value' in result) return result.value;
    const detail = `The condition “${when}” is neither true nor false here: ${result.failure}.`;
    throw new StepFailure('condition_failed', detail);
  }

  async #wait(
    row: StepRow,
    step: Extract<Step, { do: 'wait' }>,
    startedAt: number,
    next: number,
  ): Promise<Halt | null> {
    const variables = await this.context.variables(rootsOf(step).texts, this.now());
    const waiting = beginWait(
      step,
      variables,
      this.now(),
      (await this.context.organization).time_zone,
    );
    row.input = step.with;
    row.output = { until: waiting.until.toISOString() };
    if (waiting.for === null && waiting.until <= this.now()) {
      return this.#finish(row, 'completed', startedAt, next);
    }
    row.status = 'waiting';
    this.trace.push(row);
    return { kind: 'waiting', waiting };
  }

  async #perform(
    row: StepRow,
    step: RowStep,
    startedAt: number,
    next: number,
  ): Promise<Halt | null> {
    const work: StepWork = {
      tx: this.#tx,
      run: this.run,
      step,
      key: keyOf(toPublicId('run', this.run.run_id), step.id),
      variables: await this.context.variables(rootsOf(step).texts, this.now()),
      context: this.context,
      show(input) {
        row.input = input;
      },
    };
    row.input = step.with ?? {};
    const outcome: StepOutcome = await perform(work);
    this.context.forget(outcome.status === 'completed' ? outcome.now : {});
    if (outcome.status === 'waiting') {
      row.status = 'waiting';
      row.output = outcome.output;
      this.trace.push(row);
      return { kind: 'waiting', waiting: { until: outcome.until, for: null } };
    }
    row.output = outcome.status === 'completed' ? outcome.output : { reason: outcome.reason };
    return this.#finish(row, outcome.status, startedAt, next);
  }

  #finish(row: StepRow, status: 'completed' | 'skipped', startedAt: number, next: number): null {
    this.record(ended(row, status, startedAt, this.now()), next);
    return null;
  }

  /** What has come of a step, and where the run goes on. */
  record(row: StepRow, next: number): void {
    this.trace.push(row);
    this.context.add(row);
    this.run.position = next;
  }
}

export function ended(
  row: StepRow,
  status: StepRow['status'],
  startedAt: number,
  now: Date,
  error?: unknown,
): StepRow {
  const took = Math.round((performance.now() - startedAt) * 1000) / 1000;
  return {
    ...row,
    status,
    error: error === undefined ? null : toPublicError(error),
    finished_at: now,
    duration_ms: row.kind === 'wait' ? now.getTime() - row.started_at.getTime() : took,
  };
}
