import type { Ajv } from 'ajv';
import { isObject } from '../is-object.ts';

/**
 * For an object that has some of its fields in another form too, in an object of its own: a location has `latitude` and
 * `longitude`, also in `coordinates`. Either form is taken, and the rest of the code gets the fields.
 */
export const alsoIn = (name: string) => ({ [KEYWORD]: name });

const KEYWORD = 'x-also-in';

export function addNestedFields(ajv: Ajv): void {
  ajv.addKeyword({
    keyword: KEYWORD,
    type: 'object',
    schemaType: 'string',
    modifying: true,
    validate: (name: string, fields: Record<string, unknown>) => {
      const nested = fields[name];
      if (nested === null) delete fields[name];
      // What is of the wrong type is refused by the schema of the field.
      if (!isObject(nested)) return true;
      const isSame = ([field, value]: [string, unknown]) =>
        fields[field] === undefined || fields[field] === value;
      if (!Object.entries(nested).every(isSame)) return false;
      Object.assign(fields, nested);
      delete fields[name];
      return true;
    },
  });
}
