import {
  toUuid as decode,
  toPublicId as encode,
  toPublicIdOrNull as encodeOrNull,
} from '../platform/ids.ts';

/** What each kind of thing is called in its public id: `lead_01h455vb4pex5vsknk084sn02q`. */
export type IdPrefix =
  | 'org'
  | 'token'
  | 'user'
  | 'team'
  | 'timeoff'
  | 'lead'
  | 'customer'
  | 'comm'
  | 'optout'
  | 'channel'
  | 'template'
  | 'appointment'
  | 'hold'
  | 'job'
  | 'item'
  | 'note'
  | 'attachment'
  | 'claim'
  | 'invoice'
  | 'payment'
  | 'import'
  | 'form'
  | 'evt'
  | 'endpoint'
  | 'delivery'
  | 'replay'
  | 'followup'
  | 'playbook'
  | 'run'
  | 'task';

/** The codec of the platform, held to the prefixes that there are. */
export const toPublicId: (prefix: IdPrefix, uuid: string) => string = encode;
export const toPublicIdOrNull: (prefix: IdPrefix, uuid: string | null) => string | null =
  encodeOrNull;
export const toUuid: (prefix: IdPrefix, publicId: string) => string | null = decode;

/** The id of nothing: no row has it. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * The id that a list is filtered by; null without a filter. What is no id at all finds nothing: that is an
 * empty list, and not a mistake of the caller.
 */
export function toFilterId(prefix: IdPrefix, publicId: string | undefined): string | null {
  return publicId === undefined ? null : (toUuid(prefix, publicId) ?? NIL_UUID);
}
