import { useState } from 'react';
import type { Me } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { inSession } from '../../../session/in-session.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { TroubleNotice } from '../../../ui/trouble.tsx';
import { typed, useForm } from '../../../ui/use-form.ts';
import cards from '../shared/card.module.css';
import { Card } from '../shared/card.tsx';

const words = text.settings.account;

/** The old password is asked for by the page itself, if the sign-in was not recent. */
export function PasswordCard({ me }: { me: Me }) {
  // Another key empties the field.
  const [round, setRound] = useState(0);
  const { form, onSubmit, trouble, isSending } = useForm(['password'], async (values) => {
    await inSession(() => api.me.password({ password: typed(values, 'password') }));
    sayDone(words.passwordChanged);
    setRound(round + 1);
  });
  return (
    <Card title={words.password} intro={words.passwordIntro}>
      <form ref={form} className={cards.fields} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <input
          type="hidden"
          name="username"
          autoComplete="username"
          value={me.user?.email ?? ''}
          readOnly
        />
        <Field
          key={round}
          label={words.newPassword}
          hint={text.passwordHint}
          name="password"
          type="password"
          autoComplete="new-password"
          error={trouble.fields.password}
        />
        <div>
          <Button type="submit" look="primary" disabled={isSending}>
            {isSending ? text.working : words.changePassword}
          </Button>
        </div>
      </form>
    </Card>
  );
}
