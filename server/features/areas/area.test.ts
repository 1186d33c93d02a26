import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { areaOf, normalized, type Polygon, type Shape } from './area.ts';

interface Named extends Shape {
  name: string;
}

const area = (name: string, shape: Partial<Shape>): Named => ({
  name,
  postal_codes: [],
  circle: null,
  polygon: null,
  ...shape,
});
const box = (west: number, south: number, east: number, north: number): Polygon => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});
const at = (longitude: number, latitude: number) => ({
  postalCode: null,
  point: { latitude, longitude },
});
const code = (postalCode: string) => ({ postalCode, point: null });
const nameOf = (areas: Named[], where: Parameters<typeof areaOf>[1]) =>
  areaOf(areas, where)?.name ?? null;

describe('the area of a place', () => {
  const areas = [
    area('state', { postal_codes: ['9*'] }),
    area('city', { postal_codes: ['972*'] }),
    area('street', { postal_codes: ['97205', 'SW1A1AA'] }),
    area('country', { circle: { latitude: 0, longitude: 0, radius_km: 200 } }),
    area('park', { polygon: box(0, 0, 1, 1) }),
  ];

  it('is the most specific: a code, the longest beginning, a polygon, a circle', () => {
    assert.equal(nameOf(areas, code('97205')), 'street');
    assert.equal(nameOf(areas, code('97206')), 'city');
    assert.equal(nameOf(areas, code('90001')), 'state');
    assert.equal(nameOf(areas, code('10115')), null);
    assert.equal(nameOf(areas, at(0.5, 0.5)), 'park');
    assert.equal(nameOf(areas, at(-0.5, 0.5)), 'country');
    assert.equal(nameOf(areas, at(50, 50)), null);
    assert.equal(nameOf(areas, { ...at(0.5, 0.5), postalCode: '97206' }), 'city');
    assert.equal(nameOf(areas, { ...at(0.5, 0.5), postalCode: '10115' }), 'park');
  });

  it('does not depend on capitals, spaces and hyphens, and takes a ZIP+4 for its first five digits', () => {
    assert.equal(nameOf(areas, code('sw1a 1aa')), 'street');
    assert.equal(nameOf(areas, code(' 97205-1234 ')), 'street');
    assert.equal(nameOf(areas, code('97206-1234')), 'city');
    assert.equal(
      nameOf([area('long', { postal_codes: ['972051234'] }), ...areas], code('97205-1234')),
      'long',
    );
  });

  it('is the first of equal ones', () => {
    const twice = [area('old', { postal_codes: ['97*'] }), area('new', { postal_codes: ['97*'] })];
    assert.equal(nameOf(twice, code('97205')), 'old');
  });

  it('leaves out the holes of a polygon', () => {
    const [outline = []] = box(0, 0, 9, 9).coordinates;
    const [hole = []] = box(3, 3, 6, 6).coordinates;
    const ring = [area('ring', { polygon: { type: 'Polygon', coordinates: [outline, hole] } })];
    assert.equal(nameOf(ring, at(1, 1)), 'ring');
    assert.equal(nameOf(ring, at(4, 4)), null);
    assert.equal(nameOf(ring, at(10, 4)), null);
  });

  it('is inside a box if and only if the coordinates are between its sides', () => {
    const degrees = fc.double({ min: -80, max: 80, noNaN: true });
    fc.assert(
      fc.property(degrees, degrees, degrees, degrees, degrees, degrees, (a, b, c, d, x, y) => {
        const [west, east] = [Math.min(a, b), Math.max(a, b)];
        const [south, north] = [Math.min(c, d), Math.max(c, d)];
        fc.pre(
          [west, east].every((side) => side !== x) && [south, north].every((side) => side !== y),
        );
        const isBetween = west < x && x < east && south < y && y < north;
        assert.equal(
          nameOf([area('box', { polygon: box(west, south, east, north) })], at(x, y)),
          isBetween ? 'box' : null,
        );
      }),
    );
  });

  it('matches a beginning exactly as the text begins', () => {
    const codes = fc.stringMatching(/^[A-Z0-9]{1,8}$/);
    fc.assert(
      fc.property(codes, codes, (beginning, text) => {
        const found = nameOf([area('one', { postal_codes: [`${beginning}*`] })], code(text));
        assert.equal(found, normalized(text).startsWith(beginning) ? 'one' : null);
      }),
    );
  });
});
