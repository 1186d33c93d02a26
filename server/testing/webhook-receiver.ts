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
}

export interface WebhookReceiver extends LoopbackServer {
  /** Every request it received, in order. */
  requests: ReceivedEvent[];
  /** Responses to the next requests, instead of accepting them. */
  next: ((response: ServerResponse, event: ReceivedEvent) => void)[];
  /** The response to every request not covered by `next`; null to accept them. */
  always: ((response: ServerResponse, event: ReceivedEvent) => void) | null;
}

/** A local webhook receiver that accepts every event. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = await startLoopback(({ url: path = '', headers }, raw, response) => {
    const event = { path, headers, raw, body: JSON.parse(raw) };
    receiver.requests.push(event);
    const handler = receiver.next.shift() ?? receiver.always;
    if (handler) return handler(response, event);
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

/** A response with this status. */
export function status(code: number, headers: Record<string, string> = {}, body = '') {
  return (response: ServerResponse): void => {
    response.writeHead(code, headers).end(body);
  };
}

/** Changes the delivery of the lead, which failed once, as if nine attempts had been made; the tenth is due now. */
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
