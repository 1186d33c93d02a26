import type { Client } from 'undici';
import { Throughline } from '../../packages/sdk/src/index.ts';

/** Called after every successful request. */
type OnSuccess = (method: string, path: string) => void;

/** A client of the API, on one connection to the application in this process. */
export class Api extends Throughline {
  readonly #connection: Client;
  readonly #onSuccess: OnSuccess;

  constructor(connection: Client, token: string, onSuccess: OnSuccess) {
    const send = sendOn(connection, onSuccess);
    // No request of the story is refused, and none is repeated: a response other than 2xx is a bug in the story.
    super({ token, fetch: send, maxRetries: 0 });
    this.#connection = connection;
    this.#onSuccess = onSuccess;
  }

  as(token: string): Api {
    return new Api(this.#connection, token, this.#onSuccess);
  }

  /** What a partner sends to the address of a source, without a token. */
  async deliver(path: string, content: object): Promise<void> {
    await this.#send(path, { 'content-type': 'application/json' }, JSON.stringify(content));
  }

  /** What a customer does with a link: opens it, or sends a form of the page. */
  async visitPage(url: string, form?: Record<string, string>): Promise<void> {
    const { pathname } = new URL(url);
    // As a browser asks for a page: others do not count as someone who looks at it.
    const accept = 'text/html';
    if (form === undefined) return this.#send(pathname, { accept });
    const type = 'application/x-www-form-urlencoded';
    await this.#send(
      pathname,
      { accept, 'content-type': type },
      new URLSearchParams(form).toString(),
    );
  }

  /** Pages are limited by real time, which the story ignores: what was too much just did not happen. */
  async #send(path: string, headers: Record<string, string>, body?: string): Promise<void> {
    const method = body === undefined ? 'GET' : 'POST';
    const response = await this.#connection.request({ method, path, headers, body: body ?? null });
    await response.body.dump();
    if (response.statusCode < 400) this.#onSuccess(method, path);
    else if (response.statusCode !== 429) throw new Error(`${path}: ${response.statusCode}`);
  }
}

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Half the time of the global `fetch`, for thousands of requests one after the other. */
function sendOn(connection: Client, onSuccess: OnSuccess): typeof fetch {
  return async (input, init = {}) => {
    const { pathname, search } = new URL(String(input));
    const { method = 'GET', body } = init;
    const headers = Object.fromEntries(new Headers(init.headers));
    // Nothing is repeated, so no response has to be remembered.
    delete headers['idempotency-key'];
    const response = await connection.request({
      method: METHODS.find((one) => one === method) ?? 'GET',
      path: pathname + search,
      headers,
      body: typeof body === 'string' ? body : null,
    });
    const text = await response.body.text();
    if (response.statusCode < 300) onSuccess(method, pathname);
    return new Response(text === '' ? null : text, { status: response.statusCode });
  };
}
