import { CHANNELS } from '../../domain/consent.ts';
import type { FieldError } from '../../platform/errors.ts';
import { isWebAddress } from '../../platform/web-address.ts';
import { type FormConsent, MAX_SERVICES, type Service } from './schemas.ts';

/** The rules of a form that no schema can say, and how its parts are kept. */

export const DEFAULT_SOURCE = 'web_form';
export const DEFAULT_THANK_YOU = 'Thank you. We have your request and will be in touch soon.';

export function checkForm(body: Record<string, unknown>): { errors: FieldError[] } {
  return {
    errors: [...repeatedServices(body.services), ...unreachableRedirect(body.redirect_url)],
  };
}

function repeatedServices(services: unknown): FieldError[] {
  if (!Array.isArray(services)) return [];
  const seen = new Set<unknown>();
  const errors: FieldError[] = [];
  // More than these are refused for their number.
  for (const [place, service] of services.slice(0, MAX_SERVICES).entries()) {
    const code = service?.code;
    if (typeof code === 'string' && seen.has(code)) {
      errors.push({
        pointer: `/services/${place}/code`,
        code: 'repeated',
        detail: `The field services.${place}.code repeats another service’s code. Give each its own.`,
      });
    }
    seen.add(code);
  }
  return errors;
}

function unreachableRedirect(redirectUrl: unknown): FieldError[] {
  if (typeof redirectUrl !== 'string' || isWebAddress(redirectUrl)) return [];
  return [
    {
      pointer: '/redirect_url',
      code: 'invalid_format',
      detail:
        'The field redirect_url must be a whole http or https address such as https://alder.example.com/thanks.',
    },
  ];
}

/** With their members in the order the database gives them back, so that the same is seen as the same. */
export function keptServices(services: Service[]): Service[] {
  return services.map(({ code, label }) => ({ code, label: label.trim() }));
}

export function keptConsent(consent: FormConsent | null): FormConsent | null {
  if (consent === null) return null;
  const channels = CHANNELS.filter((channel) => consent.channels.includes(channel));
  return { text: consent.text, channels };
}
