import type { Estimate } from '../../../packages/sdk/src/index.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';

const LOOKS: Readonly<Record<string, BadgeLook>> = {
  sent: 'accent',
  viewed: 'accent',
  accepted: 'ok',
  declined: 'danger',
  expired: 'warn',
};

export function EstimateBadge({ estimate: { status } }: { estimate: Pick<Estimate, 'status'> }) {
  return (
    <Badge look={LOOKS[status] ?? 'plain'}>{wordFor(text.words.estimateStatus, status)}</Badge>
  );
}
