import assert from 'node:assert/strict';
import type { ApiClient } from './api-client.ts';
import type { SentPage } from './booking-visitor.ts';
import { created } from './created.ts';

/** A customer who opens a link and sends its forms, without scripts. */
export class LinkVisitor {
  readonly url: string;
  readonly path: string;
  readonly #headers: Record<string, string>;

  /** With an address of its own, if the service believes the proxy: failures are counted by address. */
  constructor(url: string, address: string | null = null) {
    this.url = url;
    const from = address === null ? {} : { 'x-forwarded-for': address };
    this.#headers = { accept: 'text/html', ...from };
    this.path = new URL(url).pathname;
  }

  async open(part = '', query: Record<string, string> = {}): Promise<SentPage> {
    const search = new URLSearchParams(query);
    const options = { headers: this.#headers, redirect: 'manual' } as const;
    return read(await fetch(`${this.url}${part}?${search}`, options));
  }

  async follow(location: string | null): Promise<SentPage> {
    assert(location !== null, 'The page leads nowhere.');
    return read(await fetch(new URL(location, this.url), { redirect: 'manual' }));
  }

  async post(
    action: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<SentPage> {
    const body = new URLSearchParams(fields);
    const all = { ...this.#headers, ...headers };
    const options = { method: 'POST', body, headers: all, redirect: 'manual' } as const;
    return read(await fetch(`${this.url}/${action}`, options));
  }
}

async function read(response: Response): Promise<SentPage> {
  const { status, headers } = response;
  return { status, headers, text: await response.text(), location: headers.get('location') };
}

const FIELDS = {
  visit: 'appointment_id',
  estimate: 'estimate_id',
  invoice: 'invoice_id',
  profile: 'customer_id',
} as const;

export async function newLinkFor(
  api: ApiClient,
  purpose: keyof typeof FIELDS,
  id: string,
): Promise<LinkVisitor> {
  const { url } = await created(api.post('/v1/links', { purpose, [FIELDS[purpose]]: id }));
  return new LinkVisitor(url);
}
