import type { Language } from '../../domain/languages.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Markup } from '../forms/index.ts';
import type { LinkRow } from '../links/index.ts';
import type { OrganizationRow } from '../organizations/index.ts';
import type { Texts } from './texts/index.ts';

/** What a key opens, in the language of the customer. */
export interface Shown {
  /** The address of the page, without a host. */
  path: string;
  /** The public address of the service. */
  baseUrl: string;
  link: LinkRow;
  company: OrganizationRow;
  language: Language;
  texts: Texts;
  /** Whether someone reads the page: not if a program only asks for the headers. */
  isRead: boolean;
  /** What is in the address after the question mark. */
  query: URLSearchParams;
}

/** Errors by the id of the control. */
export type Errors = ReadonlyMap<string, string>;
export const NO_ERRORS: Errors = new Map();

export interface DownloadedFile {
  name: string;
  type: string;
  content: string | Buffer;
}

/** Who sent a form, as far as it is known. */
export interface Sender {
  address: string;
  userAgent: string | null;
}

/** Where the browser goes after a form: another part of the page; or the page again, with what is wrong. */
export type Outcome = { next: string } | { page: Markup; status?: 200 | 422 };

/** A page, and when the browser opens it again or goes on by itself, as in the header `Refresh`. */
export interface View {
  page: Markup;
  refresh?: string;
}

/** The pages of one purpose. A link of another purpose does not have them. */
export interface Pages {
  show(tx: Tx, shown: Shown): Promise<Markup>;
  views: Readonly<Record<string, (tx: Tx, shown: Shown) => Promise<View>>>;
  /** Made after the transaction, if that takes long. */
  files: Readonly<Record<string, (tx: Tx, shown: Shown) => Promise<() => Promise<DownloadedFile>>>>;
  actions: Readonly<
    Record<string, (tx: Tx, shown: Shown, sent: URLSearchParams, by: Sender) => Promise<Outcome>>
  >;
  /** Where to go if an action was refused; by default to the page, which says how things are. */
  refused?(action: string, sent: URLSearchParams, error: unknown): string | null;
}

/** In the address of the page after a form that was refused. */
export const REFUSED = 'refused';
