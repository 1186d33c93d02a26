import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import type { Caller } from '../auth/authenticator.ts';
import type { Needs } from '../auth/needs.ts';
import type { Scope } from '../auth/scopes.ts';
import type { Tx } from '../database/transaction.ts';
import type { FieldError, Problem } from '../errors.ts';
import type { EventCatalog } from '../events/event-catalog.ts';
import type { Secrets } from '../secrets.ts';
import type { DownloadOperation } from './download-operation.ts';
import type { PublicOperation } from './public-operation.ts';
import type { StreamOperation } from './stream-operation.ts';
import type { UploadOperation } from './upload-operation.ts';

/** The validated and typed input of an operation. Ids in the path are UUIDs here. */
export interface Input<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  caller: Caller;
  /** The public address of the service, such as `https://intake.example.com`. */
  baseUrl: string;
  /** The origin of the page that sent the request, or the address that people use. */
  origin: string;
  /** Encrypts what must not be readable in the database; null if no key is set. */
  secrets: Secrets | null;
  /** Whether requests may go to private networks: tests and development. */
  allowsPrivateAddresses: boolean;
  eventTypes: EventCatalog;
}

/** The responses an operation can give, by status. */
export type Responses = Record<number, { description: string; body: TSchema }>;

/**
 * What a mutation returns: one of the statuses that it declares, with the body of that status. Numbers that the
 * database assigns come from the organization's counter, in the last statement of the transaction. They are promises
 * until then, and are added to the body after the commit. Nothing may await them before.
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

/** The same without its types, for the code that serves it. */
export interface OperationResponse {
  status: number;
  body: unknown;
  assigned?: Record<string, Promise<string>>;
}

/** The prefix of an id, or `lifecycle_number`, `version`, `event_type`, or a code such as `service_code`. */
export type ParamKind = string;

