/** Rules: the coordinates in what people copy from a map. Pure. */

export interface Coordinates {
  latitude: number;
  longitude: number;
}

const NUMBER = '(-?\\d{1,3}(?:\\.\\d+)?)';
const FORMS = [
  // 45.52, -122.67, as maps copy it, and geo:45.52,-122.67 of a phone.
  new RegExp(`^(?:geo:)?${NUMBER}\\s*[,;\\s]\\s*${NUMBER}(?:[?;].*)?$`),
  // Links: …/@45.52,-122.67,17z, …?q=45.52,-122.67, …!3d45.52!4d-122.67
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`[?&](?:q|ll|query|destination)=${NUMBER}(?:,|%2C)${NUMBER}`, 'i'),
  new RegExp(`mlat=${NUMBER}&mlon=${NUMBER}`),
  new RegExp(`#map=[\\d.]+/${NUMBER}/${NUMBER}`),
  new RegExp(`@${NUMBER},${NUMBER}`),
];

/** Null if there are none. */
export function coordinatesIn(pasted: string): Coordinates | null {
  for (const form of FORMS) {
    const found = form.exec(pasted.trim());
    if (!found) continue;
    const [latitude, longitude] = [Number(found[1]), Number(found[2])];
    if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  }
  return null;
}

/** "45.52, -122.67" */
export function coordinatesText({ latitude, longitude }: Partial<Coordinates>): string {
  return latitude === undefined || longitude === undefined ? '' : `${latitude}, ${longitude}`;
}
