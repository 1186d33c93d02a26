import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { Badge } from '../../ui/badge.tsx';

export function ImportBadge({ status }: { status: string }) {
  const look = status === 'completed' ? 'ok' : status === 'failed' ? 'danger' : 'accent';
  return <Badge look={look}>{wordFor(text.imports.statuses, status)}</Badge>;
}
