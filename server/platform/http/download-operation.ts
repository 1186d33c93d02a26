import type { Static, TSchema } from 'typebox';
import type { Database } from '../database/database.ts';
import { type Described, type Input, type ParamsOf, paramsOf } from './operation.ts';

/** A file that is written while it is sent: neither memory nor disk grows with it. */
export interface DownloadOperation extends Described {
  kind: 'download';
  method: 'GET';
  /** The start of such a file, for the document. */
  responses: Record<200, DownloadResponse>;
  /** A stored file: it can be asked for without getting it, and has a tag. Others are written by the request. */
  isStored: boolean;
  check: null;
  /** Throws a problem, or returns the file. Nothing has been sent yet. */
  open(
    database: Database,
    input: Input<Record<string, string>, unknown, unknown>,
  ): Promise<Download>;
}

interface DownloadResponse {
  description: string;
  mediaType: string;
  /** Other types that a file can have. */
  otherTypes?: readonly string[];
  example: string;
}

/** Headers of a stored file. Its bytes never change, so they can be tagged, and it is compressed already. */
export interface StoredFileHeaders {
  'content-type': string;
  'content-length': number;
  'content-disposition': string;
  etag: string;
}

export interface Download {
  fileName: string;
  /** Of a stored file. */
  headers?: StoredFileHeaders;
  /** Ends early when the receiver is gone: its `finally` releases what it holds. */
  body: AsyncGenerator<Buffer | string, void>;
  /** Called once: with null when the whole file was passed to the connection, or with what broke it off. */
  ended(error: Error | null): Promise<void>;
}

export function download<const Path extends Described['path']>(
  spec: Omit<
    DownloadOperation,
    'kind' | 'method' | 'path' | 'params' | 'check' | 'effect' | 'undo' | 'open' | 'isStored'
  > & {
    path: Path;
    isStored?: boolean;
    params?: DownloadOperation['params'];
    open(
      database: Database,
      input: Input<ParamsOf<Path>, Static<TSchema>, unknown>,
    ): Promise<Download>;
  },
): DownloadOperation {
  const defaults = { check: null, effect: 'read', undo: null } as const;
  const { isStored = false } = spec;
  return {
    ...spec,
    ...defaults,
    isStored,
    params: paramsOf(spec),
    kind: 'download',
    method: 'GET',
  };
}
