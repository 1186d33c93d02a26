import { sandbox } from '../platform/sandbox/sandbox.ts';

/**
 * Which leads are qualified automatically when they are captured. The organization sets the policy and leads
 * apply it, so both features use this file.
 */
export const DEFAULT_QUALIFICATION_POLICY = 'auto';

const SCOPE = 'lead:map';

const NAMES: ReadonlySet<string> = new Set(['auto', 'auto_except_duplicates', 'manual']);

/** Every policy that is not a name is a rule in CEL about `lead`. */
export function isRule(policy: string): boolean {
  return !NAMES.has(policy);
}

/** Why a policy cannot be used, or null. */
export async function policyError(organizationId: string, policy: string): Promise<string | null> {
  if (!isRule(policy)) return null;
  const [read] = await sandbox.readConditions(organizationId, SCOPE, [policy]);
  return read && 'unreadable' in read ? read.unreadable : null;
}

/**
 * Whether the rule qualifies the lead. If it fails for this lead, returns false, or cannot be evaluated now, a user
 * decides: a policy never prevents a capture.
 */
export async function ruleQualifies(
  organizationId: string,
  rule: string,
  lead: object,
): Promise<boolean> {
  const outcome = await sandbox.decide(organizationId, SCOPE, rule, { lead }).catch(() => null);
  return outcome !== null && 'value' in outcome && outcome.value;
}

/** Any use of `lead` that is not `lead.some_field`, and any field about duplicates. */
const MAY_USE_MATCH = /\blead\b(?!\s*\.\??\s*[a-z_])|duplicate/;

/** Whether the rule may depend on the duplicate of the lead, which is found later than the rest. */
export function mayUseMatch(rule: string): boolean {
  return MAY_USE_MATCH.test(rule);
}
