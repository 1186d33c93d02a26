import type { SourceReceipt } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { kindOf } from '../../../store/stores.ts';
import { useQuery } from '../../../store/use-query.ts';
import { wordFor } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { formatsFor } from '../../../time/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import json from '../../../ui/json.module.css';
import { CopyButton, Json } from '../../../ui/json.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import list from '../shared/list.module.css';
import { LOOKS } from './outcomes.ts';

const words = text.settings.sources;

/** What arrived, as it was sent and as it was read. The list has only its beginning. */
export function ReceiptDialog({
  receipt: { receipt_id, received_at },
  zone,
  onClose,
  onTry,
}: {
  receipt: SourceReceipt;
  zone: string;
  onClose(): void;
  onTry(payload: string): void;
}) {
  const read = useQuery(`receipt ${receipt_id}`, {
    load: (signal) => api.receipts.get(receipt_id, { signal }),
    isAffectedBy: (event) => kindOf(event) === 'quarantine',
  });
  const title = words.receiptOf(formatsFor(zone).dayAndTime(received_at));
  return (
    <Dialog title={title} onClose={onClose} size="wide">
      <Loaded of={read}>{(receipt) => <Content receipt={receipt} onTry={onTry} />}</Loaded>
    </Dialog>
  );
}

function Content({ receipt, onTry }: { receipt: SourceReceipt; onTry(payload: string): void }) {
  const { outcome, detail, discard_reason, content_type, payload, payload_bytes } = receipt;
  const isText = receipt.payload_encoding === 'text';
  return (
    <div className={list.dialog}>
      <div className={list.badges}>
        <Badge look={LOOKS[outcome] ?? 'plain'}>{wordFor(words.outcomes, outcome)}</Badge>
        <span>{[content_type, words.bytes(payload_bytes.toLocaleString())].join(' · ')}</span>
      </div>
      {detail !== null && <p>{detail}</p>}
      {discard_reason !== null && <p>{discard_reason}</p>}
      {payload === null ? (
        <p>{words.rawGone}</p>
      ) : (
        <section className={json.json} aria-label={words.raw}>
          <header className={json.header}>
            <h3 className={json.label}>{words.raw}</h3>
            <CopyButton label={text.copyOf(words.raw)} content={payload} />
          </header>
          {!isText && <p>{words.base64}</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
          <pre className={json.content} tabIndex={0}>
            {payload}
          </pre>
        </section>
      )}
      <Json label={words.fields} value={receipt.fields} />
      {payload !== null && isText && (
        <div className={list.buttons}>
          <Button onClick={() => onTry(payload)}>{words.tryReceipt}</Button>
        </div>
      )}
    </div>
  );
}
