import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { toUuid } from '../domain/ids.ts';
import { NDJSON } from '../features/exports/file-format.ts';
import { restoreOrganization } from '../features/exports/restore-organization.task.ts';
import type { TaskContext } from '../platform/tasks/task.ts';
import type { ApiResponse } from './api-client.ts';
import { eventually } from './eventually.ts';
import type { TestOrganization, TestService } from './harness.ts';

export interface FileLine {
  type: string;
  data: ApiResponse['body'];
}

export async function downloadFile(
  { url }: Pick<TestService, 'url'>,
  { api, token }: TestOrganization,
): Promise<string> {
  const { status, body } = await api.post('/v1/exports');
  assert.equal(status, 201, JSON.stringify(body));
  const response = await fetch(`${url}/v1/exports/${body.export_id}/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(response.status, 200);
  const file = await response.text();
  await eventually(async () => {
    const now = await api.get(`/v1/exports/${body.export_id}`);
    return now.body.status !== 'running';
  });
  return file;
}

export function sendFile(
  { api }: TestOrganization,
  file: string | Uint8Array<ArrayBuffer>,
  type: string = NDJSON,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return api.post('/v1/restores', undefined, {
    raw: file,
    headers: { 'content-type': type, ...headers },
  });
}

/** Sends the file and waits until the restore has ended. */
export async function restored(
  organization: TestOrganization,
  file: string | Uint8Array<ArrayBuffer>,
  type?: string,
) {
  const { status, body } = await sendFile(organization, file, type);
  assert.equal(status, 202, JSON.stringify(body));
  return eventually(async () => {
    const now = await organization.api.get(`/v1/restores/${body.restore_id}`);
    return now.body.status === 'running' ? null : now.body;
  });
}

/** The same in a service without a worker: what its worker would do is done here. */
export async function restoredNow(
  { taskContext }: TestService,
  organization: TestOrganization,
  file: string | Uint8Array<ArrayBuffer>,
  type?: string,
) {
  const { status, body } = await sendFile(organization, file, type);
  assert.equal(status, 202, JSON.stringify(body));
  await writeRestore(taskContext, organization, body.restore_id);
  return (await organization.api.get(`/v1/restores/${body.restore_id}`)).body;
}

export function writeRestore(
  context: TaskContext,
  { organizationId }: TestOrganization,
  restoreId: string,
): Promise<unknown> {
  const data = {
    organization_id: toUuid('organization', organizationId) ?? '',
    restore_id: toUuid('restore', restoreId) ?? '',
  };
  const { signal } = new AbortController();
  const queuedAt = context.database.clock.now();
  return restoreOrganization.handle(context, [{ id: 'task', data, queuedAt, signal }]);
}

export function linesOf(file: string): FileLine[] {
  return file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The file with other rows, and with counts and hash that fit them. */
export function rewritten(file: string, change: (rows: FileLine[]) => FileLine[]): string {
  const lines = linesOf(file);
  const end = lines.at(-1);
  assert(end?.type === 'end');
  const rows = change(lines.slice(0, -1));
  const counts: Record<string, number> = {};
  for (const type of Object.keys(end.data.counts)) {
    counts[type] = rows.filter((row) => row.type === type).length;
  }
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  return `${text}${JSON.stringify({ type: 'end', data: { ...end.data, counts, sha256 } })}\n`;
}
