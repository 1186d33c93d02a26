import type {
  CallToolResult,
  InputRequiredResult,
  McpServer,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { failure } from './answers.ts';
import { asObject, isObject } from './json.ts';
import type { Session } from './session.ts';

export type ToolResult = CallToolResult | InputRequiredResult;

/** What a tool can do: read, change what can be changed back, or what a person must confirm. */
export type ToolKind = 'read' | 'write' | 'confirmed';

export interface ToolContext {
  session: Session;
  request: ServerContext;
  /** The capabilities that a client of 2025 declared when it connected. */
  server: McpServer;
}

export interface Tool {
  name: string;
  kind: ToolKind;
  /** Whether the token may use one of its operations. */
  isFor(session: Session): boolean;
  register(server: McpServer, session: Session): void;
}

interface ToolSpec<Input extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  kind: ToolKind;
  hints?: ToolAnnotations;
  /** One of these must be allowed; without any, the tool is for every token. */
  operations: readonly string[];
  /** The choices of a token are those that its scopes allow. */
  input(session: Session): Input;
  output?: z.ZodObject;
  run(args: z.output<Input>, context: ToolContext): Promise<ToolResult>;
}

export function tool<Input extends z.ZodObject>(spec: ToolSpec<Input>): Tool {
  const { name, kind, title, description, operations, output } = spec;
  return {
    name,
    kind,
    isFor: (session) => operations.length === 0 || operations.some((id) => session.may(id)),
    register(server, session) {
      const config = {
        title,
        description,
        inputSchema: slim(spec.input(session)),
        annotations: { ...HINTS[kind], ...spec.hints },
        ...(output && { outputSchema: slim(output) }),
      };
      server.registerTool(name, config, async (args, request) => {
        try {
          return await spec.run(args, { session, request, server });
        } catch (error) {
          return failure(error);
        }
      });
    },
  };
}

const HINTS: Record<ToolKind, ToolAnnotations> = {
  read: { readOnlyHint: true, openWorldHint: false },
  write: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  confirmed: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
};

/** Validates as before, but describes itself with fewer tokens: no dialect, no limits of safe integers. */
function slim<Input extends z.ZodObject>(
  schema: Input,
): StandardSchemaWithJSON<z.input<Input>, z.output<Input>> {
  const described = asObject(slimmed(z.toJSONSchema(schema, { io: 'input' })));
  const jsonSchema = { input: () => described, output: () => described };
  return { '~standard': { ...schema['~standard'], jsonSchema } };
}

function slimmed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slimmed);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).filter(
    ([name, member]) =>
      name !== '$schema' &&
      name !== 'propertyNames' &&
      !(typeof member === 'number' && Math.abs(member) === Number.MAX_SAFE_INTEGER),
  );
  return Object.fromEntries(fields.map(([name, member]) => [name, slimmed(member)]));
}
