let created = 0;

/**
 * A lead that duplicates no other: its phone number is so different from all others that no typo turns one into
 * another.
 */
export function freshLead(fields: Record<string, unknown> = {}): Record<string, unknown> {
  created += 1;
  const scattered = String((created * 7_368_787) % 10_000_000).padStart(7, '0');
  return { phone: `+1415${scattered}`, service_needed: 'water_heater_repair', ...fields };
}
