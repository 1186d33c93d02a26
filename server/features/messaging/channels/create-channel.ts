import { conflict } from '../../../platform/errors.ts';
import { pendingEvent } from '../../../platform/events/event.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { newUuid } from '../../../platform/ids.ts';
import { newKey } from '../../../platform/unguessable-key.ts';
import {
  keptSettings,
  missingSettings,
  NAME_OF_KIND,
  SECRET_OF_KIND,
  wrongSettings,
} from './channel.ts';
import { channelCreated } from './events.ts';
import { type ChannelRow, insertChannel, toChannel } from './queries.ts';
import { Channel, CreateChannelBody } from './schemas.ts';
import { sealedAfter } from './secret.ts';

export const createChannel = mutation({
  id: 'createChannel',
  method: 'POST',
  path: '/v1/channels',
  tag: 'Channels',
  resource: 'channel',
  scopes: ['channels:write'],
  problems: ['channel_active', 'secret_key_missing'],
  summary: 'Set up a channel',
  description:
    'Sets up the way by which mails (`smtp`) or texts (`sms_gateway`) leave. One of a kind can be active; switch the other off first. Secrets are kept sealed and never shown again.',
  body: CreateChannelBody,
  answers: { 201: { description: 'The channel, without its secret.', body: Channel } },
  check: ({ kind, settings }) => ({
    errors: [...missingSettings(kind, settings), ...wrongSettings(kind, settings)],
  }),
  refusals: { channels_one_active_a_kind: () => anotherIsActive() },
  async run(tx, { body, baseUrl, secrets }) {
    const { kind, settings } = body;
    const channelId = newUuid();
    const owner = { organizationId: tx.organizationId, channelId };
    const row: ChannelRow = {
      channel_id: channelId,
      channel_key: newKey(),
      ...keptSettings(kind, settings),
      name: body.name?.trim() ?? NAME_OF_KIND[kind],
      active: body.active ?? true,
      sealed_secret: sealedAfter(secrets, null, settings[SECRET_OF_KIND[kind]], owner),
      base_url: baseUrl,
      created_at: tx.now,
      updated_at: tx.now,
    };
    insertChannel(tx, row);
    const channel = toChannel(row, baseUrl);
    tx.emit(null, pendingEvent(channelCreated, channel));
    return { status: 201, body: channel };
  },
});

export function anotherIsActive() {
  return conflict(
    'channel_active',
    'Another channel of this kind is active. Switch it off with PATCH /v1/channels/{id} { "active": false }, or make this one with active false.',
  );
}
