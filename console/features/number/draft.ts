import type { Lifecycle } from '../../../packages/sdk/src/index.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';

export const CHANNELS = ['sms', 'email', 'call', 'note'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The first answer to a new lead is nearly always the same; it is ready to be sent or changed. */
export function draftFor({ lead, customer }: Lifecycle, company: string) {
  const isNew = lead.first_contacted_at === null && lead.status !== 'unqualified';
  if (!isNew) return { subject: '', body: '' };
  const firstName = (customer?.name ?? lead.name ?? '').trim().split(/\s+/)[0] ?? '';
  const service = inWords(lead.service_needed).toLowerCase();
  return { subject: company, body: text.number.firstReply(firstName, company, service) };
}

/** Why a message would not arrive; null if nothing is known to be in the way. */
export function obstacleFor({ lead, customer }: Lifecycle, channel: Channel): string | null {
  const { phone, email, consent } = customer ?? lead;
  if (channel === 'sms') {
    if (phone === null) return text.number.noPhone;
    if (consent.sms.status === 'denied') return text.number.optedOut;
  }
  if (channel === 'email') {
    if (email === null) return text.number.noEmail;
    if (consent.email.status === 'denied') return text.number.optedOutOfMail;
  }
  return null;
}
