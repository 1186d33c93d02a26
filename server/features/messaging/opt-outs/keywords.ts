/** What people reply with: STOP, CANCEL, START, YES, C and HELP, in five languages. It must be the whole text. */

export type Keyword = 'stop' | 'cancel' | 'start' | 'yes' | 'confirm' | 'help';

/** In upper case, without accents. The words that carriers know, and those that people write. */
const WORDS: Record<Keyword, readonly string[]> = {
  stop: [
    // English, which every carrier knows.
    ...['STOP', 'STOPALL', 'STOP ALL', 'STOP TEXTING', 'STOP TEXTING ME', 'STOP TEXTS'],
    ...['STOP MESSAGES', 'STOP MESSAGING ME', 'STOP SMS', 'NO MORE TEXTS', 'DO NOT TEXT'],
    ...['DO NOT TEXT ME', 'DONT TEXT ME', 'UNSUBSCRIBE', 'UNSUBSCRIBE ME', 'UNSUB', 'END', 'QUIT'],
    ...['REMOVE', 'REMOVE ME', 'OPT OUT', 'OPT ME OUT', 'OPTOUT', 'REVOKE'],
    // Spanish.
    ...['ALTO', 'BAJA', 'DARME DE BAJA', 'PARAR', 'DETENER', 'NO MAS MENSAJES'],
    // French.
    ...['ARRET', 'ARRETER', 'ARRETEZ', 'DESABONNER', 'DESABONNEMENT', 'DESINSCRIRE'],
    // German.
    ...['STOPP', 'ABMELDEN', 'ABBESTELLEN', 'AUFHOREN', 'AUFHOEREN', 'KEINE SMS MEHR'],
    // Portuguese.
    ...['PARE', 'SAIR', 'DESCADASTRAR', 'REMOVER'],
  ],
  // Carriers treat CANCEL as a STOP; people often mean their visit.
  cancel: ['CANCEL', 'CANCELAR', 'ANNULER', 'ABSAGEN', 'STORNIEREN'],
  start: [
    ...['START', 'UNSTOP', 'OPT IN', 'OPTIN', 'SUBSCRIBE', 'RESUBSCRIBE'],
    ...['INICIAR', 'DEMARRER', 'STARTEN', 'COMECAR'],
  ],
  yes: ['YES', 'Y', 'SI', 'OUI', 'JA', 'SIM'],
  confirm: [
    ...['C', 'CONFIRM', 'CONFIRMED', 'I CONFIRM', 'YES CONFIRM', 'YES CONFIRMED'],
    ...['CONFIRMO', 'CONFIRMAR', 'CONFIRMADO', 'CONFIRMADA', 'SI CONFIRMO', 'SIM CONFIRMO'],
    ...['CONFIRME', 'CONFIRMER', 'JE CONFIRME', 'OUI JE CONFIRME'],
    ...['BESTATIGEN', 'BESTAETIGEN', 'BESTATIGT', 'BESTAETIGT', 'BESTATIGE', 'ICH BESTATIGE'],
  ],
  help: ['HELP', 'INFO', 'AYUDA', 'AIDE', 'HILFE', 'AJUDA'],
};

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  (['stop', 'cancel', 'start', 'yes', 'confirm', 'help'] as const).flatMap((keyword) =>
    WORDS[keyword].map((word) => [word, keyword] as const),
  ),
);

/** Polite words around a keyword are ignored, except around START and YES, which can turn texts on again. */
const POLITE =
  /^(PLEASE|PLS|PLZ|BITTE|POR FAVOR) | (PLEASE|PLS|PLZ|NOW|THANKS|THANK YOU|THX|BITTE|DANKE|POR FAVOR|GRACIAS|SVP|S IL VOUS PLAIT|SIL VOUS PLAIT|MERCI|OBRIGADO|OBRIGADA)$/g;

/** Ignores case, punctuation, emoji, spaces and marks of direction: " Stop. ", "opt-out!", "«STOP»", "Yes 👍", "Sí". */
export function keywordOf(text: string): Keyword | null {
  // A longer text cannot be a keyword.
  if (text.length > 100) return null;
  const words = text
    // Without accents, apostrophes and invisible characters: ARRÊT, DON’T, marks that turn the direction of a text.
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}'’]/gu, '')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const exact = KEYWORDS.get(words);
  if (exact !== undefined) return exact;
  const polite = KEYWORDS.get(words.replaceAll(POLITE, ''));
  return polite === undefined || polite === 'start' || polite === 'yes' ? null : polite;
}
