import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { Authenticator, Caller } from '../auth/authenticator.ts';
import type { Scope } from '../auth/scopes.ts';
import type { Database } from '../database/database.ts';
import type { Transaction, Tx } from '../database/transaction.ts';
import type { FieldError, Problem } from '../errors.ts';
import type { Announcements } from '../events/announcements.ts';
import type { Metrics } from '../metrics.ts';
import type { Secrets } from '../secrets.ts';
import type { SseConnection } from './sse-connection.ts';

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
  /** Whether what goes out may go to private networks: tests and development. */
  allowsPrivateAddresses: boolean;
}

/**
 * What a mutation answers. The body may still be on its way: then the commit travels together with the
 * statement that brings it, which saves a round trip and holds the organization's counter no longer
 * than the database itself needs.
 */
export interface Answer {
  status: number;
  body: unknown;
}

/** The prefix of an id, `lifecycle_number`, or `version` for a count from 1. */
export type ParamKind = string;

interface Described {
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
}

export interface ReadOperation extends Described {
  kind: 'read';
  /** POST asks with a body and still changes nothing, so a repetition needs no Idempotency-Key. */
  method: 'GET' | 'POST';
  body: TObject | null;
  answers: Record<number, { description: string; body: TSchema }>;
  /** Checks of the query that no schema can say, reported along with the schema's. */
  check: ((query: Record<string, unknown>) => FieldError[]) | null;
  run(tx: Tx, input: Input<Record<string, string>, unknown, unknown>): Promise<unknown>;
}

export interface Mutation extends Described {
  kind: 'mutation';
  method: 'POST' | 'PATCH' | 'DELETE';
  body: TObject | null;
  answers: Record<number, { description: string; body: TSchema }>;
  /** The answer shows a secret, once: it is kept for a replay only in a sealed form. */
  secret: boolean;
  /** Checks that no schema can say, run along with the schema's so that all is reported at once. */
  check: ((body: Record<string, unknown>, caller: Caller) => Check) | null;
  /** Whether the body may be left out, because all of it is optional. */
  isBodyOptional: boolean;
  /**
   * What a constraint's refusal means to the caller. The transaction is over by then; whatever the
   * answer needs to say is read in another.
   */
  refusals: Record<
    string,
    (tx: Tx, input: Input<Record<string, string>, unknown, unknown>) => Problem | Promise<Problem>
  >;
  run(tx: Tx, input: Input<Record<string, string>, unknown, unknown>): Promise<Answer>;
}

export interface Check {
  /** The problem's code, where it is more telling than validation_failed. */
  code?: string;
  errors: FieldError[];
}

/** A file that is sent as the body: read as it comes, by whatever number of transactions it takes. */
export interface UploadOperation extends Described {
  kind: 'upload';
  method: 'POST';
  /** What may be sent, by media type. */
  media: Record<string, { description: string; example: string }>;
  limitBytes: number;
  answers: Record<number, { description: string; body: TSchema }>;
  check: ((query: Record<string, unknown>) => FieldError[]) | null;
  run(upload: Upload<unknown>): Promise<UploadAnswer>;
}

export interface Upload<Query> {
  query: Query;
  caller: Caller;
  /** Path and query as they were sent: together with the body, what an Idempotency-Key stands for. */
  url: string;
  idempotencyKey: string | null;
  /** One of the operation's. */
  mediaType: string;
  /** What the Content-Type says, if it does. */
  charset: string | null;
  /** Throws a problem if it grows too long or comes to a halt. */
  body: AsyncIterable<Buffer>;
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Does the work while nobody else holds the name, in any process; null if somebody does. */
  holding<T>(name: string, work: () => Promise<T>): Promise<T | null>;
}

export interface UploadAnswer extends Answer {
  /** An earlier request with the same Idempotency-Key had done it. */
  replayed: boolean;
}

