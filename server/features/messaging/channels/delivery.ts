import type { Outbound } from '../../../platform/outbound/outbound.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { GatewaySettings, SmtpSettings } from './channel.ts';
import type { ChannelRow } from './queries.ts';
import { openSecret } from './secret.ts';
import { sendText } from './sms-gateway.ts';
import { sendMail } from './smtp.ts';

export interface Message {
  /** The id of the communication: the same at every attempt. */
  reference: string;
  /** What the gateway knows a repetition by. */
  idempotencyKey: string;
  to: string;
  subject: string | null;
  body: string;
  unsubscribeUrl: string | null;
}

/** What became of an attempt, as far as it can be known from here. */
export type Outcome =
  | { result: 'accepted'; providerId: string | null }
  /** Not taken, and trying again would change nothing. */
  | { result: 'refused'; reason: string; detail: string | null }
  /** Surely not taken, perhaps only for now. */
  | { result: 'deferred'; reason: string; detail: string | null }
  /** It may have been taken. */
  | { result: 'ambiguous'; reason: string; detail: string | null };

/** How a handshake fails that was not to be trusted: nothing was sent over it. */
const NOT_TRUSTED = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

export function isNotTrusted(code: string | undefined): code is string {
  return code !== undefined && NOT_TRUSTED.test(code);
}

/** Everything an attempt needs besides its channel and its message. */
export interface Way {
  organizationId: string;
  outbound: Outbound;
  secrets: Secrets | null;
  now: Date;
  /**
   * Asked when a mail server is ready to read, before it is given a byte of the mail. Only when this is
   * done the mail may have been taken; if it fails, the mail is not given away.
   */
  beforeHandOver(): Promise<void>;
}

/** A gateway knows a repetition by its key; a mail server would deliver it twice. */
export function isSafeToRepeat({ kind }: Pick<ChannelRow, 'kind'>): boolean {
  return kind === 'sms_gateway';
}

export function senderOf({ settings }: ChannelRow): string {
  return 'from_address' in settings ? settings.from_address : settings.from_number;
}

export async function deliver(channel: ChannelRow, message: Message, way: Way): Promise<Outcome> {
  const { sealed_secret: sealed, channel_id: channelId } = channel;
  const owner = { organizationId: way.organizationId, channelId };
  const secret = sealed && openSecret(way.secrets, sealed, owner);
  if (sealed !== null && secret === null) {
    const detail = 'The secret of the channel was sealed under another key. Set it again.';
    return { result: 'refused', reason: 'secret_unreadable', detail };
  }
  return channel.kind === 'smtp'
    ? sendMail(way, channel.settings as SmtpSettings, secret, message)
    : sendText(way, channel.settings as GatewaySettings, secret!, message);
}
