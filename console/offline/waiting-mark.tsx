import type { FieldText } from '../text/field.ts';
import { Badge } from '../ui/badge.tsx';
import type { OutboxEntry } from './outbox.ts';

/** Beside what is shown, but not sent yet. */
export function WaitingMark({
  entry: { refusal },
  words,
}: {
  entry: OutboxEntry;
  words: FieldText['outbox'];
}) {
  if (refusal === null) return <Badge look="warn">{words.isWaiting}</Badge>;
  return <Badge look="danger">{words.isRefused}</Badge>;
}
