import { useEffect, useState } from 'react';
import type { InvitationDetails } from '../../packages/sdk/src/index.ts';
import { api } from '../api/client.ts';
import { NO_TROUBLE, type Trouble, troubleOf } from '../api/problems.ts';
import * as text from '../text/en.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { TroubleNotice } from '../ui/trouble.tsx';
import { typed, useForm } from '../ui/use-form.ts';
import styles from './form.module.css';
import { Note, Page } from './page.tsx';
import { readSession } from './session.ts';
import { useHome } from './use-home.ts';

/** The link of an invitation: its key is after the #, which browsers do not send. */
export function Invitation() {
  const onDone = useHome();
  const [key] = useState(() => location.hash.slice(1));
  const [details, setDetails] = useState<InvitationDetails | null>(null);
  const [refused, setRefused] = useState<Trouble>(NO_TROUBLE);
  useEffect(() => {
    api.invitations.check({ key }).then(setDetails, (error) => setRefused(troubleOf(error, [])));
  }, [key]);
  const { form, onSubmit, trouble, isSending } = useForm(['password'], async (values) => {
    await api.invitations.accept({ key, password: typed(values, 'password') }, { maxRetries: 0 });
    await readSession();
    onDone();
  });

  if (details === null) {
    return (
      <Page title={text.accept}>
        {refused.message === null ? (
          <Note>{text.loading}</Note>
        ) : (
          <TroubleNotice trouble={refused} />
        )}
      </Page>
    );
  }
  const { organization, name, email, has_account } = details;
  return (
    <Page
      title={text.invitationTitle(organization)}
      intro={has_account ? text.invitationKnown : text.invitationNew}
    >
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <Note>{text.invitationFor(name, email)}</Note>
        <TroubleNotice trouble={trouble} />
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Field
          label={text.password}
          hint={has_account ? undefined : text.passwordHint}
          name="password"
          type="password"
          autoComplete={has_account ? 'current-password' : 'new-password'}
          error={trouble.fields.password}
          autoFocus
        />
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? text.working : text.accept}
        </Button>
      </form>
    </Page>
  );
}
