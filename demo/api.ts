import type { Dispatcher } from 'undici';

// biome-ignore lint/suspicious/noExplicitAny: bodies are read as they come, like any client of the API does.
export type Body = any;

/** The API as any client sees it, by HTTP. */
export class Api {
  readonly #connection: Dispatcher;
  readonly #token: string;
  /** Told of every request that was answered. */
  readonly #answered: (method: string, path: string) => void;

  constructor(
    connection: Dispatcher,
    token: string,
    answered: (method: string, path: string) => void,
  ) {
    this.#connection = connection;
    this.#token = token;
    this.#answered = answered;
  }

  as(token: string): Api {
    return new Api(this.#connection, token, this.#answered);
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

  /** Nothing that the story does is refused: an answer other than 2xx is a mistake in the story. */
  async #call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) {
    const answer = await this.#connection.request({
      method,
      path,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await answer.body.text();
    if (answer.statusCode < 200 || answer.statusCode > 299) {
      const sent = body ? ` of ${JSON.stringify(body)}` : '';
      throw new Error(`${method} ${path}${sent} was answered ${answer.statusCode}: ${text}`);
    }
    this.#answered(method, path);
    return text === '' ? null : JSON.parse(text);
  }
}
