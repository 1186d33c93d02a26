import type { FastifyInstance } from 'fastify';

// biome-ignore lint/suspicious/noExplicitAny: bodies are read as they come, like any client of the API does.
export type Body = any;

/** The API as any client sees it, without the wire: the same routes, checks, answers and errors. */
export class Api {
  readonly #app: FastifyInstance;
  readonly #token: string;
  /** Told of every request that was answered. */
  readonly #answered: (method: string, path: string) => void;

  constructor(app: FastifyInstance, token: string, answered: Api['#answered']) {
    this.#app = app;
    this.#token = token;
    this.#answered = answered;
  }

  as(token: string): Api {
    return new Api(this.#app, token, this.#answered);
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
    const answer = await this.#app.inject({
      method,
      url: path,
      headers: { authorization: `Bearer ${this.#token}` },
      ...(body && { payload: body }),
    });
    if (answer.statusCode < 200 || answer.statusCode > 299) {
      const sent = body ? ` of ${JSON.stringify(body)}` : '';
      throw new Error(`${method} ${path}${sent} was answered ${answer.statusCode}: ${answer.body}`);
    }
    this.#answered(method, path);
    return answer.body === '' ? null : JSON.parse(answer.body);
  }
}
