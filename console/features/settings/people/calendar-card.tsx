import { useState } from 'react';
import type { User } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import * as text from '../../../text/en.ts';
import { Ask } from '../../../ui/ask.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Card } from '../shared/card.tsx';
import list from '../shared/list.module.css';

const words = text.settings.people;

/** The address of the calendar is shown once; the service keeps only its hash. */
export function CalendarCard({ user }: { user: User }) {
  const [url, setUrl] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const create = async () => {
    const key = await act(() => api.users.calendarKey.create(user.user_id));
    if (key) setUrl(key.url);
  };
  const revoke = async () => {
    const revoked = await act(() => api.users.calendarKey.delete(user.user_id));
    if (!revoked) return;
    setUrl(null);
    sayDone(words.calendarRevoked);
  };
  return (
    <Card title={words.calendar} intro={words.calendarIntro}>
      {url !== null && (
        <CopyField
          label={words.calendarAddress}
          hint={`${words.calendarAbout} ${text.settings.shownOnce}`}
          value={url}
        />
      )}
      <div className={list.actions}>
        <Button onClick={() => void create()}>{words.calendarCreate}</Button>
        <Button look="danger" onClick={() => setIsAsking(true)}>
          {words.calendarRevoke}
        </Button>
      </div>
      {isAsking && (
        <Ask
          title={words.calendarTitle(user.name)}
          about={words.calendarRevokeAbout}
          confirm={words.calendarRevoke}
          onConfirm={revoke}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Card>
  );
}
