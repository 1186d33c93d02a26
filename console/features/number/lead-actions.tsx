import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import type { Lifecycle, Me } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { mayI } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';

/** The steps of a lead that are possible now, each with its way back where there is one. */
export function LeadActions({
  lifecycle: { lead },
  me,
  onLose,
  onChanged,
}: {
  lifecycle: Lifecycle;
  me: Me;
  /** Asks why. */
  onLose(): void;
  onChanged(): Promise<void>;
}) {
  const navigate = useNavigate();
  if (!mayI(me, 'leads:write')) return null;
  const id = lead.lead_id;
  const step = async (
    send: () => Promise<unknown>,
    done: string,
    undo?: () => Promise<unknown>,
  ) => {
    const result = await act(send);
    if (result === undefined) return;
    const back = () => void act(undo ?? (async () => {})).then(onChanged);
    sayDone(done, undo ? { undo: back } : {});
    await onChanged();
  };
  const items = [
    lead.status !== 'converted' && {
      label: text.number.convert,
      run: () => void step(() => api.leads.convert(id), text.number.converted),
    },
    lead.first_contacted_at === null && {
      label: text.number.contacted,
      run: () => void step(() => api.leads.contacted(id), text.number.saved),
    },
    lead.status === 'unqualified' && {
      label: text.number.qualify,
      run: () => void step(() => api.leads.qualify(id), text.number.saved),
    },
    ['new', 'qualified'].includes(lead.status) && {
      label: text.number.disqualify,
      run: () =>
        void step(
          () => api.leads.disqualify(id, { reason: 'not_a_fit' }),
          text.number.saved,
          () => api.leads.qualify(id),
        ),
    },
    lead.outcome === null && { label: text.number.lose, run: onLose },
    lead.outcome === 'lost' && {
      label: text.number.reopen,
      run: () => void step(() => api.leads.reopen(id), text.number.reopened),
    },
    {
      label: text.number.deleteLead,
      look: 'danger' as const,
      run: () =>
        void step(
          () => api.leads.delete(id),
          text.number.deleted,
          () => api.leads.restore(id),
        ).then(() => navigate({ to: '/' })),
    },
  ].filter((item) => item !== false);
  return (
    <Menu
      button={
        <Button aria-label={text.number.moreActions}>
          <DotsHorizontalIcon />
        </Button>
      }
      items={items}
    />
  );
}
