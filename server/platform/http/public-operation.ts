import type { Static, TObject, TProperties } from 'typebox';
import type { Database } from '../database/database.ts';
import type { Secrets } from '../secrets.ts';
import { type Described, NO_QUERY, type Responses } from './operation.ts';

/** An operation without a token, by which people sign in. It is limited by the address of the caller. */
export interface PublicOperation extends Described {
  kind: 'public';
  method: 'POST';
  body: TObject;
  responses: Responses;
  /** A method, because TypeScript compares parameters of methods in both directions: each takes its own body. */
  run(request: PublicRequest<unknown>): Promise<PublicResponse>;
}

export interface PublicRequest<Body> {
  body: Body;
  database: Database;
  /** The address in the network. */
  address: string;
  userAgent: string | null;
  /** The public address of the service, for links. */
  baseUrl: string;
  /** The origin of the page, or the address that people use. */
  origin: string;
  /** Signs what a browser gets and returns; null if no key is set. */
  secrets: Secrets | null;
  /** The session that the browser already has; null for none. */
  session: string | null;
}

export interface PublicResponse {
  status: number;
  body: unknown;
  /** The session that the browser gets. */
  session?: string;
}

type PublicResult<Of extends Responses> = {
  [Status in keyof Of & number]: {
    status: Status;
    body: Static<Of[Status]['body']>;
    session?: string;
  };
}[keyof Of & number];

export function publicOperation<Body extends TProperties, Of extends Responses>(
  spec: Pick<
    PublicOperation,
    'id' | 'path' | 'tag' | 'resource' | 'summary' | 'description' | 'problems'
  > & {
    body: TObject<Body>;
    responses: Of;
    run(request: PublicRequest<Static<TObject<Body>>>): Promise<PublicResult<NoInfer<Of>>>;
  },
): PublicOperation {
  return {
    ...spec,
    kind: 'public',
    method: 'POST',
    scopes: [],
    params: {},
    query: NO_QUERY,
    effect: 'write',
    undo: null,
  };
}
