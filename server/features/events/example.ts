import type { TSchema } from 'typebox';
import type { Actor, EventType } from '../../platform/events/event.ts';
import { isObject } from '../../platform/is-object.ts';
import type { Event } from './schemas.ts';

/** What an example has in common with a real one of its place and time. */
interface Circumstances {
  id: string;
  seq: number;
  timestamp: string;
  actor: Actor;
}

/** A whole event of the kind, made of the examples that its schema gives for every field. */
export function exampleEvent({ type, data: schema }: EventType, given: Circumstances): Event {
  const data = exampleOf(schema);
  if (!isObject(data)) throw new Error(`The data of ${type} is not an object.`);
  agreeWith(type, data, schema, given.timestamp);
  const { id, seq, timestamp, actor } = given;
  const lifecycleNumber = data.lifecycle_number;
  return {
    id,
    seq,
    type,
    timestamp,
    lifecycle_number: typeof lifecycleNumber === 'string' ? lifecycleNumber : null,
    actor,
    data,
    previous: null,
  };
}

/**
 * A field's example knows nothing of the event it stands in: a lead that was just qualified has the
 * status `qualified`, and a `qualified_at`.
 */
function agreeWith(
  type: string,
  data: Record<string, unknown>,
  schema: JsonSchema,
  timestamp: string,
): void {
  const deed = type.slice(type.indexOf('.') + 1);
  const statuses = schema.properties?.status?.enum ?? [];
  const status = [deed, STATUS_AFTER[deed]].find((one) => statuses.includes(one));
  if (status !== undefined) data.status = status;
  if (schema.properties?.[`${deed}_at`]?.format === 'date-time') data[`${deed}_at`] = timestamp;
}

/** Where the status has another name than the deed. */
const STATUS_AFTER: Record<string, string> = {
  started: 'in_progress',
  resumed: 'in_progress',
  held: 'on_hold',
  warranty_enrolled: 'in_warranty',
  voided: 'void',
};

/** The part of JSON Schema that our fields are written in. */
interface JsonSchema extends TSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  examples?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

export function exampleOf(described: TSchema): unknown {
  const schema: JsonSchema = described;
  const [example] = schema.examples ?? [];
  // Made anew for each caller, who may change it.
  if (example !== undefined) return structuredClone(example);
  if (schema.properties) {
    // What is there in some events alone is left out: it would not go with the rest.
    const fields = Object.entries(schema.properties).filter(([name]) =>
      schema.required?.includes(name),
    );
    return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field)]));
  }
  if (schema.items) return [exampleOf(schema.items)];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0]);
  throw new Error(`A field without an example: ${JSON.stringify(schema)}`);
}
