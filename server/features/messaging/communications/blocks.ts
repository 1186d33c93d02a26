import type { Address } from '../../../domain/message-address.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { isOptedOut } from '../opt-outs/queries.ts';
import type { Blocks } from './message.ts';
import { isNotToBeContacted, type Recipient } from './recipients.ts';
import { lacksConsentToText } from './text-consent.ts';
import { isCountryAllowed } from './text-limits.ts';

/** What forbids a message to this address, apart from the contact itself. */
export async function findBlocks(
  tx: Tx,
  to: Address,
  recipient: Recipient | null,
  { isAutomatic }: { isAutomatic: boolean },
): Promise<Blocks> {
  const isText = to.channel === 'sms';
  const [hasOptedOut, isRefused, isAllowed, lacksConsent] = await Promise.all([
    isOptedOut(tx, to),
    isNotToBeContacted(tx, to),
    !isText || isCountryAllowed(tx, to.address),
    isText && isAutomatic && recipient !== null && lacksConsentToText(tx, recipient),
  ]);
  return {
    isOptedOut: hasOptedOut,
    isNotToBeContacted: isRefused,
    isCountryRefused: !isAllowed,
    lacksConsent,
  };
}
