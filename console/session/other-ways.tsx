import { useState } from 'react';
import { api } from '../api/client.ts';
import { NO_TROUBLE, type Trouble, troubleOf } from '../api/problems.ts';
import * as text from '../text/en.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { TroubleNotice } from '../ui/trouble.tsx';
import { typed, useForm } from '../ui/use-form.ts';
import styles from './form.module.css';
import { Note } from './page.tsx';
import { hasPasskeys, signInWithPasskey } from './passkey.ts';
import { readSession } from './session.ts';

/** Without a password: a passkey of this device, or a link by email. */
export function OtherWays() {
  const [isLinkOpen, setIsLinkOpen] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>(NO_TROUBLE);
  const withPasskey = async () => {
    setTrouble(NO_TROUBLE);
    try {
      if (await signInWithPasskey()) await readSession();
    } catch (error) {
      setTrouble(troubleOf(error, []));
    }
  };
  return (
    <div className={styles.form}>
      <TroubleNotice trouble={trouble} />
      {hasPasskeys() && (
        <Button onClick={() => void withPasskey()}>{text.signInWithPasskey}</Button>
      )}
      {isLinkOpen ? (
        <LinkForm />
      ) : (
        <Button onClick={() => setIsLinkOpen(true)}>{text.signInWithLink}</Button>
      )}
    </div>
  );
}

/** The answer is the same whether or not the address is known: it says nothing about who has an account. */
function LinkForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { form, onSubmit, trouble, isSending } = useForm(['email'], async (values) => {
    const email = typed(values, 'email');
    await api.signInLinks.create({ email }, { maxRetries: 0 });
    setSentTo(email);
  });
  if (sentTo !== null) {
    return (
      <div role="status">
        <Note>{text.linkSent(sentTo)}</Note>
      </div>
    );
  }
  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
      <TroubleNotice trouble={trouble} />
      <Field
        label={text.linkEmail}
        name="email"
        type="email"
        autoComplete="username"
        error={trouble.fields.email}
        autoFocus
      />
      <Button type="submit" disabled={isSending}>
        {isSending ? text.working : text.sendLink}
      </Button>
    </form>
  );
}
