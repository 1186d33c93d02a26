import Type, { type Static } from 'typebox';
import { Problem, validationFailed } from '../../platform/errors.ts';
import {
  type StreamServices,
  type StreamSource,
  stream,
} from '../../platform/http/stream-operation.ts';
import { assertKept } from './events-dropped.ts';
import { Listener } from './listener.ts';
import { LiveLog } from './live-log.ts';
import { eventFilters } from './schemas.ts';
import { STREAM_SCOPE } from './stream-access.ts';

const StreamQuery = Type.Object(eventFilters, { additionalProperties: false });
type StreamQuery = Static<typeof StreamQuery>;

/** A listener costs about 40 KB, and 64 KiB more while it does not read. One organization gets half. */
export const STREAM_LIMITS = { process: 5_000, organization: 2_500 };

export const streamEvents = stream({
  id: 'streamEvents',
  path: '/v1/events/stream',
  tag: 'Events',
  resource: 'event',
  scopes: [STREAM_SCOPE],
  summary: 'Stream events',
  description:
    'Sends events as they happen, as server-sent events: `id` is the `seq`, `event` is the type, and `data` is the event as `GET /v1/events` returns it. You see the events of the resources that your token can read. Without `Last-Event-ID` and `after`, the stream starts with the next event. With one of them, it starts after that position, so a client that reconnects misses nothing and sees nothing twice. When there are no events, a comment is sent every 15 seconds. The stream ends when the token becomes invalid or the server stops; reconnect with `Last-Event-ID`.',
  query: StreamQuery,
  responses: {
    200: {
      description: 'Events, until the connection ends.',
      example:
        'id: 42\nevent: lead.created\ndata: {"id":"event_01h455vb4pex5vsknk084sn02q","seq":42,"type":"lead.created"}\n\n',
    },
  },
  problems: ['events_dropped', 'too_many_streams', 'server_at_capacity'],
  start: (services) => startStreams(services, STREAM_LIMITS),
});

export function startStreams(
  services: StreamServices,
  limits: typeof STREAM_LIMITS,
): StreamSource<StreamQuery> {
  const log = new LiveLog(services);
  return {
    async open({ query, caller, authorization, lastEventId }) {
      const { organizationId } = caller;
      assertRoom(log, organizationId, limits);
      const wanted = readLastEventId(lastEventId) ?? query.after ?? null;
      const { first, last: end } = await log.extentOf(organizationId);
      if (wanted !== null) {
        assertKept(wanted, first, pointerOf(lastEventId));
        if (wanted > end) throw beyondTheEnd(wanted, end, lastEventId);
      }
      return (connection) => {
        services.metrics.eventStreams.inc();
        connection.whenClosed(() => services.metrics.eventStreams.dec());
        // An id without data: a client that loses the stream before the first event knows where to continue.
        connection.write(`id: ${wanted ?? end}\n\n`);
        log.add(
          new Listener({
            organizationId,
            authorization,
            filter: {
              types: query.type?.split(',') ?? null,
              lifecycleNumber: query.lifecycle_number ?? null,
            },
            connection,
            view: services.eventTypes.viewOf(caller.scopes),
            seq: wanted ?? end,
          }),
        );
      };
    },
    stop: () => log.stop(),
  };
}

function assertRoom(log: LiveLog, organizationId: string, limits: typeof STREAM_LIMITS): void {
  const headers = { 'Retry-After': '10' };
  if (log.sizeOf(organizationId) >= limits.organization) {
    const detail = `Your organization has reached the limit of ${limits.organization} open streams. Close some, or try again later.`;
    throw new Problem(429, 'too_many_streams', detail, { headers });
  }
  if (log.size >= limits.process) {
    const detail = 'This server has reached its limit of open streams. Try again in a moment.';
    throw new Problem(503, 'server_at_capacity', detail, { headers });
  }
}

function readLastEventId(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw validationFailed([
    {
      pointer: '/Last-Event-ID',
      code: 'invalid_format',
      detail:
        'The header Last-Event-ID must be the seq of an event, such as 42. Leave it out to start with the next event.',
    },
  ]);
}

function pointerOf(lastEventId: string | undefined): string {
  return lastEventId ? '/Last-Event-ID' : '/after';
}

function beyondTheEnd(wanted: number, end: number, lastEventId: string | undefined): Problem {
  return validationFailed([
    {
      pointer: pointerOf(lastEventId),
      code: 'seq_not_reached',
      detail: `The log of your organization ends at seq ${end}, so ${wanted} does not exist. Check that the token belongs to the right organization, or leave the position out to start with the next event.`,
    },
  ]);
}
