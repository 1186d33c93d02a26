import { distanceKm, type Place } from '../../domain/distance.ts';

/** Pure rules: which area a place belongs to. */

export interface Circle extends Place {
  radius_km: number;
}

/** As in GeoJSON: rings of [longitude, latitude], the first is the outline, the others are holes. */
export interface Polygon {
  type: 'Polygon';
  coordinates: [longitude: number, latitude: number][][];
}

export interface Shape {
  /** Normalized codes such as 97205, or beginnings such as 972*. */
  postal_codes: readonly string[];
  circle: Circle | null;
  polygon: Polygon | null;
}

/** Where a visit is, as far as it is known. */
export interface Whereabouts {
  postalCode: string | null;
  point: Place | null;
}

/** The most specific area: an exact postal code, then the longest beginning, then a polygon, then a circle. */
export function areaOf<Area extends Shape>(
  areas: readonly Area[],
  { postalCode, point }: Whereabouts,
): Area | null {
  const byCode = postalCode === null ? null : byPostalCode(areas, postalCode);
  if (byCode !== null || point === null) return byCode;
  const around = ({ polygon }: Area) => polygon !== null && isInside(polygon, point);
  const near = ({ circle }: Area) => circle !== null && isWithin(circle, point);
  return areas.find(around) ?? areas.find(near) ?? null;
}

function byPostalCode<Area extends Shape>(areas: readonly Area[], postalCode: string): Area | null {
  for (const pattern of patternsFor(postalCode)) {
    const area = areas.find(({ postal_codes }) => postal_codes.includes(pattern));
    if (area) return area;
  }
  return null;
}

/** What an area can say to include this code, the most specific first. */
export function patternsFor(postalCode: string): string[] {
  const code = normalized(postalCode);
  const beginnings = Array.from(
    { length: code.length },
    (_, i) => `${code.slice(0, code.length - i)}*`,
  );
  return [code, ...mainCode(postalCode), ...beginnings];
}

/** Of a ZIP+4 code, such as 97205-1234, the first five digits. */
function mainCode(postalCode: string): string[] {
  const [, main] = /^\s*(\d{5})-\d{4}\s*$/.exec(postalCode) ?? [];
  return main === undefined ? [] : [main];
}

/** Without spaces and hyphens, which people write or leave out: `sw1a 1aa`. */
export function normalized(postalCode: string): string {
  return postalCode.toUpperCase().replaceAll(/[\s-]/g, '');
}

/** Even and odd: a line from the point to the east crosses the rings an odd number of times. */
function isInside({ coordinates }: Polygon, { latitude, longitude }: Place): boolean {
  let inside = false;
  for (const ring of coordinates) {
    ring.forEach(([lon, lat], index) => {
      const [lastLon, lastLat] = ring.at(index - 1) ?? [lon, lat];
      const crosses = lat > latitude !== lastLat > latitude;
      const at = ((lastLon - lon) * (latitude - lat)) / (lastLat - lat) + lon;
      if (crosses && longitude < at) inside = !inside;
    });
  }
  return inside;
}

function isWithin(circle: Circle, point: Place): boolean {
  return distanceKm(circle, point) <= circle.radius_km;
}
