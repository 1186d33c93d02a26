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
    allOf: [common, { properties: { type: { const: type }, data: components.response(data) } }],
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
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { $ref: `#/components/schemas/${eventName(type)}` } },
      },
    },
    responses: { '2XX': { $ref: '#/components/responses/WebhookReceived' } },
  };
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
