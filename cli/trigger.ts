import { isObject } from '../server/platform/is-object.ts';
import { call, type Event, isEvent } from './api.ts';
import { print } from './output.ts';
import { type Arguments, textOption } from './settings.ts';

export async function trigger(given: Arguments): Promise<void> {
  const { argument: event_type, json } = given;
  const endpoint = textOption(given, 'endpoint');
  const path =
    endpoint === undefined
      ? '/v1/events/examples'
      : `/v1/webhook-endpoints/${encodeURIComponent(endpoint)}/test`;
  const sent = await call(given, isSent, 'POST', path, { event_type });
  const to = endpoint === undefined ? 'all subscribers' : endpoint;
  print(json, sent, `Sent an example of ${event_type} to ${to}: ${sent.event.id}`);
}

function isSent(value: unknown): value is { event: Event } {
  return isObject(value) && isEvent(value.event);
}
