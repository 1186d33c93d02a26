import type { PlaybookRun } from '../../../packages/sdk/src/index.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';

const LOOKS: Readonly<Record<string, BadgeLook>> = {
  queued: 'accent',
  running: 'accent',
  waiting: 'accent',
  completed: 'ok',
  failed: 'danger',
};

export function RunState({ run: { status, late_at } }: { run: PlaybookRun }) {
  return (
    <>
      <Badge look={LOOKS[status] ?? 'plain'}>{wordFor(text.playbooks.runStatus, status)}</Badge>{' '}
      {late_at !== null && <Badge look="warn">{text.playbooks.late}</Badge>}
    </>
  );
}
