import { useState } from 'react';
import type { StrandedVisit, User } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { users } from '../../../store/stores.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../shared/card.tsx';
import list from '../shared/list.module.css';
import { InvitationLink } from './invitation-link.tsx';
import { SignInLink } from './sign-in-link.tsx';
import { StrandedVisits } from './stranded-visits.tsx';

const words = text.settings.people;

/** How the person gets in, and how they are kept out. */
export function SignInCard({
  user,
  isMe,
  isOwner,
}: {
  user: User;
  isMe: boolean;
  isOwner: boolean;
}) {
  const [stranded, setStranded] = useState<readonly StrandedVisit[]>([]);
  const setActive = async (active: boolean) => {
    const updated = await act(() => api.users.update(user.user_id, { active }));
    if (!updated) return;
    const { stranded: visits = [], ...rest } = updated;
    users.put(rest);
    setStranded(visits);
    const done = active ? words.activated(user.name) : words.deactivated(user.name);
    sayDone(done, { undo: () => void setActive(!active) });
  };
  return (
    <Card title={words.signIn} intro={words.signInIntro}>
      {user.active && <InvitationLink user={user} />}
      {user.active && !isMe && isOwner && <SignInLink user={user} />}
      {!isMe && (
        <div>
          <Button
            {...(user.active && { look: 'danger' as const })}
            onClick={() => void setActive(!user.active)}
          >
            {user.active ? words.deactivate : words.activate}
          </Button>
          {user.active && <p className={list.quiet}>{words.deactivateAbout}</p>}
        </div>
      )}
      {stranded.length > 0 && (
        <StrandedVisits user={user} visits={stranded} onClose={() => setStranded([])} />
      )}
    </Card>
  );
}
