import { problems } from '../api-document.ts';
import { problemCodes } from '../platform/openapi/responses.ts';
import { PLATFORM_PROBLEMS } from '../platform/problem-catalog.ts';
import { routes } from '../routes.ts';

/** docs/errors.md, from the same catalog that the OpenAPI document is made from. */
export function errorsDocument(): string {
  const isPlatform = (code: string) => Object.hasOwn(PLATFORM_PROBLEMS, code);
  const codes = Object.keys(problems);
  const general = codes.filter(isPlatform).map((code) => row(code));
  const own = codes.filter((code) => !isPlatform(code)).map((code) => row(code, usersOf(code)));
  return `# Errors

<!-- Written by npm run openapi from server/platform/problem-catalog.ts and server/domain/problems.ts. Do not edit. -->

Every response that is not a success is a problem: \`application/problem+json\` (RFC 9457) with \`type\`, \`title\`,
\`status\`, \`detail\`, \`code\` and \`request_id\`. Decide by \`code\`: codes do not change. Show \`detail\` to people: it says
what is wrong and what to do next. If fields of the request are wrong, \`errors\` lists all of them, each with a
\`pointer\`, a \`code\` and a \`detail\`. Some problems have more members; the table names them.

## Any operation

| Code | Status | Meaning | More members |
|---|---|---|---|
${general.join('\n')}

## Single operations

| Code | Status | Meaning | More members | Operations |
|---|---|---|---|---|
${own.join('\n')}
`;
}

function row(code: string, ...more: string[]): string {
  const { status, meaning, shape } = problems[code] ?? { status: 0, meaning: '' };
  const names = Object.keys(shape?.members ?? {}).map((name) => `\`${name}\``);
  return `| ${[`\`${code}\``, status, meaning, names.join(', '), ...more].join(' | ')} |`;
}

function usersOf(code: string): string {
  const users = routes.filter((operation) => problemCodes(operation).includes(code));
  return users.map(({ id }) => `\`${id}\``).join(', ');
}
