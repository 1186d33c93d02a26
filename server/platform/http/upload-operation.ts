import type { Static, TObject, TProperties } from 'typebox';
import type { Caller } from '../auth/authenticator.ts';
import type { Transaction } from '../database/transaction.ts';
import type { FieldError } from '../errors.ts';
import type { Answer, Described, Responses } from './operation.ts';

/** A file that is sent as the body: read as it comes, by whatever number of transactions it takes. */
export interface UploadOperation extends Described {
  kind: 'upload';
  method: 'POST';
  /** What may be sent, by media type. */
  media: Record<string, { description: string; example: string }>;
  limitBytes: number;
  answers: Responses;
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

/** One of the statuses that the operation declares, with the body of that status. */
export type UploadResult<Of extends Responses> = {
  [Status in keyof Of & number]: {
    status: Status;
    body: Static<Of[Status]['body']>;
    replayed: boolean;
  };
}[keyof Of & number];

export function upload<Query extends TProperties, const Of extends Responses>(
  spec: Omit<
    UploadOperation,
    'kind' | 'method' | 'run' | 'params' | 'query' | 'check' | 'answers' | 'effect' | 'undo'
  > & {
    query: TObject<Query>;
    answers: Of;
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
