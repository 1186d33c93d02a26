import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { TestService } from './harness.ts';
import { type LoopbackServer, startLoopback } from './loopback.ts';

export interface ReceivedEvent {
  path: string;
  headers: IncomingHttpHeaders;
  raw: string;
  body: {
    id: string;
    seq: number;
    type: string;
    lifecycle_number: string | null;
    data: Record<string, unknown>;
  };
  /** By the clock of the machine, in milliseconds. */
  at: number;
}

export interface WebhookReceiver extends LoopbackServer {
  /** Every request that was made to it, in order. */
  requests: ReceivedEvent[];
  /** What it says to the next requests, instead of taking them. */
  next: ((response: ServerResponse, event: ReceivedEvent) => void)[];
  /** What it says to every request that `next` says nothing to; takes them if null. */
  always: ((response: ServerResponse, event: ReceivedEvent) => void) | null;
}

/** A receiver of webhooks on this machine that takes every event. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = await startLoopback(({ url: path = '', headers }, raw, response) => {
    const event = { path, headers, raw, body: JSON.parse(raw), at: performance.now() };
    receiver.requests.push(event);
    const answer = receiver.next.shift() ?? receiver.always;
    if (answer) return answer(response, event);
    response.end('taken');
  });
  const receiver: WebhookReceiver = {
    url: `${server.url}/events`,
    requests: [],
    next: [],
    always: null,
    stop: server.stop,
  };
  return receiver;
}

/** An answer of this status. */
export function status(code: number, headers: Record<string, string> = {}, body = '') {
  return (response: ServerResponse): void => {
    response.writeHead(code, headers).end(body);
  };
}

/** As if the event of the lead that failed once had been tried nine times; the tenth time is now. */
export async function haveTriedNineTimes(service: TestService, leadId: string): Promise<void> {
  const { rowCount } = await service.owner.query(
    `update webhook_deliveries d
     set attempts = (select jsonb_agg(a.one) from generate_series(1, 9), jsonb_array_elements(d.attempts) as a (one))
     from events e where e.organization_id = d.organization_id and e.seq = d.event_seq
       and e.data->>'lead_id' = $1 and d.status = 'pending' and jsonb_array_length(d.attempts) = 1`,
    [leadId],
  );
  assert.equal(rowCount, 1);
  service.clock.advance(24 * 3_600_000);
}
