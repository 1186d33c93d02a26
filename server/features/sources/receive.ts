import { hash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { Problem } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import { fetchLater } from './fetch-facebook-lead.task.ts';
import { MAX_PAYLOAD_BYTES } from './parse-payload.ts';
import type { PublicSource } from './queries.ts';
import type { ReadDelivery, SentBody } from './read-delivery.ts';
import { beginReceipt, type NewReceipt } from './receipt-queries.ts';
import { actorOf, type Stored, settle } from './settle-receipt.ts';
import { cut, storable } from './texts.ts';

/**
 * Stores one thing that was sent, and makes a lead of it if it can be one, in one transaction. If the capture fails for a
 * reason that no one thought of, it is kept in quarantine instead: a maker may not send it again.
 */
export async function storeDelivery(
  database: Database,
  log: FastifyBaseLogger,
  source: PublicSource,
  sent: SentBody,
  delivery: ReadDelivery,
): Promise<Stored> {
  const options = { organizationId: source.organization_id, actor: actorOf(source) };
  const receipt = toReceipt(source, sent, delivery, database.clock.now());
  try {
    return await database.transaction(options, (tx) => store(tx, source, receipt, delivery));
  } catch (error) {
    if (error instanceof Problem && error.status >= 500) throw error;
    log.error({ err: error }, 'A lead of a source could not be captured; it is in quarantine.');
    const kept = {
      ...delivery,
      fetch: null,
      outcome: 'quarantined',
      reason: CAPTURE_FAILED,
    } as const;
    return database.transaction(options, (tx) => store(tx, source, receipt, kept));
  }
}

const CAPTURE_FAILED = {
  reason: 'capture_failed',
  detail: 'It could not be captured. Check its fields and release it.',
};

async function store(
  tx: Tx,
  source: PublicSource,
  receipt: NewReceipt,
  delivery: ReadDelivery,
): Promise<Stored> {
  const begun = await beginReceipt(tx, receipt);
  const { receipt_id, received_at, outcome } = begun;
  // The same again may have become readable: the source has a mapping or an access token now.
  const isBetter = delivery.outcome === 'captured' || delivery.outcome === 'pending';
  if (!begun.is_new && !(outcome === 'quarantined' && isBetter)) {
    return { receiptId: receipt_id, outcome, lifecycleNumber: null };
  }
  if (delivery.fetch !== null) {
    fetchLater(tx, source.source_id, receipt_id, delivery.fetch);
    return { receiptId: receipt_id, outcome: 'pending', lifecycleNumber: null };
  }
  const { senderId } = receipt;
  const arrived = { receiptId: receipt_id, receivedAt: received_at, senderId };
  return settle(tx, source, { ...arrived, isAgain: !begun.is_new }, delivery);
}

const DAY_MS = 24 * 60 * 60 * 1000;

function toReceipt(
  source: PublicSource,
  { bytes, length, contentType, body }: SentBody,
  { id, part, fields }: ReadDelivery,
  now: Date,
): NewReceipt {
  const own = part === null ? bytes : Buffer.from(JSON.stringify(part));
  // The beginning of a mail says more than a short text in JSON.
  const isLarge = own.length > MAX_PAYLOAD_BYTES && source.kind !== 'email';
  const values = part ?? ('payload' in body ? body.payload : null);
  // Its long texts were cut when it was read.
  const short = isLarge && values !== null ? Buffer.from(JSON.stringify(values)) : null;
  const isJson = part !== null || short !== null;
  return {
    receiptId: newUuid(now),
    sourceId: source.source_id,
    ...deliveryKey(id, own, now),
    contentType: isJson ? 'application/json' : cut(storable(contentType.trim()), 200),
    payload: (short ?? own).subarray(0, MAX_PAYLOAD_BYTES),
    payloadBytes: part === null ? length : own.length,
    fields,
    receivedAt: now,
  };
}

/**
 * The same content under the same id is the same. What has no id can be wanted again later, such as the form of a person
 * who asks every spring: so without one, the same content is the same for a day.
 */
function deliveryKey(id: string | null, bytes: Buffer, now: Date) {
  const content = hash('sha256', bytes);
  if (id !== null) {
    const isStorable = id.length <= 200 && id.isWellFormed() && !id.includes('\u0000');
    const senderId = isStorable ? id : hash('sha256', id);
    const lock = `id ${senderId}`;
    return { deliveryKey: `${lock} ${content}`, earlierKey: null, lock, senderId };
  }
  const keyOf = (at: number) => `sha256 ${content} ${new Date(at).toISOString().slice(0, 10)}`;
  const today = now.getTime();
  const [deliveryKey, earlierKey] = [keyOf(today), keyOf(today - DAY_MS)];
  return { deliveryKey, earlierKey, lock: content, senderId: null };
}
