import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newUuid, toUuid } from '../../platform/ids.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { purgeImports } from './purge-imports.task.ts';

const HOUR_MS = 60 * 60 * 1000;

describe('purge-imports', () => {
  const service = sharedService();

  it('abandons an interrupted upload and deletes a key after 24 hours, not before', async () => {
    const { taskContext, owner, clock } = service;
    const { organizationId, api } = await service.newOrganization();
    const interrupted = newUuid();
    await owner.query(
      `insert into imports (organization_id, import_id, status, format, actor, bytes_done, next_line,
                            idempotency_key, created_at, updated_at)
       values ($1, $2, 'receiving', '{}', '{}', 0, 1, 'broken', $3, $3)`,
      [toUuid('organization', organizationId), interrupted, clock.now()],
    );
    await owner.query("insert into import_chunks values ($1, $2, 0, 'x')", [
      toUuid('organization', organizationId),
      interrupted,
    ]);
    const send = () =>
      api.post('/v1/imports', undefined, {
        raw: 'phone,service_needed\n',
        headers: { 'content-type': 'text/csv', 'idempotency-key': 'kept' },
      });
    const first = await send();

    const purgeAndRead = async () => {
      await purgeImports.handle(taskContext, []);
      const { rows } = await owner.query(
        `select status, idempotency_key as key,
                (select count(*)::integer from import_chunks c where c.import_id = i.import_id) as chunks
         from imports i where organization_id = $1 order by created_at, import_id = $2 desc`,
        [toUuid('organization', organizationId), interrupted],
      );
      return rows;
    };
    clock.advance(23 * HOUR_MS);
    assert.deepEqual(await purgeAndRead(), [
      { status: 'receiving', key: 'broken', chunks: 1 },
      { status: 'running', key: 'kept', chunks: 1 },
    ]);
    assert.equal((await send()).body.import_id, first.body.import_id);
    clock.advance(2 * HOUR_MS);
    assert.deepEqual(await purgeAndRead(), [
      { status: 'abandoned', key: null, chunks: 0 },
      { status: 'running', key: null, chunks: 1 },
    ]);
    assert.notEqual((await send()).body.import_id, first.body.import_id);
  });
});
