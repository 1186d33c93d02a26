import type { Option } from './table.ts';

function option(flag: string, kind: string, text: string, value?: string): Option {
  const name = flag.replaceAll('-', '_');
  return { flag, name, kind, text, isRequired: false, values: [], ...(value && { value }) };
}

export const OUTPUTS = ['table', 'json', 'ndjson'] as const;

/** Of every command. A field of the same name comes first: `webhook-endpoints create --url` is the field. */
export const COMMON: readonly Option[] = [
  option('base-url', 'string', 'address of the service (THROUGHLINE_URL), also --url', 'URL'),
  option('url', 'string', '', 'URL'),
  option('token', 'string', 'API token (THROUGHLINE_TOKEN)', 'TOKEN'),
  option('profile', 'string', 'profile to use (THROUGHLINE_PROFILE)', 'NAME'),
  {
    ...option('output', 'string', 'form of the data: a table on a terminal, ndjson into a pipe'),
    values: OUTPUTS,
  },
  option('json', 'boolean', 'the same as --output json; errors are JSON too, on stderr'),
  option('fields', 'string[]', 'only these fields: lead_id,name,consent.sms', 'FIELDS'),
  option('help', 'boolean', 'what the command does, and its options'),
];

export const OF_LISTS: readonly Option[] = [
  option('limit', 'integer', 'at most so many items; without it, one page', 'N'),
  option('all', 'boolean', 'all items'),
];

export const OF_CHANGES: readonly Option[] = [
  option('dry-run', 'boolean', 'only show what would happen: nothing is stored or sent'),
  option(
    'idempotency-key',
    'string',
    'key of the request: the same key has the same effect once',
    'KEY',
  ),
  option('yes', 'boolean', 'do not ask for confirmation'),
];

export const DATA: Option = option(
  'data',
  'string',
  'the whole body as JSON, as @FILE, or as - for stdin; fields are added to it',
  'JSON',
);

export const FILE: Option = {
  ...option('file', 'string', 'the file to send, or - for stdin', 'FILE'),
  isRequired: true,
};

export const OUTPUT_FILE: Option = option(
  'output-file',
  'string',
  'where to store the file; without it, it goes to stdout',
  'FILE',
);

export const CONTENT_TYPE: Option = option(
  'content-type',
  'string',
  'media type of the file; without it, by the end of its name',
  'TYPE',
);

/** Not part of the help: the other name of an option. */
export const HIDDEN = new Set(['url']);
