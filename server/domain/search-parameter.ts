import Type from 'typebox';
import type { FieldError } from '../platform/errors.ts';

/** The `q` parameter of every list of people. */
export const searchParameter = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'Search text: the start of any word of the name or email address (three letters, or a complete shorter word), several words in any order; a complete email address; any three or more digits of a phone number in a row, and the last four or more also of an earlier one; the house number and street, or five letters of the street; or a lifecycle number, with or without its check digit.',
  examples: ['dana whit'],
});

export const SEARCH_TOO_SHORT: FieldError = {
  pointer: '/q',
  code: 'too_short',
  detail:
    'The query parameter q is too short. Enter three letters of a name or an email address (two for a complete word), three digits of a phone number, or a lifecycle number.',
};
