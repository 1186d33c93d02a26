import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useKeys } from '../../keys/keys.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import type { Person } from '../places/use-places.ts';
import { EstimateForm } from './estimate-form.tsx';

interface Contact {
  person: Person;
  name: string;
  /** Where the work will be, if that is known. */
  propertyId?: string | null;
}

/** Also with Q, for "quote". */
export function NewEstimateButton(contact: Contact) {
  const me = useMe();
  const [isOpen, setIsOpen] = useState(false);
  const mayCreate = mayI(me, 'estimates:write') || mayI(me, 'estimates:own');
  const open = () => setIsOpen(true);
  useKeys(mayCreate ? [{ keys: 'q', label: text.estimates.create, run: open }] : []);
  if (!mayCreate) return null;
  return (
    <>
      <Button onClick={open}>{text.estimates.create}</Button>
      {isOpen && <NewEstimate {...contact} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function NewEstimate({ person, name, propertyId, onClose }: Contact & { onClose(): void }) {
  const navigate = useNavigate();
  // A second try after a lost connection is the same estimate.
  const [key] = useState(() => crypto.randomUUID());
  return (
    <EstimateForm
      title={text.estimates.createTitle(name)}
      submit={text.estimates.saveDraft}
      person={person}
      propertyId={propertyId ?? null}
      estimate={null}
      send={(content, currency) =>
        api.estimates.create(
          { ...content, currency, lead_id: person.leadId },
          { idempotencyKey: key },
        )
      }
      onSaved={({ estimate_id }) =>
        void navigate({ to: '/estimates/$id', params: { id: estimate_id } })
      }
      onClose={onClose}
    />
  );
}
