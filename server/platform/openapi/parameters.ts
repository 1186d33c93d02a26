import { isKeyed, supportsDryRun } from '../http/dry-run.ts';
import type { DescribedOperation as Operation, ParamKind } from '../http/operation.ts';
import { isObject } from '../is-object.ts';
import { plain } from './problems.ts';

/** Parameters that many operations share, described once. */
export const PARAMETERS = {
  Limit: {
    name: 'limit',
    in: 'query',
    description: 'How many items to return at most.',
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    example: 50,
  },
  Cursor: {
    name: 'cursor',
    in: 'query',
    description: 'The `next_cursor` of the page before, unchanged.',
    schema: { type: 'string', maxLength: 200 },
    example: 'bGVhZF8wMWg0NTV2YjRwZXg1dnNrbmswODRzbjAycQ',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the request safe to repeat: for 24 hours, the same key with the same request returns the first response.',
    schema: { type: 'string', maxLength: 255 },
    example: '3f0b5b1e-capture-1',
  },
  DryRun: {
    name: 'Dry-Run',
    in: 'header',
    description:
      '`true`: the response is what the request would return, and nothing is stored or sent.',
    schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
    example: 'true',
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description:
      'The `id` of the last event that was received: the stream continues after it. Browsers send it when they reconnect. It wins over `after`.',
    schema: { type: 'string', maxLength: 15 },
    example: '41',
  },
};

const SHARED: Record<string, keyof typeof PARAMETERS> = { limit: 'Limit', cursor: 'Cursor' };

export function operationParameters(operation: Operation): unknown[] {
  return [
    ...Object.entries(operation.params).map(([name, kind]) =>
      name === 'id' ? ref(idName(kind)) : pathParameter(name, kind, operation.resource),
    ),
    ...queryParameters(operation),
    ...(isKeyed(operation) ? [ref('IdempotencyKey')] : []),
    ...(supportsDryRun(operation) ? [ref('DryRun')] : []),
    ...(operation.kind === 'stream' ? [ref('LastEventId')] : []),
  ];
}

function ref(name: string) {
  return { $ref: `#/components/parameters/${name}` };
}

/** The id in the path of each kind of resource, in the words of its first operation. */
export function idParameters(operations: readonly Operation[]): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const { params, resource } of operations) {
    const { id } = params;
    if (id !== undefined) parameters[idName(id)] ??= pathParameter('id', id, resource);
  }
  return parameters;
}

function idName(kind: ParamKind): string {
  const words = kind.split('_').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `${words.join('')}Id`;
}

function pathParameter(name: string, kind: ParamKind, resource: string) {
  const { description, example } = describe(name, kind, resource);
  return { name, in: 'path', required: true, description, schema: { type: 'string' }, example };
}

function describe(name: string, kind: ParamKind, resource: string) {
  if (kind === 'lifecycle_number') {
    return { description: 'The lifecycle number.', example: '100042-7' };
  }
  if (kind === 'version') return { description: 'The version, counted from 1.', example: '1' };
  if (kind === 'event_type') return { description: 'The event type.', example: 'lead.qualified' };
  if (kind.endsWith('_code')) {
    return { description: `Code of the ${resource}.`, example: 'water_heater_repair' };
  }
  const what = name === 'id' ? resource : name.replace(/_id$/, '').replaceAll('_', ' ');
  return { description: `Id of the ${what}.`, example: `${kind}_01h455vb4pex5vsknk084sn02q` };
}

function queryParameters({ query }: Operation): unknown[] {
  const required: readonly string[] = query.required ?? [];
  return Object.entries(query.properties).map(([name, schema]) => {
    const shared = SHARED[name];
    if (shared !== undefined && 'cursor' in query.properties) return ref(shared);
    return queryParameter(name, plain(schema), required.includes(name));
  });
}

/** A list is sent as one value with commas: `status=new,qualified`. `x-list` holds the schema of its items. */
function queryParameter(name: string, schema: Record<string, unknown>, isRequired: boolean) {
  const { description, examples, 'x-list': items, 'x-formats': formats, ...rest } = schema;
  const [example] = Array.isArray(examples) ? examples : [];
  const common = { name, in: 'query', ...(isRequired && { required: true }), description };
  if (Array.isArray(formats)) {
    const anyOf = formats.map((format) => ({ type: 'string', format }));
    return { ...common, schema: { anyOf }, example };
  }
  if (rest.type === 'object') {
    return { ...common, style: 'deepObject', explode: true, schema: rest, example };
  }
  if (!isObject(items)) return { ...common, schema: rest, example };
  return {
    ...common,
    style: 'form',
    explode: false,
    schema: { type: 'array', items },
    example: String(example).split(','),
  };
}
