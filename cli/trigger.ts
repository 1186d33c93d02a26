import { call, type Event } from './api.ts';
import { print } from './output.ts';
import type { Arguments } from './settings.ts';

export async function trigger(given: Arguments): Promise<void> {
  const { argument: event_type, options, json } = given;
  const endpoint = options.endpoint as string | undefined;
  const path =
    endpoint === undefined
      ? '/v1/events/examples'
      : `/v1/webhook-endpoints/${encodeURIComponent(endpoint)}/test`;
  const sent = await call<{ event: Event }>(given, 'POST', path, { event_type });
  const to = endpoint === undefined ? 'everybody who listens for it' : endpoint;
  print(json, sent, `Sent an example of ${event_type} to ${to}: ${sent.event.id}`);
}
