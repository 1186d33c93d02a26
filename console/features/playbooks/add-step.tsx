import { PlusIcon } from '@radix-ui/react-icons';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { StepKind } from './draft.ts';

const KINDS: readonly StepKind[] = [
  'send_message',
  'wait',
  'branch',
  'create_follow_up',
  'create_task',
  'assign',
  'book_next_available',
  'update_lead',
  'qualify',
  'enroll_warranty',
  'http_request',
  'stop',
];

/** A button that opens the list of steps. */
export function AddStep({
  label,
  onAdd,
  isWide = false,
}: {
  label: string;
  onAdd(kind: StepKind): void;
  isWide?: boolean;
}) {
  return (
    <Menu
      button={
        <Button {...(!isWide && { look: 'plain' })}>
          <PlusIcon /> {label}
        </Button>
      }
      items={KINDS.map((kind) => ({
        label: text.playbooks.kinds[kind],
        run: () => onAdd(kind),
      }))}
    />
  );
}
