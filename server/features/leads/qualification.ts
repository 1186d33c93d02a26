import { readQualificationPolicy } from '../../platform/qualification-policy.ts';

/**
 * Whether a lead is qualified as it is captured. A policy that can no longer be read leaves it to a
 * person.
 */
export function isQualifiedAtCapture(policy: string, lead: object): boolean {
  const read = readQualificationPolicy(policy);
  if ('unreadable' in read) return false;
  switch (read.kind) {
    case 'auto':
      return true;
    case 'manual':
      return false;
    case 'rule':
      return read.isQualified(lead);
  }
}
