import { isObject } from '../../platform/is-object.ts';
import { mapWithPauses, Pauses } from '../../platform/pauses.ts';
import type { Reading, Reason } from './adapters/adapter.ts';
import { ADAPTERS } from './adapters/index.ts';
import { type CaptureFields, checkFields, toCaptureFields } from './lead-fields.ts';
import { readMapped } from './mapping.ts';
import type { Parsed } from './parse-body.ts';
import { MAX_PAYLOAD_BYTES, parseMail } from './parse-payload.ts';
import type { PublicSource } from './queries.ts';

/** What would become of one thing that was sent. Nothing is written here: previews use it too. */
export interface ReadDelivery {
  /** The maker's own id; null if it has none. */
  id: string | null;
  /** The part of the payload that it was read from; null if that is all of it. */
  part: unknown;
  outcome: 'captured' | 'quarantined' | 'ignored' | 'pending';
  reason: Reason | null;
  fields: CaptureFields;
  /** The id to fetch its fields by. */
  fetch: string | null;
}

export type ReadSource = Pick<
  PublicSource,
  'organization_id' | 'kind' | 'source' | 'default_service' | 'mapping' | 'verification' | 'country'
>;

/** One request of Facebook has at most 1,000 changes. */
const MAX_PARTS = 1_000;

export interface SentBody {
  contentType: string;
  bytes: Buffer;
  /** More than there are bytes, if only the first were read. */
  length: number;
  /** The bytes as JSON or as a form. */
  body: Parsed;
}

export async function readDeliveries(source: ReadSource, sent: SentBody): Promise<ReadDelivery[]> {
  const parsed =
    source.kind === 'email' ? await parseMail(sent.contentType, sent.bytes, sent.body) : sent.body;
  if ('unreadable' in parsed) return [unreadable(source, parsed.unreadable)];
  const parts = ADAPTERS[source.kind].split?.(parsed.payload) ?? [parsed.payload];
  const shown = parts.slice(0, MAX_PARTS);
  const isWhole = parts.length === 1;
  const readShown = async (part: unknown) => {
    const reading = await readPart(source, part);
    return { ...toDelivery(source, reading), part: isWhole ? null : part };
  };
  const read = await mapWithPauses(shown, (part) => {
    const reading = readShown(part);
    // It is awaited below; one that fails during a pause is not without a handler.
    reading.catch(() => {});
    return reading;
  });
  const rest = await keptTogether(parts.slice(MAX_PARTS));
  return [...(await Promise.all(read)), ...rest.map((some) => tooMany(source, some))];
}

function readPart(source: ReadSource, part: unknown): Promise<Reading> | Reading {
  const { mapping, country, kind, organization_id } = source;
  if (Object.keys(mapping).length > 0 && isObject(part)) {
    return readMapped(organization_id, mapping, part);
  }
  return ADAPTERS[kind].read(part, { mapping, country });
}

/** What was read, as a lead or as a reason why it is none. */
export function toDelivery(source: ReadSource, reading: Reading): Omit<ReadDelivery, 'part'> {
  const none = { fields: {}, fetch: null };
  if ('ignored' in reading) {
    return { ...none, id: reading.id, outcome: 'ignored', reason: reading.ignored };
  }
  const fields = toCaptureFields(reading.fields, reading.id, source);
  if ('quarantined' in reading) {
    const { id, quarantined } = reading;
    return { id, outcome: 'quarantined', reason: quarantined, fields, fetch: null };
  }
  if ('fetch' in reading) return toBeFetched(source, reading.id, reading.fetch, fields);
  const checked = checkFields(fields, source.country);
  const reason = 'quarantined' in checked ? checked.quarantined : null;
  const outcome = reason === null ? 'captured' : 'quarantined';
  return { id: reading.id, outcome, reason, fields, fetch: null };
}

function toBeFetched(
  { verification }: ReadSource,
  id: string,
  fetch: string,
  fields: CaptureFields,
): Omit<ReadDelivery, 'part'> {
  if (verification.secrets.includes('access_token')) {
    return { id, outcome: 'pending', reason: null, fields, fetch };
  }
  const detail = `Facebook sent only the id of the lead, ${fetch}. Set verification.access_token of the source, so that new ones are fetched, and release this one with the fields that Facebook shows in its Leads Center.`;
  const reason = { reason: 'details_needed', detail };
  return { id, outcome: 'quarantined', reason, fields, fetch: null };
}

function unreadable({ source }: ReadSource, why: string): ReadDelivery {
  const detail = `What arrived cannot be read: ${why}. Release it with its fields, or discard it.`;
  const reason = { reason: 'unreadable', detail };
  return { id: null, part: null, outcome: 'quarantined', reason, fields: { source }, fetch: null };
}

/** As many as one receipt keeps as a whole. */
async function keptTogether(parts: readonly unknown[]): Promise<unknown[][]> {
  const pauses = new Pauses();
  const lists: unknown[][] = [];
  let room = 0;
  for (const part of parts) {
    const length = Buffer.byteLength(JSON.stringify(part)) + 2;
    if (lists.length === 0 || length > room) {
      lists.push([]);
      room = MAX_PAYLOAD_BYTES;
    }
    lists.at(-1)?.push(part);
    room -= length;
    await pauses.takeIfDue();
  }
  return lists;
}

function tooMany({ source }: ReadSource, rest: readonly unknown[]): ReadDelivery {
  const detail = `One request had more than ${MAX_PARTS} leads. The others are in this payload: import them from a file.`;
  const reason = { reason: 'too_many', detail };
  return { id: null, part: rest, outcome: 'quarantined', reason, fields: { source }, fetch: null };
}
