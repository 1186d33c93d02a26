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
  /** In quiet hours: from then on, if nothing else has come up. */
  | { allowed: false; until: Date }
  /** Never, as things stand: a code such as `opted_out`. */
  | { allowed: false; reason: string };

/** Why a person must not call them, either; null if nothing is in the way. */
export async function reasonNotToCall(tx: Tx, recipient: Recipient): Promise<string | null> {
  const { phone } = recipient;
  const isRefused =
    phone !== null && (await isNotToBeContacted(tx, { channel: 'sms', address: phone }));
  return reasonNotToSend({ purpose: 'message', channel: 'call' }, recipient, {
    isOptedOut: false,
    isNotToBeContacted: isRefused,
  });
}

/**
 * Whether something that nobody sends by hand may be sent now: the contact is still there and can be
 * reached, has not said no, and is not asleep. Asked at the moment of sending, and without an override.
 */
export async function mayMessageNow(
  tx: Tx,
  recipient: Recipient,
  channel: 'sms' | 'email',
): Promise<Permission> {
  const address = channel === 'sms' ? recipient.phone : recipient.email;
  const [awake, hasOptedOut, isRefused] = await Promise.all([
    nextContactTime(tx, recipient.phone),
    address === null ? false : isOptedOut(tx, { channel, address }),
    address === null ? false : isNotToBeContacted(tx, { channel, address }),
  ]);
  const reason = reasonNotToSend({ purpose: 'message', channel }, recipient, {
    isOptedOut: hasOptedOut,
    isNotToBeContacted: isRefused,
  });
  if (reason !== null) return { allowed: false, reason };
  if (address === null) {
    return { allowed: false, reason: channel === 'sms' ? 'no_phone' : 'no_email' };
  }
  if (awake === null) return { allowed: false, reason: 'always_quiet' };
  return awake > tx.now ? { allowed: false, until: awake } : { allowed: true };
}
