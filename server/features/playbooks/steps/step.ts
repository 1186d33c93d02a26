import type { Static, TSchema } from 'typebox';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { FieldError } from '../../../platform/errors.ts';
import { bodyValidator } from '../../../platform/http/validation.ts';
import { isObject } from '../../../platform/is-object.ts';
import type { Members } from '../members.ts';
import type { RunRow } from '../runtime/queries.ts';
import type { TextVariables } from '../texts.ts';

/** What every step has. `when` is a condition in CEL: if it is false, the step is skipped. */
export interface StepBase {
  id: string;
  do: string;
  when?: string;
}

/**
 * A kind of step: which fields it has, what is checked when a playbook is saved, and what it does. Its
 * functions are methods, whose parameters TypeScript compares both ways: each takes a step of its own kind
 * here, and is only ever called with one.
 */
export interface StepKind<Of extends StepBase> {
  readonly do: Of['do'];
  /** The fields it has besides `id`, `do` and `when`. */
  readonly fields: readonly string[];
  readonly effect: Effect;
  /** Adds everything that is wrong with a step as it was sent and that needs no database to know. */
  check(check: StepCheck, step: Members, pointer: string): void;
  /** What is wrong with a checked step at the time when it is saved. */
  checkAt?(step: Of, pointer: string, now: Date): FieldError[];
  perform(work: StepWork<Of>): Promise<StepOutcome>;
  /** The output if its condition is false; a step without this is skipped. */
  outputIfUnmet?(): unknown;
  /** The output once its wait is over; a step without this is performed again. */
  outputAfterWait?(step: Of, run: RunRow, now: Date): unknown;
  /** Whether a request that may or may not have arrived can be sent again. */
  mayRepeat?(step: Of): boolean;
}

/**
 * What a step changes: rows, in the transaction of its turn; nothing, because it only directs the run; or
 * something on another machine, by a request that is sent outside of any transaction.
 */
export type Effect = 'rows' | 'none' | 'request';

/** What a check is done with: it collects what is wrong, each with a pointer. */
export interface StepCheck {
  /** How many branches the step is in. */
  readonly depth: number;
  add(pointer: string, code: string, detail: string): void;
  /** A condition in CEL. */
  condition(when: unknown, pointer: string): void;
  /** A text in Liquid. */
  text(text: string, pointer: string): void;
  duration(text: unknown, pointer: string): void;
  eventPattern(pattern: string, pointer: string): void;
  eventPatterns(patterns: readonly unknown[], pointer: string): void;
  /** The steps inside of this one. */
  nestedSteps(steps: readonly unknown[], pointer: string): void;
}

/** What a step is performed with. */
export interface StepWork<Of extends StepBase> {
  tx: Tx;
  run: RunRow;
  step: Of;
  /** Names its effect: the same key again is the same effect. */
  key: string;
  variables: TextVariables;
  organization(): Promise<OrganizationFacts>;
  /** For the trace: what it is done with, filled in. */
  show(input: unknown): void;
}

export interface OrganizationFacts {
  organization_id: string;
  name: string;
  time_zone: string;
  country: string;
}

export type StepOutcome =
  /** `now` is what is known of the lead after it, so that it need not be read again. */
  | { status: 'completed'; output: unknown; now?: TextVariables }
  | { status: 'skipped'; reason: string }
  /** The run goes on at that time, or at an event of that kind if one is given. */
  | { status: 'waiting'; until: Date; event: string | null; output: unknown }
  /** The run ends here. */
  | { status: 'stopped'; reason: string; output: unknown }
  | { status: 'request'; request: StepRequest; timeoutMs: number };

/** A request as it goes out, filled in; also what the trace shows of it. */
export interface StepRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/** A step whose details are in `with`. */
type StepOf<Kind extends string, With, IsOptional extends boolean> = StepBase & {
  do: Kind;
} & (IsOptional extends true ? { with?: With } : { with: With });

type StepSpec<Kind extends string, Schema extends TSchema, IsOptional extends boolean> = Pick<
  StepKind<StepOf<Kind, Static<Schema>, IsOptional>>,
  'do' | 'checkAt' | 'perform' | 'outputAfterWait' | 'mayRepeat'
> & {
  /** The shape of `with`. */
  schema: Schema;
  /** Whether `with` can be left out. */
  isWithOptional?: IsOptional;
  /** By default `rows`. */
  effect?: Effect;
  /** What the shape of `with` cannot say. */
  check?(check: StepCheck, given: Members, pointer: string): void;
};

export function step<
  const Kind extends string,
  Schema extends TSchema,
  IsOptional extends boolean = false,
>(spec: StepSpec<Kind, Schema, IsOptional>): StepKind<StepOf<Kind, Static<Schema>, IsOptional>> {
  const validate = bodyValidator(spec.schema);
  return {
    effect: 'rows',
    ...spec,
    fields: ['with'],
    check(check, { with: given }, pointer) {
      if (given === undefined && spec.isWithOptional) return;
      if (!isObject(given)) {
        const code = given === undefined ? 'required' : 'wrong_type';
        const detail = `The step ${spec.do} needs with, an object that says how to do it.`;
        check.add(`${pointer}/with`, code, detail);
        return;
      }
      for (const error of validate(given)) {
        check.add(`${pointer}/with${error.pointer}`, error.code, error.detail);
      }
      spec.check?.(check, given, `${pointer}/with`);
    },
  };
}
