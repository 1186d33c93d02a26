import type { InboxItem } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Picker } from '../../ui/picker.tsx';
import { nameOfItem } from './name-of-item.ts';
import { snoozeTimes } from './snooze-times.ts';

/** Until when an item should be out of the way. */
export function SnoozeDialog({
  item,
  zone,
  onChoose,
  onClose,
}: {
  item: InboxItem;
  zone: string;
  onChoose(until: ReturnType<typeof snoozeTimes>[number]): void;
  onClose(): void;
}) {
  const choices = snoozeTimes(now(), zone).map((one) => ({
    ...one,
    id: one.label,
    title: one.label,
  }));
  return (
    <Dialog title={`${text.inbox.snooze}: ${nameOfItem(item)}`} onClose={onClose}>
      <Picker<(typeof choices)[number]>
        label={text.inbox.until}
        choices={choices}
        emptyText=""
        onType={() => {}}
        onChoose={onChoose}
        autoFocus
      />
    </Dialog>
  );
}
