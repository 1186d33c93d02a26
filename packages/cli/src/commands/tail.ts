import { streamEvents } from '../../../sdk/src/events.ts';
import { type Given, textOf } from '../arguments.ts';
import { withClient } from '../context.ts';
import { messageOf } from '../errors.ts';
import { readAfter, readTypes } from '../event-types.ts';
import { whenInterrupted } from '../interrupt.ts';
import { note } from '../output.ts';
import { printEvent } from './events.ts';

/** Prints events until it is interrupted, which is how it ends. */
export function run(given: Given): Promise<void> {
  const types = readTypes(given);
  const query = {
    after: readAfter(given),
    type: types.length > 0 ? types : undefined,
    lifecycle_number: textOf(given, 'lifecycle-number'),
  };
  whenInterrupted(() => process.exit(0));
  return withClient(given, async ({ client, output, credentials }) => {
    const events = streamEvents(client, query, streamNotes(credentials.url));
    for await (const event of events) await printEvent(event, output);
  });
}

/** Says on stderr what happens to the connection. A service that was never reached is an error. */
export function streamNotes(
  url: string,
  onFirst: () => void = () => note(`Waiting for events of ${url}. Stop with ^C.`),
): { onOpen(): void; onLost(error: unknown): void } {
  let wasOpen = false;
  return {
    onOpen() {
      if (wasOpen) note('Reconnected.');
      else onFirst();
      wasOpen = true;
    },
    onLost(error) {
      if (!wasOpen) throw error;
      note(`Connection lost (${messageOf(error)}). Reconnecting …`);
    },
  };
}
