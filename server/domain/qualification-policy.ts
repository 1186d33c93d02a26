import { Environment } from '@marcbachmann/cel-js';
import { BoundedCache } from '../platform/bounded-cache.ts';
import { parseRule } from './cel-rule.ts';

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

/** Few organizations have rules of their own, so what was read is kept; the oldest goes first. */
const read = new BoundedCache<string, QualificationPolicy | { unreadable: string }>(1_000);

export function readQualificationPolicy(
  policy: string,
): QualificationPolicy | { unreadable: string } {
  const known = read.get(policy);
  if (known) return known;
  const result = parse(policy);
  read.set(policy, result);
  return result;
}

function parse(policy: string): QualificationPolicy | { unreadable: string } {
  if (policy === 'auto' || policy === 'manual') return { kind: policy };
  const rule = parseRule(environment, policy);
  if ('unreadable' in rule) return rule;
  return {
    kind: 'rule',
    // A rule that cannot be applied to this lead leaves it to a person, as does one that says no.
    isQualified: (lead) => {
      try {
        return rule.expression({ lead }) === true;
      } catch {
        return false;
      }
    },
  };
}
