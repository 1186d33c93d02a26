import { notFound } from '../platform/errors.ts';
import { type IdPrefix, toUuid } from './ids.ts';

/** Kinds of things that are called in an error what their ids begin with. */
type Kind = Extract<
  IdPrefix,
  'user' | 'team' | 'lead' | 'customer' | 'appointment' | 'hold' | 'job'
>;

/** The id that a caller has sent. What is no id at all is as unknown as an id that nothing has. */
export function knownId(kind: Kind, publicId: string): string {
  const uuid = toUuid(kind, publicId);
  if (uuid === null) throw notFound(kind);
  return uuid;
}
