import { isRule, mayUseMatch, ruleQualifies } from '../../domain/qualification-policy.ts';
import type { CapturedFields } from './lead.ts';
import type { LeadRow } from './queries.ts';

type Match = LeadRow['duplicate_match'];

/**
 * Decides whether a lead is qualified at capture. `auto` qualifies every lead, `auto_except_duplicates` leaves a likely
 * duplicate to a person, and a rule decides about duplicates as about any other lead. A rule that does not look at the duplicate is evaluated while the database looks
 * for it, so it adds no waiting time; the function that is returned takes the duplicate once it is known.
 */
export function beginQualification(
  organizationId: string,
  policy: string,
  fields: CapturedFields,
): (match: Match, isDuplicate: boolean) => boolean | Promise<boolean> {
  if (!isRule(policy)) {
    return (_match, isDuplicate) =>
      policy === 'auto' || (policy === 'auto_except_duplicates' && !isDuplicate);
  }
  if (mayUseMatch(policy)) {
    return (duplicate_match) =>
      ruleQualifies(organizationId, policy, { ...fields, duplicate_match });
  }
  const decided = ruleQualifies(organizationId, policy, fields);
  return () => decided;
}
