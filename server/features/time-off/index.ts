export { createTimeOff } from './create-time-off.ts';
export { deleteTimeOff } from './delete-time-off.ts';
export * as timeOffEvents from './events.ts';
export { listTimeOff } from './list-time-off.ts';
export { readTimeOff } from './read-time-off.ts';