export interface Described {
  /** Also the name of the exported function, of its file, and of the SDK's method. */
  id: string;
  path: `/v1/${string}`;
  tag: string;
  summary: string;
  description: string;
  /** One of these is needed. With an `own` scope, it is limited to the user's own work. Empty: for every token. */
  scopes: readonly Scope[];
  /** What it needs besides, because it shows or does more than its own resource. */
  alsoNeeds?: Needs;
  /** Whether a person in a browser must have signed in a moment ago: for what would let a thief stay. */
  needsRecentSignIn?: boolean;
  /** What each name in the path stands for; `{id}` is the id of the resource if nothing else is said. */
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

type WithDefaults = 'params' | 'problems' | 'effect' | 'undo';

type AnyInput = Input<Record<string, string>, unknown, unknown>;

export interface ReadOperation extends Described {
  kind: 'read';
  /** A POST that only reads takes its question as a body. It needs no Idempotency-Key. */
  method: 'GET' | 'POST';
  body: TObject | null;
  responses: Responses;
  /** Whether filters that were not filled in count as left out. An empty cursor never does: pages would repeat. */
  ignoresEmpty: boolean;
  /** Whether a caller that has the current response gets 304 instead. The body must not contain the current time. */
  hasEtag: boolean;
  /** Whether it does something to see what would happen. Its transaction is always rolled back. */
  isRehearsal: boolean;
  /** Rules of the query that a schema cannot express, reported together with the schema's. */
  check: ((query: Record<string, unknown>, eventTypes: EventCatalog) => FieldError[]) | null;
  run(tx: Tx, input: AnyInput): Promise<unknown>;
}

export interface Check {
  /** The problem's code, if there is a better one than validation_failed. */
  code?: string;
  errors: FieldError[];
}

export interface Mutation extends Described {
  kind: 'mutation';
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body: TObject | null;
  responses: Responses;
  /** The response shows a secret, once. For a replay it is stored encrypted. */
  secret: boolean;
  /** Rules that a schema cannot express, checked together with it, so that all errors are reported at once. */
  check:
    | ((
        body: Record<string, unknown>,
        caller: Caller,
        eventTypes: EventCatalog,
      ) => Check | Promise<Check>)
    | null;
  /** Whether the body can be left out, because every field is optional. */
  isBodyOptional: boolean;
  /** Whether null and empty texts count as left out, for clients that send every field they know. */
  ignoresEmpty: boolean;
  /** Whether a page on another origin can use it, with a token that allows its origin. */
  isForBrowsers: boolean;
  brief: Brief | null;
  /** Its last statement takes the Idempotency-Key and stores the response; nothing before it could fail because of it. */
  takesKeyLast: boolean;
  /**
   * The problem for each refusal: by the name of a constraint, or the reason of a Refusal that the code threw. The
   * transaction has ended by then; a refusal that needs data reads it in a new one.
   */
  refusals: Record<string, Refuse<AnyInput>>;
  run(tx: Tx, input: AnyInput): Promise<OperationResponse>;
}

/** A method, because TypeScript compares parameters of methods in both directions: each takes its own input. */
export type Refuse<Given> = {
  refuse(tx: Tx, input: Given): Problem | Promise<Problem>;
}['refuse'];

/**
 * The response for a caller who may not read the resource: only these fields of it. Such a caller could otherwise repeat
 * a request to read what is stored.
 */
export interface Brief {
  /** A caller with one of these scopes gets the whole resource. */
  unless: readonly Scope[];
  body: TObject;
}

export type Operation =
  | ReadOperation
  | Mutation
  | UploadOperation
  | DownloadOperation
  | StreamOperation;

/** Everything that the document describes. */
export type DescribedOperation = Operation | PublicOperation;

type Optional<T, Keys extends keyof T> = Omit<T, Keys> & Partial<Pick<T, Keys>>;

export const NO_QUERY = Type.Object({}, { additionalProperties: false });

/** The names in a path: `id` of `/v1/leads/{id}`. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

export type ParamsOf<Path extends string> = Record<NamesIn<Path>, string>;

type InputOf<Path extends string, Query extends TProperties, Body extends TProperties> = Input<
  ParamsOf<Path>,
  Static<TObject<Query>>,
  Static<TObject<Body>>
>;

export function paramsOf(spec: {
  path: string;
  resource: string;
  params?: Record<string, ParamKind>;
}): Record<string, ParamKind> {
  if (spec.params !== undefined || !spec.path.includes('{id}')) return spec.params ?? {};
  return { id: spec.resource.replaceAll(/[ -]/g, '_') };
}

export function read<
  const Path extends Described['path'],
  Query extends TProperties = TProperties,
  Body extends TProperties = Record<never, never>,
  Of extends Responses = Responses,
>(
  spec: Optional<
    Omit<ReadOperation, 'kind' | 'run' | 'path' | 'query' | 'body' | 'responses'>,
    'method' | 'check' | 'ignoresEmpty' | 'hasEtag' | 'isRehearsal' | WithDefaults
  > & {
    path: Path;
    query?: TObject<Query>;
    body?: TObject<Body>;
    responses: Of;
    run(tx: Tx, input: InputOf<Path, Query, Body>): Promise<Static<NoInfer<Of>[200]['body']>>;
  },
): ReadOperation {
  return {
    ...spec,
    kind: 'read',
    method: spec.method ?? 'GET',
    problems: spec.problems ?? [],
    effect: spec.effect ?? 'read',
    undo: spec.undo ?? null,
    params: paramsOf(spec),
    body: spec.body ?? null,
    query: spec.query ?? NO_QUERY,
    ignoresEmpty: spec.ignoresEmpty ?? false,
    hasEtag: spec.hasEtag ?? false,
    isRehearsal: spec.isRehearsal ?? false,
    check: spec.check ?? null,
  };
}

export function mutation<
  const Path extends Described['path'],
  Body extends TProperties = Record<never, never>,
  const Of extends Responses = Responses,
>(
  spec: Optional<
    Omit<Mutation, 'kind' | 'run' | 'path' | 'query' | 'body' | 'responses' | 'refusals'>,
    | 'secret'
    | 'check'
    | 'isBodyOptional'
    | 'ignoresEmpty'
    | 'isForBrowsers'
    | 'brief'
    | 'takesKeyLast'
    | WithDefaults
  > & {
    path: Path;
    body?: TObject<Body>;
    responses: Of;
    refusals?: Record<string, Refuse<InputOf<Path, TProperties, Body>>>;
    run(tx: Tx, input: InputOf<Path, TProperties, Body>): Promise<Result<NoInfer<Of>>>;
  },
): Mutation {
  return {
    ...spec,
    kind: 'mutation',
    problems: spec.problems ?? [],
    effect: spec.effect ?? (spec.method === 'DELETE' ? 'destructive' : 'write'),
    undo: spec.undo ?? null,
    params: paramsOf(spec),
    query: NO_QUERY,
    body: spec.body ?? null,
    secret: spec.secret ?? false,
    check: spec.check ?? null,
    isBodyOptional: spec.isBodyOptional ?? false,
    ignoresEmpty: spec.ignoresEmpty ?? false,
    isForBrowsers: spec.isForBrowsers ?? false,
    brief: spec.brief ?? null,
    takesKeyLast: spec.takesKeyLast ?? false,
    refusals: spec.refusals ?? {},
  };
}
