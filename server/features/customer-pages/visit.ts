/** Pure rules: whether a customer can move or cancel a visit by the link. */

interface Rule {
  customer_changes_allowed: boolean;
  customer_changes_until_hours: number;
}

const HOUR_MS = 60 * 60_000;

export function canChange(
  { status, starts_at }: { status: string; starts_at: Date },
  { customer_changes_allowed, customer_changes_until_hours }: Rule,
  now: Date,
): boolean {
  if (!customer_changes_allowed || !['booked', 'confirmed'].includes(status)) return false;
  const until = starts_at.getTime() - customer_changes_until_hours * HOUR_MS;
  return now.getTime() < until;
}
