import { readQualificationPolicy } from '../../domain/qualification-policy.ts';

/**
 * Whether a lead is qualified at capture. `auto` leaves a likely duplicate to a person; a rule decides
 * about duplicates as about any other lead. A policy that can no longer be parsed leaves every lead to a person.
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
