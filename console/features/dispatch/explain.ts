import type { Appointment, Availability } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { inSession } from '../../session/in-session.ts';
import { now } from '../../time/clock.ts';
import { coordinatesText } from './coordinates.ts';

const FRESH_MS = 60_000;
const SHORTEST_MINUTES = 30;

const asked = new Map<string, { at: number; answer: Promise<Availability> }>();

/** What the service says about the day of a person, for a minute; for a visit, also about its service and its place. */
export function explain(userId: string, date: string, visit?: Appointment): Promise<Availability> {
  const about = visit === undefined ? {} : needsOf(visit);
  const key = `${userId} ${date} ${JSON.stringify(about)}`;
  const known = asked.get(key);
  if (known && now() - known.at < FRESH_MS) return known.answer;
  const answer = inSession(() =>
    api.availability.get({
      user_id: userId,
      from: date,
      to: date,
      duration_minutes: SHORTEST_MINUTES,
      explain: true,
      ...about,
    }),
  );
  asked.set(key, { at: now(), answer });
  answer.catch(() => asked.delete(key));
  return answer;
}

function needsOf({ service, location }: Appointment): { service?: string; coordinates?: string } {
  const coordinates = coordinatesText(location ?? {});
  return { ...(service !== null && { service }), ...(coordinates !== '' && { coordinates }) };
}

/** A change of the board makes the answers old. */
export function forgetAnswers(): void {
  asked.clear();
}
