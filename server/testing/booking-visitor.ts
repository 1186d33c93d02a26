import assert from 'node:assert/strict';
import { challengeIn, postForm, solve } from './form-visitor.ts';

/** A person who books on a page without scripts: reads what the page has, and sends its forms. */

export interface SentPage {
  status: number;
  text: string;
  headers: Headers;
  location: string | null;
}

async function read(response: Response): Promise<SentPage> {
  const { status, headers } = response;
  return { status, headers, text: await response.text(), location: headers.get('location') };
}

export class BookingVisitor {
  readonly url: string;
  readonly #language: string;
  readonly #address: (() => string) | null;

  /** Each request with an address of its own, if the service believes the proxy: one address may send ten per second. */
  constructor(url: string, language = 'en', address: (() => string) | null = null) {
    this.url = url;
    this.#language = language;
    this.#address = address;
  }

  get #headers(): Record<string, string> {
    const from = this.#address && { 'x-forwarded-for': this.#address() };
    return { 'accept-language': this.#language, ...from };
  }

  async open(query: Record<string, string> = {}, path = ''): Promise<SentPage> {
    const url = `${this.url}${path}?${new URLSearchParams(query)}`;
    return read(await fetch(url, { headers: this.#headers, redirect: 'manual' }));
  }

  async follow(location: string | null): Promise<SentPage> {
    assert(location !== null, 'The page leads nowhere.');
    return read(await fetch(new URL(location, this.url), { headers: this.#headers }));
  }

  async post(fields: Record<string, string>): Promise<SentPage> {
    return read(await postForm(this.url, fields, this.#headers));
  }
}

/** The hidden fields of the form that books, with the proof that the script would find. */
export function fieldsToSend(page: string): Record<string, string> {
  const form = /<form method="post".*?<\/form>/s.exec(page)?.[0];
  assert(form !== undefined, `There is no form to send in ${contentOf(page)}`);
  return { ...hiddenIn(form), ...solve(challengeIn(form)) };
}

export function hiddenIn(form: string): Record<string, string> {
  const inputs = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const texts = form.matchAll(/<textarea name="([^"]*)" hidden>\n([^<]*)<\/textarea>/g);
  return Object.fromEntries(
    [...inputs, ...texts].map(([, name = '', value = '']) => [name, unescaped(value)]),
  );
}

/** The starts of the times that can be chosen. */
export function timesIn(page: string): string[] {
  return [...page.matchAll(/name="starts_at" value="([^"]*)" id/g)].map(([, time = '']) => time);
}

/** Without the head, for messages. */
export function contentOf(page: string): string {
  return page.slice(page.indexOf('</style>'));
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
