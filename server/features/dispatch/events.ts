import { eventTypeFor } from '../../platform/events/event.ts';
import { Replan } from './replan-schemas.ts';

const replanEvent = eventTypeFor(Replan, 'appointments:read');

export const replanCreated = replanEvent(
  'replan.created',
  'A plan was made who takes the appointments of a user on a day. Nothing has moved yet.',
  ({ moves, date }) => `Plan for ${date}: ${moves.length} to move`,
);
export const replanApplied = replanEvent(
  'replan.applied',
  'A plan was applied. Each appointment that it moved has its own events, too.',
  ({ moves, date }) => `Plan for ${date} applied: ${moves.length} moved`,
);
