import { useState } from 'react';
import type { User } from '../../../../packages/sdk/src/index.ts';
import type { WorkingHours } from '../../../../server/domain/working-hours.ts';
import { api } from '../../../api/client.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { inSession } from '../../../session/in-session.ts';
import { users } from '../../../store/stores.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import fields from '../../../ui/field.module.css';
import { TroubleNotice } from '../../../ui/trouble.tsx';
import { useForm } from '../../../ui/use-form.ts';
import list from '../shared/list.module.css';
import { InvitationLink } from './invitation-link.tsx';
import { OwnHours } from './own-hours.tsx';
import { PERSON_NAMES, PersonFields, personIn } from './person-fields.tsx';
import { RoleChoice, roleIn } from './roles.tsx';

const words = text.settings.people;

/** A new person, and then the link with which they join. */
export function AddPerson({ onClose, onAdded }: { onClose(): void; onAdded(): void }) {
  const [added, setAdded] = useState<User | null>(null);
  if (added) {
    return (
      <Dialog title={words.inviteFor(added.name)} onClose={onClose}>
        <InvitationLink user={added} />
        <div className={list.buttons}>
          <Button onClick={onClose}>{text.settings.done}</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={words.add} onClose={onClose} size="wide">
      <NewPerson
        onAdded={(user) => {
          users.put(user);
          sayDone(words.added(user.name));
          setAdded(user);
          onAdded();
        }}
      />
    </Dialog>
  );
}

function NewPerson({ onAdded }: { onAdded(user: User): void }) {
  const [hours, setHours] = useState<WorkingHours | null>(null);
  const names = [...PERSON_NAMES, 'role'];
  const { form, onSubmit, trouble, isSending } = useForm(names, async (values) => {
    const body = { ...personIn(values), role: roleIn(values.get('role')), working_hours: hours };
    onAdded(await inSession(() => api.users.create(body)));
  });
  return (
    <form ref={form} className={list.dialog} onSubmit={onSubmit} noValidate>
      <TroubleNotice trouble={trouble} />
      <PersonFields field={(name) => ({ name, error: trouble.fields[name] })} />
      <RoleChoice chosen="technician" error={trouble.fields.role} />
      <div className={fields.label}>{words.hours}</div>
      <OwnHours hours={hours} onChange={setHours} />
      <div className={list.buttons}>
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? text.working : words.add}
        </Button>
      </div>
    </form>
  );
}
