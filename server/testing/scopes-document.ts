import { ROLES, SCOPES, SCOPES_OF_ROLE } from '../domain/scopes.ts';
import { hiddenFieldsOf } from '../platform/auth/hidden-fields.ts';
import { writtenNeeds } from '../platform/auth/needs.ts';
import { isOwn } from '../platform/auth/scopes.ts';
import { eventTypes, routes } from '../routes.ts';
import { mayCall, shownTo } from './shown-to.ts';

/** docs/scopes.md, from the declarations of operations, event types and fields. */
export function scopesDocument(): string {
  return `# Scopes

<!-- Written by npm run openapi from the declarations of operations, event types and fields. Do not edit. -->

What is shown or done decides which scope is needed, not the path of the operation:

- \`<resource>:read\` shows the resource wherever it appears: in its own operations, inside another resource, in the event
  log, in the stream and in webhooks. Without it, a field is null or a list is empty, and the events are left out.
- \`<resource>:write\` changes the resource, and its responses show what was changed. It does not list or search.
- Events need \`events:read\` and the scope of their resource. A gap in the \`seq\`s is an event that the token cannot read.
- A webhook endpoint gets what the token that created it can read; see its \`scopes\`.
- Sending a text or an email needs \`communications:write\`: as a message, as a follow-up, as a step of a playbook, as the
  test of a channel.
- A text with variables (\`{{ invoice.total }}\`) needs the scopes to read them, from the caller who writes it. A playbook
  needs the scopes of everything that it reads and does, from the caller who saves, enables, runs or retries it.
- \`<resource>:own\` is for users in the field. The token sees and changes only the user's own work: see
  [own work](api-design.md#own-work).
- Names of users and tokens are shown to every token, as assignees and as actors of events.
- No event and no response contains a secret that was stored. Addresses with keys are shortened in events.

A test gives every scope alone to a token, calls every operation, and compares what it sees with this table.

## What each scope shows and allows

| Scope | Alone it shows | Operations |
|---|---|---|
${SCOPES.map(scopeRow).join('\n')}

## Fields that need another scope

| Field | Scopes |
|---|---|
${hiddenFieldRows().join('\n')}

## Operations that need two scopes

| Operation | Scopes |
|---|---|
${routes.flatMap(alsoNeedsRow).join('\n')}

\`createFollowUp\` and \`rescheduleFollowUp\` also need \`communications:write\` for texts and emails, \`sendMessage\` the
scopes of what its template contains, and \`listJobs\` with \`q\` also \`leads:read\` or \`customers:read\`.

## Events

| Scope | Event types |
|---|---|
${eventRows().join('\n')}

## Roles

| Role | Scopes |
|---|---|
${ROLES.map((role) => `| ${role} | ${codes(SCOPES_OF_ROLE[role])} |`).join('\n')}
`;
}

const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

function scopeRow(scope: string): string {
  const operations = routes.filter((operation) => mayCall(operation, [scope]));
  const kinds = [...shownTo([scope])].join(', ') || 'nothing';
  const shown = isOwn(scope) ? `of the user’s own work: ${kinds}` : kinds;
  return `| \`${scope}\` | ${shown} | ${codes(operations.map(({ id }) => id)) || 'none alone'} |`;
}

function hiddenFieldRows(): string[] {
  const bodies = routes.flatMap((operation) =>
    operation.kind === 'stream' || operation.kind === 'download'
      ? []
      : Object.values(operation.responses).map(({ body }) => body),
  );
  const fields = bodies.flatMap((body) =>
    hiddenFieldsOf(body).map(({ path, needs }) => {
      const names = path.filter((name) => name !== '[]' && name !== 'data');
      return { name: names.at(-1), whole: names.slice(-2).join('.'), needs: writtenNeeds(needs) };
    }),
  );
  const rows = Map.groupBy(fields, ({ name, needs }) => `${name} ${needs}`)
    .values()
    .map((same) => {
      // By its own name where the resource is the response itself.
      const [shortest] = same.toSorted((a, b) => a.whole.length - b.whole.length);
      return `| \`${shortest?.whole}\` | ${codesIn(shortest?.needs ?? '')} |`;
    });
  return [...rows].sort();
}

const codesIn = (text: string) => text.replaceAll(/[a-z_]+:[a-z]+/g, (scope) => `\`${scope}\``);

function alsoNeedsRow({ id, scopes, alsoNeeds = [] }: (typeof routes)[number]): string[] {
  if (alsoNeeds.length === 0) return [];
  return [`| \`${id}\` | ${codesIn(writtenNeeds([scopes, ...alsoNeeds]))} |`];
}

function eventRows(): string[] {
  const byScope = Map.groupBy(eventTypes, ({ scopes }) => scopes.join(' or '));
  return [...byScope].map(
    ([scopes, types]) => `| ${codesIn(scopes)} | ${codes(types.map(({ type }) => type))} |`,
  );
}
