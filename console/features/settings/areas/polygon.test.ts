import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { polygonIn } from './polygon.ts';

const RING = [
  [-122.8, 45.4],
  [-122.5, 45.4],
  [-122.5, 45.6],
  [-122.8, 45.4],
];
const POLYGON = { type: 'Polygon', coordinates: [RING] };

describe('pasted GeoJSON', () => {
  it('is a polygon, also as a feature with properties and heights', () => {
    const withHeights = { ...POLYGON, coordinates: [RING.map((at) => [...at, 12])] };
    const feature = { type: 'Feature', properties: { name: 'West' }, geometry: withHeights };
    const drawing = { type: 'FeatureCollection', features: [feature] };
    for (const pasted of [POLYGON, feature, drawing]) {
      assert.deepEqual(polygonIn(JSON.stringify(pasted)), POLYGON);
    }
  });

  it('is no polygon if there is nothing', () => {
    assert.equal(polygonIn(' \n'), null);
  });

  it('is refused if it is not exactly one polygon', () => {
    const point = { type: 'Point', coordinates: [1, 2] };
    const two = { type: 'FeatureCollection', features: [POLYGON, POLYGON] };
    const flat = { type: 'Polygon', coordinates: RING };
    for (const pasted of [
      '{',
      '7',
      'null',
      ...[point, two, flat].map((one) => JSON.stringify(one)),
    ]) {
      assert.equal(polygonIn(pasted), undefined, pasted);
    }
  });
});
