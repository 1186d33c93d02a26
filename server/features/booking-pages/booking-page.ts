import { type Brand, brandErrors, NO_BRAND } from '../../domain/brand.ts';
import { LANGUAGES, type Language } from '../../domain/languages.ts';
import { textAsSent } from '../../domain/text.ts';
import type { FieldError } from '../../platform/errors.ts';
import { isWebAddress } from '../../platform/web-address.ts';
import type { CreateBookingPageBody, UpdateBookingPageBody } from './schemas.ts';

/** What a page says, without its key and times. */
export interface Content {
  name: string;
  title: string;
  services: string[];
  source: string;
  brand: Brand;
  languages: Language[];
  thank_you: string | null;
  redirect_url: string | null;
  active: boolean;
}

const DEFAULT_SOURCE = 'booking_page';

export function newContent(body: CreateBookingPageBody): Content {
  const empty: Content = {
    name: body.name,
    title: body.title,
    services: body.services,
    source: DEFAULT_SOURCE,
    brand: NO_BRAND,
    languages: [...LANGUAGES],
    thank_you: null,
    redirect_url: null,
    active: true,
  };
  return changed(empty, body);
}

export function changed<Row extends Content>(before: Row, body: UpdateBookingPageBody): Row {
  return {
    ...before,
    name: (body.name ?? before.name).trim(),
    title: (body.title ?? before.title).trim(),
    services: [...new Set(body.services ?? before.services)],
    source: (body.source ?? before.source).trim(),
    brand: body.brand === undefined ? before.brand : toBrand(body.brand),
    languages: [...new Set(body.languages ?? before.languages)],
    thank_you: body.thank_you === undefined ? before.thank_you : textAsSent(body.thank_you),
    redirect_url: body.redirect_url === undefined ? before.redirect_url : body.redirect_url,
    active: body.active ?? before.active,
  };
}

/** With its fields in one order, so that equal values compare as equal. */
function toBrand(brand: Partial<Brand>): Brand {
  return {
    color: brand.color?.toLowerCase() ?? null,
    logo_url: brand.logo_url == null ? null : new URL(brand.logo_url).href,
  };
}

/** What the schema cannot say. */
export function checkBookingPage(body: Record<string, unknown>): { errors: FieldError[] } {
  return { errors: [...brandErrors(body.brand), ...redirectErrors(body.redirect_url)] };
}

function redirectErrors(redirectUrl: unknown): FieldError[] {
  if (typeof redirectUrl !== 'string' || isWebAddress(redirectUrl)) return [];
  const detail =
    'The field redirect_url must be a complete http or https address, such as https://alder.example.com/thanks.';
  return [{ pointer: '/redirect_url', code: 'invalid_format', detail }];
}
