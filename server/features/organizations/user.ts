import type { FieldError } from '../../platform/errors.ts';
import { unknownTimeZone } from './organization.ts';
import { unworkableHours } from './working-hours-schema.ts';

/** The rules of a user that no schema can say. */

export const MAX_SKILLS = 100;

export function checkUser(body: Record<string, unknown>): { errors: FieldError[] } {
  return {
    errors: [...unknownTimeZone(body), ...repeatedSkills(body.skills), ...unworkableHours(body)],
  };
}

function repeatedSkills(skills: unknown): FieldError[] {
  if (!Array.isArray(skills)) return [];
  // More than these are refused for their number.
  return skills.slice(0, MAX_SKILLS).flatMap((skill, place) => {
    if (skills.indexOf(skill) === place) return [];
    const detail = `The field skills.${place} repeats another skill. Name each once.`;
    return [{ pointer: `/skills/${place}`, code: 'repeated', detail }];
  });
}
