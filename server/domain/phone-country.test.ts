import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countryOfPhone } from './phone-country.ts';

describe('the country of a phone number', () => {
  it('is the one that its digits are assigned to, also where countries share a calling code', () => {
    const countries = {
      '+14155550134': 'US',
      '+16135550100': 'CA',
      '+18765551234': 'JM',
      '+442079460958': 'GB',
      '+77011234567': 'KZ',
      '+79161234567': 'RU',
      '+23276123456': 'SL',
    };
    for (const [phone, country] of Object.entries(countries)) {
      assert.equal(countryOfPhone(phone), country, phone);
    }
  });

  it('is that of the area code for a +1 number that no one can have', () => {
    assert.equal(countryOfPhone('+14150531805'), 'US');
    assert.equal(countryOfPhone('+18760531805'), 'JM');
    assert.equal(countryOfPhone('+15550100234'), 'US');
  });

  it('is unknown for satellite phones, international numbers and numbers that are too short', () => {
    for (const phone of ['+881612345678', '+88213300000', '+80012345678', '+1900555123']) {
      assert.equal(countryOfPhone(phone), null, phone);
    }
  });
});
