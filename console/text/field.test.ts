import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldTextFor } from './field.ts';

describe('the texts of technicians', () => {
  it('are in the first language of the browser that we have, otherwise in English', () => {
    const languageFor = (...languages: string[]) => fieldTextFor(languages).language;
    assert.equal(languageFor('es-MX', 'en'), 'es');
    assert.equal(languageFor('en-US', 'es'), 'en');
    assert.equal(languageFor('vi', 'es-419'), 'es');
    assert.equal(languageFor('vi'), 'en');
    assert.equal(languageFor(), 'en');
  });

  it('differ in Spanish wherever they are words', () => {
    const [english, spanish] = [fieldTextFor(['en']), fieldTextFor(['es'])];
    const of = ({ myDay, outbox }: typeof english) => Object.entries({ ...myDay, ...outbox });
    for (const [name, value] of of(english)) {
      const translated = of(spanish).find(([key]) => key === name)?.[1];
      if (typeof value === 'string') assert.notEqual(translated, value, name);
    }
  });
});
