import { hash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { Problem } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { fetchFacebookLead } from './fetch-facebook-lead.task.ts';
import { essenceOf, MAX_PAYLOAD_BYTES } from './parse-payload.ts';
import type { PublicSource } from './queries.ts';
import type { ReadDelivery, SentBody } from './read-delivery.ts';
import { type BegunReceipt, beginReceipt, type NewReceipt } from './receipt-queries.ts';
import { actorOf, type Stored, settle } from './settle-receipt.ts';

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
  if (!begun.is_new) return toStored(begun);
  const { receipt_id } = begun;
  if (delivery.fetch !== null) {
    const { source_id } = source;
    const data = { receipt_id, source_id, leadgen_id: delivery.fetch, attempt: 1 };
    enqueue(tx, fetchFacebookLead, data, { group: `source ${source_id}` });
    return toStored(begun);
  }
  return settle(tx, source, receipt_id, receipt.receivedAt, delivery);
}

function toStored({ receipt_id, outcome }: BegunReceipt): Stored {
  return { receiptId: receipt_id, outcome, lifecycleNumber: null };
}

const DAY_MS = 24 * 60 * 60 * 1000;

function toReceipt(
  source: PublicSource,
  { bytes, contentType }: SentBody,
  { id, part, outcome, fields }: ReadDelivery,
  now: Date,
): NewReceipt {
  const own = part === null ? bytes : Buffer.from(JSON.stringify(part));
  const isKept = outcome !== 'ignored';
  return {
    receiptId: newUuid(now),
    sourceId: source.source_id,
    ...deliveryKey(id, own, now),
    contentType: part === null ? essenceOf(contentType) : 'application/json',
    payload: isKept ? own.subarray(0, MAX_PAYLOAD_BYTES) : null,
    payloadBytes: own.length,
    fields: isKept ? fields : {},
    receivedAt: now,
  };
}

/**
 * The same again within a day is the same. What has no id of its own can be wanted again later, such as the form of a
 * person who asks every spring.
 */
function deliveryKey(id: string | null, bytes: Buffer, now: Date) {
  if (id !== null) {
    const isStorable = id.length <= 200 && id.isWellFormed() && !id.includes('\u0000');
    const key = isStorable ? `id ${id}` : `id ${hash('sha256', id)}`;
    return { deliveryKey: key, earlierKey: null, lock: key };
  }
  const content = hash('sha256', bytes);
  const keyOf = (at: number) => `sha256 ${content} ${new Date(at).toISOString().slice(0, 10)}`;
  const today = now.getTime();
  return { deliveryKey: keyOf(today), earlierKey: keyOf(today - DAY_MS), lock: content };
}
