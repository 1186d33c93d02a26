import { CHANNELS } from '../../domain/consent.ts';
import { textAsSent } from '../../domain/text.ts';
import type { FieldError } from '../../platform/errors.ts';
import { isWebAddress } from '../../platform/web-address.ts';
import { type CreateFormBody, type FormConsent, MAX_SERVICES, type Service } from './schemas.ts';

/** Checks of a form that its schema cannot express, and how its parts are stored. */

export const DEFAULT_SOURCE = 'web_form';
export const DEFAULT_THANK_YOU = 'Thank you. We have your request and will be in touch soon.';

/** Without consent, a lead of a form gets no automatic text, so a form asks for it unless it says otherwise. */
export const DEFAULT_CONSENT: FormConsent = {
  text: 'Text me about my request. Message and data rates may apply. Reply STOP to end.',
  channels: ['sms'],
};

/** The parts of a new form that visitors see. */
export function toFormContent(body: CreateFormBody) {
  return {
    title: body.title.trim(),
    intro: textAsSent(body.intro),
    services: toStoredServices(body.services),
    consent: body.consent === undefined ? DEFAULT_CONSENT : toStoredConsent(body.consent),
    thank_you: body.thank_you ?? DEFAULT_THANK_YOU,
  };
}

export function checkForm(body: Record<string, unknown>): { errors: FieldError[] } {
  return {
    errors: [...serviceErrors(body.services), ...redirectErrors(body.redirect_url)],
  };
}

function serviceErrors(services: unknown): FieldError[] {
  if (!Array.isArray(services)) return [];
  const seen = new Set<unknown>();
  const errors: FieldError[] = [];
  // The schema refuses longer lists.
  for (const [place, service] of services.slice(0, MAX_SERVICES).entries()) {
    const code = service?.code;
    if (typeof code === 'string' && seen.has(code)) {
      errors.push({
        pointer: `/services/${place}/code`,
        code: 'repeated',
        detail: `The field services.${place}.code is the same as the code of another service. Use a different code.`,
      });
    }
    seen.add(code);
  }
  return errors;
}

function redirectErrors(redirectUrl: unknown): FieldError[] {
  if (typeof redirectUrl !== 'string' || isWebAddress(redirectUrl)) return [];
  return [
    {
      pointer: '/redirect_url',
      code: 'invalid_format',
      detail:
        'The field redirect_url must be a complete http or https address, such as https://alder.example.com/thanks.',
    },
  ];
}

/** With their fields in the order that the database returns, so that equal values compare as equal. */
export function toStoredServices(services: Service[]): Service[] {
  return services.map(({ code, label }) => ({ code, label: label.trim() }));
}

export function toStoredConsent(consent: FormConsent | null): FormConsent | null {
  if (consent === null) return null;
  const channels = CHANNELS.filter((channel) => consent.channels.includes(channel));
  return { text: consent.text, channels };
}
