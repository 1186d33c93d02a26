export { createTimeOff } from './create-time-off.ts';
export { deleteTimeOff } from './delete-time-off.ts';
export * as timeOffEvents from './events.ts';
export { getTimeOff } from './get-time-off.ts';
export { listTimeOff } from './list-time-off.ts';
