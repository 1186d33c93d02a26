import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { notAccepted, type SendOutcome } from '../../../platform/outbound/outcome.ts';
import type { Secrets } from '../../../platform/secrets.ts';
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

/** What the other side calls the message, if it said: it can be asked about it. */
export interface ProviderReply {
  providerId: string | null;
}

export type Outcome = SendOutcome<ProviderReply>;

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

export function senderOf({ kind, settings }: ChannelRow): string {
  return kind === 'smtp' ? settings.from_address : settings.from_number;
}

export async function deliver(channel: ChannelRow, message: Message, way: Way): Promise<Outcome> {
  const { sealed_secret: sealed, channel_id: channelId } = channel;
  const owner = { organizationId: way.organizationId, channelId };
  const secret = sealed && openSecret(way.secrets, sealed, owner);
  if (sealed !== null && secret === null) return secretUnreadable();
  if (channel.kind === 'smtp') return sendMail(way, channel.settings, secret, message);
  return secret === null ? secretUnreadable() : sendText(way, channel.settings, secret, message);
}

function secretUnreadable(): Outcome {
  const detail = 'The secret of the channel was sealed under another key. Set it again.';
  return notAccepted('refused', 'secret_unreadable', { detail });
}
