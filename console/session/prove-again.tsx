import type { Me } from '../../packages/sdk/src/index.ts';
import { api } from '../api/client.ts';
import * as text from '../text/en.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { TroubleNotice } from '../ui/trouble.tsx';
import { typed, useForm } from '../ui/use-form.ts';
import styles from './form.module.css';
import { endProof } from './proof.ts';
import { readSession } from './session.ts';

/** Over the page, when the service wants to know that it is still the same person. */
export function ProveAgain({ me }: { me: Me }) {
  const email = me.user?.email ?? '';
  const { form, onSubmit, trouble, isSending } = useForm(['password'], async (values) => {
    await signInHere(me, email, typed(values, 'password'));
    endProof(true);
  });
  return (
    <Dialog title={text.proveTitle} about={text.proveAbout} onClose={() => endProof(false)}>
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Field
          label={text.passwordOf(email)}
          name="password"
          type="password"
          autoComplete="current-password"
          error={trouble.fields.password}
          autoFocus
        />
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? text.working : text.goOn}
        </Button>
      </form>
    </Dialog>
  );
}

/** A new session takes the place of the one before, which would otherwise stay open without a browser. */
async function signInHere(me: Me, email: string, password: string): Promise<void> {
  const { organization_id } = me.organization;
  // A wrong password is not repeated: each try counts.
  await api.sessions.create({ email, password, organization_id }, { maxRetries: 0 });
  await readSession();
  if (me.session_id !== null) await api.sessions.delete(me.session_id).catch(() => {});
}
