import type { FieldError } from '../../../platform/errors.ts';
import { templateErrors } from './liquid.ts';
import { translationsIn } from './translations.ts';

/** The rules of a template that the schema cannot express. */

export function checkTemplateTexts(
  body: Record<string, unknown>,
  organizationId: string,
): Promise<FieldError[]> {
  return templateErrors(organizationId, [
    { text: body.subject, pointer: '/subject' },
    { text: body.body, pointer: '/body' },
    ...translationsIn(body.translations, '/translations'),
  ]);
}

export function subjectErrors(channel: unknown, subject: unknown): FieldError[] {
  const isGiven = typeof subject === 'string' && subject.trim() !== '';
  if (channel === 'email' && !isGiven) {
    const detail = 'An email requires a subject. Send it in the field subject.';
    return [{ pointer: '/subject', code: 'required', detail }];
  }
  if (channel === 'sms' && isGiven) {
    const detail = 'A text has no subject. Leave out subject.';
    return [{ pointer: '/subject', code: 'not_allowed', detail }];
  }
  return [];
}
