import type { Ajv } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import { CODE_FORM } from './fields.ts';

/** For a text that is a code, and that people write as they speak: `Site visit` is read as `site_visit`. */
export const SPOKEN_CODE = { 'x-spoken-code': true, pattern: CODE_FORM };

const CODE = new RegExp(CODE_FORM);

/** The code that is meant, or the text itself if it cannot be one. */
export function readCode(text: string): string {
  if (CODE.test(text)) return text;
  const code = text
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
  return CODE.test(code) ? code : text;
}

export function addSpokenCodes(ajv: Ajv): void {
  ajv.addKeyword({
    keyword: 'x-spoken-code',
    type: 'string',
    // The pattern then sees the code.
    before: 'pattern',
    modifying: true,
    errors: false,
    validate: (_schema: unknown, text: string, _parent?: unknown, at?: DataValidationCxt) => {
      if (at) at.parentData[at.parentDataProperty] = readCode(text);
      return true;
    },
  });
}
