import { Environment } from '@marcbachmann/cel-js';
import { firstLine } from '../platform/first-line.ts';
import { slowPartOf } from './slow-rules.ts';

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
const read = new Map<string, QualificationPolicy | { unreadable: string }>();
const READ_AT_MOST = 1_000;

export function readQualificationPolicy(
  policy: string,
): QualificationPolicy | { unreadable: string } {
  const known = read.get(policy);
  if (known) return known;
  const result = parse(policy);
  if (read.size >= READ_AT_MOST) read.delete(read.keys().next().value!);
  read.set(policy, result);
  return result;
}

function parse(policy: string): QualificationPolicy | { unreadable: string } {
  if (policy === 'auto' || policy === 'manual') return { kind: policy };
  try {
    const expression = environment.parse(policy);
    const slowPart = slowPartOf(expression.ast);
    if (slowPart !== null) return { unreadable: slowPart };
    const checked = expression.check();
    if (!checked.valid) return { unreadable: firstLine(checked.error) };
    if (checked.type !== 'bool' && checked.type !== 'dyn') {
      return { unreadable: `it says ${checked.type}, not true or false` };
    }
    return {
      kind: 'rule',
      // A rule that cannot be applied to this lead leaves it to a person, as does one that says no.
      isQualified: (lead) => {
        try {
          return expression({ lead }) === true;
        } catch {
          return false;
        }
      },
    };
  } catch (error) {
    return { unreadable: firstLine(error) };
  }
}
