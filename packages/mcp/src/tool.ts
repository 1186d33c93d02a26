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
import type { Catalog } from './catalog.ts';
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
  const { name, kind, title, description, operations } = spec;
  const outputSchema = spec.output && slim(spec.output);
  const inputOf = oncePerGrant((session) => slim(spec.input(session)));
  return {
    name,
    kind,
    isFor: (session) => operations.length === 0 || operations.some((id) => session.may(id)),
    register(server, session) {
      const config = {
        title,
        description,
        inputSchema: inputOf(session),
        annotations: { ...HINTS[kind], ...spec.hints },
        ...(outputSchema && { outputSchema }),
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

/** Sets of scopes whose schemas are remembered. */
const MAX_GRANTS = 100;

/** Every HTTP request gets a server of its own, and making all schemas would take it 10 ms. */
function oncePerGrant<Made>(make: (session: Session) => Made): (session: Session) => Made {
  const byCatalog = new WeakMap<Catalog, Map<string, Made>>();
  return (session) => {
    const made = byCatalog.get(session.catalog) ?? new Map<string, Made>();
    byCatalog.set(session.catalog, made);
    const found = made.get(session.grantKey) ?? make(session);
    if (made.size >= MAX_GRANTS) made.clear();
    made.set(session.grantKey, found);
    return found;
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
  let described: Record<string, unknown> | null = null;
  const describe = () => {
    described ??= asObject(slimmed(z.toJSONSchema(schema, { io: 'input' })));
    return described;
  };
  const jsonSchema = { input: describe, output: describe };
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
