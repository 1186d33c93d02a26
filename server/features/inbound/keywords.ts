/** What a text means by itself, as the whole of it. A pure rule. */

const STOP = new Set([
  'STOP',
  'STOPALL',
  'STOP ALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'OPT OUT',
  'OPTOUT',
  'REVOKE',
]);
const START = new Set(['START', 'UNSTOP']);
/** Means START to whoever has stopped, and anything else to everybody else. */
const YES = 'YES';

export type Keyword = 'stop' | 'start' | 'yes';

/** In any case, with whatever stands around and between: " Stop. ", "opt-out!", "«STOP»". */
export function keywordOf(text: string): Keyword | null {
  // A longer one says more than a keyword, and is not worth taking apart.
  if (text.length > 100) return null;
  const words = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (STOP.has(words)) return 'stop';
  if (START.has(words)) return 'start';
  return words === YES ? 'yes' : null;
}
