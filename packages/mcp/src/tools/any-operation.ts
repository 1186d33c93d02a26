import { z } from 'zod';
import { answer } from '../answers.ts';
import { Refused } from '../api.ts';
import type { Operation } from '../catalog.ts';
import { fitted, MAX_ANSWER_BYTES, sizeOf, withoutEmpty } from '../compact.ts';
import { asList, asObject } from '../json.ts';
import type { Session } from '../session.ts';
import { tool } from '../tool.ts';
import { writeConfirmed } from '../write.ts';
import { CONFIRMATION, optional, text } from './fields.ts';

const MAX_HITS = 8;
const PARAMETERS = z.record(z.string(), z.unknown()).describe('Of path and query.').optional();

export const apiSearch = tool({
  name: 'api_search',
  title: 'Search the API',
  description:
    'Finds any operation of the API by words; with operation_id, its parameters and body. For what no other tool does.',
  kind: 'read',
  operations: [],
  input: () =>
    z.strictObject({
      words: optional('Such as: replay webhook.'),
      operation_id: optional('Shows everything about this one.'),
    }),
  async run({ words, operation_id }, { session }) {
    if (operation_id !== undefined) {
      return answer(fitted(session.catalog.describe(find(session, operation_id))));
    }
    const found = session.catalog.search(words ?? '', MAX_HITS);
    return answer(
      found.map(({ id, summary, effect }) => ({
        operation_id: id,
        summary,
        effect,
        ...(!session.may(id) && { scope_missing: true }),
      })),
    );
  },
});

export const apiRead = tool({
  name: 'api_read',
  title: 'Read with any operation',
  description: 'Calls an operation that only reads; api_search finds it.',
  kind: 'read',
  operations: [],
  input: () =>
    z.strictObject({
      operation_id: text('From api_search.'),
      parameters: PARAMETERS,
      body: z.record(z.string(), z.unknown()).describe('If it has one.').optional(),
    }),
  async run({ operation_id, parameters = {}, body }, { session }) {
    const operation = find(session, operation_id);
    if (operation.effect !== 'read') {
      throw new Refused('not_a_read', 'This operation changes something. Use api_write.');
    }
    const call = { parameters, body };
    const shown = withoutEmpty((await session.send(operation, call)).body);
    if (sizeOf(shown) <= MAX_ANSWER_BYTES) return answer(shown);
    const smaller = await smallerPage(session, operation, call, shown);
    return answer(fitted(smaller));
  },
});

/** A page that does not fit is read again with as many rows as do, so that its next_cursor is right. */
async function smallerPage(
  session: Session,
  operation: Operation,
  call: { parameters: Record<string, unknown>; body: unknown },
  page: unknown,
): Promise<unknown> {
  const rows = asList(asObject(page).data);
  let [fits, size] = [0, 0];
  for (const row of rows) {
    size += sizeOf(row) + 1;
    if (size > MAX_ANSWER_BYTES - 500) break;
    fits += 1;
  }
  if (fits === 0 || fits === rows.length) return page;
  const parameters = { ...call.parameters, limit: fits };
  return withoutEmpty((await session.send(operation, { ...call, parameters })).body);
}

/** What decides who may do what, and where messages leave from, is for people. */
const TAGS_FOR_PEOPLE = new Set(['Tokens', 'Channels', 'Organizations', 'Secrets']);

export const apiWrite = tool({
  name: 'api_write',
  title: 'Write with any operation',
  description:
    'Calls an operation that changes something; api_search finds it. Not for secrets, tokens, channels, payment providers and organizations. Asks for confirmation.',
  kind: 'confirmed',
  hints: { openWorldHint: true },
  operations: [],
  input: () =>
    z.strictObject({
      operation_id: text('From api_search.'),
      parameters: PARAMETERS,
      body: z.record(z.string(), z.unknown()).describe('As api_search shows it.').optional(),
      ...CONFIRMATION,
    }),
  async run(args, context) {
    const operation = find(context.session, args.operation_id);
    if (operation.effect === 'read') {
      throw new Refused('not_a_write', 'This operation only reads. Use api_read.');
    }
    assertNotForPeople(context.session, operation, args.body);
    if (!context.session.may(operation.id)) {
      const detail = 'The token lacks the scope for this. Ask the user for a token that has it.';
      const required_scopes = [operation.scopes, ...operation.alsoNeeds].flat();
      throw new Refused('scope_missing', detail, { required_scopes });
    }
    const { parameters = {}, body } = args;
    const given = { ...parameters, ...body };
    const will = async () => `${operation.summary}: ${JSON.stringify(given, masked)}`;
    const question = { tool: 'api_write', args, will };
    return writeConfirmed(context, question, operation.id, { parameters, body });
  },
});

function assertNotForPeople(session: Session, operation: Operation, body: unknown): void {
  if (TAGS_FOR_PEOPLE.has(operation.tag) || operation.isForPeople) {
    const detail =
      'This operation shows or takes a secret, or decides who may do what or where money and messages go. It is for people: ask the user to do it in the console or with the CLI.';
    throw new Refused('for_people_only', detail);
  }
  const fields = session.catalog.fieldsForPeople(operation, body);
  if (fields.length > 0) {
    const detail =
      'These fields are for people, such as secrets and roles. Leave them out, and ask the user to fill them in in the console or with the CLI.';
    throw new Refused('for_people_only', detail, { fields });
  }
}

/** A secret in a field where none belongs is not repeated in a question either. */
function masked(name: string, value: unknown): unknown {
  const isSecret = typeof value === 'string' && /secret|password|token|api_?key/i.test(name);
  return isSecret ? '…' : value;
}

function find(session: Session, id: string): Operation {
  const operation = session.catalog.find(id);
  if (operation === null) {
    const names = session.catalog.search(id.replaceAll(/([A-Z])/g, ' $1'), 5).map((one) => one.id);
    throw new Refused('operation_unknown', `There is no operation ${id}.`, { similar: names });
  }
  if (!operation.isJson) {
    const detail = 'This operation sends or returns a file or a stream. Use the CLI for it.';
    throw new Refused('not_json', detail);
  }
  return operation;
}
