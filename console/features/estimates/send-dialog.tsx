import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { estimates } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { SendDocument } from '../invoices/send-document.tsx';
import { saidOf } from '../invoices/ways-to-send.ts';
import type { EstimateDialogProps } from './estimate-actions.tsx';

/** To the customer: for the first time, after which the version stays as it is, or again. */
export function SendDialog({ estimate, onChanged, onClose }: EstimateDialogProps) {
  const { estimate_id, number, status, lifecycle_number } = estimate;
  const isDraft = status === 'draft';
  return (
    <SendDocument
      title={isDraft ? text.estimates.sendTitle(number) : text.estimates.sendAgainTitle(number)}
      {...(isDraft && { about: text.estimates.sendAbout })}
      submit={isDraft ? text.sendDocument.send : text.sendDocument.sendAgain}
      lifecycleNumber={lifecycle_number}
      send={async (body, options) => {
        const sent = await api.estimates.send(estimate_id, body, options);
        estimates.put(sent);
        sayDone(
          saidOf(sent.delivery, {
            sent: (how) => text.estimates.sent(number, how),
            issued: () => text.estimates.issued(number),
          }),
        );
        onChanged();
      }}
      onClose={onClose}
    />
  );
}
