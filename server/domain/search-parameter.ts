import Type from 'typebox';
import type { FieldError } from '../platform/errors.ts';

/** The `q` of every list of people. */
export const searchParameter = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'The beginning of any word of the name or of the e-mail address (three letters, or a shorter word whole), several of them in any order; a whole e-mail address; the last four or more digits of the phone number; or a lifecycle number, with or without its check digit.',
  examples: ['dana whit'],
});

export const SEARCH_TOO_SHORT: FieldError = {
  pointer: '/q',
  code: 'too_short',
  detail:
    'The query parameter q must be three letters of a name or an e-mail address (two for a whole word), four digits of a phone number, or a lifecycle number.',
};
