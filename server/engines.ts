import { followUpEngine } from './features/follow-ups/index.ts';
import { playbookEngine } from './features/playbooks/index.ts';
import { deliverWebhooks } from './features/webhooks/index.ts';
import { EventCatalog } from './platform/events/event-catalog.ts';
import type { Engine } from './platform/tasks/engine.ts';
import { eventTypes } from './routes.ts';

/** The loops that run in a worker process next to the tasks, one per line. */
export const engines: readonly Engine[] = [
  followUpEngine,
  deliverWebhooks(new EventCatalog(eventTypes)),
  playbookEngine,
];
