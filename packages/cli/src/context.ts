import type { Core } from '../../sdk/src/core.ts';
import type { Given } from './arguments.ts';
import { clientOf, failureOf } from './client.ts';
import { type Credentials, readCredentials } from './credentials.ts';
import { type Output, readOutput } from './output.ts';

/** What a command works with. */
export interface Context {
  given: Given;
  output: Output;
  credentials: Credentials;
  client: Core;
}

/** Runs with the service and the token that were chosen; its errors become errors of this program. */
export async function withClient(
  given: Given,
  run: (context: Context) => Promise<void>,
): Promise<void> {
  const output = readOutput(given);
  const credentials = readCredentials(given);
  try {
    await run({ given, output, credentials, client: clientOf(credentials) });
  } catch (error) {
    throw failureOf(error, credentials);
  }
}
