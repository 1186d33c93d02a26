import type { FastifyReply } from 'fastify';
import type { DescribedOperation } from './operation.ts';

type Serialize = ReturnType<FastifyReply['compileSerializationSchema']>;

const compiled = new WeakMap<object, Serialize>();

/**
 * Sets how the body of a successful response is written: by its schema, which is faster than JSON.stringify. Compiled at
 * the first response, in 20 ms at most, and once per process: all of them would take 100 ms of every start.
 */
export function serializeAs(
  reply: FastifyReply,
  operation: DescribedOperation,
  status: number,
): void {
  if (operation.kind === 'stream' || operation.kind === 'download') return;
  const schema = operation.responses[status]?.body;
  if (schema === undefined) return;
  const serialize = compiled.get(schema) ?? compile(reply, schema);
  compiled.set(schema, serialize);
  reply.type('application/json; charset=utf-8').serializer(serialize);
}

function compile(reply: FastifyReply, schema: object): Serialize {
  return reply.compileSerializationSchema(withoutUnions(schema));
}

/**
 * "An object or null" as a list of types. For a union the serializer would compile a validator of the object at the
 * first response, which takes 100 ms, and then validate each response to find its branch.
 */
function withoutUnions(schema: object): Record<string, unknown> {
  if ('anyOf' in schema && Array.isArray(schema.anyOf)) {
    const [first, second, ...more] = schema.anyOf;
    if (first.type === 'object' && second.type === 'null' && more.length === 0) {
      return { ...withoutUnions(first), type: ['object', 'null'] };
    }
  }
  return Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [name, inMember(member)]),
  );
}

function inMember(member: unknown): unknown {
  if (Array.isArray(member)) return member.map(inMember);
  return member !== null && typeof member === 'object' ? withoutUnions(member) : member;
}
