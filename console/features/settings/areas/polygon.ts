import type { AreaPolygon } from '../../../../packages/sdk/src/index.ts';

/** The polygon in pasted GeoJSON; null for nothing, undefined if there is not exactly one. Pure. */
export function polygonIn(pasted: string): AreaPolygon | null | undefined {
  if (pasted.trim() === '') return null;
  try {
    return polygonOf(JSON.parse(pasted));
  } catch {
    return undefined;
  }
}

/** The service has only outlines: heights, properties and names of a drawing are left out. */
function polygonOf(value: unknown): AreaPolygon | undefined {
  if (!isObject(value)) return undefined;
  const { type, geometry, features, coordinates } = value;
  if (type === 'Feature') return polygonOf(geometry);
  if (type === 'FeatureCollection' && Array.isArray(features)) {
    return features.length === 1 ? polygonOf(features[0]) : undefined;
  }
  if (type !== 'Polygon' || !Array.isArray(coordinates)) return undefined;
  return { type, coordinates: coordinates.map(ringOf) };
}

function ringOf(ring: unknown): number[][] {
  if (!Array.isArray(ring)) throw new TypeError('A ring is a list.');
  return ring.map((position) => {
    if (!Array.isArray(position)) throw new TypeError('A position is a list.');
    return position.slice(0, 2).map(Number);
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
