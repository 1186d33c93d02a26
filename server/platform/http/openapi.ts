import type { FastifySchema } from 'fastify';
import Type, { type TSchema } from 'typebox';
import type { Operation, ParamKind } from './operation.ts';

export const ProblemSchema = Type.Object(
  {
    type: Type.String({
      description: 'Names the kind of problem.',
      examples: ['urn:throughline:problem:not_found'],
    }),
    title: Type.String({ description: 'The status in words.', examples: ['Not found'] }),
    status: Type.Integer({ description: 'The HTTP status again.', examples: [404] }),
    detail: Type.String({
      description: 'What is wrong, and what to do next.',
      examples: ['There is no such lead in your organization.'],
    }),
    code: Type.String({
      description: 'Stable, for programs to decide on.',
      examples: ['not_found'],
    }),
    request_id: Type.String({
      description: 'Names this request in our log; tell it to whoever helps you.',
      examples: ['5f8e6a1c-9c1e-4b43-a1a7-3c0c1d1f8a55'],
    }),
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            pointer: Type.String({
              description: 'JSON pointer to the field.',
              examples: ['/phone'],
            }),
            code: Type.String({ description: 'What is wrong with it.', examples: ['wrong_type'] }),
            detail: Type.String({
              description: 'The same for a person.',
              examples: ['The field phone must be a string.'],
            }),
          },
          { description: 'One thing that is wrong.' },
        ),
        { description: 'Everything that is wrong with the input, at once.' },
      ),
    ),
  },
  { title: 'Problem', description: 'A problem as RFC 9457 has it.', additionalProperties: true },
);

const STATUS_WORDS: Record<number, string> = {
  400: 'The body is not readable JSON.',
  401: 'The token is missing or not valid.',
  403: 'The token lacks the scope.',
  404: 'Unknown, or of another organization.',
  408: 'The body came to a halt on its way.',
  413: 'The body is too large.',
  415: 'The body is of a kind that is not taken here.',
  409: 'The state of things does not allow it.',
  422: 'Something in the request is wrong; `errors` names all of it.',
  429: 'Too many requests; `Retry-After` says when to go on.',
  503: 'The database is away; try again after `Retry-After`.',
};

/** The framework's schema of a route: it serializes the answers by it and documents the rest. */
export function routeSchema(operation: Operation): FastifySchema {
  const isMutation = operation.kind === 'mutation';
  const isUpload = operation.kind === 'upload';
  const isQuestion = operation.kind === 'read' && operation.body !== null;
  const statuses = [
    ...(isMutation || isQuestion ? [400] : []),
    401,
    403,
    ...(namesAThing(operation) ? [404] : []),
    ...(isUpload ? [408] : []),
    ...(isMutation || isUpload || isQuestion ? [409] : []),
    ...(isUpload ? [413, 415] : []),
    422,
    429,
    503,
  ];
  const response: Record<number, unknown> = {};
  for (const [status, answer] of Object.entries(operation.answers)) {
    const content =
      'body' in answer
        ? { 'application/json': { schema: answer.body } }
        : { 'text/event-stream': { schema: eventStreamSchema(answer.example) } };
    response[Number(status)] = { description: answer.description, content };
  }
  for (const status of statuses) {
    response[status] = {
      description: STATUS_WORDS[status],
      content: { 'application/problem+json': { schema: ProblemSchema } },
    };
  }
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: `${operation.description}\n\nScope: ${operation.scopes.map((scope) => `\`${scope}\``).join(' or ')}.`,
    security: [{ token: [] }],
    params: paramsSchema(operation),
    querystring: operation.query,
    ...(isMutation || isUpload ? { headers: IDEMPOTENCY_HEADER } : {}),
    ...(operation.kind === 'stream' ? { headers: LAST_EVENT_ID_HEADER } : {}),
    ...bodySchema(operation),
    response,
  };
}

function eventStreamSchema(example: string) {
  const description = 'Server-sent events, as the HTML standard has them.';
  return { type: 'string', description, examples: [example] };
}

const LAST_EVENT_ID_HEADER = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      maxLength: 15,
      description:
        'The `id` of the last event that came: the stream goes on behind it. Browsers send it by themselves when they connect again. It counts before `after`.',
      examples: ['41'],
    }),
  ),
});

function bodySchema(operation: Operation): { body?: unknown } {
  if (operation.kind === 'stream') return {};
  if (operation.kind !== 'upload') return operation.body === null ? {} : { body: operation.body };
  const content = Object.entries(operation.media).map(([type, { description, example }]) => [
    type,
    { schema: { type: 'string', description, examples: [example] } },
  ]);
  return { body: { content: Object.fromEntries(content) } };
}

/** In its path, or by an id in its body or query. A list filtered by an unknown id is just empty. */
function namesAThing(operation: Operation): boolean {
  const { query } = operation;
  const names = [
    ...('body' in operation ? Object.keys(operation.body?.properties ?? {}) : []),
    ...('cursor' in query.properties ? [] : Object.keys(query.properties)),
  ];
  return Object.keys(operation.params).length > 0 || names.some((name) => name.endsWith('_id'));
}

const IDEMPOTENCY_HEADER = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Makes the request safe to repeat: the same key with the same request answers what the first one answered, for 24 hours.',
      examples: ['3f0b5b1e-capture-1'],
    }),
  ),
});

function paramsSchema(operation: Operation): TSchema {
  const properties = Object.entries(operation.params).map(([name, kind]) => [
    name,
    paramSchema(kind, operation),
  ]);
  return Type.Object(Object.fromEntries(properties));
}

function paramSchema(kind: ParamKind, operation: Operation): TSchema {
  switch (kind) {
    case 'lifecycle_number':
      return Type.String({ description: 'The lifecycle number.', examples: ['100042-7'] });
    case 'version':
      return Type.String({ description: 'The version, counted from 1.', examples: ['1'] });
    default:
      return Type.String({
        description: `Id of the ${operation.resource}.`,
        examples: [`${kind}_01h455vb4pex5vsknk084sn02q`],
      });
  }
}

/**
 * Moves every schema that has a title into the document's components, once, and refers to it from
 * where it stood: each resource has one description that readers and generators find by its name.
 */
export function hoistComponents<Document extends { paths?: object; components?: object }>(
  document: Document,
): Document {
  const schemas: Record<string, unknown> = {};
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (value === null || typeof value !== 'object') return value;
    const walked = Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, walk(part)]),
    );
    if (typeof walked.title !== 'string' || walked.type !== 'object') return walked;
    schemas[walked.title] ??= walked;
    return { $ref: `#/components/schemas/${walked.title}` };
  };
  const paths = walk(document.paths);
  const components = { ...document.components, schemas };
  // Last in the document, in this order.
  const rest = { ...document };
  delete rest.components;
  delete rest.paths;
  return { ...rest, components, paths };
}
