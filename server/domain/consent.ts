/** What somebody agreed to, by channel. Pure rules: how it is kept, read, and joined. */

export const CHANNELS = ['call', 'sms', 'email'] as const;
export type Channel = (typeof CHANNELS)[number];

/** An answer that somebody gave: when, where, and to which words. */
export interface ConsentAnswer {
  status: 'granted' | 'denied';
  at: string;
  source: string;
  wording: string | null;
}

/** Channels that were never asked about are not there. */
export type StoredConsent = Partial<Record<Channel, ConsentAnswer>>;

export type ChannelConsent =
  | ConsentAnswer
  | { status: 'unknown'; at: null; source: null; wording: null };

const UNKNOWN: ChannelConsent = { status: 'unknown', at: null, source: null, wording: null };

/** Every channel by its name, `unknown` where nobody was asked. */
export function toConsent(stored: StoredConsent): Record<Channel, ChannelConsent> {
  return {
    call: stored.call ?? UNKNOWN,
    sms: stored.sms ?? UNKNOWN,
    email: stored.email ?? UNKNOWN,
  };
}

export interface ConsentInput {
  call?: 'granted' | 'denied';
  sms?: 'granted' | 'denied';
  email?: 'granted' | 'denied';
  source?: string | null;
  wording?: string | null;
}

/** The answers just given beside those given before; saying the same again keeps when it was first said. */
export function answered(
  before: StoredConsent,
  input: ConsentInput | undefined,
  given: { at: Date; source: string },
): StoredConsent {
  const after = { ...before };
  for (const channel of CHANNELS) {
    const status = input?.[channel];
    if (status === undefined || status === before[channel]?.status) continue;
    after[channel] = {
      status,
      at: given.at.toISOString(),
      source: input?.source?.trim() || given.source,
      wording: input?.wording?.trim() || null,
    };
  }
  return after;
}

/**
 * The consent of two records that turned out to be one person: whoever said no is left alone, whatever
 * the other record says, and a yes counts only for the number or mailbox it was given for. That nobody
 * was asked is no answer, so it neither lifts a no nor takes back a yes.
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
