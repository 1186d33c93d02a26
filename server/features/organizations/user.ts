import { malformedContact } from '../../domain/contact.ts';
import type { FieldError } from '../../platform/errors.ts';
import { timeZoneErrors } from './organization.ts';
import { workingHoursErrors } from './working-hours-schema.ts';

/** Rules for users that a schema cannot express. */

export const MAX_SKILLS = 100;

export function checkUser(
  body: Record<string, unknown>,
  { country }: { country: string },
): { errors: FieldError[] } {
  return {
    errors: [
      ...timeZoneErrors(body),
      ...repeatedSkills(body.skills),
      ...workingHoursErrors(body),
      ...malformedContact({ phone: body.phone }, country),
    ],
  };
}

function repeatedSkills(skills: unknown): FieldError[] {
  if (!Array.isArray(skills)) return [];
  // The schema refuses a longer list.
  return skills.slice(0, MAX_SKILLS).flatMap((skill, index) => {
    if (skills.indexOf(skill) === index) return [];
    const detail = `The field skills.${index} repeats another skill. Send each skill once.`;
    return [{ pointer: `/skills/${index}`, code: 'repeated', detail }];
  });
}
