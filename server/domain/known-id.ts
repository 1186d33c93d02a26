import { notFound } from '../platform/errors.ts';
import { type IdPrefix, toUuid } from './ids.ts';

/** Resources whose name in an error is the prefix of their ids. */
type Kind = Extract<
  IdPrefix,
  'user' | 'team' | 'lead' | 'customer' | 'appointment' | 'hold' | 'job'
>;

/** The UUID of an id in a request. A malformed id is treated like an unknown one. */
export function knownId(kind: Kind, publicId: string): string {
  const uuid = toUuid(kind, publicId);
  if (uuid === null) throw notFound(kind);
  return uuid;
}
