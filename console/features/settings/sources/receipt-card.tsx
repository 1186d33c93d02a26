import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LeadSource, SourceReceipt } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { kindOf } from '../../../store/stores.ts';
import { usePages } from '../../../store/use-pages.ts';
import { wordFor } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { formatsFor } from '../../../time/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Card } from '../shared/card.tsx';
import { LongRowList } from '../shared/long-row-list.tsx';
import { RowContent } from '../shared/row.tsx';
import { LOOKS } from './outcomes.ts';
import { ReceiptDialog } from './receipt-dialog.tsx';

const words = text.settings.sources;

/** Everything that arrived, and what became of it. */
export function ReceiptCard({
  source: { source_id },
  zone,
  onTry,
}: {
  source: LeadSource;
  zone: string;
  onTry(payload: string, contentType: string): void;
}) {
  const [open, setOpen] = useState<SourceReceipt | null>(null);
  const read = usePages(`receipts ${source_id}`, {
    list: (signal) => api.sources.receipts(source_id, { limit: 50 }, { signal }),
    keyOf: ({ receipt_id }) => receipt_id,
    isAffectedBy: (event) => ['lead', 'quarantine'].includes(kindOf(event)),
  });
  return (
    <Card title={words.receipts} intro={words.receiptsIntro} layout="below">
      <Loaded of={read}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{words.noReceipts}</Empty>
          ) : (
            <LongRowList
              label={words.receipts}
              items={items}
              keyOf={({ receipt_id }) => receipt_id}
              more={read}
            >
              {(receipt) => (
                <ReceiptRow receipt={receipt} zone={zone} onOpen={() => setOpen(receipt)} />
              )}
            </LongRowList>
          )
        }
      </Loaded>
      {open && (
        <ReceiptDialog
          receipt={open}
          zone={zone}
          onClose={() => setOpen(null)}
          onTry={(payload) => {
            setOpen(null);
            onTry(payload, open.content_type);
          }}
        />
      )}
    </Card>
  );
}

function ReceiptRow({
  receipt,
  zone,
  onOpen,
}: {
  receipt: SourceReceipt;
  zone: string;
  onOpen(): void;
}) {
  const { outcome, detail, received_at, deliveries, lifecycle_number } = receipt;
  const time = formatsFor(zone).dayAndTime(received_at);
  const { name } = receipt.fields;
  const about = [
    typeof name === 'string' && name,
    detail,
    deliveries > 1 && words.deliveries(deliveries),
  ];
  return (
    <RowContent
      name={time}
      about={about.filter(Boolean).join(' · ')}
      badges={<Badge look={LOOKS[outcome] ?? 'plain'}>{wordFor(words.outcomes, outcome)}</Badge>}
      actions={
        <>
          {lifecycle_number !== null && (
            <Link to="/n/$number" params={{ number: lifecycle_number }}>
              {words.openLead(lifecycle_number)}
            </Link>
          )}
          <Button aria-label={words.openReceipt(time)} onClick={onOpen}>
            {words.open}
          </Button>
        </>
      }
    />
  );
}
