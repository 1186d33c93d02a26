import type { Dispatcher } from 'undici';

// biome-ignore lint/suspicious/noExplicitAny: bodies are not validated, as in any client of the API.
export type Body = any;

/** An HTTP client of the API. */
export class Api {
  readonly #connection: Dispatcher;
  readonly #token: string;
  /** Called after every successful request. */
  readonly #onSuccess: (method: string, path: string) => void;

  constructor(
    connection: Dispatcher,
    token: string,
    onSuccess: (method: string, path: string) => void,
  ) {
    this.#connection = connection;
    this.#token = token;
    this.#onSuccess = onSuccess;
  }

  as(token: string): Api {
    return new Api(this.#connection, token, this.#onSuccess);
  }

  get(path: string): Promise<Body> {
    return this.#call('GET', path);
  }

  post(path: string, body?: object): Promise<Body> {
    return this.#call('POST', path, body);
  }

  patch(path: string, body: object): Promise<Body> {
    return this.#call('PATCH', path, body);
  }

  delete(path: string): Promise<Body> {
    return this.#call('DELETE', path);
  }

  /** No request of the story is refused: a response other than 2xx is a bug in the story. */
  async #call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) {
    const response = await this.#connection.request({
      method,
      path,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await response.body.text();
    if (response.statusCode < 200 || response.statusCode > 299) {
      const sent = body ? ` of ${JSON.stringify(body)}` : '';
      throw new Error(`${method} ${path}${sent} returned ${response.statusCode}: ${text}`);
    }
    this.#onSuccess(method, path);
    return text === '' ? null : JSON.parse(text);
  }
}
