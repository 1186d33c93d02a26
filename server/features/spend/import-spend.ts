import { hash } from 'node:crypto';
import Type from 'typebox';
import { validationFailed } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { returns } from '../../platform/http/responses.ts';
import { type Upload, upload } from '../../platform/http/upload-operation.ts';
import { findResponse, idempotentRequest, saveResponse } from '../../platform/idempotency.ts';
import { asUtf8 } from '../imports/index.ts';
import { findOrganization } from '../organizations/index.ts';
import { spendImported } from './events.ts';
import { setSpendRows } from './queries.ts';
import { SpendImport } from './schemas.ts';
import { readSpendFile } from './spend-file.ts';

const CSV = 'text/csv';

export const importSpend = upload({
  id: 'importSpend',
  path: '/v1/spend/import',
  tag: 'Reports',
  resource: 'spend',
  scopes: ['spend:write'],
  summary: 'Import what was spent from a file',
  description:
    'Sets what was spent from a CSV file of up to 1 MiB with the columns `source`, `date`, `amount` (minor units) or `cost` (such as 125.50), and optionally `currency`. It can be UTF-8, UTF-16 with a byte order mark, or the charset in the Content-Type. It is taken as a whole, or nothing of it if a row is wrong. The same file again changes nothing.',
  query: Type.Object({}, { additionalProperties: false }),
  limitBytes: 2 ** 20,
  media: {
    [CSV]: {
      description: 'A header row, then one row per source and day.',
      example: 'source,date,cost,currency\ngoogle_ads,2027-03-02,125.50,USD\n',
    },
  },
  responses: returns(SpendImport, 'What was changed.'),
  problems: [
    'body_too_large',
    'unsupported_media_type',
    'unsupported_charset',
    'upload_broken_off',
    'request_timeout',
    'too_many_uploads',
  ],
  async run(file) {
    const { pieces } = await asUtf8(file.body, file.charset);
    const chunks: Buffer[] = [];
    for await (const chunk of pieces) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const idempotent = requestOf(file, bytes);
    return file.transaction(async (tx) => {
      const before = idempotent && (await findResponse(tx, idempotent));
      if (before) return { status: 200, body: before.body as SpendImport, replayed: true } as const;
      const { currency } = await findOrganization(tx);
      const read = readSpendFile(bytes, currency);
      if ('errors' in read) throw validationFailed(read.errors);
      const changed = read.rows.length === 0 ? [] : await setSpendRows(tx, read.rows);
      const days = changed.map(({ spent_on }) => spent_on).sort();
      const body = {
        rows: read.rows.length,
        changed: changed.length,
        from: days[0] ?? null,
        to: days.at(-1) ?? null,
      };
      if (changed.length > 0) tx.emit(null, pendingEvent(spendImported, body));
      const stored = { status: 200, body } as const;
      if (idempotent) saveResponse(tx, idempotent, stored, { hasAssigned: false, isAhead: false });
      return { ...stored, replayed: false };
    });
  },
});

/** The same key again needs the same bytes in the same charset. */
function requestOf({ idempotencyKey: key, url, charset, caller }: Upload<unknown>, bytes: Buffer) {
  if (key === null) return null;
  const body = { charset, content: hash('sha256', bytes, 'hex') };
  const route = 'POST /v1/spend/import';
  return idempotentRequest({ key, route, url, body, ownerId: caller.ownerId, sealedFor: null });
}
