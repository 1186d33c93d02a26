import * as text from '../../../text/en.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import fields from '../../../ui/field.module.css';
import styles from './roles.module.css';

const words = text.settings.people;
const ROLES = ['owner', 'dispatcher', 'technician', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export function roleIn(value: FormDataEntryValue | null): Role {
  return ROLES.find((role) => role === value) ?? 'viewer';
}

/** The roles with what each can do. */
export function RoleChoice({
  chosen,
  error,
  isTitled = false,
}: {
  chosen: string;
  error: string | undefined;
  /** The title is already above it. */
  isTitled?: boolean;
}) {
  return (
    <fieldset className={styles.roles}>
      <legend className={isTitled ? 'visually-hidden' : fields.label}>{words.role}</legend>
      {ROLES.map((role) => (
        <CheckField
          key={role}
          type="radio"
          name="role"
          value={role}
          label={words.roles[role]}
          hint={words.roleHints[role]}
          defaultChecked={role === chosen}
        />
      ))}
      {error && <span className={fields.error}>{error}</span>}
    </fieldset>
  );
}
