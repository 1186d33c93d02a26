import { isLanguage } from '../../domain/languages.ts';
import { METADATA_KEY_FORM } from '../../domain/origin-names.ts';
import type { FieldError } from '../../platform/errors.ts';
import { escapePointer } from '../../platform/http/field-errors.ts';
import { isObject } from '../../platform/is-object.ts';
import { sandbox } from '../../platform/sandbox/sandbox.ts';
import { Attribution } from '../leads/index.ts';
import type { ReadFields, Reading } from './adapters/adapter.ts';
import type { Mapping, SourceKind } from './schemas.ts';
import { cut, joined, textOf, toCode, toMetadata } from './texts.ts';

/** What a company says about the shape of its own payloads. Templates are evaluated in the sandbox. */

const TARGETS = [
  'id',
  'name',
  'phone',
  'email',
  'service_needed',
  'address',
  'notes',
  'language',
] as const;
const METADATA_KEY = new RegExp(METADATA_KEY_FORM);
const MAPPED_KINDS: readonly SourceKind[] = ['json', 'form'];

export function isPointer(text: string): boolean {
  return text.startsWith('/');
}

/** What the schema cannot say: the targets, and whether templates are valid and use only the payload. */
export async function mappingErrors(
  organizationId: string,
  kind: SourceKind | null,
  mapping: unknown,
): Promise<FieldError[]> {
  if (!isObject(mapping) || Object.keys(mapping).length > 100) return [];
  const names = Object.keys(mapping);
  if (kind !== null && names.length > 0 && !MAPPED_KINDS.includes(kind)) {
    const detail = `A source of the kind ${kind} has a fixed format. Leave mapping out, or use the kind json or form.`;
    return [{ pointer: '/mapping', code: 'not_allowed', detail }];
  }
  const unknown = names.filter((name) => !isTarget(name)).map(unknownTarget);
  const texts = Object.entries(mapping).flatMap(([name, text]) =>
    typeof text === 'string' ? [{ name, text }] : [],
  );
  const templates = texts.filter(({ text }) => !isPointer(text));
  const read = await sandbox.readTexts(
    organizationId,
    templates.map(({ text }) => text),
  );
  const invalid = read.flatMap((found, index) => {
    const pointer = `/mapping/${escapePointer(templates[index]?.name ?? '')}`;
    if ('unreadable' in found) {
      const detail = `The template is not valid Liquid: ${found.unreadable}. Fix it, or use a JSON Pointer such as /contact/phone.`;
      return [{ pointer, code: 'invalid_template', detail }];
    }
    const other = found.names.find(([root]) => root !== 'payload');
    if (other === undefined) return [];
    const detail = `Unknown variable ${other.flat(5).join('.')}. Use a value of what was sent, such as payload.phone.`;
    return [{ pointer, code: 'unknown_variable', detail }];
  });
  return [...unknown, ...invalid];
}

function isTarget(name: string): boolean {
  if ((TARGETS as readonly string[]).includes(name)) return true;
  const [group, ...rest] = name.split('.');
  const key = rest.join('.');
  if (group === 'metadata') return METADATA_KEY.test(key);
  return group === 'attribution' && Object.hasOwn(Attribution.properties, key);
}

function unknownTarget(name: string): FieldError {
  const shown = cut(name, 60).toWellFormed();
  return {
    pointer: `/mapping/${escapePointer(name)}`,
    code: 'unknown_field',
    detail: `A lead has no field ${shown}. Use one of ${TARGETS.join(', ')}, metadata.<key> or attribution.<field>.`,
  };
}

/** The fields that the mapping finds in the payload. */
export async function readMapped(
  organizationId: string,
  mapping: Mapping,
  payload: unknown,
): Promise<Reading> {
  const values = new Map<string, string>();
  const templates = Object.entries(mapping).filter(([, text]) => !isPointer(text));
  for (const [target, text] of Object.entries(mapping)) {
    const value = isPointer(text) ? mappedText(valueAt(payload, text)) : undefined;
    if (value !== undefined) values.set(target, value);
  }
  const rendered = await render(organizationId, templates, payload);
  if ('failure' in rendered) {
    return {
      id: values.get('id') ?? null,
      fields: toFields(values),
      quarantined: {
        reason: 'mapping_failed',
        detail: `A template of the mapping could not be rendered: ${rendered.failure}. Change the mapping, and release this with its fields.`,
      },
    };
  }
  for (const [target, text] of rendered.texts) {
    const value = textOf(text);
    if (value !== undefined) values.set(target, value);
  }
  return { id: values.get('id') ?? null, fields: toFields(values) };
}

async function render(
  organizationId: string,
  templates: readonly (readonly [string, string])[],
  payload: unknown,
): Promise<{ texts: [string, string][] } | { failure: string }> {
  const texts: [string, string][] = [];
  const all = templates.map(([, text]) => text);
  const rendered = await sandbox
    .renderTexts(organizationId, all, { payload })
    // There is no room at the moment: it is kept for a person instead of refused.
    .catch(() => [{ failure: 'too many templates are evaluated at the moment' }]);
  for (const [index, one] of rendered.entries()) {
    const target = templates[index]?.[0];
    if ('text' in one && target !== undefined) texts.push([target, one.text]);
    // Not every payload has every value, and a pointer to nothing is no failure either.
    else if ('failure' in one && !one.failure.startsWith('undefined variable')) return one;
  }
  return { texts };
}

function toFields(values: ReadonlyMap<string, string>): ReadFields {
  const fields: ReadFields = {};
  for (const name of ['name', 'phone', 'email', 'address', 'notes'] as const) {
    const value = values.get(name);
    if (value !== undefined) fields[name] = value;
  }
  const service = toCode(values.get('service_needed'));
  if (service !== undefined) fields.service_needed = service;
  const language = values.get('language')?.slice(0, 2).toLowerCase();
  if (isLanguage(language)) fields.language = language;
  return {
    ...fields,
    metadata: toMetadata(groupOf(values, 'metadata.')),
    attribution: groupOf(values, 'attribution.'),
  };
}

function groupOf(values: ReadonlyMap<string, string>, prefix: string): Record<string, string> {
  const found = [...values].filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(found.map(([name, value]) => [name.slice(prefix.length), value]));
}

/** A JSON Pointer (RFC 6901). */
export function valueAt(payload: unknown, pointer: string): unknown {
  let found = payload;
  for (const part of pointer.slice(1).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(found)) found = /^\d{1,6}$/.test(name) ? found[Number(name)] : undefined;
    else if (isObject(found) && Object.hasOwn(found, name)) found = found[name];
    else return undefined;
  }
  return found;
}

/** A list of texts is one text. */
function mappedText(value: unknown): string | undefined {
  return Array.isArray(value) ? joined(value, ', ') : textOf(value);
}
