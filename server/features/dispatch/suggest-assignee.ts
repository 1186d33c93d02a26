import { placeOf } from '../../domain/distance.ts';
import { toPublicId } from '../../domain/ids.ts';
import { knownId } from '../../domain/known-id.ts';
import { conflict } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import {
  bufferMsOf,
  type Calendar,
  dayOf,
  type FullAppointment,
  findAppointment,
  isLapsed,
  LIVE,
  readCalendars,
} from '../calendar/index.ts';
import { timeZoneOfOrganization } from './replan-queries.ts';
import { type Suggestion, suggest } from './suggest.ts';
import {
  MAX_BUFFER_MS,
  MAX_CANDIDATES,
  startLocations,
  stopsBetween,
  visitingUserIds,
} from './suggest-queries.ts';
import { MAX_SUGGESTIONS, SuggestAssigneeBody, Suggestions } from './suggest-schemas.ts';

export const suggestAssignee = read({
  id: 'suggestAssignee',
  method: 'POST',
  path: '/v1/dispatch/suggest',
  tag: 'Dispatch',
  resource: 'appointment',
  scopes: ['appointments:read'],
  summary: 'Suggest users for an appointment',
  description:
    'Suggests which of the users who take visits could take an appointment, and why. The best user is free at that time, has the skill that the lead needs, and has the least work and driving that day. This changes nothing: assign the appointment with `PATCH /v1/appointments/{id}`.',
  body: SuggestAssigneeBody,
  responses: returns(Suggestions, 'The suggestions.'),
  problems: ['appointment_over'],
  async run(tx, { body }) {
    const appointmentId = knownId('appointment', body.appointment_id);
    const teamId = body.team_id === undefined ? null : knownId('team', body.team_id);

    const [appointment, timeZone, userIds] = await Promise.all([
      findAppointment(tx, appointmentId),
      timeZoneOfOrganization(tx),
      teamId === null ? visitingUserIds(tx, MAX_CANDIDATES) : [],
    ]);
    assertLive(appointment, tx.now);
    const [start, end] = [appointment.starts_at.getTime(), appointment.ends_at.getTime()];
    const [{ people, scheduling }, stops, starts] = await Promise.all([
      readCalendars(tx, teamId === null ? { userIds } : { teamId }, {
        start,
        end: end + MAX_BUFFER_MS,
      }),
      stopsBetween(tx, dayOf(start, timeZone), [appointmentId]),
      startLocations(tx),
    ]);
    const need = {
      start,
      end,
      skills: appointment.skills_needed,
      areSkillsDefined: appointment.are_skills_defined,
      bufferMs: bufferMsOf(appointment),
      place: placeOf(appointment.location),
    };
    const candidates = people
      .filter(({ isActive, isOffered }) => isActive && isOffered)
      .map((person) => ({
        calendar: without(person, appointmentId),
        stops: stops.get(person.userId) ?? [],
        startLocation: starts.get(person.userId) ?? null,
      }));
    const suggestions = suggest(need, candidates, scheduling);
    return {
      appointment_id: body.appointment_id,
      suggestions: suggestions.slice(0, body.limit ?? MAX_SUGGESTIONS).map(toSuggestion),
    };
  },
});

function assertLive(appointment: FullAppointment, now: Date): void {
  if (LIVE.includes(appointment.status) && !isLapsed(appointment, now)) return;
  throw conflict(
    'appointment_over',
    'This appointment is over and cannot be assigned. Book a new appointment.',
  );
}

/** The current assignee counts as free for this appointment. */
function without(person: Calendar, appointmentId: string): Calendar {
  return { ...person, busy: person.busy.filter(({ ref }) => ref !== appointmentId) };
}

function toSuggestion({ userId, name, score, isFree, reasons }: Suggestion) {
  return { user_id: toPublicId('user', userId), name, score, is_free: isFree, reasons };
}
