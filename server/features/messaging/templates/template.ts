import type { FieldError } from '../../../platform/errors.ts';
import { templateErrors } from './liquid.ts';

/** The rules of a template that no schema can say. */

export function checkTemplateTexts(body: Record<string, unknown>): FieldError[] {
  return [...templateErrors(body.subject, '/subject'), ...templateErrors(body.body, '/body')];
}

export function subjectErrors(channel: unknown, subject: unknown): FieldError[] {
  const isGiven = typeof subject === 'string' && subject.trim() !== '';
  if (channel === 'email' && !isGiven) {
    const detail = 'A mail needs a subject. Give one in subject.';
    return [{ pointer: '/subject', code: 'required', detail }];
  }
  if (channel === 'sms' && isGiven) {
    const detail = 'A text has no subject. Leave subject out.';
    return [{ pointer: '/subject', code: 'not_allowed', detail }];
  }
  return [];
}
