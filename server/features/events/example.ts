import type { TSchema } from 'typebox';
import type { Actor, EventType } from '../../platform/events/event.ts';
import { isObject } from '../../platform/is-object.ts';
import type { Event } from './schemas.ts';

/** The fields that an example shares with a real event sent at the same time. */
interface Circumstances {
  id: string;
  seq: number;
  timestamp: string;
  actor: Actor;
}

/** A complete event of the type, built from the examples that its schema has for every field. */
export function exampleEvent({ type, data: schema }: EventType, given: Circumstances): Event {
  const data = exampleOf(schema);
  if (!isObject(data)) throw new Error(`The data of ${type} is not an object.`);
  adjustToEvent(type, data, schema, given.timestamp);
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
 * The example of a field does not depend on the event type, so it is adjusted here: a lead that was just
 * qualified has the status `qualified` and a `qualified_at`.
 */
function adjustToEvent(
  type: string,
  data: Record<string, unknown>,
  schema: JsonSchema,
  timestamp: string,
): void {
  const action = type.slice(type.indexOf('.') + 1);
  const statuses = schema.properties?.status?.enum ?? [];
  const status = [action, STATUS_AFTER[action]].find((one) => statuses.includes(one));
  if (status !== undefined) data.status = status;
  if (schema.properties?.[`${action}_at`]?.format === 'date-time') data[`${action}_at`] = timestamp;
}

/** Event types whose resulting status has another name. */
const STATUS_AFTER: Record<string, string> = {
  started: 'in_progress',
  resumed: 'in_progress',
  held: 'on_hold',
  warranty_enrolled: 'in_warranty',
  voided: 'void',
};

/** The subset of JSON Schema that our fields use. */
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
  // A copy, because the caller may change it.
  if (example !== undefined) return structuredClone(example);
  if (schema.properties) {
    // Optional fields are left out: they may not fit the rest of the example.
    const fields = Object.entries(schema.properties).filter(([name]) =>
      schema.required?.includes(name),
    );
    return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field)]));
  }
  if (schema.items) return [exampleOf(schema.items)];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0]);
  throw new Error(`Field without an example: ${JSON.stringify(schema)}`);
}
