/** What the tools need of the service: one function that sends a request and returns its response. */
export interface Api {
  request(request: ApiRequest): Promise<ApiResponse>;
}

export interface ApiRequest {
  method: string;
  /** The path with its query. */
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface ApiResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Parsed, if it is JSON; otherwise text. */
  body: unknown;
}

/** Says that a request was made for a model. The service writes it into the actor of its events. */
export const VIA_MCP = { 'throughline-via': 'mcp' };

/** A response that is a problem. The model sees its code, details and what to do instead. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor({ status, body }: Pick<ApiResponse, 'status' | 'body'>) {
    super(`The service responded with status ${status}.`);
    this.status = status;
    this.body = body;
  }
}

/** The arguments cannot be used as they are. The model sees the code and the sentence. */
export class Refused extends Error {
  readonly code: string;
  readonly more: Record<string, unknown>;

  constructor(code: string, detail: string, more: Record<string, unknown> = {}) {
    super(detail);
    this.code = code;
    this.more = more;
  }
}
