import {
  toUuid as decode,
  toPublicId as encode,
  toPublicIdOrNull as encodeOrNull,
} from '../platform/ids.ts';

/** The prefixes of public ids, such as `lead_01h455vb4pex5vsknk084sn02q`. */
export type IdPrefix =
  | 'organization'
  | 'token'
  | 'session'
  | 'invitation'
  | 'sign_in_link'
  | 'passkey'
  | 'user'
  | 'team'
  | 'area'
  | 'capacity_rule'
  | 'time_off'
  | 'lead'
  | 'customer'
  | 'property'
  | 'equipment'
  | 'communication'
  | 'opt_out'
  | 'channel'
  | 'template'
  | 'appointment'
  | 'hold'
  | 'job'
  | 'item'
  | 'note'
  | 'attachment'
  | 'file'
  | 'claim'
  | 'invoice'
  | 'estimate'
  | 'payment'
  | 'payment_provider'
  | 'checkout'
  | 'import'
  | 'export'
  | 'restore'
  | 'form'
  | 'source'
  | 'receipt'
  | 'booking_page'
  | 'link'
  | 'event'
  | 'webhook_endpoint'
  | 'delivery'
  | 'replay'
  | 'replan'
  | 'follow_up'
  | 'playbook'
  | 'run'
  | 'secret'
  | 'task'
  | 'erasure';

/** The codec of the platform, limited to the known prefixes. */
export const toPublicId: (prefix: IdPrefix, uuid: string) => string = encode;
export const toPublicIdOrNull: (prefix: IdPrefix, uuid: string | null) => string | null =
  encodeOrNull;
export const toUuid: (prefix: IdPrefix, publicId: string) => string | null = decode;
