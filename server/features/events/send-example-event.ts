import Type from 'typebox';
import { mutation } from '../../platform/http/operation.ts';
import { emitExample } from './emit-example.ts';
import { ExampleEvent } from './schemas.ts';

export const sendExampleEvent = mutation({
  id: 'sendExampleEvent',
  method: 'POST',
  path: '/v1/events/examples',
  tag: 'Events',
  resource: 'event',
  scopes: ['events:write'],
  summary: 'Send an example of an event',
  description:
    'Sends an event that did not happen to everybody who would get a real one of its kind: webhook endpoints with a pattern for it, and `throughline listen`. The log has it as `example.sent`; automations take no notice of it.',
  body: Type.Object(
    {
      event_type: Type.String({
        maxLength: 100,
        description: 'A kind of event, as `GET /v1/event-types` lists them.',
        examples: ['lead.qualified'],
      }),
    },
    { additionalProperties: false },
  ),
  answers: { 201: { description: 'What was sent.', body: ExampleEvent } },
  async run(tx, { body, eventTypes }) {
    return {
      status: 201,
      body: emitExample(tx, eventTypes, { eventType: body.event_type, webhookEndpointId: null }),
    };
  },
});
