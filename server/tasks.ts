import { endHold } from './features/appointments/index.ts';
import { sendCommunication } from './features/communications/index.ts';
import { handOnEvents } from './features/events/index.ts';
import { importLeadsTask, purgeImports } from './features/imports/index.ts';
import { expireWarranties, expireWarranty } from './features/jobs/index.ts';
import { purgeIdempotencyKeys } from './features/tasks/index.ts';
import type { Task } from './platform/tasks/task.ts';

/** Every kind of background work, a line each. */
export const tasks = [
  endHold,
  handOnEvents,
  importLeadsTask,
  sendCommunication,
  expireWarranty,
  expireWarranties,
  purgeIdempotencyKeys,
  purgeImports,
] as readonly Task[];
