import { readLiquid } from '../../domain/liquid.ts';
import type { FieldError } from '../../platform/errors.ts';
import { templateErrors } from '../messaging/index.ts';

/** The rules of templates, but without `variables`: when a follow-up is due, no caller supplies them. */
export function liquidErrors(text: unknown, pointer: string): FieldError[] {
  const errors = templateErrors(text, pointer);
  if (typeof text !== 'string' || errors.length > 0) return errors;
  const read = readLiquid(text);
  const names = 'names' in read ? read.names.filter(([root]) => root === 'variables') : [];
  return [...new Set(names.map((segments) => segments.join('.')))].map((name) => ({
    pointer,
    code: 'unknown_variable',
    detail: `A follow-up has no variables, so ${name} cannot be used. Write the value into the text, or use a field such as lead.name.`,
  }));
}
