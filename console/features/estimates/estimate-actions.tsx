import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Estimate } from '../../../packages/sdk/src/index.ts';
import { isAllowed, STATUSES, type Step } from '../../../server/features/estimates/estimate.ts';
import { api } from '../../api/client.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { LinksDialog } from '../links/links-dialog.tsx';
import { mayLink } from '../links/may-link.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { EstimateForm } from './estimate-form.tsx';
import { SendDialog } from './send-dialog.tsx';

/** The steps that are possible now: the next one as a button, the others in the menu. */
export function EstimateActions({
  estimate,
  onChanged,
}: {
  estimate: Estimate;
  onChanged(): Promise<void>;
}) {
  const me = useMe();
  const [open, setOpen] = useState<Step | 'link' | null>(null);
  const may = (kind: string) => mayI(me, `${kind}:write`) || mayI(me, `${kind}:own`);
  const status = STATUSES.find((one) => one === estimate.status);
  const can = (step: Step) =>
    status !== undefined && isAllowed(step, status) && NEEDS[step].every(may);
  const isDraft = status === 'draft';
  const menu = [
    can('send') && !isDraft && { label: text.sendDocument.sendAgain, run: () => setOpen('send') },
    !isDraft && mayLink(me, 'estimate') && { label: text.links.open, run: () => setOpen('link') },
    can('revise') && { label: text.estimates.revise, run: () => setOpen('revise') },
    can('decline') && {
      label: text.estimates.decline,
      look: 'danger' as const,
      run: () => setOpen('decline'),
    },
  ].filter((item) => item !== false);
  return (
    <>
      {can('update') && <Button onClick={() => setOpen('update')}>{text.estimates.edit}</Button>}
      {can('send') && isDraft && (
        <Button look="primary" onClick={() => setOpen('send')}>
          {text.sendDocument.send}
        </Button>
      )}
      {can('accept') && (
        <Button look="primary" onClick={() => setOpen('accept')}>
          {text.estimates.accept}
        </Button>
      )}
      {menu.length > 0 && (
        <Menu
          button={
            <Button aria-label={text.estimates.more}>
              <DotsHorizontalIcon />
            </Button>
          }
          items={menu}
        />
      )}
      {open === 'link' && (
        <LinksDialog
          target={{ purpose: 'estimate', id: estimate.estimate_id }}
          onClose={() => setOpen(null)}
        />
      )}
      {open && open !== 'link' && (
        <StepDialog
          step={open}
          estimate={estimate}
          onChanged={() => void onChanged()}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** To accept one sells a job and invoices the deposit. */
const NEEDS: Readonly<Record<Step, readonly string[]>> = {
  update: ['estimates'],
  send: ['estimates'],
  decline: ['estimates'],
  revise: ['estimates'],
  accept: ['estimates', 'jobs', 'invoices'],
};

export interface EstimateDialogProps {
  estimate: Estimate;
  onChanged(): void;
  onClose(): void;
}

function StepDialog({ step, ...props }: EstimateDialogProps & { step: Step }) {
  switch (step) {
    case 'send':
      return <SendDialog {...props} />;
    case 'accept':
      return <AcceptDialog {...props} />;
    case 'decline':
      return <DeclineDialog {...props} />;
    case 'update':
      return <EditEstimate {...props} />;
    case 'revise':
      return <ReviseEstimate {...props} />;
  }
}

function EditEstimate({ estimate, onChanged, onClose }: EstimateDialogProps) {
  return (
    <EstimateForm
      title={text.estimates.editTitle(estimate.number)}
      submit={text.estimates.saveDraft}
      person={{ customerId: estimate.customer_id, leadId: estimate.lead_id }}
      estimate={estimate}
      send={(content) => api.estimates.update(estimate.estimate_id, content)}
      onSaved={onChanged}
      onClose={onClose}
    />
  );
}

/** The next version has its own page. */
function ReviseEstimate({ estimate, onClose }: EstimateDialogProps) {
  const navigate = useNavigate();
  const [key] = useState(() => crypto.randomUUID());
  return (
    <EstimateForm
      title={text.estimates.reviseTitle(estimate.number)}
      about={text.estimates.reviseAbout}
      submit={text.estimates.saveVersion}
      person={{ customerId: estimate.customer_id, leadId: estimate.lead_id }}
      estimate={estimate}
      send={(content) =>
        api.estimates.revise(estimate.estimate_id, content, { idempotencyKey: key })
      }
      onSaved={({ estimate_id }) =>
        void navigate({ to: '/estimates/$id', params: { id: estimate_id } })
      }
      onClose={onClose}
    />
  );
}
