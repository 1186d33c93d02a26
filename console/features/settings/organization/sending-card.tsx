import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { organizations } from '../../../store/stores.ts';
import * as text from '../../../text/en.ts';
import { now } from '../../../time/clock.ts';
import { formatsFor } from '../../../time/format.ts';
import { Ask } from '../../../ui/ask.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Card } from '../shared/card.tsx';
import list from '../shared/list.module.css';
import type { OrganizationCard } from './organization.tsx';

const words = text.settings.organization;

/** The switch for a bad day: nothing leaves until it is turned on again. */
export function SendingCard({ organization, isReadOnly }: OrganizationCard) {
  // Not only whether: the window to pause must not become the one to resume while it closes.
  const [asked, setAsked] = useState<'pause' | 'resume' | null>(null);
  const { sending_paused_at: since, time_zone } = organization;
  const close = () => setAsked(null);
  return (
    <Card title={words.sending}>
      <div className={list.badges}>
        <Badge look={since === null ? 'ok' : 'warn'}>
          {since === null
            ? words.sendingOn
            : words.sendingPaused(formatsFor(time_zone).short(since, now()))}
        </Badge>
      </div>
      {!isReadOnly && (
        <div>
          <Button
            look={since === null ? 'danger' : 'primary'}
            onClick={() => setAsked(since === null ? 'pause' : 'resume')}
          >
            {since === null ? words.pause : words.resume}
          </Button>
        </div>
      )}
      {asked === 'pause' && (
        <Ask
          title={words.pause}
          about={words.pauseAbout}
          confirm={words.pause}
          onConfirm={() => change(() => api.organization.pauseSending(), words.paused)}
          onClose={close}
        />
      )}
      {asked === 'resume' && <Resume onClose={close} />}
    </Card>
  );
}

function Resume({ onClose }: { onClose(): void }) {
  const [isDiscarding, setIsDiscarding] = useState(false);
  const resume = async () => {
    await change(
      () => api.organization.resumeSending({ discard_waiting: isDiscarding }),
      words.resumed,
    );
    onClose();
  };
  return (
    <Dialog title={words.resume} about={words.resumeAbout} onClose={onClose}>
      <CheckField
        label={words.discard}
        hint={words.discardHint}
        checked={isDiscarding}
        onChange={({ target }) => setIsDiscarding(target.checked)}
      />
      <div className={list.buttons}>
        <Button onClick={onClose}>{text.cancel}</Button>
        <Button look="primary" onClick={() => void resume()}>
          {words.resume}
        </Button>
      </div>
    </Dialog>
  );
}

async function change(
  send: () => ReturnType<typeof api.organization.pauseSending>,
  done: string,
): Promise<void> {
  const organization = await act(send);
  if (!organization) return;
  organizations.put(organization);
  sayDone(done);
}
