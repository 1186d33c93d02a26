import type { UpdateUser, User } from '../../../../packages/sdk/src/index.ts';
import * as text from '../../../text/en.ts';
import { EditCard } from '../shared/edit-card.tsx';
import { RoleChoice, roleIn } from './roles.tsx';

const words = text.settings.people;

export function RoleCard({
  user,
  isReadOnly,
  save,
}: {
  user: User;
  isReadOnly: boolean;
  save(change: UpdateUser): Promise<unknown>;
}) {
  return (
    <EditCard
      title={words.role}
      intro={words.roleIntro}
      names={['role']}
      isReadOnly={isReadOnly}
      read={(values) => ({ role: roleIn(values.get('role')) })}
      save={save}
      before={() => ({ role: roleIn(user.role) })}
    >
      {(field) => <RoleChoice chosen={user.role} error={field('role').error} isTitled />}
    </EditCard>
  );
}
