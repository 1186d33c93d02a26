import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keywordOf } from './keywords.ts';

describe('keywordOf', () => {
  it('recognizes a STOP in every form that people send', () => {
    const forms = [
      ...['STOP', 'stop', 'Stop.', '  STOP  ', 'STOP!!!', '"stop"', 'Stop\n', '«Stop»', 'ＳＴＯＰ'],
      ...['STOPALL', 'stop all', 'Unsubscribe', 'CANCEL', 'End', 'quit.', 'revoke'],
      ...['OPT OUT', 'opt-out', 'Opt  out!', 'optout', '🛑 STOP 🛑'],
      ...['Stop please', 'PLEASE STOP', 'stop, thanks', 'Stop now!', 'stop texting me'],
      ...['Don’t text me', 'do not text', 'remove me please', 'Unsubscribe me'],
      ...['ARRÊT', 'arret', 'Stopp', 'STOPP bitte', 'Abmelden', 'Alto', 'BAJA por favor', 'parar'],
    ];
    for (const form of forms) assert.equal(keywordOf(form), 'stop', JSON.stringify(form));
  });

  it('ignores texts that only contain a keyword', () => {
    const texts = [
      'Please stop by at nine',
      'Can you cancel my appointment?',
      'When does it end?',
      'nonstop',
      'stop it',
      'please stop by at 5',
      'stop by please',
      'please',
      'I had to cancel',
      'cancel my appointment please',
      'end of the street',
      'don’t stop',
      'yes please',
      '',
      '!!!',
      'x'.repeat(5000),
    ];
    for (const text of texts) assert.equal(keywordOf(text), null, text);
  });

  it('recognizes START and YES', () => {
    for (const form of ['START', 'start.', ' Unstop ', 'opt-in'])
      assert.equal(keywordOf(form), 'start');
    for (const form of ['YES', 'yes!', 'Yes.']) assert.equal(keywordOf(form), 'yes');
  });
});
