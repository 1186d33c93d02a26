import { describeEventType } from '../features/events/index.ts';
import { EventCatalog } from '../platform/events/event-catalog.ts';
import { eventTypes } from '../routes.ts';
import { firstOf } from './first-of.ts';

/** docs/events.md, from the same declarations that GET /v1/event-types serves. */
export function eventsDocument(): string {
  const { types } = new EventCatalog(eventTypes);
  const rows = types.map(
    ({ type, description, data, scopes }) =>
      `| \`${type}\` | ${description} | ${titleOf(data)} | \`${scopes.join('` or `')}\` |`,
  );
  const { example } = describeEventType(
    firstOf(types.filter(({ type }) => type === 'lead.qualified')),
  );
  return `# Events

<!-- Written by npm run openapi from the declarations in server/features/*/events.ts. Do not edit. -->

Every change writes an event, in the same transaction as the change. \`seq\` numbers the events of your organization
from 1, in the order of their commits, without gaps. \`data\` is the resource after the change, \`previous\` holds the old
values of the fields that changed, and \`actor\` says who did it. An event looks the same in \`GET /v1/events\`, on
\`GET /v1/events/stream\` and in a webhook.

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

\`GET /v1/event-types\` lists the event types; \`GET /v1/event-types/{type}\` returns the JSON Schema and an example of one.
\`POST /v1/events/examples\`, or \`npx throughline trigger\`, sends you an example ([the CLI](cli.md)).

## The stream

\`throughline events tail\` shows events as they happen, and \`throughline.events.stream()\` of the SDK returns them. Both
continue where they were when the connection is lost. They use \`GET /v1/events/stream\`, a stream of server-sent events:
\`id\` is the \`seq\`, \`event\` the event type and \`data\` the event. The stream starts with the next event, or after the
position in \`after\` or in the header \`Last-Event-ID\`; the header wins. \`type\` and \`lifecycle_number\` filter as they do in the list.
A position that the log has not reached is refused (422 \`seq_not_reached\`): it belongs to another organization.

When there are no events, a comment is sent every 15 seconds, so that proxies keep the connection open. The stream ends
when its token becomes invalid and when the server stops: reconnect with \`Last-Event-ID\`. You can read slowly: what you
have not read yet is read from the log when you continue. One process serves 5,000 streams, at most 2,500 of them to one
organization.

## Event types

| Event type | When | \`data\` | Scope |
|---|---|---|---|
${rows.join('\n')}
`;
}

function titleOf(schema: object): string {
  return 'title' in schema ? String(schema.title) : 'an object';
}
