import { toPublicId } from '../../../domain/ids.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { Instruction } from '../compile.ts';
import { evaluate } from '../conditions.ts';
import { kindOf, type Step } from '../steps/index.ts';
import type { StepOutcome, StepRequest } from '../steps/step.ts';
import { StepFailure } from '../steps/step-failure.ts';
import { Context } from './context.ts';
import type { RunRow } from './queries.ts';
import { rootsOf } from './roots.ts';
import { keyOf } from './run.ts';
import type { StepRow } from './step-queries.ts';
import { begun, ended, FailedStep } from './trace.ts';

/** Where a run has come to. */
export type Halt =
  | { kind: 'completed' }
  | { kind: 'stopped'; reason: string }
  /** Until that time, or until an event of that kind if one is given. */
  | { kind: 'waiting'; until: Date; event: string | null; taken: Taken }
  /** The next step is a request to another machine, with its condition met: it is another loop's to send. */
  | { kind: 'outbound' }
  /** A request, to be sent once it is written down as under way. */
  | { kind: 'request'; request: StepRequest; timeoutMs: number; taken: Taken }
  /** There is more, but this is enough for one transaction. */
  | { kind: 'paused' };

/** A step at which a run halts. */
export interface Taken {
  row: StepRow;
  /** Where the run goes on once the step is done. */
  next: number;
  /** Of performance.now(). */
  startedAt: number;
}

export interface Bounds {
  maxSteps: number;
  /** The step there failed before, and is done in a transaction of its own. */
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
  readonly #isOutbound: boolean;

  constructor(
    tx: Tx,
    run: RunRow,
    options: {
      instructions: readonly Instruction[];
      /** The trace so far. */
      before: readonly StepRow[];
      /** Whether requests to other machines are prepared here, or left to another loop. */
      isOutbound: boolean;
    },
  ) {
    this.#tx = tx;
    this.run = run;
    this.#instructions = options.instructions;
    this.#open = new Map(options.before.map((row) => [row.position, row]));
    this.#isOutbound = options.isOutbound;
    this.context = new Context(tx, run, options.before);
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

  async proceed({ maxSteps, stopBefore }: Bounds): Promise<Halt> {
    for (let done = 0; ; done += 1) {
      const { position } = this.run;
      const instruction = this.#instructions[position];
      this.run.step_id = instruction?.step.id ?? null;
      if (!instruction) return { kind: 'completed' };
      if (done >= maxSteps || position === stopBefore) return { kind: 'paused' };
      const halt = await this.#take(instruction, position);
      if (halt !== null) return halt;
    }
  }

  /** What has come of a step, and where the run goes on. */
  record(row: StepRow, next: number): void {
    this.trace.push(row);
    this.context.add(row);
    this.run.position = next;
  }

  async #take(instruction: Instruction, position: number): Promise<Halt | null> {
    const { step, next, otherwise } = instruction;
    const kind = kindOf(step);
    const row = begun(instruction, position, this.#open.get(position), this.now());
    const taken: Taken = { row, next, startedAt: performance.now() };
    try {
      if (row.status === 'waiting') {
        const output = kind.outputAfterWait?.(step, this.run, this.now());
        return this.#settle(taken, { status: 'completed', output });
      }
      if (!(await this.#isMet(step))) {
        const output = kind.outputIfUnmet?.();
        return this.#settle(
          { ...taken, next: otherwise },
          output === undefined
            ? { status: 'skipped', reason: 'condition_not_met' }
            : { status: 'completed', output },
        );
      }
      if (kind.effect === 'request' && !this.#isOutbound) return { kind: 'outbound' };
      return this.#settle(taken, await this.#perform(step, row));
    } catch (error) {
      throw new FailedStep(ended(row, 'failed', taken.startedAt, this.now(), error), error);
    }
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

  async #perform(step: Step, row: StepRow): Promise<StepOutcome> {
    const kind = kindOf(step);
    const variables = await this.context.variables(rootsOf(step).texts, this.now());
    if (kind.effect === 'rows') row.input = ('with' in step ? step.with : undefined) ?? {};
    const outcome = await kind.perform({
      tx: this.#tx,
      run: this.run,
      step,
      key: keyOf(toPublicId('run', this.run.run_id), step.id),
      variables,
      organization: () => this.context.organization,
      show(input) {
        row.input = input;
      },
    });
    if (kind.effect === 'rows') {
      this.context.forget(outcome.status === 'completed' ? outcome.now : {});
    }
    return outcome;
  }

  /** Adds what came of a step to the trace. Null if the run can go on at once. */
  #settle(taken: Taken, outcome: StepOutcome): Halt | null {
    const { row } = taken;
    switch (outcome.status) {
      case 'completed':
        return this.#finish({ ...row, output: outcome.output }, 'completed', taken);
      case 'skipped':
        return this.#finish({ ...row, output: { reason: outcome.reason } }, 'skipped', taken);
      case 'stopped':
        this.#finish({ ...row, output: outcome.output }, 'completed', taken);
        return { kind: 'stopped', reason: outcome.reason };
      case 'waiting': {
        const { until, event, output } = outcome;
        const waiting: StepRow = { ...row, status: 'waiting', output };
        this.trace.push(waiting);
        return { kind: 'waiting', until, event, taken: { ...taken, row: waiting } };
      }
      case 'request': {
        const { request, timeoutMs } = outcome;
        const sending = { ...row, input: request };
        this.trace.push(sending);
        return { kind: 'request', request, timeoutMs, taken: { ...taken, row: sending } };
      }
    }
  }

  #finish(row: StepRow, status: 'completed' | 'skipped', { startedAt, next }: Taken): null {
    this.record(ended(row, status, startedAt, this.now()), next);
    return null;
  }
}
