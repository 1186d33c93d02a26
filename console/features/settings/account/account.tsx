import * as text from '../../../text/en.ts';
import { Screen } from '../../../ui/screen.tsx';
import type { SectionProps } from '../sections.ts';
import { LookCard } from './look-card.tsx';
import { PasskeyCard } from './passkey-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionCard } from './session-card.tsx';

export default function Account({ me }: SectionProps) {
  return (
    <Screen title={text.settings.sections.account}>
      <p>
        {me.user?.name}, {me.user?.email}
      </p>
      <div>
        {me.user && <ProfileCard user={me.user} />}
        <PasswordCard me={me} />
        <PasskeyCard me={me} />
        <SessionCard me={me} />
        <LookCard />
      </div>
    </Screen>
  );
}
