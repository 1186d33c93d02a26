/** What a text means by itself, as the whole of it. A pure rule. */

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
  // French, Spanish, German: the words that carriers there know, or that their people write.
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
/** Means START to whoever has stopped, and anything else to everybody else. */
const YES = new Set(['YES', 'SI', 'OUI', 'JA']);

/** Who asks nicely asks for the same. */
const POLITE =
  /^(PLEASE|PLS|PLZ) | (PLEASE|PLS|PLZ|NOW|THANKS|THANK YOU|THX|BITTE|POR FAVOR|SVP)$/g;

export type Keyword = 'stop' | 'start' | 'yes';

/** In any case, with whatever stands around and between: " Stop. ", "opt-out!", "«STOP»", "Stop please". */
export function keywordOf(text: string): Keyword | null {
  // A longer one says more than a keyword, and is not worth taking apart.
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
