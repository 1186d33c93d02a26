import { useState } from 'react';
import type { Me, UpdateUser, User } from '../../../../packages/sdk/src/index.ts';
import { EVERY_SCOPE } from '../../../../server/platform/auth/scopes.ts';
import { api } from '../../../api/client.ts';
import { mayI, readSession } from '../../../session/session.ts';
import { users } from '../../../store/stores.ts';
import { wordFor } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { asWorkingHours } from '../hours/as-working-hours.ts';
import { SaveHours } from '../hours/save-hours.tsx';
import { SettingsLink } from '../link.tsx';
import { useUsers } from '../resources.ts';
import { Card } from '../shared/card.tsx';
import { EditCard, valuesOf } from '../shared/edit-card.tsx';
import list from '../shared/list.module.css';
import { CalendarCard } from './calendar-card.tsx';
import { OwnHours } from './own-hours.tsx';
import { PERSON_NAMES, PersonFields, personIn } from './person-fields.tsx';
import { RoleCard } from './role-card.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { TimeOffCard } from './time-off-card.tsx';

const words = text.settings.people;

export function PersonPage({ me, id }: { me: Me; id: string }) {
  const read = useUsers();
  return (
    <Loaded of={read} title={text.settings.sections.people}>
      {(all) => {
        const user = all.find(({ user_id }) => user_id === id);
        return user ? (
          <Person me={me} user={user} />
        ) : (
          <Screen title={text.settings.sections.people}>{text.notFound}</Screen>
        );
      }}
    </Loaded>
  );
}

function Person({ me, user }: { me: Me; user: User }) {
  const isReadOnly = !mayI(me, 'users:write');
  const save = async (change: UpdateUser) => {
    const { stranded: _, ...updated } = await api.users.update(user.user_id, change);
    users.put(updated);
    if (user.user_id === me.user?.user_id) await readSession();
  };
  return (
    <Screen title={user.name}>
      <div className={list.badges}>
        <SettingsLink section="people" className={list.back}>
          {text.settings.back(text.settings.sections.people)}
        </SettingsLink>
        <Badge>{wordFor(words.roles, user.role)}</Badge>
        {!user.active && <Badge look="warn">{words.inactive}</Badge>}
      </div>
      <div>
        <EditCard
          title={words.details}
          names={PERSON_NAMES}
          isReadOnly={isReadOnly}
          read={personIn}
          save={save}
          before={(change) => valuesOf(user, change)}
        >
          {(field) => <PersonFields user={user} field={field} />}
        </EditCard>
        <RoleCard user={user} isReadOnly={isReadOnly} save={save} />
        {!isReadOnly && (
          <SignInCard
            user={user}
            isMe={user.user_id === me.user?.user_id}
            isOwner={me.scopes.includes(EVERY_SCOPE)}
          />
        )}
        <TimeOffCard me={me} user={user} />
        <HoursCard user={user} isReadOnly={isReadOnly} save={save} />
        {!isReadOnly && <CalendarCard user={user} />}
      </div>
    </Screen>
  );
}

function HoursCard({
  user,
  isReadOnly,
  save,
}: {
  user: User;
  isReadOnly: boolean;
  save(change: UpdateUser): Promise<unknown>;
}) {
  const stored = user.working_hours && asWorkingHours(user.working_hours);
  const [hours, setHours] = useState(stored);
  return (
    <Card title={words.hours} intro={words.hoursIntro} layout="below">
      <OwnHours hours={hours} onChange={setHours} isReadOnly={isReadOnly} />
      {!isReadOnly && (
        <SaveHours
          hours={hours}
          stored={stored}
          save={(working_hours) => save({ working_hours })}
          onUndone={() => setHours(stored)}
        />
      )}
    </Card>
  );
}
