import { toPublicId } from '../../../domain/ids.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { Instruction } from '../compile.ts';
import { evaluate } from '../conditions.ts';
import { kindOf, type Step } from '../steps/index.ts';
import type { AnchoredWait, PreparedRequest, StepOutcome } from '../steps/step.ts';
import { StepFailure } from '../steps/step-failure.ts';
import { Context } from './context.ts';
import type { RunRow } from './queries.ts';
import { keyOf } from './run.ts';
import type { StepRow } from './step-queries.ts';
import { FailedStep, finishedStep, startedStep } from './trace.ts';
import { knownVariablesOf, variablesOf } from './variable-names.ts';

/** Why the interpreter halted. */
export type Halt =
  | { kind: 'completed' }
  | { kind: 'stopped'; reason: string }
  /** Until that time, or until an event of that type if one is given. */
  | {
      kind: 'waiting';
      until: Date;
      event: string | null;
      anchored?: AnchoredWait;
      progress: StepProgress;
    }
  /** The next step is a request whose condition is met; the request loop sends it. */
  | { kind: 'outbound' }
  /** A request that is sent once the database shows it as in progress. */
  | ({ kind: 'request'; progress: StepProgress } & PreparedRequest)
  /** More steps remain for the next transaction. */
  | { kind: 'paused' };

/** The step at which a run halts. */
export interface StepProgress {
  row: StepRow;
  /** The position after this step. */
  next: number;
  /** A performance.now() value. */
  startedAt: number;
}

export interface Bounds {
  maxSteps: number;
  /** The step at this position failed before, and is executed in its own transaction. */
  stopBefore: number | null;
}

/** Executes the instructions of a run within one transaction. */
export class Interpreter {
  readonly run: RunRow;
  readonly context: Context;
  /** Steps to be written at the end of the transaction. */
  readonly trace: StepRow[] = [];
  readonly #tx: Tx;
  readonly #instructions: readonly Instruction[];
  /** Steps of earlier transactions, by position. */
  readonly #open: Map<number, StepRow>;
  readonly #isOutbound: boolean;

  constructor(
    tx: Tx,
    run: RunRow,
    options: {
      instructions: readonly Instruction[];
      /** The trace of earlier transactions. */
      before: readonly StepRow[];
      /** Whether requests are prepared here, or left to the request loop. */
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

  /** The current time; in a dry run, a simulated time. */
  now(): Date {
    return this.#tx.now;
  }

  instructionAt(position: number): Instruction | undefined {
    return this.#instructions[position];
  }

  /** Starts to read the variables that the current step uses. */
  prefetch(): void {
    const step = this.#instructions[this.run.position]?.step;
    const known = step && knownVariablesOf(step);
    if (known) this.context.prefetch([...known.condition.keys(), ...known.texts.keys()]);
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

  /** Adds the result of a step, and moves the run to the next position. */
  record(row: StepRow, next: number): void {
    this.trace.push(row);
    this.context.add(row);
    this.run.position = next;
  }

  async #take(instruction: Instruction, position: number): Promise<Halt | null> {
    const { step, next, otherwise } = instruction;
    const kind = kindOf(step);
    const row = startedStep(instruction, position, this.#open.get(position), this.now());
    const progress: StepProgress = { row, next, startedAt: performance.now() };
    try {
      if (row.status === 'waiting') {
        const output = kind.outputAfterWait?.(step, this.run, this.now());
        if (output !== undefined) return this.#settle(progress, { status: 'completed', output });
      } else if (!(await this.#isMet(step))) {
        const output = kind.outputIfUnmet?.();
        return this.#settle(
          { ...progress, next: otherwise },
          output === undefined
            ? { status: 'skipped', reason: 'condition_not_met' }
            : { status: 'completed', output },
        );
      }
      if (kind.effect === 'request' && !this.#isOutbound) return { kind: 'outbound' };
      return this.#settle(progress, await this.#perform(step, row));
    } catch (error) {
      throw new FailedStep(
        finishedStep(row, 'failed', progress.startedAt, this.now(), error),
        error,
      );
    }
  }

  async #isMet(step: Step): Promise<boolean> {
    const { when } = step;
    if (when === undefined) return true;
    const { organizationId } = this.#tx;
    const names = await variablesOf(organizationId, step);
    const variables = await this.context.variables(names.condition, this.now());
    const result = await evaluate(organizationId, when, variables);
    if ('value' in result) return result.value;
    const detail = `The condition “${when}” could not be evaluated to true or false: ${result.failure}. Correct the condition or the data it uses.`;
    throw new StepFailure('condition_failed', detail);
  }

  async #perform(step: Step, row: StepRow): Promise<StepOutcome> {
    const kind = kindOf(step);
    const names = await variablesOf(this.#tx.organizationId, step);
    const variables = await this.context.variables(names.texts, this.now());
    if (kind.effect === 'rows') row.input = ('with' in step ? step.with : undefined) ?? {};
    const outcome = await kind.perform({
      tx: this.#tx,
      run: this.run,
      step,
      key: keyOf(toPublicId('run', this.run.run_id), step.id),
      variables,
      organization: () => this.context.organization,
      findLead: () => this.context.findLead(),
      lockLead: () => this.context.lockLead(),
      traceInput(input) {
        row.input = input;
      },
    });
    if (kind.effect === 'rows') {
      this.context.invalidate(outcome.status === 'completed' ? outcome.lead : undefined);
    }
    return outcome;
  }

  /** Adds the outcome of a step to the trace. Returns null if the run can continue immediately. */
  #settle(progress: StepProgress, outcome: StepOutcome): Halt | null {
    const { row } = progress;
    switch (outcome.status) {
      case 'completed':
        return this.#finish({ ...row, output: outcome.output }, 'completed', progress);
      case 'skipped':
        return this.#finish({ ...row, output: { reason: outcome.reason } }, 'skipped', progress);
      case 'stopped':
        this.#finish({ ...row, output: outcome.output }, 'completed', progress);
        return { kind: 'stopped', reason: outcome.reason };
      case 'waiting': {
        const { status: _status, output, ...halt } = outcome;
        const waiting: StepRow = { ...row, status: 'waiting', output };
        this.trace.push(waiting);
        return { ...halt, kind: 'waiting', progress: { ...progress, row: waiting } };
      }
      case 'request': {
        const sending = { ...row, input: outcome.shown };
        this.trace.push(sending);
        return { ...outcome, kind: 'request', progress: { ...progress, row: sending } };
      }
    }
  }

  #finish(row: StepRow, status: 'completed' | 'skipped', { startedAt, next }: StepProgress): null {
    this.record(finishedStep(row, status, startedAt, this.now()), next);
    return null;
  }
}