/** An answer that goes on for as long as both sides like, as server-sent events. */
export interface StreamOperation extends Described {
  kind: 'stream';
  method: 'GET';
  /** An example of what is sent, for the document. */
  answers: Record<200, { description: string; example: string }>;
  check: null;
  /** Called once a process: what all who listen there share. */
  start(services: StreamServices): StreamSource;
}

export interface StreamServices {
  database: Database;
  authenticator: Authenticator;
  announcements: Announcements;
  metrics: Metrics;
  heartbeatMs: number;
}

export interface StreamSource {
  /** Refuses, or says how it begins; nothing has been answered yet. */
  open(asked: {
    query: unknown;
    caller: Caller;
    /** As it was sent: a stream outlives the moment at which its token was looked at. */
    authorization: string;
    lastEventId: string | undefined;
  }): Promise<(connection: SseConnection) => void>;
  /** Ends all streams, at once. */
  stop(): void;
}

export type Operation = ReadOperation | Mutation | UploadOperation | StreamOperation;

type Optional<T, Keys extends keyof T> = Omit<T, Keys> & Partial<Pick<T, Keys>>;

const NO_QUERY = { type: 'object', properties: {}, additionalProperties: false } as const;

export function read<
  const Params extends Record<string, ParamKind> = Record<never, ParamKind>,
  Query extends TProperties = TProperties,
  Body extends TProperties = Record<never, never>,
>(
  spec: Optional<
    Omit<ReadOperation, 'kind' | 'run' | 'params' | 'query' | 'body'>,
    'method' | 'check'
  > & {
    params?: Params;
    query?: TObject<Query>;
    body?: TObject<Body>;
    run(
      tx: Tx,
      input: Input<
        { [Name in keyof Params]: string },
        Static<TObject<Query>>,
        Static<TObject<Body>>
      >,
    ): Promise<unknown>;
  },
): ReadOperation {
  return {
    ...spec,
    kind: 'read',
    method: spec.method ?? 'GET',
    params: spec.params ?? {},
    body: spec.body ?? null,
    query: spec.query ?? (NO_QUERY as unknown as TObject),
    check: spec.check ?? null,
    run: spec.run as ReadOperation['run'],
  };
}

export function mutation<
  const Params extends Record<string, ParamKind> = Record<never, ParamKind>,
  Body extends TProperties = Record<never, never>,
>(
  spec: Omit<
    Mutation,
    | 'kind'
    | 'run'
    | 'params'
    | 'query'
    | 'body'
    | 'secret'
    | 'check'
    | 'isBodyOptional'
    | 'refusals'
  > & {
    params?: Params;
    body?: TObject<Body>;
    secret?: boolean;
    check?: Mutation['check'];
    isBodyOptional?: boolean;
    refusals?: Mutation['refusals'];
    run(
      tx: Tx,
      input: Input<{ [Name in keyof Params]: string }, unknown, Static<TObject<Body>>>,
    ): Promise<Answer>;
  },
): Mutation {
  return {
    ...spec,
    kind: 'mutation',
    params: spec.params ?? {},
    query: NO_QUERY as unknown as TObject,
    body: spec.body ?? null,
    secret: spec.secret ?? false,
    check: spec.check ?? null,
    isBodyOptional: spec.isBodyOptional ?? false,
    refusals: spec.refusals ?? {},
    run: spec.run as Mutation['run'],
  };
}

export function upload<Query extends TProperties>(
  spec: Omit<UploadOperation, 'kind' | 'method' | 'run' | 'params' | 'query' | 'check'> & {
    query: TObject<Query>;
    check?: UploadOperation['check'];
    run(upload: Upload<Static<TObject<Query>>>): Promise<UploadAnswer>;
  },
): UploadOperation {
  return {
    ...spec,
    kind: 'upload',
    method: 'POST',
    params: {},
    check: spec.check ?? null,
    run: spec.run as UploadOperation['run'],
  };
}

export function stream(
  spec: Omit<StreamOperation, 'kind' | 'method' | 'params' | 'check'>,
): StreamOperation {
  return { ...spec, kind: 'stream', method: 'GET', params: {}, check: null };
}
