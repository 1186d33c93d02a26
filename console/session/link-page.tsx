import { useState } from 'react';
import { api } from '../api/client.ts';
import { NO_TROUBLE, type Trouble, troubleOf } from '../api/problems.ts';
import * as text from '../text/en.ts';
import { Button } from '../ui/button.tsx';
import { TroubleNotice } from '../ui/trouble.tsx';
import { Page } from './page.tsx';
import { readSession } from './session.ts';
import { useHome } from './use-home.ts';

/**
 * The page of a link by email: its key is after the #, which browsers do not send. One click is needed, because mail
 * programs open links to look at them, and a link works once.
 */
export function LinkPage() {
  const onDone = useHome();
  const [key] = useState(() => location.hash.slice(1));
  const [trouble, setTrouble] = useState<Trouble>(NO_TROUBLE);
  const [isSending, setIsSending] = useState(false);
  const use = async () => {
    setIsSending(true);
    setTrouble(NO_TROUBLE);
    try {
      await api.signInLinks.use({ key }, { maxRetries: 0 });
      await readSession();
      onDone();
    } catch (error) {
      setTrouble(troubleOf(error, []));
      setIsSending(false);
    }
  };
  return (
    <Page title={text.signInTitle}>
      <TroubleNotice trouble={trouble} />
      <Button look="primary" disabled={isSending} onClick={() => void use()}>
        {isSending ? text.working : text.signIn}
      </Button>
    </Page>
  );
}
