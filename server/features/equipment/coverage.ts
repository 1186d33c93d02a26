/** Pure rules: whether a machine is still covered. Days are calendar dates such as 2027-03-01. */

export interface Warranties {
  manufacturer_warranty_until: string | null;
  labour_warranty_until: string | null;
}

export interface Coverage {
  parts: boolean;
  labour: boolean;
  /** The last day on which parts or labour are covered; null if neither is covered anymore. */
  until: string | null;
}

/** The last day of a warranty is covered as a whole. A warranty without a date covers nothing. */
export function coverageOn(today: string, warranties: Warranties): Coverage {
  const parts = covering(warranties.manufacturer_warranty_until, today);
  const labour = covering(warranties.labour_warranty_until, today);
  const [until = null] = [parts, labour]
    .filter((day) => day !== null)
    .sort()
    .reverse();
  return { parts: parts !== null, labour: labour !== null, until };
}

/** Dates of four-digit years have the order of their texts. */
function covering(until: string | null, today: string): string | null {
  return until !== null && today <= until ? until : null;
}

/** The date in the organization's time zone at this moment. */
export function dateIn(timeZone: string, now: Date): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  return instant.toZonedDateTimeISO(timeZone).toPlainDate().toString();
}
