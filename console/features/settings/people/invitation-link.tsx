import { useState } from 'react';
import type { User } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';

const words = text.settings.people;

/** Creates the link when it is asked for, and shows it once. */
export function InvitationLink({ user }: { user: User }) {
  const [url, setUrl] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const invite = async () => {
    setIsSending(true);
    const invitation = await act(() => api.users.invitations.create(user.user_id));
    setIsSending(false);
    if (invitation) setUrl(invitation.url);
  };
  if (url === null) {
    return (
      <div>
        <Button look="primary" disabled={isSending} onClick={() => void invite()}>
          {isSending ? text.working : words.invite}
        </Button>
      </div>
    );
  }
  return (
    <CopyField
      label={words.link}
      hint={`${words.inviteAbout(user.name)} ${text.settings.shownOnce}`}
      value={url}
    />
  );
}
