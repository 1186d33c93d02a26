import { useState } from 'react';
import type { Me, TokenWithSecret } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { inSession } from '../../../session/in-session.ts';
import * as text from '../../../text/en.ts';
import { now } from '../../../time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, SelectField, TextArea } from '../../../ui/field.tsx';
import { TroubleNotice } from '../../../ui/trouble.tsx';
import { typed, useForm } from '../../../ui/use-form.ts';
import { useUsers } from '../resources.ts';
import cards from '../shared/card.module.css';
import list from '../shared/list.module.css';
import { type ChosenScope, ScopeChoice } from './scope-choice.tsx';

const words = text.settings.tokens;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A new token, and then its secret, once. */
export function AddToken({ me, onClose, onAdded }: { me: Me; onClose(): void; onAdded(): void }) {
  const [added, setAdded] = useState<TokenWithSecret | null>(null);
  if (added) {
    return (
      <Dialog title={words.created(added.name)} onClose={onClose}>
        <CopyField label={words.secret} hint={text.settings.shownOnce} value={added.token} />
        <div className={list.buttons}>
          <Button onClick={onClose}>{text.settings.done}</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={words.add} onClose={onClose} size="wide">
      <NewToken
        me={me}
        onAdded={(token) => {
          setAdded(token);
          onAdded();
        }}
      />
    </Dialog>
  );
}

function NewToken({ me, onAdded }: { me: Me; onAdded(token: TokenWithSecret): void }) {
  const [scopes, setScopes] = useState<readonly ChosenScope[]>([]);
  const { value: users = [] } = useUsers();
  const isPublic = scopes.length === 1 && scopes[0] === 'leads:capture';
  const names = ['name', 'scopes', 'user_id', 'expires_at', 'allowed_origins'];
  const { form, onSubmit, trouble, isSending } = useForm(names, async (values) => {
    const body = { ...tokenIn(values), scopes };
    onAdded(await inSession(() => api.tokens.create(body)));
  });
  const field = (name: string) => ({ name, error: trouble.fields[name] });
  const active = users.filter((user) => user.active);
  return (
    <form ref={form} className={list.dialog} onSubmit={onSubmit} noValidate>
      <TroubleNotice trouble={trouble} />
      <Field
        label={words.name}
        hint={words.nameHint}
        {...field('name')}
        autoComplete="off"
        autoFocus
      />
      <ScopeChoice me={me} chosen={scopes} error={trouble.fields.scopes} onChange={setScopes} />
      {isPublic && (
        <TextArea label={words.origins} hint={words.originsHint} {...field('allowed_origins')} />
      )}
      <div className={cards.pair}>
        <SelectField
          label={words.expires}
          {...field('expires_at')}
          defaultValue="90"
          options={Object.entries(words.expiries).map(([value, label]) => ({ value, label }))}
        />
        <SelectField
          label={words.user}
          {...field('user_id')}
          defaultValue=""
          options={[
            { value: '', label: words.noUser },
            ...active.map(({ user_id, name }) => ({ value: user_id, label: name })),
          ]}
        />
      </div>
      <div className={list.buttons}>
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? text.working : text.settings.create}
        </Button>
      </div>
    </form>
  );
}

function tokenIn(values: FormData) {
  const days = Number(typed(values, 'expires_at'));
  const origins = typed(values, 'allowed_origins').split(/\s+/).filter(Boolean);
  return {
    name: typed(values, 'name'),
    user_id: typed(values, 'user_id') || null,
    ...(days > 0 && { expires_at: new Date(now() + days * DAY_MS).toISOString() }),
    ...(origins.length > 0 && { allowed_origins: origins }),
  };
}
