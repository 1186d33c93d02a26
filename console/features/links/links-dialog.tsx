import { useState } from 'react';
import type { Appointment } from '../../../packages/sdk/src/index.ts';
import { useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { isOpen as isAhead } from '../job/open-visits.ts';
import { CustomerLinks } from './customer-links.tsx';
import { type LinkTarget, mayLink } from './may-link.ts';

/** Links of the customer to one thing, over its page. */
export function LinksDialog({ target, onClose }: { target: LinkTarget; onClose(): void }) {
  return (
    <Dialog title={text.links.open} about={text.links.about[target.purpose]} onClose={onClose}>
      <CustomerLinks target={target} />
    </Dialog>
  );
}

/** In a list of visits. Nothing for a visit that is over or only held, and for users who cannot give a link. */
export function VisitLinkButton({ visit, time }: { visit: Appointment; time: string }) {
  const me = useMe();
  const [isOpen, setIsOpen] = useState(false);
  if (!isAhead(visit) || visit.status === 'held' || !mayLink(me, 'visit')) return null;
  return (
    <>
      <Button look="plain" aria-label={text.links.openOf(time)} onClick={() => setIsOpen(true)}>
        {text.links.open}
      </Button>
      {isOpen && (
        <LinksDialog
          target={{ purpose: 'visit', id: visit.appointment_id }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
