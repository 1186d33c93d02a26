import type { Static } from 'typebox';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { isObject } from '../../platform/is-object.ts';
import { type LeadRow, MAX_METADATA_KEYS, type UpdateLeadBody } from '../leads/index.ts';
import type { CaptureFields } from './lead-fields.ts';
import { cut } from './texts.ts';

/** Pure rules: whether two things that arrived under one id are about the same request, and what the later one adds. */

export interface Person {
  name: string | null;
  contacts: readonly string[];
}

export function personOf(fields: CaptureFields | LeadRow): Person {
  const { name, phone, email } = fields as Record<string, unknown>;
  const contacts = [phone, email].flatMap((value) =>
    typeof value === 'string' && value !== '' ? [value.toLowerCase()] : [],
  );
  return { name: typeof name === 'string' ? name : null, contacts };
}

/**
 * Some forms give every submission the same id. So another phone number and mailbox are another person, and what has
 * neither must at least have the same name, unless the id is certainly that of the request.
 */
export function isSamePerson(a: Person, b: Person, isCertainId: boolean): boolean {
  if (a.contacts.some((contact) => b.contacts.includes(contact))) return true;
  if (a.contacts.length > 0 && b.contacts.length > 0) return false;
  return isCertainId || isSameName(a.name, b.name);
}

/** `Kim` is `Kim Lee`. */
function isSameName(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return false;
  const [first, second] = [a, b].map((name) => name.toLowerCase().split(/\s+/).filter(Boolean));
  if (!first?.length || !second?.length) return false;
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  return short.every((word) => long.includes(word));
}

/** The fields, with those of earlier ones where they have none. `earlier` are the newest first. */
export function withEarlier(
  fields: CaptureFields,
  earlier: readonly CaptureFields[],
): CaptureFields {
  const oldestFirst = [...earlier.toReversed(), fields];
  const all: CaptureFields = Object.assign({}, ...oldestFirst);
  for (const name of ['metadata', 'attribution'] as const) {
    all[name] = Object.assign({}, ...oldestFirst.map((one) => textsOf(one[name])));
  }
  return { ...all, metadata: limited(textsOf(all.metadata)) };
}

type Changes = Static<typeof UpdateLeadBody>;

/**
 * What the lead gets of a later delivery. Empty fields are filled. What is still as an earlier delivery had it is replaced;
 * what a person has changed stays. Another phone number or mailbox goes into the notes.
 */
export function additionsTo(
  lead: LeadRow,
  given: CaptureFields,
  earlier: readonly CaptureFields[],
): Changes {
  const changes: Record<string, unknown> = {};
  for (const name of ['name', 'phone', 'email', 'address', 'language'] as const) {
    const value = given[name];
    const isUnchanged = earlier.some((one) => one[name] === lead[name]);
    const mayReplace = isUnchanged && name !== 'phone' && name !== 'email';
    if (typeof value === 'string' && (lead[name] === null || mayReplace)) changes[name] = value;
  }
  for (const name of ['metadata', 'attribution'] as const) {
    const before = textsOf(lead[name]);
    const isFree = (key: string) =>
      before[key] === undefined || earlier.some((one) => textsOf(one[name])[key] === before[key]);
    const added = Object.entries(textsOf(given[name])).filter(([key]) => isFree(key));
    const after = { ...before, ...Object.fromEntries(added) };
    changes[name] = name === 'metadata' ? limited(after) : after;
  }
  const others = (['phone', 'email'] as const).flatMap((name) => {
    const value = given[name];
    const isOther = typeof value === 'string' && lead[name] !== null && lead[name] !== value;
    return isOther ? [`${name === 'phone' ? 'Phone' : 'Email'}: ${value}`] : [];
  });
  const notes = notesAfter(
    lead.notes ?? '',
    [given.notes, ...others],
    earlier.map((one) => one.notes),
  );
  if (notes !== '' && notes !== lead.notes) changes.notes = cut(notes, TEXT_LIMITS.notes);
  return changes as Changes;
}

function notesAfter(
  before: string,
  given: readonly unknown[],
  earlier: readonly unknown[],
): string {
  return given.reduce<string>((notes, text) => {
    if (typeof text !== 'string' || notes.includes(text)) return notes;
    if (notes === '' || (text.includes(notes) && earlier.includes(notes))) return text;
    return `${notes}\n${text}`;
  }, before);
}

function textsOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, text]) =>
      typeof text === 'string' ? [[key, text] as const] : [],
    ),
  );
}

function limited(metadata: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).slice(0, MAX_METADATA_KEYS));
}
