export { serveCalendarFeeds } from './calendar-feed.ts';
export { createCalendarKey } from './create-calendar-key.ts';
export * as calendarEvents from './events.ts';
export { component, line, textLine, timeLine } from './icalendar.ts';
export { revokeCalendarKey } from './revoke-calendar-key.ts';
