import { pick, type Walked } from './every-operation.ts';
import { currentDocument } from './example-requests.ts';
import { listOf, objectOf, type Parameter } from './fuzz/document.ts';
import type { RandomNumbers } from './random.ts';

/** Values that an operation cannot accept, by what openapi.json says about its fields and parameters. */

/** One of each type of JSON. Not empty: some operations take null and empty texts for left out. */
const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  string: ['some text', '5', 'true'],
  number: [5, 0, -1.5],
  boolean: [true, false],
  array: [[5], [[]]],
  object: [{ toString: 'x' }, { no_such_field: 5 }],
};

/** The fields of the body, and for each the values of types that it does not have. */
export function wrongValuesOf({ described }: Walked): Map<string, unknown[]> {
  const fields = Object.entries(objectOf(described.body?.properties)).map(([name, schema]) => {
    const accepted = typesOf(schema);
    const others = Object.entries(SAMPLES).filter(([type]) => !accepted.has(type));
    return [name, others.flatMap(([, values]) => values)] as const;
  });
  return new Map(fields.filter(([, values]) => values.length > 0));
}

export interface WrongField {
  name: string;
  value: unknown;
}

/** One of the fields with a value of another type; null if it has no field that could be wrong. */
export function wrongField(one: Walked, random: RandomNumbers): WrongField | null {
  const fields = [...wrongValuesOf(one)];
  if (fields.length === 0) return null;
  const [name, values] = pick(random, fields);
  return { name, value: pick(random, values) };
}

function typesOf(schema: unknown): Set<string> {
  const { type, anyOf, oneOf, enum: choices } = currentDocument.resolve(schema);
  const branches = [...listOf(anyOf), ...listOf(oneOf)];
  const named = [type].flat().map((one) => (one === 'integer' ? 'number' : String(one)));
  if (type !== undefined) return new Set(named);
  if (branches.length > 0) return new Set(branches.flatMap((one) => [...typesOf(one)]));
  if (choices !== undefined) return new Set(listOf(choices).map((one) => typeof one));
  return new Set(Object.keys(SAMPLES));
}

/** A value that one of the parameters cannot have; null if each of them accepts any text. */
export function wrongParameter(one: Walked, random: RandomNumbers): WrongField | null {
  const parameters = narrowParametersOf(one);
  if (parameters.length === 0) return null;
  return { name: pick(random, parameters).name, value: pick(random, ['?', 'no such value']) };
}

/** Parameters of the query that do not accept every text. */
export function narrowParametersOf({ described }: Walked): Parameter[] {
  return described.parameters.filter((one) => {
    const { type, format, enum: choices } = one.schema;
    if (one.in !== 'query') return false;
    if (type === 'integer' || type === 'number' || type === 'boolean') return true;
    return choices !== undefined || format === 'date' || format === 'date-time';
  });
}
