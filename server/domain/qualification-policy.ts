import { Environment } from '@marcbachmann/cel-js';
import { conditionReader } from './conditions.ts';

/**
 * Which leads are qualified automatically when they are captured. The organization sets the policy and leads
 * apply it, so both features use this file.
 */
export const DEFAULT_QUALIFICATION_POLICY = 'auto';

export type QualificationPolicy =
  | { kind: 'auto' }
  | { kind: 'manual' }
  | { kind: 'rule'; isQualified: (lead: object) => boolean };

const environment = new Environment({ unlistedVariablesAreDyn: false }).registerVariable(
  'lead',
  'map',
);

/** Few organizations have their own rules. */
const readRule = conditionReader<{ lead: object }>(environment, { maxCached: 1_000 });

export function readQualificationPolicy(
  policy: string,
): QualificationPolicy | { unreadable: string } {
  if (policy === 'auto' || policy === 'manual') return { kind: policy };
  const rule = readRule(policy);
  if ('unreadable' in rule) return rule;
  return {
    kind: 'rule',
    // If the rule fails for this lead or returns false, a user decides.
    isQualified: (lead) => {
      const outcome = rule.evaluate({ lead });
      return 'value' in outcome && outcome.value;
    },
  };
}
