import { readAddress, unreadableAddress } from '../../../domain/message-address.ts';
import { validationFailed } from '../../../platform/errors.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { creates } from '../../../platform/http/responses.ts';
import { findChannel } from '../channels/queries.ts';
import { SENT_BY } from './message.ts';
import { type CommunicationRow, toCommunication } from './queries.ts';
import { insertQueued } from './queue-message.ts';
import { newCommunication } from './record.ts';
import { Communication, TestChannelBody } from './schemas.ts';

export const testChannel = mutation({
  id: 'testChannel',
  method: 'POST',
  path: '/v1/channels/{id}/test',
  tag: 'Channels',
  resource: 'channel',
  scopes: ['channels:write'],
  alsoNeeds: [['communications:write']],
  summary: 'Test a channel',
  description:
    'Queues a test message through this channel, even if it is not active. Get the communication to see its status.',
  body: TestChannelBody,
  responses: creates(Communication, 'The test message.'),
  effect: 'external',
  async run(tx, { params, body, caller }) {
    const { channel_id, kind, name } = await findChannel(tx, params.id);
    const channel = SENT_BY[kind];
    const to = readAddress(channel, body.to, caller.country);
    if (to === null) throw validationFailed([unreadableAddress('/to', channel)]);
    const row: CommunicationRow = {
      ...newCommunication(tx, null),
      channel,
      direction: 'outbound',
      kind: 'test',
      purpose: 'service',
      status: 'queued',
      to_address: to,
      subject: channel === 'email' ? `Test of ${name}` : null,
      body: `This is a test of the channel ${name}. It works.`,
      channel_id,
    };
    await insertQueued(tx, row, null);
    return { status: 201, body: toCommunication(row) };
  },
});
