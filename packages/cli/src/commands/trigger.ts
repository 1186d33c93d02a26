import type { ExampleEvent } from '../../../sdk/src/generated/types.ts';
import { type Given, textOf } from '../arguments.ts';
import { withClient } from '../context.ts';
import { report } from '../output.ts';

/** Sending an example is what this command is for: it does not ask. */
export function run(given: Given): Promise<void> {
  const [event_type] = given.words;
  const endpoint = textOf(given, 'endpoint');
  const path =
    endpoint === undefined
      ? '/v1/events/examples'
      : `/v1/webhook-endpoints/${encodeURIComponent(endpoint)}/test`;
  return withClient(given, async ({ client, output }) => {
    const sent = await client.json<ExampleEvent>('POST', path, { event_type });
    const to = endpoint === undefined ? 'all subscribers' : endpoint;
    report(output, sent, `Sent an example of ${event_type} to ${to}: ${sent.event.id}`);
  });
}
