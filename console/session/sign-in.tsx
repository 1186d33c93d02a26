import { api } from '../api/client.ts';
import * as text from '../text/en.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { TroubleNotice } from '../ui/trouble.tsx';
import { typed, useForm } from '../ui/use-form.ts';
import styles from './form.module.css';
import { OtherWays } from './other-ways.tsx';
import { Note, Page } from './page.tsx';
import { readSession } from './session.ts';

export function SignIn() {
  return (
    <Page title={text.signInTitle}>
      <SignInForm email="" />
      <OtherWays />
      <Note>{text.noAccount}</Note>
    </Page>
  );
}

/** With the address of the user and the company, if they are known already. */
export function SignInForm({ email, organizationId }: { email: string; organizationId?: string }) {
  const { form, onSubmit, trouble, isSending } = useForm(['email', 'password'], async (values) => {
    const [email, password] = [typed(values, 'email'), typed(values, 'password')];
    // A wrong password is not repeated: each try counts.
    const organization = organizationId === undefined ? {} : { organization_id: organizationId };
    await api.sessions.create({ email, password, ...organization }, { maxRetries: 0 });
    await readSession();
  });
  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
      <TroubleNotice trouble={trouble} />
      <Field
        label={text.email}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        error={trouble.fields.email}
        autoFocus={email === ''}
      />
      <Field
        label={text.password}
        name="password"
        type="password"
        autoComplete="current-password"
        error={trouble.fields.password}
        autoFocus={email !== ''}
      />
      <Button type="submit" look="primary" disabled={isSending}>
        {isSending ? text.working : text.signIn}
      </Button>
    </form>
  );
}
