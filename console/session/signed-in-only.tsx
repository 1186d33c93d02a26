import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { NO_TROUBLE, type Trouble, troubleOf } from '../api/problems.ts';
import { deleteCache, openCache } from '../offline/cache.ts';
import { Shell } from '../shell/shell.tsx';
import { clearStores } from '../store/stores.ts';
import { clearQueries } from '../store/use-query.ts';
import * as text from '../text/en.ts';
import { Button } from '../ui/button.tsx';
import { later } from '../ui/later.tsx';
import { TroubleNotice } from '../ui/trouble.tsx';
import { Note, Page } from './page.tsx';
import { applyPreferences } from './preferences.ts';
import { useIsProofAsked } from './proof.ts';
import { readFirstSession, readSession, useSession } from './session.ts';

const SignIn = later(async () => (await import('./sign-in.tsx')).SignIn);
const SignInAgain = later(async () => (await import('./sign-in-again.tsx')).SignInAgain);
const ProveAgain = later(async () => (await import('./prove-again.tsx')).ProveAgain);

/** Shows the page to a user who is signed in, and the sign-in to everyone else, at the same address. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const isProofAsked = useIsProofAsked();
  const [trouble, setTrouble] = useState<Trouble>(NO_TROUBLE);
  const ask = useCallback((read: () => Promise<void>) => {
    setTrouble(NO_TROUBLE);
    read().catch((error) => setTrouble(troubleOf(error, [])));
  }, []);
  useEffect(() => ask(readFirstSession), [ask]);

  if ('me' in session) {
    return (
      <Workplace key={session.me.user?.user_id} me={session.me}>
        {children}
        {session.is === 'ended' && <SignInAgain me={session.me} />}
        {isProofAsked && <ProveAgain me={session.me} />}
      </Workplace>
    );
  }
  if (session.is === 'signed out') return <SignIn />;
  return (
    <Page title={text.product}>
      {trouble.message === null ? (
        <Note>{text.loading}</Note>
      ) : (
        <>
          <TroubleNotice trouble={trouble} />
          <Button onClick={() => ask(readSession)}>{text.tryAgain}</Button>
        </>
      )}
    </Page>
  );
}

/** What belongs to one user. Nothing of it is left after signing out. */
function Workplace({
  me,
  children,
}: {
  me: Parameters<typeof Shell>[0]['me'];
  children: ReactNode;
}) {
  // Before anything below reads from it. The session may become another one while the user stays the same.
  openCache(me);
  useEffect(
    () => () => {
      clearQueries();
      clearStores();
      void deleteCache();
    },
    [],
  );
  const { preferences } = me;
  useEffect(() => {
    if (preferences) applyPreferences(preferences);
  }, [preferences]);
  return <Shell me={me}>{children}</Shell>;
}
