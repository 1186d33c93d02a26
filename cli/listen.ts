import { type Event, isEvent } from './api.ts';
import { CliError } from './cli-error.ts';
import { type Forwarded, forward, readForwardTo, testSecret } from './forward.ts';
import { eventLine, print } from './output.ts';
import { type Arguments, readAfter, readTypes, textOption } from './settings.ts';
import { type StreamedEvent, streamEvents } from './stream.ts';

/** Forwards each event, in order, to the local URL until it is interrupted. */
export async function listen(given: Arguments): Promise<void> {
  const { json, token, url } = given;
  const to = readForwardTo(textOption(given, 'forward-to'));
  const [after, isWanted, secret] = [readAfter(given), readTypes(given), testSecret(token)];
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));

  let timesOpened = 0;
  const streamed = streamEvents(given, {
    after,
    onOpen() {
      timesOpened += 1;
      if (timesOpened > 1) print(json, { listening: { again: true } }, 'Reconnected.');
      else {
        const text = `Listening at ${url}, sending to ${to}\nYour signing secret is ${secret} (stable)`;
        print(json, { listening: { url, forward_to: to, secret } }, text);
      }
    },
    onLost: (reason) =>
      print(json, { lost: { reason } }, `Connection lost (${reason}). Reconnecting …`),
  });
  for await (const one of streamed) {
    const { event, body } = unwrap(one);
    if (!isWanted(event.type)) continue;
    const outcome = await forward(to, secret, { id: event.id, body });
    printOutcome(json, one.seq, event, outcome);
  }
}

/** For `example.sent`, receivers get the example event that it contains. */
function unwrap({ text }: StreamedEvent): { event: Event; body: string } {
  const event = asEvent(JSON.parse(text));
  if (event.type !== 'example.sent') return { event, body: text };
  const example = asEvent(event.data.event);
  return { event: example, body: JSON.stringify(example) };
}

function asEvent(value: unknown): Event {
  if (isEvent(value)) return value;
  throw new CliError(
    'unexpected_response',
    'The service sent something that is not an event. Check that --url is a Throughline service.',
  );
}

function printOutcome(json: boolean, logSeq: number, event: Event, outcome: Forwarded): void {
  const { id, type, lifecycle_number } = event;
  const { status, error, duration_ms } = outcome;
  const result = status === null ? `no response: ${error}` : status;
  print(
    json,
    { forwarded: { seq: logSeq, id, type, lifecycle_number, ...outcome } },
    `${eventLine(event)}  → ${result} (${duration_ms} ms)`,
  );
}
