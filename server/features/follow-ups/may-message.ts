import type { SentBy } from '../../domain/message-address.ts';
import type { Purpose } from '../../domain/purpose.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import {
  findBlocks,
  isExpired,
  isNotToBeContacted,
  nextContactTime,
  type Recipient,
  reasonNotToSend,
} from '../messaging/index.ts';

export type Permission =
  | { allowed: true }
  /** Quiet hours: allowed from that time on, unless something else forbids it then. */
  | { allowed: false; until: Date }
  /** Not allowed at any time: a code such as `opted_out`. */
  | { allowed: false; reason: string };

const NO_BLOCKS = {
  isOptedOut: false,
  isNotToBeContacted: false,
  isCountryRefused: false,
  lacksConsent: false,
};

/** Why users must not call this contact; null if they can. */
export async function reasonNotToCall(tx: Tx, recipient: Recipient): Promise<string | null> {
  const { phone } = recipient;
  const isBlocked =
    phone !== null && (await isNotToBeContacted(tx, { channel: 'sms', address: phone }));
  return reasonNotToSend({ kind: 'message', channel: 'call' }, recipient, {
    ...NO_BLOCKS,
    isNotToBeContacted: isBlocked,
  });
}

export interface AutomaticMessage {
  channel: SentBy;
  purpose: Purpose;
  expires_at: Date | null;
}

/**
 * Whether an automatic message can be sent now: the contact is not deleted, has an address, has not opted out, may get
 * texts, and for marketing is not in quiet hours. Checked at the moment of sending. There is no override.
 */
export async function mayMessageNow(
  tx: Tx,
  recipient: Recipient,
  { channel, purpose, expires_at }: AutomaticMessage,
): Promise<Permission> {
  const address = channel === 'sms' ? recipient.phone : recipient.email;
  const to = { channel, address: address ?? '' };
  const [allowedFrom, blocks] = await Promise.all([
    purpose === 'marketing' ? nextContactTime(tx, recipient.phone) : tx.now,
    address === null ? NO_BLOCKS : findBlocks(tx, to, recipient, { isAutomatic: true }),
  ]);
  const reason = reasonNotToSend({ kind: 'message', channel }, recipient, blocks);
  if (reason !== null) return { allowed: false, reason };
  if (address === null) {
    return { allowed: false, reason: channel === 'sms' ? 'no_phone' : 'no_email' };
  }
  // In quiet hours, also if it will have expired before they end.
  if (isExpired({ expires_at }, allowedFrom ?? tx.now)) {
    return { allowed: false, reason: 'expired' };
  }
  if (allowedFrom === null) return { allowed: false, reason: 'always_quiet' };
  return allowedFrom > tx.now ? { allowed: false, until: allowedFrom } : { allowed: true };
}
