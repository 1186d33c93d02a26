import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { eventTypes } from '../../routes.ts';
import { sharedService } from '../../testing/fixtures.ts';

describe('the events of an erased person', () => {
  const service = sharedService();

  it('still have the shape of their type, whatever fields they had', async () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const types = eventTypes.filter(({ data }) => 'lifecycle_number' in propertiesOf(data));
    assert(types.some(({ type }) => type === 'estimate.sent'));
    const { rows } = await service.owner.query<{ type: string; data: object }>(
      `select e.type, erased_json(e.data, null, harmless_fields(e.type), 'dana') as data
       from jsonb_to_recordset($1) as e (type text, data jsonb)`,
      [JSON.stringify(types.map(({ type, data }) => ({ type, data: everythingOf(data) })))],
    );
    const broken = types.flatMap(({ type, data }) => {
      const erased = rows.find((row) => row.type === type)?.data;
      return ajv.validate(data, erased) ? [] : [`${type}: ${ajv.errorsText()}`];
    });
    assert.deepEqual(broken, []);
  });
});

interface Field extends TSchema {
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  const?: unknown;
  examples?: unknown[];
  properties?: Record<string, Field>;
  items?: Field;
  anyOf?: Field[];
}

function propertiesOf(schema: TSchema): Record<string, Field> {
  return (schema as Field).properties ?? {};
}

const OF_FORMAT: Record<string, string> = {
  date: '2027-03-31',
  'date-time': '2027-03-31T09:00:00.000Z',
};

/** A value with every field, also with those that are optional or can be null. */
function everythingOf(schema: Field): unknown {
  if (schema.properties) {
    const fields = Object.entries(schema.properties);
    return Object.fromEntries(fields.map(([name, field]) => [name, everythingOf(field)]));
  }
  const choice = schema.anyOf?.find(({ type }) => type !== 'null');
  if (choice) return everythingOf(choice);
  if (schema.items) return [everythingOf(schema.items)];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.find((one) => one !== null);
  const example = schema.examples?.find((one) => one !== null);
  return example ?? OF_FORMAT[schema.format ?? ''] ?? null;
}
