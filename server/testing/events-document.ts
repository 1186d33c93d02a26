import { describeEventTypes } from '../features/events/index.ts';
import { EventCatalog } from '../platform/events/event-catalog.ts';
import { eventTypes } from '../routes.ts';
import { firstOf } from './first-of.ts';

/** docs/events.md, generated from the same declarations as GET /v1/event-types. */
export function eventsDocument(): string {
  const types = describeEventTypes(new EventCatalog(eventTypes));
  const titles = new Map(eventTypes.map(({ type, data }) => [type, titleOf(data)]));
  const rows = types.map(
    ({ type, description }) => `| \`${type}\` | ${description} | ${titles.get(type)} |`,
  );
  const { example } = firstOf(types.filter(({ type }) => type === 'lead.qualified'));
  return `# Events

<!-- Written by npm run openapi from the declarations in server/features/*/events.ts. Do not edit. -->

Every mutation writes its event in its own transaction. \`seq\` numbers the events of your organization from 1,
without gaps, in commit order. \`data\` is the resource after the change, \`previous\` has the previous values of
the fields that changed, and \`actor\` is who caused it. An event looks the same everywhere: in \`GET /v1/events\`,
in \`GET /v1/events/stream\` and in a webhook.

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

\`GET /v1/event-types\` returns the JSON Schema and an example of every event type. To send an example event, use
\`POST /v1/events/examples\` or \`npx throughline trigger\` ([docs/cli.md](cli.md)).

## The stream

\`curl -N -H "Authorization: Bearer $TOKEN" http://127.0.0.1:8080/v1/events/stream\` shows events as they
happen: \`id\` is the \`seq\`, \`event\` is the event type, and \`data\` is the event. The stream starts with the
next event, or after the position in \`after\` or in the header \`Last-Event-ID\`, which takes precedence. \`type\`
and \`lifecycle_number\` filter as in the list. A position past the end of the log is refused (422
\`seq_not_reached\`): it belongs to another organization. A comment every 15 seconds keeps the connection open
through proxies. The stream ends when its token becomes invalid or the server stops: reconnect with
\`Last-Event-ID\`. A client that reads slowly does not affect others: unread events are read from the log again
later. One process serves 5,000 streams, at most 2,500 per organization.

## Event types

| Event type | When | \`data\` |
|---|---|---|
${rows.join('\n')}
`;
}

function titleOf(schema: object): string {
  return 'title' in schema ? String(schema.title) : 'an object';
}
