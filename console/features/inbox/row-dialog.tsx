import type { InboxItem } from '../../../packages/sdk/src/index.ts';
import { text } from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Picker } from '../../ui/picker.tsx';
import { AssignLead } from '../leads/assign-lead.tsx';
import { Booking } from '../number/booking.tsx';
import { type RowChange, snooze } from './inbox-actions.ts';
import { nameOfItem } from './name-of-item.ts';
import { snoozeTimes } from './snooze-times.ts';

/** What is asked about a row before it happens. */
export interface RowQuestion {
  about: 'snooze' | 'book' | 'assign';
  item: InboxItem;
}

export function RowDialog({
  question: { about, item },
  row,
  zone,
  onClose,
}: {
  question: RowQuestion;
  row: RowChange;
  zone: string;
  onClose(): void;
}) {
  if (about === 'book') {
    return <Booking lifecycleNumber={item.lifecycle_number} zone={zone} onClose={onClose} />;
  }
  if (about === 'assign') {
    return <AssignLead lead={item} name={nameOfItem(item)} onClose={onClose} />;
  }
  return (
    <Dialog title={`${text.inbox.snooze}: ${nameOfItem(item)}`} onClose={onClose}>
      <Picker
        label={text.inbox.until}
        choices={snoozeTimes(now(), zone).map((one) => ({
          ...one,
          id: one.label,
          title: one.label,
        }))}
        emptyText=""
        onType={() => {}}
        onChoose={(until) => {
          onClose();
          void snooze(item, until, row);
        }}
        autoFocus
      />
    </Dialog>
  );
}
