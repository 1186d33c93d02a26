import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import type { Caller } from '../auth/authenticator.ts';
import type { Scope } from '../auth/scopes.ts';
import type { Tx } from '../database/transaction.ts';
import type { FieldError, Problem } from '../errors.ts';
import type { EventCatalog } from '../events/event-catalog.ts';
import type { Secrets } from '../secrets.ts';
import type { StreamOperation } from './stream-operation.ts';
import type { UploadOperation } from './upload-operation.ts';

/** What an operation is given, validated and typed. Ids in the path arrive as UUIDs. */
export interface Input<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  caller: Caller;
  /** Where the service is reached from outside, such as `https://intake.example.com`. */
  baseUrl: string;
  /** Seals what must not be readable in the database; null where no key is set. */
  secrets: Secrets | null;
  /** Whether requests may go to private networks: tests and development. */
  allowsPrivateAddresses: boolean;
  eventTypes: EventCatalog;
}

/** The responses an operation can give, by status. */
export type Responses = Record<number, { description: string; body: TSchema }>;

/**
 * What a mutation answers: one of the statuses that it declares, with the body of that status. Numbers that
 * the database assigns are taken from the organization's counter, in the transaction's last statements. They
 * may still be on their way: they join the body once the commit is through, and nothing waits for them before.
 */
export type Result<Of extends Responses> = {
  [Status in keyof Of & number]:
    | { status: Status; body: Static<Of[Status]['body']> }
    | Numbered<Status, Static<Of[Status]['body']>, 'lifecycle_number'>
    | Numbered<Status, Static<Of[Status]['body']>, 'number'>;
}[keyof Of & number];

interface Numbered<Status, Body, Member extends string> {
  status: Status;
  body: Omit<Body, Member>;
  assigned: Record<Member, Promise<string>>;
}

/** The same, where it is served and its schema no longer matters. */
export interface Answer {
  status: number;
  body: unknown;
  assigned?: Record<string, Promise<string>>;
}

/** The prefix of an id, `lifecycle_number`, or `version` for a count from 1. */
export type ParamKind = string;

export interface Described {
  /** Also the name of the function that does it, of its file, and of the SDK's method. */
  id: string;
  path: `/v1/${string}`;
  tag: string;
  summary: string;
  description: string;
  /** One of these is needed. */
  scopes: readonly [Scope, ...Scope[]];
  /** What each id in the path is the id of: `{ id: 'lead' }`. */
  params: Record<string, ParamKind>;
  query: TObject;
  /** The name of the resource for "There is no such …". */
  resource: string;
  /** Codes of the problems it can respond with, besides those that every operation has. */
  problems: readonly string[];
  effect: Effect;
  /** The operation that undoes it. */
  undo: string | null;
}

/**
 * What an operation does: it only reads, it changes data, it removes or ends something, or something leaves the
 * service, such as a message. A client may ask a person before the last two.
 */
export type Effect = 'read' | 'write' | 'destructive' | 'external';

type WithDefaults = 'problems' | 'effect' | 'undo';

type AnyInput = Input<Record<string, string>, unknown, unknown>;

export interface ReadOperation extends Described {
  kind: 'read';
  /** POST asks with a body and still changes nothing, so a repetition needs no Idempotency-Key. */
  method: 'GET' | 'POST';
  body: TObject | null;
  answers: Responses;
  /** Checks of the query that no schema can say, reported along with the schema's. */
  check: ((query: Record<string, unknown>, eventTypes: EventCatalog) => FieldError[]) | null;
  run(tx: Tx, input: AnyInput): Promise<unknown>;
}

export interface Check {
  /** The problem's code, where it is more telling than validation_failed. */
  code?: string;
  errors: FieldError[];
}

export interface Mutation extends Described {
  kind: 'mutation';
  method: 'POST' | 'PATCH' | 'DELETE';
  body: TObject | null;
  answers: Responses;
  /** The answer shows a secret, once: it is kept for a replay only in a sealed form. */
  secret: boolean;
  /** Checks that no schema can say, run along with the schema's so that all is reported at once. */
  check:
    | ((body: Record<string, unknown>, caller: Caller, eventTypes: EventCatalog) => Check)
    | null;
  /** Whether the body may be left out, because all of it is optional. */
  isBodyOptional: boolean;
  /**
   * What a refusal means to the caller: of a constraint, by its name, or a Refusal that the code threw. The
   * transaction is over by then; whatever the answer needs to say is read in another.
   */
  refusals: Record<string, Refuse<AnyInput>>;
  run(tx: Tx, input: AnyInput): Promise<Answer>;
}

/**
 * Typed as a method, whose parameters are compared both ways: an operation takes its own input here, and is
 * only ever called with that.
 */
export type Refuse<Given> = {
  refuse(tx: Tx, input: Given): Problem | Promise<Problem>;
}['refuse'];

export type Operation = ReadOperation | Mutation | UploadOperation | StreamOperation;

type Optional<T, Keys extends keyof T> = Omit<T, Keys> & Partial<Pick<T, Keys>>;

const NO_QUERY = Type.Object({}, { additionalProperties: false });

type InputOf<Params, Query extends TProperties, Body extends TProperties> = Input<
  { [Name in keyof Params]: string },
  Static<TObject<Query>>,
  Static<TObject<Body>>
>;

export function read<
  const Params extends Record<string, ParamKind> = Record<never, ParamKind>,
  Query extends TProperties = TProperties,
  Body extends TProperties = Record<never, never>,
  Of extends Responses = Responses,
>(
  spec: Optional<
    Omit<ReadOperation, 'kind' | 'run' | 'params' | 'query' | 'body' | 'answers'>,
    'method' | 'check' | WithDefaults
  > & {
    params?: Params;
    query?: TObject<Query>;
    body?: TObject<Body>;
    answers: Of;
    run(tx: Tx, input: InputOf<Params, Query, Body>): Promise<Static<NoInfer<Of>[200]['body']>>;
  },
): ReadOperation {
  return {
    ...spec,
    kind: 'read',
    method: spec.method ?? 'GET',
    problems: spec.problems ?? [],
    effect: spec.effect ?? 'read',
    undo: spec.undo ?? null,
    params: spec.params ?? {},
    body: spec.body ?? null,
    query: spec.query ?? NO_QUERY,
    check: spec.check ?? null,
  };
}

export function mutation<
  const Params extends Record<string, ParamKind> = Record<never, ParamKind>,
  Body extends TProperties = Record<never, never>,
  const Of extends Responses = Responses,
>(
  spec: Optional<
    Omit<Mutation, 'kind' | 'run' | 'params' | 'query' | 'body' | 'answers' | 'refusals'>,
    'secret' | 'check' | 'isBodyOptional' | WithDefaults
  > & {
    params?: Params;
    body?: TObject<Body>;
    answers: Of;
    refusals?: Record<string, Refuse<InputOf<Params, TProperties, Body>>>;
    run(tx: Tx, input: InputOf<Params, TProperties, Body>): Promise<Result<NoInfer<Of>>>;
  },
): Mutation {
  return {
    ...spec,
    kind: 'mutation',
    problems: spec.problems ?? [],
    effect: spec.effect ?? (spec.method === 'DELETE' ? 'destructive' : 'write'),
    undo: spec.undo ?? null,
    params: spec.params ?? {},
    query: NO_QUERY,
    body: spec.body ?? null,
    secret: spec.secret ?? false,
    check: spec.check ?? null,
    isBodyOptional: spec.isBodyOptional ?? false,
    refusals: spec.refusals ?? {},
  };
}
