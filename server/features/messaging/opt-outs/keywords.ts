/** Keywords such as STOP and START. A keyword counts only if it is the whole text. */

const STOP = new Set([
  'STOP',
  'STOPALL',
  'STOP ALL',
  'STOPP',
  'STOP TEXTING',
  'STOP TEXTING ME',
  'STOP TEXTS',
  'STOP MESSAGES',
  'STOP MESSAGING ME',
  'STOP SMS',
  'NO MORE TEXTS',
  'DO NOT TEXT',
  'DO NOT TEXT ME',
  'DONT TEXT ME',
  'UNSUBSCRIBE',
  'UNSUBSCRIBE ME',
  'UNSUB',
  'CANCEL',
  'END',
  'QUIT',
  'REMOVE',
  'REMOVE ME',
  'OPT OUT',
  'OPT ME OUT',
  'OPTOUT',
  'REVOKE',
  // French, Spanish and German: words that carriers there know, or that people write.
  'ARRET',
  'ARRETER',
  'DESABONNER',
  'ALTO',
  'BAJA',
  'PARAR',
  'CANCELAR',
  'ABMELDEN',
  'ABBESTELLEN',
]);
const START = new Set(['START', 'UNSTOP', 'OPT IN', 'OPTIN', 'SUBSCRIBE', 'RESUBSCRIBE']);
/** Means START only if the sender has opted out. */
const YES = new Set(['YES', 'SI', 'OUI', 'JA']);

/** Polite words around a STOP are ignored. */
const POLITE =
  /^(PLEASE|PLS|PLZ) | (PLEASE|PLS|PLZ|NOW|THANKS|THANK YOU|THX|BITTE|POR FAVOR|SVP)$/g;

export type Keyword = 'stop' | 'start' | 'yes';

/** Ignores case, punctuation and spaces: " Stop. ", "opt-out!", "«STOP»", "Stop please". */
export function keywordOf(text: string): Keyword | null {
  // A longer text cannot be a keyword.
  if (text.length > 100) return null;
  const words = text
    // Without accents and apostrophes: ARRÊT, DON’T.
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (STOP.has(words.replaceAll(POLITE, ''))) return 'stop';
  if (START.has(words)) return 'start';
  return YES.has(words) ? 'yes' : null;
}
