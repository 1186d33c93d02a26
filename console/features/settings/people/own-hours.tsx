import type { WorkingHours } from '../../../../server/domain/working-hours.ts';
import { DEFAULT_WORKING_HOURS } from '../../../../server/domain/working-hours.ts';
import * as text from '../../../text/en.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import { asWorkingHours } from '../hours/as-working-hours.ts';
import { HoursEditor } from '../hours/hours-editor.tsx';
import { useOrganization } from '../resources.ts';
import list from '../shared/list.module.css';

const words = text.settings.people;

/** The hours of a person: those of the company (null), or their own, which begin as those of the company. */
export function OwnHours({
  hours,
  onChange,
  isReadOnly = false,
}: {
  hours: WorkingHours | null;
  onChange(hours: WorkingHours | null): void;
  isReadOnly?: boolean;
}) {
  const { value: organization } = useOrganization();
  const ofCompany = organization
    ? asWorkingHours(organization.working_hours)
    : DEFAULT_WORKING_HOURS;
  return (
    <>
      <fieldset className={list.filters} disabled={isReadOnly}>
        <legend className="visually-hidden">{words.hours}</legend>
        <CheckField
          type="radio"
          label={words.companyHours}
          checked={hours === null}
          onChange={() => onChange(null)}
        />
        <CheckField
          type="radio"
          label={words.ownHours}
          checked={hours !== null}
          onChange={() => onChange(hours ?? { ...ofCompany, exceptions: [] })}
        />
      </fieldset>
      {hours !== null && <HoursEditor hours={hours} onChange={onChange} isReadOnly={isReadOnly} />}
    </>
  );
}
