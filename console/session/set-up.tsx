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
import { demoToken, forgetDemoToken, keepDemoToken } from './demo-token.ts';
import styles from './form.module.css';
import { Note, Page } from './page.tsx';
import { readSession } from './session.ts';
import { useHome } from './use-home.ts';

const NAMES = ['company', 'name', 'email', 'password', 'time_zone', 'country'];

// What comes after the account is a part of its own: most visits never need it.
const SetUpSteps = lazy(() => import('../features/set-up/set-up-steps.tsx'));

const DemoBuild = lazy(() => import('../features/set-up/demo-build.tsx'));

/** The first visit: the address that the service printed has its first token after the #. */
export function SetUp() {
  const onDone = useHome();
  const [token] = useState(() => location.hash.slice(1) || demoToken());
  const [part, setPart] = useState<'owner' | 'steps' | 'demo'>(demoToken() ? 'demo' : 'owner');
  if (token !== '' && part !== 'owner') {
    const leaveDemo = (then: () => void) => () => {
      forgetDemoToken();
      then();
    };
    return (
      <Suspense fallback={<Page title={text.setUpTitle}>{text.loading}</Page>}>
        {part === 'steps' ? (
          <SetUpSteps onDone={onDone} />
        ) : (
          <DemoBuild
            token={token}
            onDone={leaveDemo(onDone)}
            onBack={leaveDemo(() => setPart('owner'))}
          />
        )}
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
  const openDemo = () => {
    keepDemoToken(token);
    setPart('demo');
  };
  return <OwnerForm token={token} onDone={() => setPart('steps')} onDemo={openDemo} />;
}

function OwnerForm({ token, onDone, onDemo }: { token: string; onDone(): void; onDemo(): void }) {
  const { company, isOperator } = useTokenOf(token);
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
      {isOperator && (
        <section className={styles.other}>
          <Note>{text.demoAbout}</Note>
          <Button onClick={onDemo}>{text.demo}</Button>
        </section>
      )}
    </Page>
  );
}

/** The name that the company already has, and whether the token can do more than set it up. */
function useTokenOf(token: string): { company: string; isOperator: boolean } {
  const [found, setFound] = useState({ company: '', isOperator: false });
  useEffect(() => {
    // Not in the history of the browser, and not on a screenshot.
    history.replaceState(null, '', '/setup');
    apiWith(token)
      .me.get()
      .then(({ organization, scopes }) =>
        setFound({ company: organization.name, isOperator: scopes.includes('operator') }),
      )
      .catch(() => {});
  }, [token]);
  return found;
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
