import { inWords } from './words.ts';

export const eventTypes = {
  add: 'Add …',
  remove: (what: string) => `Remove ${what}`,
};

/** "Lead qualified" of `lead.qualified`, "Lead: everything" of `lead.*`. */
export function patternInWords(pattern: string): string {
  if (pattern === '*') return 'Everything';
  if (pattern.endsWith('.*')) return `${inWords(pattern.slice(0, -2))}: everything`;
  return inWords(pattern);
}
