import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookEndpointWithHealth } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { ExampleDialog } from './example-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const developers = text.developers;
type Open = { is: 'edit' | 'test' | 'rotate' | 'delete' } | { is: 'secret'; secret: string } | null;

/** What can be done with an endpoint. A new secret and deleting cannot be undone, so they ask. */
export function EndpointActions({
  endpoint,
  onChanged,
}: {
  endpoint: WebhookEndpointWithHealth;
  onChanged(): Promise<void>;
}) {
  const [open, setOpen] = useState<Open>(null);
  const me = useMe();
  if (!mayI(me, 'webhooks:write') || endpoint.deleted_at !== null) return null;
  const { webhook_endpoint_id: id, enabled } = endpoint;
  const turn = (on: boolean) =>
    on ? api.webhookEndpoints.enable(id) : api.webhookEndpoints.disable(id);
  const switchIt = async () => {
    const done = await act(() => turn(!enabled));
    if (!done) return;
    const undo = () => void act(() => turn(enabled)).then(onChanged);
    sayDone(enabled ? developers.turnedOff : developers.turnedOn, { undo });
    await onChanged();
  };
  return (
    <>
      <Button onClick={() => setOpen({ is: 'test' })}>{developers.test}</Button>
      <Button onClick={() => void switchIt()}>
        {enabled ? developers.turnOff : developers.turnOn}
      </Button>
      <Button onClick={() => setOpen({ is: 'edit' })}>{developers.edit}</Button>
      <Menu
        button={
          <Button aria-label={developers.more}>
            <DotsHorizontalIcon />
          </Button>
        }
        items={[
          { label: developers.rotate, run: () => setOpen({ is: 'rotate' }) },
          { label: developers.delete, look: 'danger', run: () => setOpen({ is: 'delete' }) },
        ]}
      />
      <Dialogs endpoint={endpoint} open={open} setOpen={setOpen} onChanged={onChanged} />
    </>
  );
}

function Dialogs({
  endpoint,
  open,
  setOpen,
  onChanged,
}: {
  endpoint: WebhookEndpointWithHealth;
  open: Open;
  setOpen(open: Open): void;
  onChanged(): Promise<void>;
}) {
  const navigate = useNavigate();
  const { webhook_endpoint_id: id } = endpoint;
  const close = () => setOpen(null);
  const rotate = async () => {
    const rotated = await act(() => api.webhookEndpoints.rotateSecret(id));
    setOpen(rotated ? { is: 'secret', secret: rotated.secret } : null);
    await onChanged();
  };
  const remove = async () => {
    close();
    const removed = await act(() => api.webhookEndpoints.delete(id));
    if (!removed) return;
    sayDone(developers.deleted);
    await navigate({ to: '/developers' });
  };
  switch (open?.is) {
    case 'edit':
      return (
        <EndpointDialog endpoint={endpoint} onClose={close} onSaved={() => void onChanged()} />
      );
    case 'test':
      return (
        <ExampleDialog
          title={developers.testTitle}
          about={developers.testAbout}
          send={async (event_type) => {
            await api.webhookEndpoints.test(id, { event_type });
            sayDone(developers.testSent(event_type));
            await onChanged();
          }}
          onClose={close}
        />
      );
    case 'rotate':
      return (
        <AskDialog
          title={developers.rotateTitle}
          about={developers.rotateAbout}
          action={developers.rotateDo}
          onConfirm={rotate}
          onClose={close}
        />
      );
    case 'delete':
      return (
        <AskDialog
          title={developers.deleteTitle}
          about={developers.deleteAbout}
          action={developers.deleteDo}
          onConfirm={remove}
          onClose={close}
        />
      );
    case 'secret':
      return <SecretDialog secret={open.secret} onClose={close} />;
    default:
      return null;
  }
}
