import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { Problem } from '../../platform/errors.ts';
import { isObject } from '../../platform/is-object.ts';
import { sendHttp } from '../../platform/outbound/http-client.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import type { QueuedTask, Task, TaskContext } from '../../platform/tasks/task.ts';
import type { Reading, Reason } from './adapters/adapter.ts';
import { readFacebookLead } from './adapters/facebook.ts';
import { parseJson } from './parse-body.ts';
import { findSourceToSettle, type PublicSource } from './queries.ts';
import { toDelivery } from './read-delivery.ts';
import { listUnfetched, lockReceipt, markPending } from './receipt-queries.ts';
import { openSecrets } from './secret.ts';
import { actorOf, settle } from './settle-receipt.ts';
import { at } from './texts.ts';

/** Another address is for a proxy of the operator, and for tests. */
const GRAPH_API = 'https://graph.facebook.com';
const VERSION = 'v23.0';
const FIELDS = 'id,created_time,field_data,ad_id,ad_name,form_id,campaign_id,campaign_name';
const MAX_RESPONSE_BYTES = 256 * 1024;
/** 10 s, 20 s, 40 s and so on: about three hours in all. Then a person decides. */
const MAX_ATTEMPTS = 11;
const FIRST_WAIT_MS = 10_000;

interface FetchTask {
  receipt_id: string;
  source_id: string;
  leadgen_id: string;
  attempt: number;
}

/** Reads the fields of a lead that Facebook has only named, and captures it with the time of its arrival. */
export const fetchFacebookLead: Task<FetchTask> = {
  name: 'fetch-facebook-lead',
  description: 'Reads the fields of a lead from Facebook.',
  retryLimit: 5,
  concurrency: 10,
  perGroup: 2,
  async handle(context, tasks) {
    for (const task of tasks) await fetchAndSettle(context, task);
  },
};

/** The receipt waits until the worker has read its fields. */
export function fetchLater(tx: Tx, sourceId: string, receiptId: string, leadgenId: string): void {
  markPending(tx, [receiptId]);
  const data = { receipt_id: receiptId, source_id: sourceId, leadgen_id: leadgenId, attempt: 1 };
  enqueue(tx, fetchFacebookLead, data, { group: `source ${sourceId}` });
}

/** With another access token, what could not be fetched is tried again. */
export async function fetchAgain(tx: Tx, sourceId: string): Promise<void> {
  const waiting = await listUnfetched(tx, sourceId);
  for (const { receipt_id, sender_id } of waiting) fetchLater(tx, sourceId, receipt_id, sender_id);
}

async function fetchAndSettle(context: TaskContext, task: QueuedTask<FetchTask>): Promise<void> {
  const { source_id, organization_id: organizationId } = task.data;
  const { database, log } = context;
  const system = { organizationId, actor: actorOf({ name: 'Facebook' }) };
  const source = await database.read(system, (tx) => findSourceToSettle(tx, source_id));
  try {
    const fetched = await fetchLead(context, source, task);
    await settleFetched(database, source, task, fetched);
  } catch (error) {
    // The database does not respond: the task is run again.
    if (error instanceof Problem && error.status >= 500) throw error;
    log.error({ err: error }, 'A lead of Facebook could not be captured.');
    await settleFetched(database, source, task, null);
  }
}

/** `fetched` is null if it is worth another attempt; after the last one a person decides. */
async function settleFetched(
  database: Database,
  source: PublicSource,
  { data }: QueuedTask<FetchTask>,
  fetched: Reading | null,
): Promise<void> {
  const { receipt_id, attempt, organization_id: organizationId, ...task } = data;
  const options = { organizationId, actor: actorOf(source) };
  await database.transaction(options, async (tx) => {
    const { outcome, received_at, sender_id } = await lockReceipt(tx, receipt_id);
    // It ran twice, or the person was erased meanwhile.
    if (outcome !== 'pending') return;
    if (fetched === null && attempt < MAX_ATTEMPTS) {
      const startAfter = new Date(tx.now.getTime() + FIRST_WAIT_MS * 2 ** (attempt - 1));
      const group = `source ${task.source_id}`;
      const next = { ...task, receipt_id, attempt: attempt + 1 };
      enqueue(tx, fetchFacebookLead, next, { startAfter, group });
      return;
    }
    const reading = fetched ?? failed(task.leadgen_id, 'it did not respond, or not with a lead');
    const arrived = { receiptId: receipt_id, receivedAt: received_at, senderId: sender_id };
    await settle(tx, source, { ...arrived, isAgain: false }, toDelivery(source, reading));
  });
}

/** Null if it is worth another attempt. */
async function fetchLead(
  { outbound, secrets, environment }: TaskContext,
  source: PublicSource,
  { data: { leadgen_id }, signal }: QueuedTask<FetchTask>,
): Promise<Reading | null> {
  const owner = { organizationId: source.organization_id, sourceId: source.source_id };
  const opened = source.sealed_secret && openSecrets(secrets, source.sealed_secret, owner);
  // Encrypted with another key: not a matter of the source.
  if (source.sealed_secret !== null && opened === null) return null;
  const token = opened?.access_token;
  if (token === undefined) return failed(leadgen_id, 'the source has no access token');
  const base = environment.THROUGHLINE_FACEBOOK_URL ?? GRAPH_API;
  const url = new URL(`${base}/${VERSION}/${encodeURIComponent(leadgen_id)}`);
  url.searchParams.set('fields', FIELDS);
  const sent = await sendHttp(outbound, {
    method: 'GET',
    url,
    // In a header, because addresses are logged on the way.
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    body: null,
    timeoutMs: outbound.timeoutsMs.response,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    signal,
  });
  const { reply } = sent;
  const isRefused = reply !== null && reply.status >= 400 && reply.status < 500;
  if (isRefused && reply.status !== 429 && !isTransient(reply.body.toString('utf8'))) {
    return failed(leadgen_id, `it responded with ${reply.status}; check the access token`);
  }
  if (sent.result !== 'accepted') return null;
  const lead = parsed(sent.reply.body.toString('utf8'));
  if (lead === null) return failed(leadgen_id, 'its response is not a lead');
  const read = readFacebookLead(lead);
  return 'fields' in read ? { ...read, id: leadgen_id } : read;
}

/** Of the Graph API: unknown, service, too many calls of the app, the user, the page, or of one kind. */
const TRANSIENT_CODES: readonly unknown[] = [1, 2, 4, 17, 32, 341, 613];

/** They are sent with 400 or 403, like those that stay. */
function isTransient(text: string): boolean {
  try {
    const error = at(JSON.parse(text), 'error');
    return at(error, 'is_transient') === true || TRANSIENT_CODES.includes(at(error, 'code'));
  } catch {
    return false;
  }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value = parseJson(text);
    return isObject(value) && Array.isArray(value.field_data) ? value : null;
  } catch {
    return null;
  }
}

function failed(id: string, why: string): Reading {
  const quarantined: Reason = {
    reason: 'fetch_failed',
    detail: `The fields of the lead ${id} could not be read from Facebook: ${why}. Release it with the fields that Facebook shows in its Leads Center.`,
  };
  return { id, fields: {}, quarantined };
}
