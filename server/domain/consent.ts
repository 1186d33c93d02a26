/** The consent of a contact, by channel. Pure rules: how it is stored, read, and merged. */

export const CHANNELS = ['call', 'sms', 'email'] as const;
export type Channel = (typeof CHANNELS)[number];

/** A consent that a contact gave or denied: when, where, and with which wording. */
export interface ConsentAnswer {
  status: 'granted' | 'denied';
  at: string;
  source: string;
  wording: string | null;
}

/** Without the channels that the contact was never asked about. */
export type StoredConsent = Partial<Record<Channel, ConsentAnswer>>;

export type ChannelConsent =
  | ConsentAnswer
  | { status: 'unknown'; at: null; source: null; wording: null };

const UNKNOWN: ChannelConsent = { status: 'unknown', at: null, source: null, wording: null };

/** Every channel by name, `unknown` if the contact was not asked. */
export function toConsent(stored: StoredConsent): Record<Channel, ChannelConsent> {
  return {
    call: stored.call ?? UNKNOWN,
    sms: stored.sms ?? UNKNOWN,
    email: stored.email ?? UNKNOWN,
  };
}

export type ConsentStatus = 'granted' | 'denied' | 'unknown';

/** A status, or a consent as it is returned. Null and `unknown` change nothing. */
export type ChannelInput =
  | ConsentStatus
  | { status: ConsentStatus; at?: string | null; source?: string | null; wording?: string | null }
  | null;

export interface ConsentInput {
  call?: ChannelInput;
  sms?: ChannelInput;
  email?: ChannelInput;
  source?: string | null;
  wording?: string | null;
}

/** Adds new consent to the stored one. Repeating the same status keeps the time when it was first given. */
export function recordConsent(
  before: StoredConsent,
  input: ConsentInput | undefined,
  given: { at: Date; source: string },
): StoredConsent {
  const after = { ...before };
  for (const channel of CHANNELS) {
    const sent = input?.[channel] ?? 'unknown';
    const { status, ...answer } = typeof sent === 'string' ? { status: sent } : sent;
    if (status === 'unknown' || status === before[channel]?.status) continue;
    after[channel] = {
      status,
      at: earlier(answer.at, given.at).toISOString(),
      source: answer.source?.trim() || input?.source?.trim() || given.source,
      wording: answer.wording?.trim() || input?.wording?.trim() || null,
    };
  }
  return after;
}

/** No one can have agreed in the future. */
function earlier(sent: string | null | undefined, now: Date): Date {
  const at = new Date(sent ?? now);
  return at < now ? at : now;
}

/**
 * The consent after merging two records of the same person: a denial in either record always wins, and a granted
 * consent counts only for the phone number or mailbox that it was given for. `unknown` changes neither a denial
 * nor a granted consent.
 */
export function strictest(
  kept: StoredConsent,
  joined: StoredConsent,
  reaches: (channel: Channel) => boolean,
): StoredConsent {
  const after = { ...kept };
  for (const channel of CHANNELS) {
    const own = kept[channel];
    const other = joined[channel];
    if (other === undefined || own?.status === 'denied') continue;
    if (other.status === 'denied') after[channel] = other;
    else if (own === undefined && reaches(channel)) after[channel] = other;
  }
  return after;
}
