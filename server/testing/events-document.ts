import { describeEventTypes } from '../features/events/index.ts';
import { EventCatalog } from '../platform/events/event-catalog.ts';
import { eventTypes } from '../routes.ts';
import { firstOf } from './first-of.ts';

/** docs/events.md, made of the same declarations that GET /v1/event-types serves. */
export function eventsDocument(): string {
  const kinds = describeEventTypes(new EventCatalog(eventTypes));
  const titles = new Map(eventTypes.map(({ type, data }) => [type, titleOf(data)]));
  const rows = kinds.map(
    ({ type, description }) => `| \`${type}\` | ${description} | ${titles.get(type)} |`,
  );
  const { example } = firstOf(kinds.filter(({ type }) => type === 'lead.qualified'));
  return `# Events

<!-- Written by npm run openapi from the declarations in server/features/*/events.ts. Do not edit. -->

Every mutation writes its event in its own transaction. \`seq\` counts the events of your organization from
1, without a gap, in the order of commits; \`data\` is the resource after, \`previous\` the fields that
changed as they were before, \`actor\` who did it. An event looks the same wherever you meet it: in
\`GET /v1/events\`, on \`GET /v1/events/stream\` and in a webhook.

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

\`GET /v1/event-types\` has the JSON Schema and an example of every kind;
\`POST /v1/events/examples\`, or \`npx throughline trigger\`, sends you one ([docs/cli.md](cli.md)).

## The stream

\`curl -N -H "Authorization: Bearer $TOKEN" http://127.0.0.1:8080/v1/events/stream\` shows events as they
happen: \`id\` is the \`seq\`, \`event\` the kind, \`data\` the event. It begins with what happens next, or
behind \`after\` or the header \`Last-Event-ID\`, which counts first; \`type\` and \`lifecycle_number\` filter
as they do in the list. A position that the log has not reached yet is refused (422 \`seq_not_reached\`): it
is of another organization. A comment every 15 seconds keeps proxies patient. The stream ends when its token
becomes invalid, and when the server stops: connect again with \`Last-Event-ID\`. Reading slowly is
no harm to anybody: what you have not read is read from the log again when you do. A process serves
5,000 streams, 2,500 of them to one organization.

## The kinds

| Kind | When | \`data\` |
|---|---|---|
${rows.join('\n')}
`;
}

function titleOf(schema: object): string {
  return 'title' in schema ? String(schema.title) : 'an object';
}
