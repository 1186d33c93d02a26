export { handOnEvents } from './hand-on-events.task.ts';
export { listEvents } from './list-events.ts';
export { type EventRow, listEventRows } from './queries.ts';
