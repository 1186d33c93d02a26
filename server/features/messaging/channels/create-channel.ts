import { conflict } from '../../../platform/errors.ts';
import { pendingEvent } from '../../../platform/events/event.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { creates } from '../../../platform/http/responses.ts';
import { newUuid } from '../../../platform/ids.ts';
import { newKey } from '../../../platform/unguessable-key.ts';
import {
  invalidSettings,
  missingSettings,
  NAME_OF_KIND,
  SECRET_OF_KIND,
  storedSettings,
} from './channel.ts';
import { channelCreated } from './events.ts';
import { type ChannelRow, insertChannel, toChannel, toLoggedChannel } from './queries.ts';
import { Channel, CreateChannelBody } from './schemas.ts';
import { sealedSecretAfter } from './secret.ts';

/** What the database refuses. */
export const REFUSALS = {
  channels_one_active_a_kind: () => channelActive(),
  demo_sends_nothing: () => demoSendsNothing(),
};

export const createChannel = mutation({
  id: 'createChannel',
  method: 'POST',
  path: '/v1/channels',
  tag: 'Channels',
  resource: 'channel',
  scopes: ['channels:write'],
  summary: 'Create a channel',
  description:
    'Creates a channel that sends emails (`smtp`) or texts (`sms_gateway`). Only one channel of each kind can be active: disable the other one first. Secrets are stored encrypted and never returned.',
  body: CreateChannelBody,
  responses: creates(Channel, 'The new channel, without its secret.'),
  problems: ['channel_active', 'demo_sends_nothing', 'secret_key_missing', 'quota_exceeded'],
  check: ({ kind, settings }) => ({
    errors: [...missingSettings(kind, settings), ...invalidSettings(kind, settings)],
  }),
  refusals: REFUSALS,
  async run(tx, { body, baseUrl, secrets }) {
    const { kind, settings } = body;
    const channelId = newUuid();
    const owner = { organizationId: tx.organizationId, channelId };
    const row: ChannelRow = {
      channel_id: channelId,
      channel_key: newKey(),
      ...storedSettings(kind, settings),
      name: body.name?.trim() ?? NAME_OF_KIND[kind],
      active: body.active ?? true,
      sealed_secret: sealedSecretAfter(secrets, null, settings[SECRET_OF_KIND[kind]], owner),
      base_url: baseUrl,
      created_at: tx.now,
      updated_at: tx.now,
    };
    insertChannel(tx, row);
    tx.emit(null, pendingEvent(channelCreated, toLoggedChannel(row, baseUrl)));
    return { status: 201, body: toChannel(row, baseUrl) };
  },
});

function channelActive() {
  return conflict(
    'channel_active',
    'Another channel of this kind is active. Disable it with PATCH /v1/channels/{id} { "active": false }, or send active false for this channel.',
  );
}

function demoSendsNothing() {
  return conflict(
    'demo_sends_nothing',
    'This is a demo company with invented customers. It sends nothing, so it can have no other channels.',
  );
}
