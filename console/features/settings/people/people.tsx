import { useState } from 'react';
import type { Me, User } from '../../../../packages/sdk/src/index.ts';
import { mayI } from '../../../session/session.ts';
import { matchesWords } from '../../../shell/match-words.ts';
import { inWords, wordFor } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Field } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { SettingsLink } from '../link.tsx';
import { useUsers } from '../resources.ts';
import type { SectionProps } from '../sections.ts';
import list from '../shared/list.module.css';
import { Row, Rows } from '../shared/row.tsx';
import { AddPerson } from './add-person.tsx';
import { PersonPage } from './person.tsx';

const words = text.settings.people;
/** A shorter list is read, not searched. */
const MANY = 10;

export default function People({ me, id }: SectionProps) {
  return id === undefined ? <PersonList me={me} /> : <PersonPage me={me} id={id} />;
}

function PersonList({ me }: { me: Me }) {
  const read = useUsers();
  const [isAdding, setIsAdding] = useState(false);
  const [typed, setTyped] = useState('');
  const add = mayI(me, 'users:write') && (
    <Button look="primary" onClick={() => setIsAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <Screen title={text.settings.sections.people} actions={add}>
      <Loaded of={read}>
        {(users) =>
          users.length === 0 ? (
            <Empty action={add}>{words.empty}</Empty>
          ) : (
            <>
              {users.length > MANY && (
                <div className={list.search}>
                  <Field
                    label={words.find}
                    type="search"
                    value={typed}
                    onChange={({ target }) => setTyped(target.value)}
                  />
                </div>
              )}
              <Rows label={text.settings.sections.people}>
                {inOrder(users)
                  .filter((user) =>
                    matchesWords(`${user.name} ${user.email} ${user.phone ?? ''}`, typed),
                  )
                  .map((user) => (
                    <Person
                      key={user.user_id}
                      user={user}
                      isMe={user.user_id === me.user?.user_id}
                    />
                  ))}
              </Rows>
            </>
          )
        }
      </Loaded>
      {isAdding && (
        <AddPerson onClose={() => setIsAdding(false)} onAdded={() => read.query.refresh()} />
      )}
    </Screen>
  );
}

function Person({ user, isMe }: { user: User; isMe: boolean }) {
  return (
    <Row
      icon={<Avatar name={user.name} fileId={user.avatar_file_id} />}
      name={
        <SettingsLink section="people" id={user.user_id} className={list.name}>
          {user.name}
        </SettingsLink>
      }
      about={[user.email, user.phone, user.skills.map(inWords).join(', ')]
        .filter(Boolean)
        .join(' · ')}
      badges={
        <>
          {isMe && <Badge look="accent">{words.you}</Badge>}
          {!user.active && <Badge look="warn">{words.inactive}</Badge>}
          <Badge>{wordFor(words.roles, user.role)}</Badge>
        </>
      }
    />
  );
}

/** Active people first, by name. */
function inOrder(users: readonly User[]): readonly User[] {
  return users.toSorted(
    (a, b) => Number(b.active) - Number(a.active) || a.name.localeCompare(b.name),
  );
}
