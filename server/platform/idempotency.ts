import { hash, hkdfSync } from 'node:crypto';
import { groupedStatement, statement } from './database/statement.ts';
import type { Transaction, Tx } from './database/transaction.ts';
import { conflict, Problem, validationFailed } from './errors.ts';
import { isObject } from './is-object.ts';
import { SEALING_KEY_BYTES, seal, unseal } from './sealing.ts';

/** The idempotency key of a request: unique per route and organization. */
export interface IdempotentRequest {
  route: string;
  key: string;
  requestHash: Buffer;
  /** Key that encrypts a response with a secret; null for all others. */
  seal: Buffer | null;
}

export interface StoredResponse {
  status: number;
  body: unknown;
}

export function assertIdempotencyKey(key: string): void {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return;
  throw validationFailed([
    {
      pointer: '/Idempotency-Key',
      code: 'invalid_format',
      detail:
        'The header Idempotency-Key must be 1 to 255 visible ASCII characters. Use a UUID, for example.',
    },
  ]);
}

export function idempotentRequest(options: {
  key: string;
  route: string;
  url: string;
  body: unknown;
  /** The user whose own work the request is limited to: another user with the same key does not get the response. */
  ownerId?: string | null;
  /** The caller's own token, if the response contains a secret. */
  sealedFor: string | null;
}): IdempotentRequest {
  const { url, body, ownerId } = options;
  const request = `${ownerId ? `${ownerId} ` : ''}${url}\n${canonical(body)}`;
  return {
    route: options.route,
    key: options.key,
    requestHash: hash('sha256', request, 'buffer'),
    seal: options.sealedFor === null ? null : responseKey(options.sealedFor, options.key),
  };
}

/**
 * The stored response for this key, or null if this is the first request; then the key is locked until the
 * transaction ends, and concurrent requests with the same key are refused. Two statements, because the second
 * must see what was committed before the lock was granted.
 */
export async function findResponse(
  tx: Tx,
  request: IdempotentRequest,
): Promise<StoredResponse | null> {
  const key = [tx.organizationId, request.route, request.key];
  const locking = tx.query<{ locked: boolean }>(lockKey, key);
  const reading = tx.query<KeyRow>(readKey, key);
  const [[lock], [row]] = await Promise.all([locking, reading]);
  if (!lock?.locked) throw keyInUse();
  return row ? responseOf(row, request) : null;
}

/**
 * The same without a lock, for an operation whose last statement takes the key. If it was used in between, the operation
 * is run again, and then the key is locked.
 */
export async function findResponseAhead(
  tx: Tx,
  request: IdempotentRequest,
): Promise<StoredResponse | null> {
  if (tx.attempt > 1) return findResponse(tx, request);
  const { route, key } = request;
  const [row] = await tx.readAhead<KeyRow>(readKeyAhead, [tx.organizationId, route, key]);
  return row ? responseOf(row, request) : null;
}

function responseOf(row: KeyRow, request: IdempotentRequest): StoredResponse {
  if (!row.request_hash.equals(request.requestHash)) throw keyReused();
  const { status, response, sealed_response: sealed } = row;
  return { status, body: sealed === null ? response : openResponse(sealed, request.seal) };
}

export function keyInUse(): Problem {
  return conflict(
    'idempotency_key_in_use',
    'The first request with this Idempotency-Key is still running. Try again in a moment to get its response.',
  );
}

export function keyReused(): Problem {
  return new Problem(
    422,
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request. Send the first request unchanged, or use a new key.',
  );
}

/** The key is stored in the same transaction as the mutation: a lost response can be requested again. */
export function saveResponse(
  tx: Transaction,
  request: IdempotentRequest,
  stored: StoredResponse,
  options: {
    /** Whether the database adds the numbers that it assigned in this transaction. */
    hasAssigned: boolean;
    /** Whether the key was found unused, but is not locked yet. */
    isAhead: boolean;
  },
): void {
  const { hasAssigned } = options;
  const { route, key, requestHash } = request;
  const json = JSON.stringify(stored.body);
  if (options.isAhead && tx.attempt === 1) {
    if (tx.storesResponse([route, key, requestHash, stored.status, json])) return;
    tx.query(takeKey, [tx.organizationId, route, key]);
  }
  tx.query(insertKey, [
    tx.organizationId,
    route,
    key,
    requestHash,
    stored.status,
    request.seal ? null : json,
    request.seal ? seal(json, request.seal) : null,
    tx.now,
    hasAssigned,
  ]);
}

function responseKey(token: string, idempotencyKey: string): Buffer {
  const use = 'idempotent-response';
  return Buffer.from(hkdfSync('sha256', token, idempotencyKey, use, SEALING_KEY_BYTES));
}

/** A response that contains a secret, only for the token that requested it; for all others the key is used up. */
function openResponse(sealed: Buffer, key: Buffer | null): unknown {
  const json = key === null ? null : unseal(sealed, key);
  if (json !== null) return JSON.parse(json);
  throw new Problem(
    422,
    'idempotency_key_reused',
    'The response for this Idempotency-Key contains a secret. Only the token that made the first request can get it again. Use a new key.',
  );
}

/** The same fields in another order are the same request. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

interface KeyRow {
  request_hash: Buffer;
  status: number;
  response: unknown;
  sealed_response: Buffer | null;
}

const lockKey = statement(
  'lock_idempotency_key',
  'select lock_idempotency_key($1, $2, $3) as locked',
);

const readKey = statement(
  'read_idempotency_key',
  `select request_hash, status, response, sealed_response
   from idempotency_keys
   where organization_id = $1 and route = $2 and idempotency_key = $3`,
);

const readKeyAhead = groupedStatement('find_response', 'select * from find_response($1, $2, $3)', {
  statement: statement(
    'find_responses_of_many',
    'select * from find_responses_of_many($1, $2, $3)',
  ),
  values: (all) => [0, 1, 2].map((at) => all.map((values) => values[at])),
});

const takeKey = statement('take_idempotency_key', 'select take_idempotency_key($1, $2, $3)');

const insertKey = statement(
  'insert_idempotency_key',
  'select insert_idempotency_key($1, $2, $3, $4, $5, $6, $7, $8, $9)',
);
