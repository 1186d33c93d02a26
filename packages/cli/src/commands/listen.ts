import { streamEvents } from '../../../sdk/src/events.ts';
import type { Event, EventEnvelope } from '../../../sdk/src/generated/types.ts';
import { type Given, textOf } from '../arguments.ts';
import { withClient } from '../context.ts';
import { messageOf } from '../errors.ts';
import { matches, readAfter, readTypes } from '../event-types.ts';
import { type Forwarded, forward, readForwardTo, testSecret } from '../forward.ts';
import { whenInterrupted } from '../interrupt.ts';
import { eventLine, type Output, report } from '../output.ts';

/** Forwards each event, in order, to the local URL until it is interrupted. */
export function run(given: Given): Promise<void> {
  const to = readForwardTo(textOf(given, 'forward-to'));
  const [after, types] = [readAfter(given), readTypes(given)];
  whenInterrupted(() => process.exit(0));
  return withClient(given, async ({ client, output, credentials: { token, url } }) => {
    const secret = testSecret(token);
    let wasOpen = false;
    const events = streamEvents(
      client,
      { after },
      {
        onOpen() {
          const text = `Listening at ${url}, sending to ${to}\nYour signing secret is ${secret} (stable)`;
          if (wasOpen) report(output, { listening: { again: true } }, 'Reconnected.');
          else report(output, { listening: { url, forward_to: to, secret } }, text);
          wasOpen = true;
        },
        onLost(error) {
          if (!wasOpen) throw error;
          const reason = messageOf(error);
          report(output, { lost: { reason } }, `Connection lost (${reason}). Reconnecting …`);
        },
      },
    );
    for await (const streamed of events) {
      const event = unwrap(streamed);
      if (!matches(event.type, types)) continue;
      const outcome = await forward(to, secret, { id: event.id, body: JSON.stringify(event) });
      printOutcome(output, streamed.seq, event, outcome);
    }
  });
}

type Shown = Pick<EventEnvelope, 'id' | 'seq' | 'type' | 'timestamp' | 'lifecycle_number'>;

/** For `example.sent`, receivers get the example event that it contains. */
function unwrap(event: Event): Shown {
  return event.type === 'example.sent' ? event.data.event : event;
}

function printOutcome(output: Output, logSeq: number, event: Shown, outcome: Forwarded): void {
  const { id, type, lifecycle_number } = event;
  const { status, error, duration_ms } = outcome;
  const result = status === null ? `no response: ${error}` : status;
  report(
    output,
    { forwarded: { seq: logSeq, id, type, lifecycle_number, ...outcome } },
    `${eventLine(event)}  → ${result} (${duration_ms} ms)`,
  );
}
