import { validationFailed } from '../../../platform/errors.ts';
import { changeResource } from '../../../platform/events/change-resource.ts';
import { changedFields } from '../../../platform/events/changed-fields.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { returns } from '../../../platform/http/responses.ts';
import {
  invalidSettings,
  SECRET_OF_KIND,
  secretMissingForNewServer,
  storedSettings,
} from './channel.ts';
import { REFUSALS } from './create-channel.ts';
import { channelUpdated } from './events.ts';
import {
  type ChannelRow,
  lockChannel,
  saveChannel,
  toChannel,
  toLoggedChannel,
} from './queries.ts';
import { Channel, UpdateChannelBody } from './schemas.ts';
import { sealedSecretAfter } from './secret.ts';

export const updateChannel = mutation({
  id: 'updateChannel',
  method: 'PATCH',
  path: '/v1/channels/{id}',
  tag: 'Channels',
  resource: 'channel',
  scopes: ['channels:write'],
  summary: 'Update a channel',
  description:
    'Changes the fields that you send, for all messages from now on. A channel is never deleted: `active: false` disables it.',
  body: UpdateChannelBody,
  responses: returns(Channel, 'The changed channel.'),
  problems: ['channel_active', 'demo_sends_nothing', 'secret_key_missing'],
  refusals: REFUSALS,
  async run(tx, { params, body, baseUrl, secrets }) {
    const before = await lockChannel(tx, params.id);
    const { kind } = before;
    const given = body.settings ?? {};
    const errors = [
      ...invalidSettings(kind, given),
      ...secretMissingForNewServer(kind, before.settings, given),
    ];
    if (errors.length > 0) throw validationFailed(errors);

    const owner = { organizationId: tx.organizationId, channelId: before.channel_id };
    const after: ChannelRow = {
      ...before,
      name: body.name?.trim() ?? before.name,
      active: body.active ?? before.active,
      ...storedSettings(kind, { ...before.settings, ...given }),
      sealed_secret: sealedSecretAfter(
        secrets,
        before.sealed_secret,
        given[SECRET_OF_KIND[kind]],
        owner,
      ),
    };
    if (Object.keys(changedFields(before, after)).length === 0) {
      return { status: 200, body: toChannel(before, baseUrl) };
    }
    const resource = {
      save: saveChannel,
      show: (row: ChannelRow) => toLoggedChannel(row, baseUrl),
    };
    const changes = { ...after, base_url: baseUrl };
    const { updated_at } = changeResource(tx, resource, before, changes, channelUpdated);
    return { status: 200, body: { ...toChannel(after, baseUrl), updated_at } };
  },
});
