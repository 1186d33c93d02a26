import { publishEventsTo } from './features/events/index.ts';
import { followUpEngine, followUpFollower } from './features/follow-ups/index.ts';
import { playbookEngine, playbookFollower } from './features/playbooks/index.ts';
import { deliverWebhooks, webhookFanOut } from './features/webhooks/index.ts';
import { EventCatalog } from './platform/events/event-catalog.ts';
import type { EventFollower } from './platform/events/follow-log.ts';
import type { Engine } from './platform/tasks/engine.ts';
import { eventTypes } from './routes.ts';

const catalog = new EventCatalog(eventTypes);

/** The followers of committed events, in the order in which they get them. */
const eventFollowers: readonly EventFollower[] = [
  webhookFanOut(catalog),
  followUpFollower,
  playbookFollower,
];

/** The loops that run in a worker process next to the tasks, one per line. */
export const engines: readonly Engine[] = [
  publishEventsTo(eventFollowers),
  followUpEngine,
  deliverWebhooks(catalog),
  playbookEngine,
];
