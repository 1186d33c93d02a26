import { useState } from 'react';
import type {
  Area,
  CapacityRule,
  CreateCapacityRule,
  OfferedService,
} from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { inSession } from '../../../session/in-session.ts';
import * as text from '../../../text/en.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { typed, useForm } from '../../../ui/use-form.ts';
import type { FieldOf } from '../shared/edit-card.tsx';
import { numberIn } from '../shared/values.ts';
import { inWordsOf } from './rule-words.ts';

const words = text.settings.capacity;
const NAMES = ['service', 'area_id', 'weekday', 'date', 'max_visits'];
const DAYS = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const),
  ...(['saturday', 'sunday'] as const),
];
/** In the list of days. */
const ONE_DATE = 'date';

/** A new limit (null), or one to change. */
export function CapacityDialog({
  rule,
  services,
  areas,
  onClose,
  onSaved,
}: {
  rule: CapacityRule | null;
  services: readonly OfferedService[];
  areas: readonly Area[];
  onClose(): void;
  onSaved(): void;
}) {
  const form = useForm(NAMES, async (values) => {
    const max_visits = numberIn(values, 'max_visits');
    if (typed(values, 'weekday') === ONE_DATE && typed(values, 'date') === '') {
      return { date: words.dateMissing };
    }
    await inSession(() =>
      rule
        ? api.capacityRules.update(rule.capacity_rule_id, { max_visits })
        : api.capacityRules.create({ ...countedIn(values), max_visits }),
    );
    const undo = rule && (() => void restore(rule).then(onSaved));
    sayDone(words.saved, undo ? { undo } : {});
    onClose();
    onSaved();
    return undefined;
  });
  const field: FieldOf = (name) => ({ name, error: form.trouble.fields[name] });
  return (
    <FormDialog
      title={rule ? words.edit : words.add}
      form={form}
      submit={text.save}
      onClose={onClose}
    >
      {rule ? (
        <div>
          <strong>{inWordsOf(rule, services, areas)}</strong>
          <p>{words.fixed}</p>
        </div>
      ) : (
        <CountedFields services={services} areas={areas} field={field} />
      )}
      <Field
        label={words.maxVisits}
        hint={words.maxVisitsHint}
        {...field('max_visits')}
        type="number"
        defaultValue={rule?.max_visits}
        autoFocus={rule !== null}
      />
    </FormDialog>
  );
}

/** Which visits are counted. */
function CountedFields({
  services,
  areas,
  field,
}: {
  services: readonly OfferedService[];
  areas: readonly Area[];
  field: FieldOf;
}) {
  const [day, setDay] = useState('');
  return (
    <>
      <SelectField
        label={words.service}
        {...field('service')}
        options={[
          { value: '', label: words.everyService },
          ...services
            .filter(({ active }) => active)
            .map(({ code, name }) => ({ value: code, label: name })),
        ]}
      />
      <SelectField
        label={words.area}
        {...field('area_id')}
        options={[
          { value: '', label: words.everyArea },
          ...areas
            .filter(({ active }) => active)
            .map(({ area_id, name }) => ({ value: area_id, label: name })),
        ]}
      />
      <SelectField
        label={words.day}
        {...field('weekday')}
        value={day}
        onChange={({ target }) => setDay(target.value)}
        options={[
          { value: '', label: words.everyDay },
          ...DAYS.map((value) => ({ value, label: text.settings.hours.days[value] })),
          { value: ONE_DATE, label: words.oneDate },
        ]}
      />
      {day === ONE_DATE && <Field label={words.date} {...field('date')} type="date" />}
    </>
  );
}

function countedIn(values: FormData): Omit<CreateCapacityRule, 'max_visits'> {
  return {
    service: typed(values, 'service') || null,
    area_id: typed(values, 'area_id') || null,
    weekday: DAYS.find((day) => day === typed(values, 'weekday')) ?? null,
    date: typed(values, 'date') || null,
  };
}

function restore({ capacity_rule_id, max_visits }: CapacityRule) {
  return act(() => api.capacityRules.update(capacity_rule_id, { max_visits }));
}
