import * as text from '../../text/en.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { usePeople } from './use-people.ts';
import styles from './visits.module.css';

const DURATIONS = [30, 60, 90, 120, 180, 240, 480];

/** When, how long and who; in a form. */
export function VisitFields({
  errors,
  startsAt,
  onStartsAt,
  userId,
  onUserId,
}: {
  errors: Readonly<Record<string, string>>;
  startsAt: string;
  onStartsAt(value: string): void;
  userId: string;
  onUserId(value: string): void;
}) {
  const { active } = usePeople();
  return (
    <>
      <div className={styles.pair}>
        <Field
          label={text.visits.startsAt}
          name="starts_at"
          type="datetime-local"
          error={errors.starts_at}
          value={startsAt}
          onChange={({ target }) => onStartsAt(target.value)}
        />
        <SelectField
          label={text.visits.duration}
          name="duration_minutes"
          error={errors.duration_minutes}
          defaultValue="60"
          options={DURATIONS.map((minutes) => ({
            value: String(minutes),
            label: text.visits.minutes(minutes),
          }))}
        />
      </div>
      <SelectField
        label={text.visits.assignedTo}
        name="assigned_to"
        error={errors.assigned_to}
        value={userId}
        onChange={({ target }) => onUserId(target.value)}
        options={[
          { value: '', label: text.visits.unassigned },
          ...active.map(({ user_id, name }) => ({ value: user_id, label: name })),
        ]}
      />
    </>
  );
}
