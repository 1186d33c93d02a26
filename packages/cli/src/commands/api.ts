import { type Given, isSet, textOf } from '../arguments.ts';
import { withClient } from '../context.ts';
import { calledWrongly } from '../errors.ts';
import { rows } from '../generated/commands.ts';
import { assertDry, confirmed, printResponse } from '../operation.ts';
import { readData } from '../values.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Any request, with the token, keys, retries and questions of the other commands. */
export function run(given: Given): Promise<void> {
  const [word = '', target = ''] = given.words;
  const method = word.toUpperCase();
  if (!METHODS.includes(method)) {
    throw calledWrongly(`The method must be one of ${METHODS.join(', ')}, not "${word}".`);
  }
  if (!/^\/[^/]/.test(target)) {
    throw calledWrongly(`The path must begin with /, such as /v1/leads, not "${target}".`);
  }
  const data = textOf(given, 'data');
  const key = textOf(given, 'idempotency-key');
  const isDry = isSet(given, 'dry-run');
  return withClient(given, async ({ client, output }) => {
    const body = data === undefined ? undefined : readData(data);
    await confirmed(knownAs(method, target), given, target);
    const response = await client.send(method, target, body, {
      ...(isDry && { dryRun: true }),
      ...(key !== undefined && { idempotencyKey: key }),
    });
    await printResponse(response, output, textOf(given, 'output-file'));
    if (isDry && method !== 'GET') assertDry(response);
  });
}

/** The operation at this path; of an unknown one only the method says what it does. */
function knownAs(method: string, target: string) {
  const [path = ''] = target.split('?');
  const row = rows.find((one) => {
    const pattern = new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return one.method === method && pattern.test(path);
  });
  const effect = method === 'DELETE' ? 'destructive' : 'write';
  return {
    name: `api ${method} ${target}`,
    effect: row?.effect ?? effect,
    summary: row?.summary ?? `${method} ${target}`,
  };
}
