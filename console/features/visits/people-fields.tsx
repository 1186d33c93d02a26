import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import type { WrongFields } from '../../ui/use-form.ts';
import { usePeople } from './use-people.ts';
import styles from './visits.module.css';

export const PEOPLE_NAMES = ['assigned_to', 'crew'];

/** Who goes, those who are free first, and who goes along. */
export function PeopleFields({
  userId,
  onUser,
  crew,
  onCrew,
  freeIds = [],
  errors,
  disabled = false,
}: {
  userId: string;
  onUser(userId: string): void;
  crew: readonly string[];
  onCrew(crew: readonly string[]): void;
  freeIds?: readonly string[];
  errors: WrongFields;
  disabled?: boolean;
}) {
  return (
    <>
      <LeaderField
        value={userId}
        onChoose={onUser}
        freeIds={freeIds}
        error={errors.assigned_to}
        disabled={disabled}
      />
      {userId !== '' && (
        <CrewField
          leader={userId}
          crew={crew}
          onChange={onCrew}
          freeIds={freeIds}
          error={errors.crew}
          disabled={disabled}
        />
      )}
    </>
  );
}

export function LeaderField({
  value,
  onChoose,
  freeIds = [],
  error,
  disabled = false,
  name = 'assigned_to',
}: {
  value: string;
  onChoose(userId: string): void;
  freeIds?: readonly string[];
  error: string | undefined;
  disabled?: boolean;
  name?: string;
}) {
  return (
    <SelectField
      label={text.visits.assignedTo}
      name={name}
      error={error}
      disabled={disabled}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
      options={[{ value: '', label: text.visits.unassigned }, ...useOptions(freeIds)]}
    />
  );
}

function CrewField({
  leader,
  crew,
  onChange,
  freeIds,
  error,
  disabled,
}: {
  leader: string;
  crew: readonly string[];
  onChange(crew: readonly string[]): void;
  freeIds: readonly string[];
  error: string | undefined;
  disabled: boolean;
}) {
  const { nameOf } = usePeople();
  const options = useOptions(freeIds).filter(
    ({ value }) => value !== leader && !crew.includes(value),
  );
  return (
    <div className={styles.crew}>
      {crew.map((id) => (
        <span key={id} className={styles.member}>
          {nameOf(id) ?? id}
          <Button
            look="plain"
            aria-label={text.dispatch.leaveCrew(nameOf(id) ?? id)}
            disabled={disabled}
            onClick={() => onChange(crew.filter((one) => one !== id))}
          >
            ×
          </Button>
        </span>
      ))}
      {options.length > 0 && (
        <SelectField
          label={text.visits.crew}
          name="crew"
          error={error}
          disabled={disabled}
          value=""
          onChange={({ target }) => onChange([...crew, target.value])}
          options={[{ value: '', label: text.dispatch.addToCrew }, ...options]}
        />
      )}
    </div>
  );
}

/** Those who are free first, and marked. */
function useOptions(freeIds: readonly string[]): readonly { value: string; label: string }[] {
  const { active } = usePeople();
  const isFree = (id: string) => freeIds.includes(id);
  const people = [
    ...active.filter(({ user_id }) => isFree(user_id)),
    ...active.filter(({ user_id }) => !isFree(user_id)),
  ];
  return people.map(({ user_id, name }) => ({
    value: user_id,
    label: isFree(user_id) ? text.visits.isFree(name) : name,
  }));
}
