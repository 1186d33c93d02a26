export { type Asked, openSlots } from './availability.ts';
export {
  type Calendar,
  type Calendars,
  readCalendars,
  type Scheduling,
  shiftsOf,
  type Whose,
} from './calendars.ts';
export { readAvailability } from './read-availability.ts';
export type { Busy, TeamSlot } from './slots.ts';
