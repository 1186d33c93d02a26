import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../testing/created.ts';
import { downloadFile, restored } from '../../testing/export-files.ts';
import { pngBytes, sendBytes } from '../../testing/files.ts';
import { sharedService } from '../../testing/fixtures.ts';

describe('a file', () => {
  const service = sharedService({ hasWorker: true });

  it('is in the export of the organization and back after a restore', async () => {
    const source = await service.newOrganization();
    const bytes = pngBytes(120_000, 'z');
    const { file_id } = await created(sendBytes(source.api, bytes, { name: 'Plan.png' }));
    const copy = await service.newOrganization();
    const restore = await restored(copy, await downloadFile(service, source));
    assert.equal(restore.status, 'completed', JSON.stringify(restore));
    const headers = { authorization: `Bearer ${copy.token}` };
    const response = await fetch(`${service.url}/v1/files/${file_id}/content`, { headers });
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), bytes);
    const again = await copy.api.post('/v1/restores', undefined, {
      raw: await downloadFile(service, source),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    assert.equal(again.body.code, 'organization_not_empty');
  });
});
