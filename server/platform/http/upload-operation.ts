import type { Static, TObject, TProperties } from 'typebox';
import type { Caller } from '../auth/authenticator.ts';
import type { Transaction } from '../database/transaction.ts';
import type { FieldError } from '../errors.ts';
import { keyInUse } from '../idempotency.ts';
import type { Described, OperationResponse, Responses } from './operation.ts';

/** A file that is sent as the body. It is read as it arrives, in as many transactions as needed. */
export interface UploadOperation extends Described {
  kind: 'upload';
  method: 'POST';
  /** What can be sent, by media type. */
  media: Record<string, { description: string; example: string }>;
  limitBytes: number;
  responses: Responses;
  check: ((query: Record<string, unknown>) => FieldError[]) | null;
  run(upload: Upload<unknown>): Promise<UploadResponse>;
}

export interface Upload<Query> {
  query: Query;
  caller: Caller;
  /** Path and query as sent. Together with the body, this is the request that an Idempotency-Key is for. */
  url: string;
  idempotencyKey: string | null;
  /** One of those that the operation accepts. */
  mediaType: string;
  /** The charset in the Content-Type, if there is one. */
  charset: string | null;
  /** Throws a problem if it is too large or stops arriving. */
  body: AsyncIterable<Buffer>;
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs the work while holding a lock on the name, across all processes; null if it is already locked. */
  holding<T>(name: string, work: () => Promise<T>): Promise<T | null>;
}

export interface UploadResponse extends OperationResponse {
  /** Whether an earlier request with the same Idempotency-Key did the work. */
  replayed: boolean;
}

/** One of the statuses that the operation declares, with the body of that status. */
export type UploadResult<Of extends Responses> = {
  [Status in keyof Of & number]: {
    status: Status;
    body: Static<Of[Status]['body']>;
    replayed: boolean;
  };
}[keyof Of & number];

/**
 * Runs the work alone if the upload has an Idempotency-Key. A second request with the key, while the first is still
 * running, is refused.
 */
export async function onceAtATime<T>(
  upload: Upload<unknown>,
  name: string,
  work: (key: string | null) => Promise<T>,
): Promise<T> {
  const { idempotencyKey: key } = upload;
  if (key === null) return work(null);
  const result = await upload.holding(`${name} ${key}`, async () => ({ done: await work(key) }));
  if (result === null) throw keyInUse();
  return result.done;
}

export function upload<Query extends TProperties, const Of extends Responses>(
  spec: Omit<
    UploadOperation,
    'kind' | 'method' | 'run' | 'params' | 'query' | 'check' | 'responses' | 'effect' | 'undo'
  > & {
    query: TObject<Query>;
    responses: Of;
    check?: UploadOperation['check'];
    run(upload: Upload<Static<TObject<Query>>>): Promise<UploadResult<NoInfer<Of>>>;
  },
): UploadOperation {
  return {
    ...spec,
    kind: 'upload',
    method: 'POST',
    params: {},
    check: spec.check ?? null,
    effect: 'write',
    undo: null,
  };
}
