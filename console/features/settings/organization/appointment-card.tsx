import { useState } from 'react';
import type { Organization } from '../../../../packages/sdk/src/index.ts';
import * as text from '../../../text/en.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { typed } from '../../../ui/use-form.ts';
import cards from '../shared/card.module.css';
import { EditCard, type FieldOf, valuesOf } from '../shared/edit-card.tsx';
import { isChecked, numberIn } from '../shared/values.ts';
import type { OrganizationCard } from './organization.tsx';

const words = text.settings.organization;
const NUMBERS = [
  { name: 'scheduling/buffer_minutes', label: words.buffer, min: 0 },
  { name: 'scheduling/step_minutes', label: words.step, min: 5 },
  { name: 'scheduling/minimum_notice_minutes', label: words.notice, min: 0 },
  { name: 'scheduling/horizon_days', label: words.horizon, min: 1 },
];
const WINDOW = 'scheduling/arrival_window/duration';
const ALIGNED = 'scheduling/arrival_window/aligned';
const TRAVEL = 'scheduling/travel';
const SPEED = 'scheduling/travel/speed_kmh';
const BASE = 'scheduling/travel/base_minutes';
/** In a town. */
const USUAL_TRAVEL = { speed_kmh: 40, base_minutes: 5 };
const CHANGES = 'scheduling/customer_changes/allowed';
const CHANGES_UNTIL = 'scheduling/customer_changes/until_hours_before';

const NAMES = [
  ...NUMBERS.map(({ name }) => name),
  ...[WINDOW, ALIGNED, TRAVEL, SPEED, BASE, CHANGES, CHANGES_UNTIL],
];

export function AppointmentCard({ organization, isReadOnly, save }: OrganizationCard) {
  const { scheduling } = organization;
  const stored: Record<string, number> = {
    'scheduling/buffer_minutes': scheduling.buffer_minutes,
    'scheduling/step_minutes': scheduling.step_minutes,
    'scheduling/minimum_notice_minutes': scheduling.minimum_notice_minutes,
    'scheduling/horizon_days': scheduling.horizon_days,
  };
  return (
    <EditCard
      title={words.appointments}
      intro={words.appointmentsIntro}
      names={NAMES}
      isReadOnly={isReadOnly}
      read={(values) => ({ scheduling: schedulingIn(values) })}
      save={save}
      before={(change) => valuesOf(organization, change)}
    >
      {(field) => (
        <>
          <div className={cards.pair}>
            {NUMBERS.map(({ name, label, min }) => (
              <Field
                key={name}
                label={label}
                {...field(name)}
                type="number"
                min={min}
                defaultValue={stored[name]}
              />
            ))}
          </div>
          <SelectField
            label={words.window}
            hint={words.windowHint}
            {...field(WINDOW)}
            defaultValue={scheduling.arrival_window?.duration ?? ''}
            options={windowOptions(scheduling)}
          />
          <CheckField
            label={words.aligned}
            hint={words.alignedHint}
            {...field(ALIGNED)}
            defaultChecked={scheduling.arrival_window?.aligned ?? true}
          />
          <Travel travel={scheduling.travel} field={field} />
          <CheckField
            label={words.customerChanges}
            hint={words.customerChangesHint}
            {...field(CHANGES)}
            defaultChecked={scheduling.customer_changes.allowed}
          />
          <div className={cards.pair}>
            <Field
              label={words.changesUntil}
              {...field(CHANGES_UNTIL)}
              type="number"
              min={0}
              defaultValue={scheduling.customer_changes.until_hours_before}
            />
          </div>
        </>
      )}
    </EditCard>
  );
}

/** How long the way between two visits takes. */
function Travel({
  travel,
  field,
}: {
  travel: Organization['scheduling']['travel'];
  field: FieldOf;
}) {
  const [isCounted, setIsCounted] = useState(travel !== null);
  const { speed_kmh, base_minutes } = travel ?? USUAL_TRAVEL;
  return (
    <>
      <CheckField
        label={words.travel}
        hint={words.travelHint}
        {...field(TRAVEL)}
        checked={isCounted}
        onChange={({ target }) => setIsCounted(target.checked)}
      />
      {isCounted && (
        <div className={cards.pair}>
          <Field
            label={words.speed}
            hint={words.speedHint}
            {...field(SPEED)}
            type="number"
            min={1}
            max={200}
            step="any"
            defaultValue={speed_kmh}
          />
          <Field
            label={words.baseMinutes}
            hint={words.baseMinutesHint}
            {...field(BASE)}
            type="number"
            min={0}
            max={240}
            defaultValue={base_minutes}
          />
        </div>
      )}
    </>
  );
}

function schedulingIn(values: FormData) {
  const duration = typed(values, WINDOW);
  const number = (name: string) => numberIn(values, `scheduling/${name}`);
  return {
    buffer_minutes: number('buffer_minutes'),
    step_minutes: number('step_minutes'),
    minimum_notice_minutes: number('minimum_notice_minutes'),
    horizon_days: number('horizon_days'),
    arrival_window: duration === '' ? null : { duration, aligned: isChecked(values, ALIGNED) },
    travel: isChecked(values, TRAVEL)
      ? { speed_kmh: numberIn(values, SPEED), base_minutes: numberIn(values, BASE) }
      : null,
    customer_changes: {
      allowed: isChecked(values, CHANGES),
      until_hours_before: numberIn(values, CHANGES_UNTIL),
    },
  };
}

/** The usual ones, and the one that is set. */
function windowOptions({ arrival_window }: Organization['scheduling']) {
  const usual = [
    { value: '', label: words.noWindow },
    { value: 'PT30M', label: words.minutes(30) },
    ...[1, 2, 3, 4, 6].map((hours) => ({ value: `PT${hours}H`, label: words.hours(hours) })),
  ];
  const stored = arrival_window?.duration ?? '';
  if (usual.some(({ value }) => value === stored)) return usual;
  return [...usual, { value: stored, label: stored }];
}
