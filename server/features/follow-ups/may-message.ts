import type { Tx } from '../../platform/database/transaction.ts';
import {
  isNotToBeContacted,
  isOptedOut,
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

/** Why users must not call this contact; null if they can. */
export async function reasonNotToCall(tx: Tx, recipient: Recipient): Promise<string | null> {
  const { phone } = recipient;
  const isBlocked =
    phone !== null && (await isNotToBeContacted(tx, { channel: 'sms', address: phone }));
  return reasonNotToSend({ purpose: 'message', channel: 'call' }, recipient, {
    isOptedOut: false,
    isNotToBeContacted: isBlocked,
  });
}

/**
 * Whether an automatic message can be sent now: the contact is not deleted, has an address, has not opted out, and
 * is not in quiet hours. Checked at the moment of sending. There is no override.
 */
export async function mayMessageNow(
  tx: Tx,
  recipient: Recipient,
  channel: 'sms' | 'email',
): Promise<Permission> {
  const address = channel === 'sms' ? recipient.phone : recipient.email;
  const [allowedFrom, hasOptedOut, isBlocked] = await Promise.all([
    nextContactTime(tx, recipient.phone),
    address === null ? false : isOptedOut(tx, { channel, address }),
    address === null ? false : isNotToBeContacted(tx, { channel, address }),
  ]);
  const reason = reasonNotToSend({ purpose: 'message', channel }, recipient, {
    isOptedOut: hasOptedOut,
    isNotToBeContacted: isBlocked,
  });
  if (reason !== null) return { allowed: false, reason };
  if (address === null) {
    return { allowed: false, reason: channel === 'sms' ? 'no_phone' : 'no_email' };
  }
  if (allowedFrom === null) return { allowed: false, reason: 'always_quiet' };
  return allowedFrom > tx.now ? { allowed: false, until: allowedFrom } : { allowed: true };
}
