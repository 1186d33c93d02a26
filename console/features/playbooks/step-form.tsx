import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from '@radix-ui/react-icons';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectField, TextArea } from '../../ui/field.tsx';
import { AddStep } from './add-step.tsx';
import { Control } from './controls.tsx';
import type { DraftStep, StepKind } from './draft.ts';
import { FIELDS } from './fields.ts';
import type { Names } from './names.ts';
import styles from './step-form.module.css';
import { VARIANTS } from './variants.ts';

export interface StepActions {
  change(key: string, change: Partial<DraftStep>): void;
  move(key: string, by: 1 | -1): void;
  remove(key: string): void;
  addAfter(key: string, kind: StepKind): void;
}

const { fields } = text.playbooks;

/** The fields of one step. `errors` are by the rest of their pointer, such as `with/body`. */
export function StepForm({
  step,
  errors,
  names,
  actions,
  isReadOnly,
}: {
  step: DraftStep;
  errors: Readonly<Record<string, string>>;
  names: Names;
  actions: StepActions;
  isReadOnly: boolean;
}) {
  const { key } = step;
  const shown = FIELDS[step.do].filter(({ isShown }) => isShown?.(step.with) ?? true);
  const known = ['id', 'when', ...shown.map(({ name }) => `with/${name}`)];
  const others = Object.entries(errors).filter(([at]) => !known.some((one) => isAt(at, one)));
  const setOption = (name: string, value: unknown) => {
    const { [name]: _old, ...rest } = step.with;
    actions.change(key, { with: value === undefined ? rest : { ...rest, [name]: value } });
  };
  return (
    <section className={styles.form} aria-label={text.playbooks.kinds[step.do]}>
      <header className={styles.header}>
        <h2 className={styles.title}>{text.playbooks.kinds[step.do]}</h2>
        {!isReadOnly && <StepButtons stepKey={key} actions={actions} />}
      </header>
      {others.map(([at, detail]) => (
        <p key={at} className={styles.error} role="alert">
          {detail}
        </p>
      ))}
      <fieldset className={styles.fields} disabled={isReadOnly}>
        <VariantSelect step={step} actions={actions} />
        {shown.map((spec) => (
          <Control
            key={`${key} ${spec.name}`}
            spec={spec}
            value={step.with[spec.name]}
            channel={step.with.channel}
            names={names}
            error={errorAt(errors, `with/${spec.name}`)}
            onChange={(value) => setOption(spec.name, value)}
          />
        ))}
        <TextArea
          label={step.do === 'branch' ? fields.branchWhen : fields.when}
          hint={text.playbooks.conditionHint}
          error={errors.when}
          rows={2}
          spellCheck={false}
          className={styles.code}
          value={step.when}
          onChange={({ target }) => actions.change(key, { when: target.value })}
        />
        <Field
          label={fields.id}
          hint={fields.idHint}
          error={errors.id}
          spellCheck={false}
          value={step.id}
          onChange={({ target }) => actions.change(key, { id: target.value })}
        />
      </fieldset>
      {!isReadOnly && (
        <AddStep
          label={text.playbooks.addAfter}
          onAdd={(kind) => actions.addAfter(key, kind)}
          isWide
        />
      )}
    </section>
  );
}

function VariantSelect({ step, actions }: { step: DraftStep; actions: StepActions }) {
  const variants = VARIANTS[step.do];
  if (!variants) return null;
  return (
    <SelectField
      label={variants.label}
      value={variants.of(step.with)}
      onChange={({ target }) =>
        actions.change(step.key, { with: variants.become(target.value, step.with) })
      }
      options={variants.options}
    />
  );
}

function StepButtons({ stepKey, actions }: { stepKey: string; actions: StepActions }) {
  return (
    <div className={styles.buttons}>
      <Button
        look="plain"
        aria-label={text.playbooks.moveUp}
        onClick={() => actions.move(stepKey, -1)}
      >
        <ArrowUpIcon />
      </Button>
      <Button
        look="plain"
        aria-label={text.playbooks.moveDown}
        onClick={() => actions.move(stepKey, 1)}
      >
        <ArrowDownIcon />
      </Button>
      <Button
        look="plain"
        aria-label={text.playbooks.remove}
        onClick={() => actions.remove(stepKey)}
      >
        <TrashIcon />
      </Button>
    </div>
  );
}

/** `with/headers/Authorization` is shown at `with/headers`. */
function isAt(pointer: string, field: string): boolean {
  return pointer === field || pointer.startsWith(`${field}/`);
}

function errorAt(errors: Readonly<Record<string, string>>, field: string): string | undefined {
  return Object.entries(errors).find(([at]) => isAt(at, field))?.[1];
}
