import { type Api, found, type Schema } from './api.ts';
import { type Generated, generatedFile } from './files.ts';
import { comment, type Direction, fieldsOf, reachable, typeOf } from './types.ts';

/** Every schema of the document as a type, the problem codes, and which problem has which further fields. */
export function sdkTypes({ schemas, operations }: Api): Generated {
  const requests = reachable(
    schemas,
    operations.flatMap(({ body }) => body ?? []),
  );
  const responses = reachable(schemas, [
    ...operations.flatMap(({ response }) => response ?? []),
    found(schemas, 'Event'),
  ]);
  const declarations = Object.entries(schemas).map(([name, schema]) =>
    declare(name, schema, requests.has(name) && !responses.has(name) ? 'request' : 'response'),
  );
  return generatedFile(
    'packages/sdk/src/generated/types.ts',
    ["import type { Time } from '../time.ts';\n", ...declarations, ...problemTypes(schemas)].join(
      '\n',
    ),
  );
}

function declare(name: string, schema: Schema, direction: Direction): string {
  const isPlainObject = schema.properties && !schema.allOf && schema.type === 'object';
  const declaration = isPlainObject
    ? `export interface ${name} {\n${fieldsOf(schema, direction)}}\n`
    : `export type ${name} = ${typeOf(schema, direction)};\n`;
  return comment(schema.description) + indented(declaration);
}

/** `ProblemOf<'slot_taken'>` has `alternatives`. */
function problemTypes(schemas: Api['schemas']): string[] {
  const { properties } = found(schemas, 'Problem');
  const codes = properties?.code?.enum ?? [];
  const special = Object.entries(schemas).flatMap(([name, { allOf }]) => {
    const own = allOf?.[1]?.properties?.code?.enum ?? [];
    return allOf?.[0]?.$ref?.endsWith('/Problem') ? own.map((code) => ({ code, name })) : [];
  });
  return [
    `/** Every code that a problem of this version can have. */\nexport type ProblemCode =\n${codes.map((code) => `  | ${JSON.stringify(code)}`).join('\n')};\n`,
    `/** Problems with further fields. */\nexport interface ProblemsByCode {\n${special.map(({ code, name }) => `  ${String(code)}: ${name};`).join('\n')}\n}\n`,
  ];
}

/** Two spaces per open brace, as the rest of the source has. */
export function indented(code: string): string {
  let depth = 0;
  return code
    .split('\n')
    .map((line) => {
      const text = line.trim();
      if (/^[}\])]/.test(text)) depth -= 1;
      const spaces = '  '.repeat(depth);
      if (/[{[(]$/.test(text) && !text.startsWith('/') && !text.startsWith('*')) depth += 1;
      return text === '' ? '' : `${spaces}${text.startsWith('*') ? ' ' : ''}${text}`;
    })
    .join('\n');
}
