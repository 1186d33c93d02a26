import type { Given } from './arguments.ts';
import { OF_CHANGES, OF_LISTS, OUTPUT_FILE } from './globals.ts';
import type { Option } from './table.ts';

/** A command that is more than one operation. */
export interface OwnCommand {
  name: string;
  /** The words after the name: `FILE`, `[NAME]`. */
  words: readonly string[];
  summary: string;
  options: readonly Option[];
  isHidden?: boolean;
  /** Loaded only when it runs. */
  load(): Promise<{ run(given: Given): Promise<void> }>;
}

function option(flag: string, kind: string, text: string, value?: string): Option {
  const name = flag.replaceAll('-', '_');
  return { flag, name, kind, text, isRequired: false, values: [], ...(value && { value }) };
}

const TYPES = 'only these event types, separated by commas: lead.qualified, lead.*';
const types = option('types', 'string[]', TYPES, 'TYPES');
const after = option('after', 'string', 'start after this seq', 'SEQ');
const [dryRun, idempotencyKey, yes] = OF_CHANGES;
const data = option('data', 'string', 'the body as JSON, as @FILE, or as - for stdin', 'JSON');

const tail: Omit<OwnCommand, 'name'> = {
  words: [],
  summary: 'Print events as they happen, until you interrupt it',
  options: [types, after, option('lifecycle-number', 'string', 'only this lifecycle', 'NUMBER')],
  load: () => import('./commands/tail.ts'),
};

export const ownCommands: readonly OwnCommand[] = [
  {
    name: 'login',
    words: [],
    summary: 'Check a token and store it in a profile',
    options: [option('use', 'boolean', 'use this profile from now on; --no-use to only store it')],
    load: () => import('./commands/login.ts'),
  },
  {
    name: 'logout',
    words: [],
    summary: 'Remove a profile and its token from this machine',
    options: [],
    load: () => import('./commands/logout.ts'),
  },
  {
    name: 'whoami',
    words: [],
    summary: 'Show the organization, the user and the scopes of the token',
    options: [],
    load: () => import('./commands/whoami.ts'),
  },
  {
    name: 'profiles',
    words: [],
    summary: 'List the profiles on this machine',
    options: [],
    load: () => import('./commands/profiles.ts'),
  },
  {
    name: 'profiles use',
    words: ['NAME'],
    summary: 'Use a profile from now on',
    options: [],
    load: () => import('./commands/profiles-use.ts'),
  },
  {
    name: 'events',
    words: [],
    summary: 'Print the event log, oldest first',
    options: [types, after, ...OF_LISTS.filter(({ flag }) => flag === 'limit')],
    load: () => import('./commands/events.ts'),
  },
  { name: 'events tail', ...tail },
  { name: 'events stream', ...tail, isHidden: true },
  {
    name: 'listen',
    words: [],
    summary: 'Forward events to a local URL as signed webhooks',
    options: [
      {
        ...option('forward-to', 'string', 'URL to send events to', 'URL'),
        isRequired: true,
      },
      types,
      { ...after, text: 'start after this seq; without it, start with the next event' },
    ],
    load: () => import('./commands/listen.ts'),
  },
  {
    name: 'trigger',
    words: ['TYPE'],
    summary: 'Send an example event to all subscribers of its event type',
    options: [option('endpoint', 'string', 'send only to this webhook endpoint', 'ID')],
    load: () => import('./commands/trigger.ts'),
  },
  {
    name: 'import',
    words: ['FILE'],
    summary: 'Import leads from a CSV or NDJSON file, and wait for the result',
    options: [
      option('source', 'string', 'source of rows that do not have one', 'TEXT'),
      option('service-needed', 'string', 'service of rows that do not have one', 'CODE'),
      option('ignore-unknown-columns', 'boolean', 'ignore unknown columns of a CSV file'),
      option('content-type', 'string', 'text/csv or application/x-ndjson', 'TYPE'),
      option('rejected', 'string', 'where to write rejected rows as CSV', 'FILE'),
      ...(idempotencyKey ? [idempotencyKey] : []),
    ],
    load: () => import('./commands/import.ts'),
  },
  {
    name: 'api',
    words: ['METHOD', 'PATH'],
    summary: 'Send any request: throughline api GET /v1/leads?limit=1',
    options: [data, OUTPUT_FILE, ...[dryRun, idempotencyKey, yes].flatMap((one) => one ?? [])],
    load: () => import('./commands/api.ts'),
  },
  {
    name: 'mcp',
    words: [],
    summary: 'Serve MCP on standard input and output, for an assistant',
    options: [option('read-only', 'boolean', 'offer only the tools that change nothing')],
    load: () => import('./commands/mcp.ts'),
  },
  {
    name: 'completion',
    words: ['SHELL'],
    summary: 'Print the completion script for bash, zsh, fish or powershell',
    options: [],
    load: () => import('./commands/completion.ts'),
  },
  {
    name: 'rotate-key',
    words: [],
    summary: 'Encrypt all secrets of a service here again, with its settings and without a token',
    options: [],
    load: () => import('./commands/rotate-key.ts'),
  },
];
