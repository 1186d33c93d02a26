import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useKeys } from '../../keys/keys.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { EstimateForm } from './estimate-form.tsx';

interface Contact {
  leadId: string;
  name: string;
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

function NewEstimate({ leadId, name, onClose }: Contact & { onClose(): void }) {
  const navigate = useNavigate();
  // A second try after a lost connection is the same estimate.
  const [key] = useState(() => crypto.randomUUID());
  return (
    <EstimateForm
      title={text.estimates.createTitle(name)}
      submit={text.estimates.saveDraft}
      estimate={null}
      send={(content, currency) =>
        api.estimates.create({ ...content, currency, lead_id: leadId }, { idempotencyKey: key })
      }
      onSaved={({ estimate_id }) =>
        void navigate({ to: '/estimates/$id', params: { id: estimate_id } })
      }
      onClose={onClose}
    />
  );
}
