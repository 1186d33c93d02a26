import assert from 'node:assert/strict';
import type { TestOrganization, TestService } from './harness.ts';
import { freshLead } from './leads.ts';
import { pdfPages } from './pdf-text.ts';

const LINES = [
  { description: 'Water heater', quantity: 1.5, unit_amount: 120_000, tax_rate: 8.25 },
  { description: 'Haul away', quantity: 1, unit_amount: 7_500, optional: true },
];
const OFFER = {
  title: 'Replace the water heater',
  valid_until: '2027-03-31',
  options: [
    { name: 'Standard', lines: LINES.slice(0, 1) },
    { name: 'Better', recommended: true, lines: LINES },
  ],
  deposit: { percent: 30 },
  terms: 'The rest is due on completion.',
};

/** The documents of an organization, for tests that read what is printed. */
export class Printed {
  readonly #service: TestService;
  readonly #organization: TestOrganization;

  constructor(service: TestService, organization: TestOrganization) {
    this.#service = service;
    this.#organization = organization;
  }

  async post(path: string, body?: object) {
    const response = await this.#organization.api.post(path, body);
    assert(response.status < 300, `${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  }

  /** A draft with two options. */
  async estimate(lead: object = {}, fields: object = {}) {
    const contact = freshLead({ name: 'Dana Whitfield', ...lead });
    const { lead_id } = await this.post('/v1/leads', contact);
    return this.post('/v1/estimates', { lead_id, ...OFFER, ...fields });
  }

  download(path: string, by?: { token: string }): Promise<Response> {
    const { token } = by ?? this.#organization;
    return fetch(`${this.#service.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  }

  async pages(path: string): Promise<string[]> {
    const response = await this.download(path);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/pdf');
    return pdfPages(new Uint8Array(await response.arrayBuffer()));
  }

  async text(path: string): Promise<string> {
    return (await this.pages(path)).join(' ');
  }
}

export function assertPrinted(text: string, ...parts: string[]): void {
  const plain = text.replaceAll(/\s+/g, ' ');
  for (const part of parts) assert(plain.includes(part), `${part} is missing in: ${plain}`);
}
