import { apiDocument } from '../api-document.ts';

/** The document as the code of this version makes it, as it is committed. */
export function openapiDocument(): string {
  return `${JSON.stringify(apiDocument(), null, 2)}\n`;
}
