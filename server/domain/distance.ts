/** Pure rules: the distance between two places. */

export interface Place {
  latitude: number;
  longitude: number;
}

const EARTH_RADIUS_KM = 6371;
/** City driving, with traffic lights and parking. */
const KM_PER_MINUTE = 40 / 60;

/** The coordinates of a location; null unless it has both. */
export function placeOf(location: Partial<Place> | null): Place | null {
  const { latitude, longitude } = location ?? {};
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
}

/** Great-circle distance: no road is shorter. */
export function distanceKm(from: Place, to: Place): number {
  const [north, south] = [radians(from.latitude), radians(to.latitude)];
  const half =
    Math.sin((north - south) / 2) ** 2 +
    Math.cos(north) * Math.cos(south) * Math.sin(radians(from.longitude - to.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}

export function travelMinutes(km: number): number {
  return km / KM_PER_MINUTE;
}

/** How an organization counts the way between two visits. */
export interface TravelRule {
  speedKmh: number;
  baseMs: number;
}

/** The time for the way; 0 if it is not counted, or a place is not known. */
export function travelMs(rule: TravelRule | null, from: Place | null, to: Place | null): number {
  if (rule === null || from === null || to === null) return 0;
  return rule.baseMs + Math.ceil((distanceKm(from, to) / rule.speedKmh) * 60) * 60_000;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
