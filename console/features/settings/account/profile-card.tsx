import type { UpdateMe, User } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { readSession } from '../../../session/session.ts';
import { users } from '../../../store/stores.ts';
import * as text from '../../../text/en.ts';
import { Field } from '../../../ui/field.tsx';
import { AvatarField } from '../people/avatar-field.tsx';
import { EditCard, valuesOf } from '../shared/edit-card.tsx';
import { textOrNull } from '../shared/values.ts';

const words = text.settings.people;

/** What colleagues see of this person. The rest is changed by an owner. */
export function ProfileCard({ user }: { user: User }) {
  const save = async (change: UpdateMe) => {
    users.put(await api.me.update(change));
    await readSession();
  };
  return (
    <EditCard
      title={text.settings.account.profile}
      intro={text.settings.account.profileIntro}
      names={['phone', 'avatar_file_id']}
      isReadOnly={false}
      read={(values) => ({
        phone: textOrNull(values, 'phone'),
        avatar_file_id: textOrNull(values, 'avatar_file_id'),
      })}
      save={save}
      before={(change) => valuesOf(user, change)}
    >
      {(field) => (
        <>
          <AvatarField user={user} {...field('avatar_file_id')} />
          <Field
            label={words.phone}
            {...field('phone')}
            type="tel"
            autoComplete="tel"
            defaultValue={user.phone ?? ''}
          />
        </>
      )}
    </EditCard>
  );
}
