import type { Lifecycle } from '../../../packages/sdk/src/index.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { obstacleFor } from '../number/draft.ts';

/** How a document reaches a customer, and what is known to be in the way. Pure. */

export const WAYS = ['auto', 'email', 'sms'] as const;
export type Way = (typeof WAYS)[number];

/** Where it goes, or why it does not arrive. */
export function aboutWay(lifecycle: Lifecycle, way: Way): string {
  const { email, phone } = lifecycle.customer ?? lifecycle.lead;
  const channel = way === 'auto' ? firstChannel({ email, phone }) : way;
  if (channel === null) return text.sendDocument.noAddress;
  const address = channel === 'email' ? email : phone;
  return obstacleFor(lifecycle, channel) ?? text.sendDocument.to[channel](address ?? '');
}

/** As the service chooses: email if possible. */
function firstChannel({ email, phone }: { email: string | null; phone: string | null }) {
  if (email !== null) return 'email';
  return phone === null ? null : 'sms';
}

/** What is said when it is done: by what it says itself, because a channel may be missing. */
export function saidOf(
  delivery: string | null,
  said: { sent: (how: string) => string; issued: () => string },
): string {
  const isSent = delivery === 'email' || delivery === 'sms';
  return isSent ? said.sent(text.sendDocument.sentBy[delivery]) : said.issued();
}

/** "Mar 1, 9:00, by email". Null if it was not sent yet. */
export function sentText(
  { delivery }: { delivery: string | null },
  time: string | null,
): string | null {
  if (time === null || delivery === null) return time;
  return `${time}, ${wordFor(text.sendDocument.sentBy, delivery)}`;
}
