export { handOnEvents } from './hand-on-events.task.ts';
export { listEvents } from './list-events.ts';
export { type EventRow, listEventRowsOfLifecycles } from './queries.ts';
