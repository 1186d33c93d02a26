import { lazy, Suspense, useEffect, useState } from 'react';
import type { Throughline } from '../../packages/sdk/src/index.ts';
import { api, apiWith } from '../api/client.ts';
import * as text from '../text/en.ts';
import { zoneHere } from '../time/zones.ts';
import { Button } from '../ui/button.tsx';
import { countryHere } from '../ui/countries.ts';
import { Field } from '../ui/field.tsx';
import { TroubleNotice } from '../ui/trouble.tsx';
import { typed, useForm } from '../ui/use-form.ts';
import { CountryField, ZoneField } from '../ui/zone-field.tsx';
import styles from './form.module.css';
import { Note, Page } from './page.tsx';
import { readSession } from './session.ts';
import { useHome } from './use-home.ts';

const NAMES = ['company', 'name', 'email', 'password', 'time_zone', 'country'];

// What comes after the account is a part of its own: most visits never need it.
const SetUpSteps = lazy(() => import('../features/set-up/set-up-steps.tsx'));

/** The first visit: the address that the service printed has its first token after the #. */
export function SetUp() {
  const onDone = useHome();
  const [token] = useState(() => location.hash.slice(1));
  const [isOwner, setIsOwner] = useState(false);
  if (isOwner) {
    return (
      <Suspense fallback={<Page title={text.setUpTitle}>{text.loading}</Page>}>
        <SetUpSteps onDone={onDone} />
      </Suspense>
    );
  }
  if (token === '') {
    return (
      <Page title={text.setUpTitle}>
        <Note>{text.noSetUp}</Note>
      </Page>
    );
  }
  return <OwnerForm token={token} onDone={() => setIsOwner(true)} />;
}

function OwnerForm({ token, onDone }: { token: string; onDone(): void }) {
  const company = useCompany(token);
  const { form, onSubmit, trouble, isSending } = useForm(NAMES, async (values) => {
    await becomeOwner(apiWith(token), values);
    await readSession();
    onDone();
  });
  const field = (name: string) => ({ name, error: trouble.fields[name] });
  return (
    <Page title={text.setUpTitle} intro={text.setUpIntro}>
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <Field
          label={text.company}
          {...field('company')}
          key={company}
          defaultValue={company}
          autoFocus
        />
        <Field label={text.name} {...field('name')} autoComplete="name" />
        <Field label={text.email} {...field('email')} type="email" autoComplete="username" />
        <Field
          label={text.password}
          hint={text.passwordHint}
          {...field('password')}
          type="password"
          autoComplete="new-password"
        />
        <ZoneField label={text.timeZone} {...field('time_zone')} defaultValue={zoneHere()} />
        <CountryField
          label={text.country}
          hint={text.countryHint}
          {...field('country')}
          defaultValue={countryHere()}
        />
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? text.working : text.setUp}
        </Button>
      </form>
    </Page>
  );
}

/** The name that the company already has, if any. */
function useCompany(token: string): string {
  const [company, setCompany] = useState('');
  useEffect(() => {
    // Not in the history of the browser, and not on a screenshot.
    history.replaceState(null, '', '/setup');
    apiWith(token)
      .organization.get()
      .then(({ name }) => setCompany(name))
      .catch(() => {});
  }, [token]);
  return company;
}

/** The company, its first owner, and an invitation that is accepted at once. Each step can be repeated. */
async function becomeOwner(first: Throughline, values: FormData): Promise<void> {
  const value = (name: string) => typed(values, name);
  const email = value('email');
  await first.organization.update({
    name: value('company'),
    time_zone: value('time_zone'),
    country: value('country'),
  });
  const known = (await first.users.list().toArray({ limit: 2000 })).find(
    (user) => user.email.toLowerCase() === email.toLowerCase(),
  );
  const owner = known ?? (await first.users.create({ name: value('name'), email, role: 'owner' }));
  const { url } = await first.users.invitations.create(owner.user_id);
  const key = url.split('#')[1] ?? '';
  await api.invitations.accept({ key, password: value('password') }, { maxRetries: 0 });
}
