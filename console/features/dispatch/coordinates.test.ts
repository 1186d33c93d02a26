import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { coordinatesIn, coordinatesText } from './coordinates.ts';

describe('coordinates from a map', () => {
  it('are found as numbers and in links', () => {
    const alder = { latitude: 45.5202, longitude: -122.6742 };
    for (const pasted of [
      '45.5202, -122.6742',
      ' 45.5202 -122.6742 ',
      'geo:45.5202,-122.6742?q=Alder',
      'https://www.google.com/maps/@45.5202,-122.6742,17z',
      'https://www.google.com/maps/place/Alder/@45.6,-122.7,17z/data=!3m1!4b1!3d45.5202!4d-122.6742',
      'https://maps.apple.com/?ll=45.5202,-122.6742&q=Alder',
      'https://www.google.com/maps/search/?api=1&query=45.5202%2C-122.6742',
      'https://www.openstreetmap.org/?mlat=45.5202&mlon=-122.6742#map=17/45.1/-122.1',
      'https://www.openstreetmap.org/#map=17/45.5202/-122.6742',
    ]) {
      assert.deepEqual(coordinatesIn(pasted), alder, pasted);
    }
  });

  it('are nothing else', () => {
    for (const pasted of [
      '',
      '45.52',
      '1418 Alder St',
      '95, 200',
      '45,52 -122,67',
      'https://x.y/',
    ]) {
      assert.equal(coordinatesIn(pasted), null, pasted);
    }
  });

  it('are the same after they were shown', () => {
    const degrees = (limit: number) =>
      fc.integer({ min: -limit * 1e6, max: limit * 1e6 }).map((one) => one / 1e6);
    fc.assert(
      fc.property(degrees(90), degrees(180), (latitude, longitude) => {
        fc.pre(!/e/.test(`${latitude}${longitude}`));
        const place = { latitude: latitude + 0, longitude: longitude + 0 };
        assert.deepEqual(coordinatesIn(coordinatesText(place)), place);
      }),
    );
  });
});
