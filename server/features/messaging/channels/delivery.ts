import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { notAccepted, type SendOutcome } from '../../../platform/outbound/outcome.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { ChannelRow } from './queries.ts';
import { openSecret } from './secret.ts';
import { sendText } from './sms-gateway.ts';
import { sendMail } from './smtp.ts';

export interface Message {
  /** Id of the communication. It is the same for every attempt. */
  reference: string;
  /** The gateway detects a repeated request by this key. */
  idempotencyKey: string;
  to: string;
  subject: string | null;
  body: string;
  unsubscribeUrl: string | null;
  /** When it is no longer of use, so that a gateway does not keep it for a phone that is off. */
  expiresAt: Date | null;
  /** Of an email. */
  attachment: Attachment | null;
}

/** A file that an email brings. */
export interface Attachment {
  name: string;
  contentType: string;
  bytes: Buffer;
}

/** The id that the mail server or gateway gave the message, if it returned one. */
export interface ProviderReply {
  providerId: string | null;
}

export type Outcome = SendOutcome<ProviderReply>;

/** What an attempt needs in addition to its channel and its message. */
export interface DeliveryContext {
  organizationId: string;
  outbound: Outbound;
  secrets: Secrets | null;
  now: Date;
  /**
   * Called when a mail server is ready to read, before the first byte of the email is sent. The server can have
   * accepted the email only after this. If it fails, the email is not sent.
   */
  beforeHandOver(): Promise<void>;
}

/** A gateway detects a repeated request by its key; a mail server would deliver the email twice. */
export function isSafeToRepeat({ kind }: Pick<ChannelRow, 'kind'>): boolean {
  return kind === 'sms_gateway';
}

export function senderOf({ kind, settings }: ChannelRow): string {
  return kind === 'smtp' ? settings.from_address : settings.from_number;
}

export async function deliver(
  channel: ChannelRow,
  message: Message,
  context: DeliveryContext,
): Promise<Outcome> {
  const { sealed_secret: sealed, channel_id: channelId } = channel;
  const owner = { organizationId: context.organizationId, channelId };
  const secret = sealed && openSecret(context.secrets, sealed, owner);
  if (sealed !== null && secret === null) return secretUnreadable();
  if (channel.kind === 'smtp') return sendMail(context, channel.settings, secret, message);
  return secret === null
    ? secretUnreadable()
    : sendText(context, channel.settings, secret, message);
}

function secretUnreadable(): Outcome {
  const detail = 'The secret of the channel was encrypted with another key. Set the secret again.';
  return notAccepted('refused', 'secret_unreadable', { detail });
}
