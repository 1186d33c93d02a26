import { readLiquid } from '../../domain/liquid.ts';
import type { FieldError } from '../../platform/errors.ts';
import { templateErrors } from '../messaging/index.ts';

/** As of a template; but nobody will be there to bring variables along when it is filled in. */
export function liquidErrors(text: unknown, pointer: string): FieldError[] {
  const errors = templateErrors(text, pointer);
  if (typeof text !== 'string' || errors.length > 0) return errors;
  const read = readLiquid(text);
  const names = 'names' in read ? read.names.filter(([root]) => root === 'variables') : [];
  return [...new Set(names.map((segments) => segments.join('.')))].map((name) => ({
    pointer,
    code: 'unknown_variable',
    detail: `The text names ${name}, which nobody brings along when it falls due. Write it out, or use one such as lead.name.`,
  }));
}
