import type { BookingPage, CreateBookingPage } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { typed } from '../../../ui/use-form.ts';
import { LANGUAGES } from '../shared/languages.ts';
import { isChecked, textOrNull } from '../shared/values.ts';

/** Of the fields, in the order of the page. */
export const PAGE_NAMES = [
  ...['name', 'title', 'services', 'brand/color', 'brand/logo_url', 'languages'],
  ...['thank_you', 'redirect_url', 'source'],
];

export function pageIn(values: FormData, services: readonly string[]): CreateBookingPage {
  const source = textOrNull(values, 'source');
  const languages = values.getAll('languages');
  return {
    name: typed(values, 'name').trim(),
    title: typed(values, 'title').trim(),
    services,
    brand: {
      color: textOrNull(values, 'brand/color'),
      logo_url: textOrNull(values, 'brand/logo_url'),
    },
    languages: LANGUAGES.filter((language) => languages.includes(language)),
    thank_you: textOrNull(values, 'thank_you'),
    redirect_url: textOrNull(values, 'redirect_url'),
    active: isChecked(values, 'active'),
    ...(source !== null && { source }),
  };
}

/** The values that a change replaces, to undo it. */
export function bodyOf(page: BookingPage): CreateBookingPage {
  const { name, title, services, brand, thank_you, redirect_url, source, active } = page;
  const languages = LANGUAGES.filter((language) => page.languages.includes(language));
  return { name, title, services, brand, languages, thank_you, redirect_url, source, active };
}

export function savePage(
  stored: BookingPage | null,
  body: CreateBookingPage,
): Promise<BookingPage> {
  return stored
    ? api.bookingPages.update(stored.booking_page_id, body)
    : api.bookingPages.create(body);
}
