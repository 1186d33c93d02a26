import type { EventType } from '../events/event.ts';
import { isObject } from '../is-object.ts';
import type { Components } from './components.ts';
import { pascalCase } from './problems.ts';

const COMMON = 'EventEnvelope';

/** Every event type as a schema that TypeScript and other generators narrow by `type`. */
export function addEventSchemas(
  types: readonly EventType[],
  envelope: unknown,
  components: Components,
): void {
  components.reserve('Event');
  const common = components.response(envelope);
  const refs = types.map((event) => ({ event, ref: addEvent(event, common, components) }));
  const mapping = Object.fromEntries(refs.map(({ event, ref }) => [event.type, ref.$ref]));
  components.add('Event', {
    title: 'Event',
    description:
      'Something that happened, exactly once. `type` says what, and which `data` it has.',
    oneOf: refs.map(({ ref }) => ref),
    discriminator: { propertyName: 'type', mapping },
  });
}

function addEvent(event: EventType, common: unknown, components: Components): { $ref: string } {
  const { type, description, data } = event;
  return components.add(eventName(type), {
    description,
    allOf: [
      common,
      {
        type: 'object',
        properties: { type: { const: type }, data: components.response(data) },
        required: ['type', 'data'],
      },
    ],
  });
}

export function eventName(type: string): string {
  return `${pascalCase(type)}Event`;
}

/** One webhook for each event type. */
export function webhooks(types: readonly EventType[]): Record<string, unknown> {
  return Object.fromEntries(types.map((event) => [event.type, { post: webhook(event) }]));
}

function webhook({ type, description }: EventType) {
  return {
    operationId: `on${pascalCase(type)}`,
    tags: ['Webhooks'],
    summary: description,
    parameters: WEBHOOK_HEADERS.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { $ref: `#/components/schemas/${eventName(type)}` } },
      },
    },
    responses: { '2XX': { $ref: '#/components/responses/WebhookReceived' } },
  };
}

const WEBHOOK_HEADERS = ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'];

export const WEBHOOK_PARAMETERS = {
  WebhookId: header('webhook-id', 'Id of the event: the same on every attempt.', {
    example: 'event_01h455vb4pex5vsknk084sn02q',
  }),
  WebhookTimestamp: header('webhook-timestamp', 'When this attempt was signed, in Unix seconds.', {
    example: '1803891600',
  }),
  WebhookSignature: header(
    'webhook-signature',
    'Signatures of `id.timestamp.body`, HMAC-SHA256 in base64, separated by spaces: `v1,…`.',
    { example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=' },
  ),
};

function header(name: string, description: string, { example }: { example: string }) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}

export const WEBHOOK_RESPONSES = {
  WebhookReceived: {
    description: 'Respond with any 2xx within 15 seconds. Anything else is tried again.',
  },
};

/** The members that all events have, with `type` and `data` left to each event type. */
export function envelopeOf(event: unknown): unknown {
  if (!isObject(event)) throw new Error('The schema of an event must be an object');
  return { ...event, title: COMMON, description: 'What every event has.' };
}
