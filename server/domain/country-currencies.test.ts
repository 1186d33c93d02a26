import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getCountries } from 'libphonenumber-js/min';
import { currencyOfCountry } from './country-currencies.ts';
import { currencyErrors } from './currencies.ts';

describe('the currency of a country', () => {
  it('is one that contracts and invoices accept, for every country that an organization can have', () => {
    for (const country of getCountries()) {
      const currency = currencyOfCountry(country);
      assert.deepEqual(currencyErrors('/currency', currency), [], `${country} ${currency}`);
    }
  });

  it('is US dollars only where they are used', () => {
    const withDollars = getCountries().filter((country) => currencyOfCountry(country) === 'USD');
    assert.deepEqual(
      withDollars.toSorted().join(' '),
      'AS BQ EC FM GU IO MH MP PR PW SV TC TL US VG VI ZW',
    );
    assert.deepEqual(['DE', 'GB', 'CA', 'MX', 'JP'].map(currencyOfCountry), [
      'EUR',
      'GBP',
      'CAD',
      'MXN',
      'JPY',
    ]);
  });
});
