import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { ApiClient, ApiResponse } from './api-client.ts';
import { created } from './created.ts';
import { eventually } from './eventually.ts';
import type { TestService } from './harness.ts';
import { freshLead } from './leads.ts';
import { type LoopbackServer, startLoopback } from './loopback.ts';
import { uuidFrom } from './uuid-from.ts';

type Body = ApiResponse['body'];

/** The smallest step that has an effect. */
export function callTask(id = 'call') {
  return { id, do: 'create_task', with: { title: 'Call' } };
}

/** The smallest playbook. */
export function callBack(fields: object = {}) {
  return { name: 'Call back', trigger: { manual: true }, steps: [callTask()], ...fields };
}

/** Common actions for tests of playbooks, for one organization. */
export class Playbooks {
  readonly api: ApiClient;
  readonly #service: Pick<TestService, 'owner'> | null;

  /** With the service, it waits by asking the database, which costs less than many requests. */
  constructor(api: ApiClient, service: Pick<TestService, 'owner'> | null = null) {
    this.api = api;
    this.#service = service;
  }

  async make(definition: object): Promise<Body> {
    const playbook = { name: 'A playbook', trigger: { manual: true }, ...definition };
    return created(this.api.post('/v1/playbooks', playbook));
  }

  async newLead(fields: object = {}): Promise<Body> {
    return created(this.api.post('/v1/leads', freshLead({ name: 'Dana', ...fields })));
  }

  async run(playbook: Body, target: object): Promise<Body> {
    const path = `/v1/playbooks/${playbook.playbook_id}/run`;
    const { status, body } = await this.api.post(path, target);
    assert.equal(status, 202, JSON.stringify(body));
    return body;
  }

  async dryRun(playbook: Body, target: object): Promise<Body> {
    const path = `/v1/playbooks/${playbook.playbook_id}/run`;
    const { status, body } = await this.api.post(path, { ...target, dry_run: true });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  async read(runId: string): Promise<Body> {
    const { status, body } = await this.api.get(`/v1/playbook-runs/${runId}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  /** The run, once it is in one of these states. */
  async until(runId: string, ...statuses: string[]): Promise<Body> {
    let last: Body = null;
    await this.#once('run_id = $1 and status = any ($2)', [uuidFrom('run', runId), statuses]);
    return eventually(async () => {
      last = await this.read(runId);
      return statuses.includes(last.status) && last;
    }).catch((error) => {
      throw new Error(`${error.message}: ${JSON.stringify(last)}`);
    });
  }

  async list(query = ''): Promise<Body[]> {
    const { status, body } = await this.api.get(`/v1/playbook-runs?limit=200${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  }

  /** Waits for the only run of the playbook. */
  async theRunOf(playbook: Body, query = ''): Promise<Body> {
    await this.#once('playbook_id = $1', [uuidFrom('playbook', playbook.playbook_id)]);
    return eventually(async () => {
      const runs = await this.list(`&playbook_id=${playbook.playbook_id}${query}`);
      return runs.length > 0 && runs[0];
    });
  }

  async #once(condition: string, values: unknown[]): Promise<void> {
    const service = this.#service;
    if (service === null) return;
    const text = `select from playbook_runs where ${condition}`;
    await eventually(async () => (await service.owner.query(text, values)).rowCount).catch(
      () => {},
    );
  }

  async events(query: string): Promise<Body[]> {
    const { status, body } = await this.api.get(`/v1/events?limit=200${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  }
}

export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver extends LoopbackServer {
  received: Received[];
  /** Responds with 200 and {"ok": true} by default. */
  answer: (request: Received, response: ServerResponse) => void | Promise<void>;
}

/** A server of another system, which playbooks send requests to. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = await startLoopback(async ({ method = '', url = '', headers }, body, response) => {
    const one = { method, url, headers, body };
    received.push(one);
    await receiver.answer(one, response);
  });
  const receiver: Receiver = {
    ...server,
    received,
    answer: (_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"ok": true}');
    },
  };
  return receiver;
}
