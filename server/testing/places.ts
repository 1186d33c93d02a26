import assert from 'node:assert/strict';
import type { ApiResponse } from './api-client.ts';
import { created } from './created.ts';
import type { TestOrganization } from './harness.ts';
import { freshLead } from './leads.ts';

type Body = ApiResponse['body'];

export const ALDER_ST = {
  line1: '1418 Alder St',
  line2: null,
  city: 'Portland',
  region: 'OR',
  postal_code: '97205',
  country: 'US',
};

let people = 0;

/** Requests about persons, their places and their machines. */
export class Places {
  readonly #organization: TestOrganization;

  constructor(organization: TestOrganization) {
    this.#organization = organization;
  }

  get api() {
    return this.#organization.api;
  }

  /** Captured, with a name and a mailbox of its own. */
  lead(fields: object = {}): Promise<Body> {
    people += 1;
    const own = { name: `Person${people} Of${people}`, email: `place${people}@example.com` };
    return created(this.api.post('/v1/leads', freshLead({ ...own, ...fields })));
  }

  async customer(): Promise<Body> {
    return this.convert(await this.lead());
  }

  async convert({ lead_id }: Body): Promise<Body> {
    return this.act(`/v1/leads/${lead_id}/convert`);
  }

  property(fields: object): Promise<Body> {
    return created(this.api.post('/v1/properties', { address: ALDER_ST, ...fields }));
  }

  equipment(fields: object): Promise<Body> {
    return created(this.api.post('/v1/equipment', { kind: 'Water heater', ...fields }));
  }

  job(fields: object): Promise<Body> {
    return created(this.api.post('/v1/jobs', { title: 'Replace the heater', ...fields }));
  }

  async act(path: string, body?: object): Promise<Body> {
    const response = await this.api.post(path, body);
    assert(response.status < 300, JSON.stringify(response.body));
    return response.body;
  }

  async read(path: string): Promise<Body> {
    const { status, body } = await this.api.get(path);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  /** The ids in a list, newest first. */
  async ids(path: string, name: string): Promise<string[]> {
    return (await this.read(path)).data.map((one: Body) => one[name]);
  }
}
