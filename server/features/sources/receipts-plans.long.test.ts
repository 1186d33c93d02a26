import { before, describe, it } from 'node:test';
import { makeResource } from '../../testing/builders.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { assertReadBy, multiplyRow, SOME_UUID } from '../../testing/plans.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { listQuarantinedRows, listReceiptRows, listReceiptRowsOfLead } from './receipt-queries.ts';

describe('with 20,000 receipts', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    const id = uuidFrom('receipt', await makeResource('receipt', service, organization));
    await multiplyRow(
      service,
      { table: 'source_receipts', key: 'receipt_id', id },
      `'source_id', md5((n % 20)::text)::uuid, 'delivery_key', n::text, 'outcome', case when n % 50 = 0 then 'quarantined' else 'ignored' end, 'reason', 'x', 'lead_id', null`,
    );
  });

  const readBy = (index: string) => ({ table: 'source_receipts', index });

  it('those of a source are read from source_receipts_by_source', () =>
    assertReadBy(service, organization, readBy('source_receipts_by_source'), (tx) =>
      listReceiptRows(tx, SOME_UUID, null, 51),
    ));

  it('the quarantine is read from source_receipts_quarantined', () =>
    assertReadBy(service, organization, readBy('source_receipts_quarantined'), (tx) =>
      listQuarantinedRows(tx, null, null, 51),
    ));

  it('the quarantine of a source is read from an index', () =>
    assertReadBy(service, organization, readBy('source_receipts_(quarantined|by_source)'), (tx) =>
      listQuarantinedRows(tx, SOME_UUID, null, 51),
    ));

  it('those of a lead are read from source_receipts_by_lead', () =>
    assertReadBy(service, organization, readBy('source_receipts_by_lead'), (tx) =>
      listReceiptRowsOfLead(tx, SOME_UUID, null, 51),
    ));
});
