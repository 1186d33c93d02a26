import { isObject } from '../is-object.ts';

/**
 * Many clients send every field they know, with null or an empty text for what they do not have. Removes these, so that
 * they count as left out: empty texts of optional fields, and nulls of fields that cannot be null.
 */
export function removeEmptyFields(schema: unknown, value: unknown): void {
  if (!isObject(schema) || !isObject(schema.properties) || !isObject(value)) return;
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const [name, field] of Object.entries(schema.properties)) {
    const given = value[name];
    const isEmpty = given === '' || (given === null && !canBeNull(field));
    if (isEmpty && !required.includes(name)) delete value[name];
    else removeEmptyFields(field, given);
  }
}

function canBeNull(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  const branches = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  return types.includes('null') || branches.some(canBeNull);
}
