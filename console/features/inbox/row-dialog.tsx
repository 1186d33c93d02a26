import type { InboxItem } from '../../../packages/sdk/src/index.ts';
import { AssignLead } from '../leads/assign-lead.tsx';
import { Booking } from '../number/booking.tsx';
import { LoseLead } from '../number/lose-lead.tsx';
import { type RowChange, snooze } from './inbox-actions.ts';
import { nameOfItem } from './name-of-item.ts';
import { SnoozeDialog } from './snooze-dialog.tsx';

/** What is asked about a row before it happens. */
export interface RowQuestion {
  about: 'snooze' | 'book' | 'assign' | 'lose';
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
    return (
      <Booking
        lifecycleNumber={item.lifecycle_number}
        service={item.service_needed}
        person={{ customerId: item.customer_id, leadId: item.lead_id }}
        zone={zone}
        onClose={onClose}
      />
    );
  }
  if (about === 'assign') {
    return <AssignLead lead={item} name={nameOfItem(item)} onClose={onClose} />;
  }
  if (about === 'lose') {
    return (
      <LoseLead
        lead={item}
        name={nameOfItem(item)}
        onChanged={async () => row.show()}
        onClose={onClose}
      />
    );
  }
  return (
    <SnoozeDialog
      item={item}
      zone={zone}
      onClose={onClose}
      onChoose={(until) => {
        onClose();
        void snooze(item, until, row);
      }}
    />
  );
}
