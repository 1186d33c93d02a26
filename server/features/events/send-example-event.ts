import Type from 'typebox';
import { closedObject } from '../../platform/http/fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { emitExample } from './emit-example.ts';
import { ExampleEvent } from './schemas.ts';

export const sendExampleEvent = mutation({
  id: 'sendExampleEvent',
  method: 'POST',
  path: '/v1/events/examples',
  tag: 'Events',
  resource: 'event',
  scopes: ['events:write'],
  summary: 'Send an example event',
  description:
    'Sends an event that did not really happen to everyone who would get a real event of its type: webhook endpoints with a matching pattern, and `throughline listen`. It is logged as `example.sent`. Automations ignore it.',
  body: closedObject(
    'SendExampleEvent',
    'The event type to send an example of.',
    {
      event_type: Type.String({
        maxLength: 100,
        description: 'An event type from `GET /v1/event-types`.',
        examples: ['lead.qualified'],
      }),
    },
    { example: { event_type: 'lead.qualified' } },
  ),
  responses: creates(ExampleEvent, 'The example event that was sent.'),
  effect: 'external',
  async run(tx, { body, eventTypes }) {
    return {
      status: 201,
      body: emitExample(tx, eventTypes, { eventType: body.event_type, webhookEndpointId: null }),
    };
  },
});
