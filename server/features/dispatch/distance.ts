/** How far it is from one place to another. Pure rules. */

export interface Place {
  latitude: number;
  longitude: number;
}

const EARTH_RADIUS_KM = 6371;
/** Across a town, with its lights and its parking. */
const KM_PER_MINUTE = 40 / 60;

/** The place of a location that has both coordinates. */
export function placeOf(location: Partial<Place> | null): Place | null {
  const { latitude, longitude } = location ?? {};
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
}

/** Along the great circle: no road is shorter. */
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

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
