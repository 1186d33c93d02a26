import { type Api, camel, lastOf, type Operation, type Schema } from './api.ts';
import { commandName, kebab } from './cli-commands.ts';
import { type Call, exampleCall } from './examples.ts';
import type { Generated } from './files.ts';

/** How to call an operation, for the reference. */
export interface Samples {
  typescript: string;
  cli: string;
}

const MAX_WIDTH = 80;

/** The samples of every operation, with its documented example. */
export function samplesFile(api: Api): Generated {
  const samples = api.operations.map((one): [string, Samples] => {
    const call = exampleCall(one, api);
    return [
      one.id,
      { typescript: `${START}\n${typescriptSample(one, call)}`, cli: cliSample(one, call) },
    ];
  });
  const content = `${JSON.stringify(Object.fromEntries(samples), null, 2)}\n`;
  return { path: 'server/samples.json', content };
}

/** The same samples as code, for the compiler. */
export function samplesProgram(api: Api): Generated {
  const functions = api.operations.map((one) => {
    const sample = typescriptSample(one, exampleCall(one, api));
    const lines = sample.trimEnd().split('\n');
    return `export async function ${one.id}(): Promise<void> {\n${lines.map((line) => (line ? `  ${line}` : '')).join('\n')}\n}\n`;
  });
  return {
    path: 'packages/sdk/tests/generated/samples.ts',
    content: `// Made from openapi.json by \`npm run generate\`: the samples of the reference. Do not edit it.\n\nimport { Throughline } from '../../src/index.ts';\n\nconst throughline = new Throughline({ token: 'tl_…' });\n\n${functions.join('\n')}`,
  };
}

const START = `import { Throughline } from '@throughline/sdk';

const throughline = new Throughline({ token: 'tl_…', baseUrl: 'http://127.0.0.1:8080' });
`;

/** Calls the operation and shows the result, with a client called `throughline`. */
export function typescriptSample(operation: Operation, call: Call): string {
  const { resource, verb, parameters, items, response, isStream } = operation;
  const given = [
    ...parameters.filter((one) => one.in === 'path').map(({ name }) => call.params[name]),
    ...(call.upload ? [call.upload] : []),
    ...(call.body === undefined ? [] : [call.body]),
    ...(Object.keys(call.query).length > 0 ? [call.query] : []),
  ];
  const called = calledWith(`throughline.${[...resource, verb].join('.')}`, given);
  if (isStream) return `for await (const event of ${called}) {\n  console.log(event.type);\n}\n`;
  if (items) {
    const name = variableFor(items);
    return `for await (const ${name} of ${called}) {\n  console.log(${name});\n}\n`;
  }
  if (response === null) return `const file = await ${called};\nconsole.log(await file.text());\n`;
  const name = variableFor(response[0]);
  return `const ${name} = await ${called};\nconsole.log(${name});\n`;
}

/** In one line if it fits. Otherwise the last value, which is an object then, takes lines of its own. */
function calledWith(method: string, given: readonly unknown[]): string {
  const line = `${method}(${given.map((one) => literal(one, '', Number.POSITIVE_INFINITY)).join(', ')})`;
  if (line.length <= MAX_WIDTH) return line;
  return `${method}(${given.map((one) => literal(one, '', 0)).join(', ')})`;
}

/** `lead` for a `Lead`. */
function variableFor(schema: Schema | undefined): string {
  const ref = schema?.$ref ?? schema?.anyOf?.[0]?.$ref;
  if (!ref) return 'result';
  const name = lastOf(ref);
  return RESERVED.has(name) ? 'result' : name.slice(0, 1).toLowerCase() + name.slice(1);
}

const RESERVED = new Set(['Import', 'Export']);

/** A value as people write it in code, in one line if it is not wider than that. */
function literal(value: unknown, indent: string, width = MAX_WIDTH): string {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => literal(one, inner, Math.max(width, MAX_WIDTH)))
    : Object.entries(value).map(
        ([name, one]) => `${keyOf(name)}: ${literal(one, inner, Math.max(width, MAX_WIDTH))}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  const line = `${open}${parts.join(', ')}${close}`;
  if (parts.length === 0) return `${open.trim()}${close.trim()}`;
  if (indent.length + line.length <= width && !line.includes('\n')) return line;
  const lines = parts.map((part) => `${inner}${part},`);
  return `${open.trim()}\n${lines.join('\n')}\n${indent}${close.trim()}`;
}

function text(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const escaped = value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return `${quote}${escaped.replaceAll('\n', '\\n')}${quote}`;
}

function keyOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`;
}

/** The command, as it is typed in a POSIX shell. */
export function cliSample(operation: Operation, call: Call): string {
  const { parameters, effect } = operation;
  const ids = parameters.filter((one) => one.in === 'path').map(({ name }) => call.params[name]);
  const fields = { ...asObject(call.body), ...call.query };
  const words = [
    'throughline',
    commandName(operation),
    ...ids.map((id) => quoted(String(id))),
    ...Object.entries(fields).map(
      ([name, value]) => `--${kebab(camel(name))} ${quoted(textOf(value))}`,
    ),
    ...(effect === 'destructive' || effect === 'external' ? ['--yes'] : []),
  ];
  if (call.upload) words.splice(2, 0, `--file ${fileNameOf(call.upload.type)}`);
  const command = words.join(' ');
  return command.length <= MAX_WIDTH ? command : command.replaceAll(' --', ' \\\n  --');
}

/** The end of the name says the type. */
export function fileNameOf(type: string): string {
  return type === 'text/csv' ? 'leads.csv' : 'export.ndjson';
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function textOf(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function quoted(text: string): string {
  return /^[\w.,:/@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
