import { toPublicId } from '../../../domain/ids.ts';
import type { EventView } from '../../../platform/events/event-view.ts';
import type { Signer } from '../../../platform/outbound/signer.ts';

/** An event as stored in the log, with its JSON as text: parsed only if the endpoint may not see all of it. */
export interface LoggedText {
  seq: number;
  event_id: string;
  type: string;
  occurred_at: Date;
  lifecycle_number: string | null;
  actor: string;
  data: string;
  previous: string | null;
  /** Only for an example: the event that it is an example of, which is sent in its place. */
  example: string | null;
}

/** The event as GET /v1/events returns it to a token with the scopes of the endpoint. */
export function bodyOf(event: LoggedText, view: EventView): string {
  if (event.example !== null) return event.example;
  const { data, previous } = view.showsAllOf(event.type) ? event : shownText(event, view);
  const head = JSON.stringify({
    id: toPublicId('event', event.event_id),
    seq: event.seq,
    type: event.type,
    timestamp: event.occurred_at.toISOString(),
    lifecycle_number: event.lifecycle_number,
  });
  return `${head.slice(0, -1)},"actor":${event.actor},"data":${data},"previous":${previous}}`;
}

function shownText({ type, data, previous }: LoggedText, view: EventView) {
  const parsed = { type, data: JSON.parse(data), previous: JSON.parse(previous ?? 'null') };
  const shown = view.show(parsed);
  return { data: JSON.stringify(shown.data), previous: JSON.stringify(shown.previous) };
}

/** Standard Webhooks headers; during a rotation with one signature per secret, separated by a space. */
export function headersOf(
  { eventId, at, signers }: { eventId: string; at: Date; signers: readonly Signer[] },
  body: string,
): Record<string, string> {
  const id = toPublicId('event', eventId);
  const seconds = Math.floor(at.getTime() / 1000);
  return {
    'content-type': 'application/json',
    'user-agent': 'Throughline',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signers.map((signer) => signer.sign(id, seconds, body)).join(' '),
  };
}
