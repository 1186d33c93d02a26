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

/** Great-circle distance: no road is shorter. As exact for neighbors as for the other side of the earth. */
export function distanceKm(from: Place, to: Place): number {
  const [a, b] = [directionOf(from), directionOf(to)];
  const sine = Math.hypot(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
  const cosine = a.x * b.x + a.y * b.y + a.z * b.z;
  return EARTH_RADIUS_KM * Math.atan2(sine, cosine);
}

export function travelMinutes(km: number): number {
  return km / KM_PER_MINUTE;
}

/** How an organization counts the way between two visits. */
export interface TravelRule {
  speedKmh: number;
  baseMs: number;
  /** The seconds that a routing server said, by `wayKey`. */
  routed: ReadonlyMap<string, number>;
}

/** The time for the way; 0 if it is not counted, or a place is not known. */
export function travelMs(rule: TravelRule | null, from: Place | null, to: Place | null): number {
  if (rule === null || from === null || to === null) return 0;
  // Most organizations have no routing server: then no key is made.
  const seconds =
    rule.routed.size === 0 ? undefined : rule.routed.get(wayKey(placeKey(from), placeKey(to)));
  const minutes =
    seconds === undefined ? (distanceKm(from, to) / rule.speedKmh) * 60 : seconds / 60;
  return rule.baseMs + Math.ceil(minutes) * 60_000;
}

/**
 * The place as it is known to a routing server: with three decimals, at most 80 m away. So neighbors share what was asked,
 * and no house is named.
 */
export function placeKey({ latitude, longitude }: Place): string {
  return `${rounded(latitude)},${rounded(longitude)}`;
}

export function placeOfKey(key: string): Place {
  const [latitude = 0, longitude = 0] = key.split(',').map(Number);
  return { latitude, longitude };
}

export function wayKey(from: string, to: string): string {
  return `${from} ${to}`;
}

/** Not toFixed() alone: the database has to round halves the same way. */
function rounded(degrees: number): string {
  return (Math.floor(degrees * 1000 + 0.5) / 1000).toFixed(3);
}

/** From the center of the earth, with length 1. */
function directionOf({ latitude, longitude }: Place) {
  const [up, around] = [radians(latitude), radians(longitude)];
  return {
    x: Math.cos(up) * Math.cos(around),
    y: Math.cos(up) * Math.sin(around),
    z: Math.sin(up),
  };
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
