import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { McpClient, type McpClientOptions, newClient } from './mcp-client.ts';

/** `throughline mcp`, as a client starts it. */
export const MCP_PROGRAM = [join(import.meta.dirname, '../../packages/cli/bin.js'), 'mcp'];

interface ProgramOptions extends McpClientOptions {
  isReadOnly?: boolean;
}

/** The official client, with the program as its child. The client is closed after the work. */
export async function withMcpProgram<T>(
  service: { url: string; token: string },
  options: ProgramOptions,
  work: (mcp: McpClient) => Promise<T>,
): Promise<T> {
  const client = newClient(options);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...MCP_PROGRAM, ...(options.isReadOnly ? ['--read-only'] : [])],
    env: { THROUGHLINE_URL: service.url, THROUGHLINE_TOKEN: service.token },
  });
  await client.connect(transport);
  try {
    return await work(new McpClient(client));
  } finally {
    await client.close();
  }
}
