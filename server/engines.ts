import { followUpEngine } from './features/follow-ups/index.ts';
import { playbookEngine } from './features/playbooks/index.ts';
import { deliverWebhooks } from './features/webhooks/index.ts';
import type { Engine } from './platform/tasks/engine.ts';

/** Everything that runs beside the tasks in a worker's process, a line each. */
export const engines: readonly Engine[] = [followUpEngine, deliverWebhooks, playbookEngine];
