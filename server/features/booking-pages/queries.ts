import { toPublicId } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { html } from '../forms/index.ts';
import type { Content } from './booking-page.ts';
import type { BookingPage } from './schemas.ts';

export interface BookingPageRow extends Content {
  booking_page_id: string;
  page_key: string;
  created_at: Date;
  updated_at: Date;
}

const bookingPages = table<BookingPageRow>('booking_pages', {
  booking_page_id: 'key',
  page_key: 'fixed',
  name: 'value',
  title: 'value',
  services: 'value',
  source: 'value',
  brand: 'json',
  languages: 'value',
  thank_you: 'value',
  redirect_url: 'value',
  active: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

export function toBookingPage(row: BookingPageRow, baseUrl: string): BookingPage {
  const { booking_page_id, page_key, created_at, updated_at, ...content } = row;
  const url = `${baseUrl}/b/${page_key}`;
  return {
    booking_page_id: toPublicId('booking_page', booking_page_id),
    page_key,
    ...content,
    url,
    embed_html: embedHtml(row.title, url),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

function embedHtml(title: string, url: string): string {
  return html`<iframe src="${url}" title="${title}" width="100%" height="1000" style="border:0" loading="lazy"></iframe>`.toString();
}

const insertDirectoryEntry = statement(
  'insert_booking_page_directory_entry',
  'insert into booking_page_directory (organization_id, booking_page_id, page_key) values ($1, $2, $3)',
);

/** Also inserts the directory entry that leads from the page's key to its organization. */
function insertBookingPage(tx: Tx, row: BookingPageRow): void {
  bookingPages.insert(tx, row);
  tx.query(insertDirectoryEntry, [tx.organizationId, row.booking_page_id, row.page_key]);
}

export function bookingPageResource(baseUrl: string) {
  return {
    insert: insertBookingPage,
    save: bookingPages.update,
    show: (row: BookingPageRow) => toBookingPage(row, baseUrl),
  };
}

export const { find: findBookingPage, lock: lockBookingPage } = bookingPages.byKey('booking page');

export const listBookingPageRows = bookingPages.newestFirst();

/** A page as visitors need it, with its organization's settings for new leads. */
export interface PublicPage extends Omit<Content, 'active'> {
  organization_id: string;
  page_key: string;
  company: string;
  language: Language;
  time_zone: string;
  country: string;
  qualification_policy: string;
}

const selectPublicPage = statement('find_booking_page', 'select * from find_booking_page($1)');

/** Finds the page and its organization by the key. Null if the key is unknown or the page is inactive. */
export async function findPublicPage(
  database: Database,
  pageKey: string,
): Promise<PublicPage | null> {
  const values = [pageKey];
  const [page] = await database.lookup<Omit<PublicPage, 'page_key'>>(selectPublicPage, values);
  return page ? { ...page, page_key: pageKey } : null;
}
