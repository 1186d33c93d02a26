import type { Area } from '../../../../packages/sdk/src/index.ts';
import * as text from '../../../text/en.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import fields from '../../../ui/field.module.css';
import { useTeams, useUsers } from '../resources.ts';
import type { FieldOf } from '../shared/edit-card.tsx';
import styles from '../shared/editor.module.css';
import { Part } from '../shared/part.tsx';

const words = text.settings.areas;

/** Who is sent there. Those who left stay until they are unchecked. */
export function PeopleFields({ area, field }: { area: Area | null; field: FieldOf }) {
  const { value: users } = useUsers();
  const { value: teams } = useTeams();
  // What is not read yet must not be saved as unchecked.
  if (!users || !teams) return <p>{text.loading}</p>;
  const ofUsers = users.map(({ user_id, name, active }) => ({ id: user_id, name, active }));
  const ofTeams = teams.map(({ team_id, name, active }) => ({ id: team_id, name, active }));
  return (
    <Part title={words.who} hint={words.whoHint}>
      <input type="hidden" name="who" value="read" />
      <Choice
        {...field('team_ids')}
        legend={words.teams}
        choices={ofTeams}
        chosen={area?.team_ids ?? []}
      />
      <Choice
        {...field('user_ids')}
        legend={words.people}
        choices={ofUsers}
        chosen={area?.user_ids ?? []}
      />
    </Part>
  );
}

function Choice({
  name,
  error,
  legend,
  choices,
  chosen,
}: {
  name: string;
  error: string | undefined;
  legend: string;
  choices: readonly { id: string; name: string; active: boolean }[];
  chosen: readonly string[];
}) {
  const shown = choices.filter(({ id, active }) => active || chosen.includes(id));
  if (shown.length === 0) return null;
  return (
    <fieldset className={styles.checks}>
      <legend className={fields.label}>{legend}</legend>
      {shown.map((one) => (
        <CheckField
          key={one.id}
          name={name}
          value={one.id}
          label={one.name}
          defaultChecked={chosen.includes(one.id)}
        />
      ))}
      {error && <span className={fields.error}>{error}</span>}
    </fieldset>
  );
}
