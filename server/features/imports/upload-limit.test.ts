import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { describe, it } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';

const service = sharedService();
const HEADER = 'phone,service_needed\n';

/** Starts an upload and leaves it open. */
function startUpload({ token }: TestOrganization, key: string): ClientRequest {
  const upload = request(`${service.url}/v1/imports`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'text/csv',
      'idempotency-key': key,
      'transfer-encoding': 'chunked',
    },
  });
  upload.on('error', () => {});
  upload.write(HEADER);
  return upload;
}

async function responseOf(upload: ClientRequest): Promise<{ status: number; code: string }> {
  const [response]: IncomingMessage[] = await once(upload, 'response');
  assert(response);
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode ?? 0, code: JSON.parse(text).code };
}

describe('uploads of one organization', () => {
  it('are limited to four at once, so that it cannot block those of others', async () => {
    const [slow, other] = [await service.newOrganization(), await service.newOrganization()];
    const uploads = Array.from({ length: 4 }, (_, n) => startUpload(slow, `slow-${n}`));
    await eventually(async () => {
      const { rows } = await service.owner.query(
        `select count(*)::integer as open from imports
         where status = 'receiving' and organization_id = $1`,
        [uuidFrom('organization', slow.organizationId)],
      );
      return rows[0].open === 4;
    });
    const refused = await Promise.all(
      Array.from({ length: 16 }, (_, n) => {
        const upload = startUpload(slow, `more-${n}`);
        upload.end();
        return responseOf(upload);
      }),
    );
    for (const response of refused) {
      assert.deepEqual(response, { status: 429, code: 'upload_limit_reached' });
    }

    const theirs = startUpload(other, 'theirs');
    theirs.end('+14155550123,ac_repair\n');
    assert.equal((await responseOf(theirs)).status, 202);

    const [first, ...rest] = uploads;
    first?.end('+14155550124,ac_repair\n');
    assert.equal((await responseOf(first ?? assert.fail())).status, 202);
    const next = startUpload(slow, 'next');
    next.end('+14155550125,ac_repair\n');
    assert.equal((await responseOf(next)).status, 202, 'a place is free again');
    for (const upload of rest) upload.destroy();
  });
});
