import { useState } from 'react';
import { api } from '../../api/client.ts';
import { inSession } from '../../session/in-session.ts';
import { Page } from '../../session/page.tsx';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import { roleIn } from '../settings/people/roles.tsx';
import styles from './set-up.module.css';

interface Invited {
  name: string;
  url: string;
}

const { roles } = text.settings.people;

/** The links are shown until the page is left; a new one can always be created in the settings. */
export function PeopleStep({ onDone }: { onDone(): void }) {
  const [invited, setInvited] = useState<readonly Invited[]>([]);
  return (
    <Page title={text.setUpPeople} intro={text.setUpPeopleIntro} size="wide">
      <PersonForm
        // Empty again for the next person.
        key={invited.length}
        onInvited={(person) => setInvited([...invited, person])}
      />
      {invited.length > 0 && (
        <div className={styles.links} role="status">
          {invited.map(({ name, url }) => (
            <CopyField key={url} label={text.setUpAdded(name)} value={url} />
          ))}
        </div>
      )}
      <div className={styles.buttons}>
        <Button {...(invited.length > 0 && { look: 'primary' as const })} onClick={onDone}>
          {invited.length > 0 ? text.finish : text.skip}
        </Button>
      </div>
    </Page>
  );
}

function PersonForm({ onInvited }: { onInvited(person: Invited): void }) {
  const { form, onSubmit, trouble, isSending } = useForm(
    ['name', 'email', 'role'],
    async (values) => {
      const name = typed(values, 'name').trim();
      const email = typed(values, 'email').trim();
      const role = roleIn(values.get('role'));
      const user = await inSession(() => api.users.create({ name, email, role }));
      const { url } = await inSession(() => api.users.invitations.create(user.user_id));
      onInvited({ name, url });
    },
  );
  const field = (name: string) => ({ name, error: trouble.fields[name] });
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={styles.links}>
      <TroubleNotice trouble={trouble} />
      <div className={styles.person}>
        <Field label={text.personName} {...field('name')} autoComplete="off" autoFocus />
        <Field label={text.email} {...field('email')} type="email" autoComplete="off" />
        <SelectField
          label={text.settings.people.role}
          {...field('role')}
          defaultValue="technician"
          options={Object.entries(roles).map(([value, label]) => ({ value, label }))}
        />
      </div>
      <div>
        <Button type="submit" disabled={isSending}>
          {isSending ? text.working : text.setUpAdd}
        </Button>
      </div>
    </form>
  );
}
