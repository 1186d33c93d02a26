import { useState } from 'react';
import type { User } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';

const words = text.settings.people;

/** For a person who forgot the password, or where no email can be sent. */
export function SignInLink({ user }: { user: User }) {
  const [url, setUrl] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const create = async () => {
    setIsSending(true);
    const link = await act(() => api.users.signInLinks.create(user.user_id));
    setIsSending(false);
    if (!link) return;
    setUrl(link.url);
    // Without https, or without permission, it is copied from the field.
    const isCopied = await navigator.clipboard?.writeText(link.url).then(
      () => true,
      () => false,
    );
    if (isCopied) sayDone(words.signInLinkCopied(user.name));
  };
  return (
    <div>
      <Button disabled={isSending} onClick={() => void create()}>
        {isSending ? text.working : words.copySignInLink}
      </Button>
      {url !== null && (
        <CopyField
          label={words.signInLink}
          hint={`${words.signInLinkAbout(user.name)} ${text.settings.shownOnce}`}
          value={url}
        />
      )}
    </div>
  );
}
