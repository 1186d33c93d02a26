import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { isObject } from '../platform/is-object.ts';
import type { ApiResponse } from './api-client.ts';

export type Answer = ApiResponse['body'];

export interface McpClientOptions {
  /** Answers questions to the user; without it, the client cannot ask. */
  onQuestion?: (message: string) => { action: 'accept' | 'decline' | 'cancel'; content?: object };
  /** A client of 2025. */
  isOld?: boolean;
  headers?: Record<string, string>;
}

/** The official client, connected to POST /mcp with this token. */
export async function connectMcp(
  url: string,
  token: string,
  options: McpClientOptions = {},
): Promise<McpClient> {
  const requestInit = { headers: { authorization: `Bearer ${token}`, ...options.headers } };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit });
  const client = newClient(options);
  await client.connect(transport);
  return new McpClient(client);
}

export function newClient({ onQuestion, isOld = false }: McpClientOptions = {}): Client {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      versionNegotiation: { mode: isOld ? 'legacy' : 'auto' },
      ...(onQuestion && { capabilities: { elicitation: { form: {} } } }),
    },
  );
  if (onQuestion) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const { action, content } = onQuestion(params.message);
      return { action, ...(content && { content: { ...content } }) };
    });
  }
  return client;
}

export class McpClient {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  /** What the tool answered; a problem fails the test. */
  async call(name: string, args: object = {}): Promise<Answer> {
    const { isError, body } = await this.try(name, args);
    assert.equal(isError, false, JSON.stringify(body));
    return body;
  }

  /** The problem that the tool answered; success fails the test. */
  async refused(name: string, args: object = {}): Promise<Answer> {
    const { isError, body } = await this.try(name, args);
    assert.equal(isError, true, JSON.stringify(body));
    return body;
  }

  async try(name: string, args: object): Promise<{ isError: boolean; body: Answer; text: string }> {
    const result = await this.client.callTool({ name, arguments: { ...args } });
    const [content] = result.content;
    assert.ok(isObject(content) && content.type === 'text', JSON.stringify(result));
    const text = String(content.text);
    const body = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
    return { isError: result.isError === true, body, text };
  }

  async toolNames(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }
}
