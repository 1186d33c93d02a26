import { McpServer } from '@modelcontextprotocol/server';
import { registerPrompts } from './prompts.ts';
import { registerResources } from './resources.ts';
import { Session, type SessionOptions } from './session.ts';
import { tools } from './tools/index.ts';

export const VERSION = '0.1.0';

const INSTRUCTIONS =
  'Throughline runs a field-service business. One lifecycle number (such as 100042-7) holds a lead, its customer, appointments, jobs, invoices and messages. Start with find_records or get_lifecycle. Amounts are in minor units of the currency. Times need an offset. A field that is not shown is empty. Repeating a creation with the same arguments creates nothing new. Each result of a change names its undo.';

/** The MCP server of one token: the tools that its scopes allow. */
export function createMcpServer(options: SessionOptions): McpServer {
  const session = new Session(options);
  const reads = ['getLifecycle', 'listEvents'];
  const subscribe = options.canSubscribe === true && reads.every((id) => session.may(id));
  const server = new McpServer(
    { name: 'throughline', title: 'Throughline', version: VERSION },
    {
      instructions: INSTRUCTIONS,
      capabilities: { tools: {}, resources: { subscribe }, prompts: {} },
    },
  );
  for (const tool of tools) {
    const isAllowed = tool.kind === 'read' || !session.readOnly;
    if (isAllowed && tool.isFor(session)) tool.register(server, session);
  }
  registerResources(server, session);
  registerPrompts(server);
  return server;
}
