import { type Needs, writtenNeeds } from '../auth/needs.ts';
import type { EventCatalog } from '../events/event-catalog.ts';
import { isKeyed, supportsDryRun } from '../http/dry-run.ts';
import type { DescribedOperation as Operation } from '../http/operation.ts';
import type { ProblemCatalog } from '../problem-catalog.ts';
import { Components } from './components.ts';
import { addEventSchemas, envelopeOf, WEBHOOK_RESPONSES, webhooks } from './events.ts';
import { idParameters, operationParameters, PARAMETERS } from './parameters.ts';
import { plain, problemSchema, specialProblems } from './problems.ts';
import { HEADERS, operationResponses, sharedResponses } from './responses.ts';

export interface DocumentParts {
  info: object;
  tags: readonly { name: string; description: string }[];
  operations: readonly Operation[];
  events: EventCatalog;
  /** The schema of an event, whatever its type. */
  event: unknown;
  problems: ProblemCatalog;
}

/** The OpenAPI document, made from what the service itself runs by: its operations, events and problems. */
export function openapiDocument({
  info,
  tags,
  operations,
  events,
  event,
  problems,
}: DocumentParts) {
  const components = new Components();
  components.response(plain(problemSchema(problems)));
  for (const { name, schema } of specialProblems(problems)) {
    components.add(name, components.response(schema));
  }
  addEventSchemas(events.types, envelopeOf(plain(event)), components);
  // All responses before the first request: see Components.
  const responses = new Map(
    operations.map((one) => [one.id, operationResponses(one, components, problems)]),
  );
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const path = paths[operation.path] ?? {};
    paths[operation.path] = path;
    path[operation.method.toLowerCase()] = {
      ...describe(operation),
      parameters: operationParameters(operation),
      ...requestBody(operation, components),
      responses: responses.get(operation.id),
    };
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/', description: 'The service that serves this document.' }],
    security: [{ token: [] }],
    tags,
    paths,
    webhooks: webhooks(events.types),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of your organization: `Authorization: Bearer tl_…`.',
        },
      },
      parameters: { ...PARAMETERS, ...idParameters(operations) },
      headers: HEADERS,
      responses: { ...sharedResponses(problems), ...WEBHOOK_RESPONSES },
      schemas: components.sorted(),
    },
  };
}

function describe(operation: Operation) {
  const { id, tag, summary, description, scopes, alsoNeeds = [] } = operation;
  const isPaged = 'cursor' in operation.query.properties;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${description}\n\nScope: ${written([scopes, ...alsoNeeds]) || 'none'}.`,
    ...(operation.kind === 'public' && { security: [] }),
    'x-scopes': scopes,
    ...(alsoNeeds.length > 0 && { 'x-also-needs': alsoNeeds }),
    'x-effect': operation.effect,
    ...(operation.undo !== null && { 'x-undo': operation.undo }),
    ...(isForPeople(operation) && { 'x-for-people': true }),
    ...(isKeyed(operation) && { 'x-idempotent': true }),
    ...(supportsDryRun(operation) && { 'x-dry-run': true }),
    ...(isPaged && { 'x-pagination': { cursor: 'cursor', next: 'next_cursor', items: 'data' } }),
    // Its own; those of a shared response are with that response.
    ...(operation.problems.length > 0 && { 'x-problem-codes': operation.problems }),
  };
}

/** Not for programs that act on the words of others: it shows a secret, or would let a thief stay. */
function isForPeople(operation: Operation): boolean {
  const showsSecret = operation.kind === 'mutation' && operation.secret;
  return operation.needsRecentSignIn === true || showsSecret;
}

function written(needs: Needs): string {
  return writtenNeeds(needs).replaceAll(/[a-z_]+:[a-z]+|operator/g, (scope) => `\`${scope}\``);
}

function requestBody(operation: Operation, components: Components) {
  if (operation.kind === 'stream' || operation.kind === 'download') return {};
  if (operation.kind === 'upload') {
    const content = Object.entries(operation.media).map(([type, { description, example }]) => [
      type,
      { schema: { type: 'string', description }, example },
    ]);
    return { requestBody: { required: true, content: Object.fromEntries(content) } };
  }
  if (operation.body === null) return {};
  const isOptional = operation.kind === 'mutation' && operation.isBodyOptional;
  const schema = components.request(plain(operation.body));
  return { requestBody: { required: !isOptional, content: { 'application/json': { schema } } } };
}
