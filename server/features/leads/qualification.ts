import { readQualificationPolicy } from '../../domain/qualification-policy.ts';

/**
 * Whether a lead is qualified as it is captured. `auto` leaves a probable duplicate to a person, a rule
 * is asked about it as about any other. A policy that can no longer be read leaves it to a person too.
 */
export function isQualifiedAtCapture(policy: string, lead: object, isDuplicate: boolean): boolean {
  const read = readQualificationPolicy(policy);
  if ('unreadable' in read) return false;
  switch (read.kind) {
    case 'auto':
      return !isDuplicate;
    case 'manual':
      return false;
    case 'rule':
      return read.isQualified(lead);
  }
}
