import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { Caller } from '../auth/authenticator.ts';
import type { Scope } from '../auth/scopes.ts';
import type { Tx } from '../database/transaction.ts';
import type { FieldError, Problem } from '../errors.ts';
import type { IdPrefix } from '../ids.ts';

/** What an operation is given, validated and typed. Ids in the path arrive as UUIDs. */
export interface Input<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  caller: Caller;
  /** Where the service is reached from outside, such as `https://intake.example.com`. */
  baseUrl: string;
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

/** A path names a thing by its id, or a lifecycle by its number. */
export type ParamKind = IdPrefix | 'lifecycle_number';

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
  method: 'GET';
  answers: Record<number, { description: string; body: TSchema }>;
  /** Checks of the query that no schema can say, reported along with the schema's. */
  check: ((query: Record<string, unknown>) => FieldError[]) | null;
  run(tx: Tx, input: Input<Record<string, string>, unknown, undefined>): Promise<unknown>;
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
  /** What a constraint's refusal means to the caller. */
  refusals: Record<string, () => Problem>;
  run(tx: Tx, input: Input<Record<string, string>, unknown, unknown>): Promise<Answer>;
}

export interface Check {
  /** The problem's code, where it is more telling than validation_failed. */
  code?: string;
  errors: FieldError[];
}

export type Operation = ReadOperation | Mutation;

type Optional<T, Keys extends keyof T> = Omit<T, Keys> & Partial<Pick<T, Keys>>;

const NO_QUERY = { type: 'object', properties: {}, additionalProperties: false } as const;

export function read<
  const Params extends Record<string, ParamKind> = Record<never, ParamKind>,
  Query extends TProperties = TProperties,
>(
  spec: Optional<Omit<ReadOperation, 'kind' | 'method' | 'run' | 'params' | 'query'>, 'check'> & {
    params?: Params;
    query?: TObject<Query>;
    run(
      tx: Tx,
      input: Input<{ [Name in keyof Params]: string }, Static<TObject<Query>>, undefined>,
    ): Promise<unknown>;
  },
): ReadOperation {
  return {
    ...spec,
    kind: 'read',
    method: 'GET',
    params: spec.params ?? {},
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
    'kind' | 'run' | 'params' | 'query' | 'body' | 'secret' | 'check' | 'refusals'
  > & {
    params?: Params;
    body?: TObject<Body>;
    secret?: boolean;
    check?: Mutation['check'];
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
    refusals: spec.refusals ?? {},
    run: spec.run as Mutation['run'],
  };
}
