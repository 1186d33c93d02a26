export { serveCalendarFeeds } from './calendar-feed.ts';
export * as calendarEvents from './events.ts';
export { makeCalendarKey } from './make-calendar-key.ts';
export { revokeCalendarKey } from './revoke-calendar-key.ts';
