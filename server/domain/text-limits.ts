import Type from 'typebox';
import { NOT_BLANK } from '../platform/http/fields.ts';

/** Maximum length of text fields in characters, by kind. */
export const TEXT_LIMITS = {
  /** A public id: longer than any id, so that a mistyped one is reported as unknown. */
  id: 100,
  lifecycleNumber: 20,
  name: 200,
  title: 200,
  phone: 50,
  email: 254,
  address: 500,
  /** A code in snake_case. */
  code: 64,
  /** Where something came from. */
  source: 100,
  reason: 500,
  /** Of a customer about a visit. */
  comment: 2_000,
  notes: 10_000,
  url: 2_000,
} as const;

/** The options of a text field: maximum length, description and example. */
export function textField(kind: keyof typeof TEXT_LIMITS, description: string, example: string) {
  return { maxLength: TEXT_LIMITS[kind], description, examples: [example] };
}

/** A text that is required and must not be blank. */
export function requiredText(kind: keyof typeof TEXT_LIMITS, description: string, example: string) {
  return Type.String({ pattern: NOT_BLANK, ...textField(kind, description, example) });
}
