import { Environment } from '@marcbachmann/cel-js';
import { conditionReader } from './conditions.ts';

/**
 * Which leads are qualified as they are captured. The organization sets it and the lead is judged by it,
 * so both features read it here.
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

/** Few organizations have rules of their own. */
const readRule = conditionReader<{ lead: object }>(environment, { maxKept: 1_000 });

export function readQualificationPolicy(
  policy: string,
): QualificationPolicy | { unreadable: string } {
  if (policy === 'auto' || policy === 'manual') return { kind: policy };
  const rule = readRule(policy);
  if ('unreadable' in rule) return rule;
  return {
    kind: 'rule',
    // A rule that cannot be applied to this lead leaves it to a person, as does one that says no.
    isQualified: (lead) => {
      const outcome = rule.evaluate({ lead });
      return 'value' in outcome && outcome.value;
    },
  };
}
