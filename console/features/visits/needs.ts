import type { OfferedService } from '../../../packages/sdk/src/index.ts';

/** Pure rules: what a visit needs, as it was chosen, and as the API takes it. */

export interface Needs {
  /** Null for that of the lead or the job. */
  service: OfferedService | null;
  minutes: number;
  /** Empty for none, as in the next one. */
  propertyId: string;
  postalCode: string;
}

const LENGTHS = [30, 60, 90, 120, 180, 240, 480];
export const USUAL_MINUTES = 60;

/** The lengths to choose from: the usual ones, and those that are needed. */
export function lengthsWith(...needed: readonly number[]): readonly number[] {
  return [...new Set([...LENGTHS, ...needed])].sort((a, b) => a - b);
}

/** What was chosen; the rest follows from the lead, the job or the property. */
export function bodyOf({ service, minutes, propertyId, postalCode }: Needs): {
  duration_minutes: number;
  service?: string;
  postal_code?: string;
  property_id?: string;
} {
  const postal_code = postalCode.trim();
  return {
    duration_minutes: minutes,
    ...(service && { service: service.code }),
    ...(postal_code !== '' && { postal_code }),
    ...(propertyId !== '' && { property_id: propertyId }),
  };
}

/** As many as the service needs go along: those who are free, in their order. */
export function crewFor(
  service: OfferedService | null,
  leader: string,
  freeIds: readonly string[],
): readonly string[] {
  if (leader === '') return [];
  const others = freeIds.filter((id) => id !== leader);
  return others.slice(0, Math.max(0, (service?.crew_size ?? 1) - 1));
}
