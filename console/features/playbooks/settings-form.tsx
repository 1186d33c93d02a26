import { PatternPicker } from '../../event-types/pattern-picker.tsx';
import * as text from '../../text/en.ts';
import { Field, SelectField, TextArea } from '../../ui/field.tsx';
import type { Draft } from './draft.ts';
import { EventSelect } from './event-select.tsx';
import styles from './step-form.module.css';

const playbooks = text.playbooks;

/** What starts the playbook, on which condition, and what stops it. */
export function SettingsForm({
  draft,
  errors,
  onChange,
  isReadOnly,
}: {
  draft: Draft;
  errors: Readonly<Record<string, string>>;
  onChange(change: Partial<Draft>): void;
  isReadOnly: boolean;
}) {
  return (
    <section className={styles.form} aria-label={playbooks.settings}>
      <h2 className={styles.title}>{playbooks.settings}</h2>
      {errors.steps !== undefined && (
        <p className={styles.error} role="alert">
          {errors.steps}
        </p>
      )}
      <fieldset className={styles.fields} disabled={isReadOnly}>
        <Field
          label={playbooks.name}
          error={errors.name}
          value={draft.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <TextArea
          label={playbooks.description}
          error={errors.description}
          rows={2}
          value={draft.description}
          onChange={({ target }) => onChange({ description: target.value })}
        />
        <EventSelect
          label={playbooks.triggerEvent}
          error={errors['trigger/event'] ?? errors.trigger}
          value={draft.event}
          hasPatterns={false}
          first={[{ value: '', label: playbooks.manual }]}
          onChange={(event) => onChange(event === '' ? { event, when: '' } : { event })}
        />
        {draft.event !== '' && (
          <TextArea
            label={playbooks.triggerWhen}
            hint={playbooks.conditionHint}
            error={errors['trigger/when']}
            rows={2}
            spellCheck={false}
            className={styles.code}
            value={draft.when}
            onChange={({ target }) => onChange({ when: target.value })}
          />
        )}
        <PatternPicker
          label={playbooks.stopOn}
          hint={playbooks.stopOnHint}
          error={Object.entries(errors).find(([at]) => at.startsWith('stop_on'))?.[1]}
          chosen={draft.stop_on}
          onChange={(stop_on) => onChange({ stop_on })}
        />
        <SelectField
          label={playbooks.oncePer}
          error={errors.once_per}
          value={draft.once_per}
          onChange={({ target }) => onChange({ once_per: target.value })}
          options={Object.entries(playbooks.oncePerOptions).map(([value, label]) => ({
            value,
            label,
          }))}
        />
        <Field
          label={playbooks.concurrency}
          hint={playbooks.concurrencyHint}
          error={errors.concurrency}
          type="number"
          min={1}
          value={draft.concurrency ?? ''}
          onChange={({ target }) =>
            onChange({ concurrency: target.value === '' ? null : Number(target.value) })
          }
        />
      </fieldset>
    </section>
  );
}
