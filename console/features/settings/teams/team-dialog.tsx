import type { Team, User } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { inSession } from '../../../session/in-session.ts';
import { teams } from '../../../store/stores.ts';
import { wordFor } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import fields from '../../../ui/field.module.css';
import { Field } from '../../../ui/field.tsx';
import { TroubleNotice } from '../../../ui/trouble.tsx';
import { typed, useForm } from '../../../ui/use-form.ts';
import list from '../shared/list.module.css';
import styles from './team-dialog.module.css';

const words = text.settings.teams;

/** A new team (null), or one to change. */
export function TeamDialog({
  team,
  users,
  onClose,
  onSaved,
}: {
  team: Team | null;
  users: readonly User[];
  onClose(): void;
  onSaved(): void;
}) {
  const { form, onSubmit, trouble, isSending } = useForm(['name', 'members'], async (values) => {
    const body = {
      name: typed(values, 'name').trim(),
      members: values.getAll('members').map(String),
    };
    const saved = await inSession(() => send(team, body));
    teams.put(saved);
    const before = team && { name: team.name, members: team.members };
    const undo =
      before && (() => void act(() => send(saved, before)).then((one) => one && teams.put(one)));
    sayDone(words.saved(saved.name), undo ? { undo } : {});
    onClose();
    onSaved();
  });
  return (
    <Dialog title={team ? words.edit(team.name) : words.add} onClose={onClose}>
      <form ref={form} className={list.dialog} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <Field
          label={words.name}
          name="name"
          error={trouble.fields.name}
          defaultValue={team?.name}
          autoComplete="off"
          autoFocus
        />
        <Members team={team} users={users} error={trouble.fields.members} />
        <div className={list.buttons}>
          <Button type="submit" look="primary" disabled={isSending}>
            {isSending ? text.working : text.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Members({
  team,
  users,
  error,
}: {
  team: Team | null;
  users: readonly User[];
  error: string | undefined;
}) {
  // Those who left stay members until someone removes them.
  const candidates = users.filter(
    ({ active, user_id }) => active || team?.members.includes(user_id),
  );
  return (
    <fieldset className={styles.members}>
      <legend className={fields.label}>{words.members}</legend>
      {candidates.map(({ user_id, name, role }) => (
        <CheckField
          key={user_id}
          name="members"
          value={user_id}
          label={name}
          hint={wordFor(text.settings.people.roles, role)}
          defaultChecked={team?.members.includes(user_id)}
        />
      ))}
      {error && <span className={fields.error}>{error}</span>}
    </fieldset>
  );
}

function send(
  team: Team | null,
  body: { name: string; members: readonly string[] },
): Promise<Team> {
  return team ? api.teams.update(team.team_id, body) : api.teams.create(body);
}
