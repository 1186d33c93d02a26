import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseLanguage } from './choose-language.ts';
import { LANGUAGES } from './languages.ts';

describe('the language of a visitor', () => {
  const choose = (accepted: string, offered = LANGUAGES.slice(), chosen = '') =>
    chooseLanguage(offered, { chosen, accepted, fallback: 'de' });

  it('is the one that was chosen, then the best one of the browser, then the company’s', () => {
    assert.equal(choose('es', ['en', 'es'], 'en'), 'en');
    assert.equal(choose('fr-CA,fr;q=0.9,en;q=0.8'), 'fr');
    assert.equal(choose('nl, en;q=0.3, pt-BR;q=0.7'), 'pt');
    assert.equal(choose('nl, ja'), 'de');
    assert.equal(choose(''), 'de');
  });

  it('is never one that the page does not offer', () => {
    assert.equal(choose('es', ['en', 'fr']), 'en');
    assert.equal(choose('es, fr;q=0.1', ['en', 'fr'], 'pt'), 'fr');
    assert.equal(choose('es;q=0, fr', ['es', 'fr']), 'fr');
    assert.equal(choose(`${'x,'.repeat(10_000)}es`, ['en', 'es']), 'en');
  });
});
