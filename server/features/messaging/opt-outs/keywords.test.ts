import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Keyword, keywordOf } from './keywords.ts';

function assertEach(forms: readonly string[], keyword: Keyword | null): void {
  for (const form of forms) assert.equal(keywordOf(form), keyword, JSON.stringify(form));
}

describe('keywordOf', () => {
  it('recognizes a STOP in every form that people send', () => {
    const forms = [
      ...['STOP', 'stop', 'Stop.', '  STOP  ', 'STOP!!!', '"stop"', 'Stop\n', '«Stop»', 'ＳＴＯＰ'],
      ...['STOPALL', 'stop all', 'Unsubscribe', 'End', 'quit.', 'revoke'],
      ...['OPT OUT', 'opt-out', 'Opt  out!', 'optout', '🛑 STOP 🛑'],
      ...['Stop please', 'PLEASE STOP', 'stop, thanks', 'Stop now!', 'stop texting me'],
      ...['Don’t text me', 'do not text', 'remove me please', 'Unsubscribe me'],
      ...['ARRÊT', 'arret', 'Stopp', 'STOPP bitte', 'Abmelden', 'Alto', 'BAJA por favor', 'parar'],
      ...['Aufhören', 'keine SMS mehr', 'Désabonnement', 'Arrêtez svp', 'Sair', 'pare obrigado'],
    ];
    assertEach(forms, 'stop');
  });

  it('knows a CANCEL apart from a STOP, in five languages', () => {
    assertEach(['CANCEL', 'cancel.', 'Cancel please', 'Cancelar', 'cancelar por favor'], 'cancel');
    assertEach(['Annuler', 'annuler svp', 'Absagen', 'bitte stornieren', 'CANCELAR!'], 'cancel');
  });

  it('recognizes a YES and a confirmation in five languages', () => {
    assertEach(['YES', 'yes!', 'Yes.', 'Yes 👍', 'y', 'Sí', 'sí!!', 'Oui', 'JA', 'Sim 🙂'], 'yes');
    assertEach(
      ['C', 'c', 'C.', '“C”', 'Confirm', 'confirmed!', 'Yes, confirmed', 'C pls'],
      'confirm',
    );
    assertEach(['Confirmo', 'sí, confirmo', 'Je confirme', 'CONFIRMÉ', 'Bestätigt'], 'confirm');
    assertEach(['Bestaetigen', 'ich bestätige', 'Sim, confirmo', 'Confirmado ✅'], 'confirm');
  });

  it('recognizes START and HELP', () => {
    assertEach(['START', 'start.', ' Unstop ', 'opt-in', 'Démarrer', 'Começar'], 'start');
    assertEach(['HELP', 'help!', 'Help please', 'info', 'Ayuda', 'AIDE', 'Hilfe', 'ajuda'], 'help');
  });

  it('ignores marks of direction and other invisible characters', () => {
    assertEach(
      ['\u200fSTOP\u200f', '\u202bSTOP\u202c', 'ST\u200bOP', '\ufeffstop', 'S\u00adTOP'],
      'stop',
    );
    assertEach(['\u2067YES\u2069', 'Si\u0301'], 'yes');
  });

  it('ignores texts that only contain a keyword', () => {
    const texts = [
      ...[
        'Please stop by at nine',
        'Can you cancel my appointment?',
        'When does it end?',
        'nonstop',
      ],
      ...['stop it', 'please stop by at 5', 'stop by please', 'please', 'I had to cancel'],
      ...['cancel my appointment please', 'end of the street', 'don’t stop', 'yes please', ''],
      ...['Yes, but can you come at 5?', 'yes no', 'help me, the basement is flooded', 'vitamin C'],
      ...['si no puede, llame', 'C U tomorrow', 'Liked “Reply C to confirm”', '👍', '✅', '!!!'],
      // Arabic, Hebrew and Cyrillic words are none of the five languages.
      ...['نعم', 'כן', 'توقف', 'стоп', 'start please', 'x'.repeat(5000), '🙂'.repeat(60)],
    ];
    assertEach(texts, null);
  });
});
