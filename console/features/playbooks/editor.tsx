import { useMemo } from 'react';
import * as text from '../../text/en.ts';
import { useNarrow } from '../../ui/use-narrow.ts';
import { type Draft, flat } from './draft.ts';
import styles from './editor.module.css';
import { Path } from './path.tsx';
import type { Problems } from './problems.ts';
import { SettingsForm } from './settings-form.tsx';
import { StartCard } from './start-card.tsx';
import { StepForm } from './step-form.tsx';
import type { Trace } from './trace.ts';
import { useEdit } from './use-edit.ts';
import { useNames } from './use-names.ts';

const playbooks = text.playbooks;

export interface EditorProps {
  draft: Draft;
  problems: Problems;
  trace: Trace | null;
  isReadOnly: boolean;
  onChange(change: Partial<Draft>): void;
  selected: string | null;
  onSelect(key: string): void;
}

/** The path of the playbook, and the form of what is selected beside it; on a phone, below it. */
export function Editor(props: EditorProps) {
  const { draft, problems, trace, isReadOnly, selected, onSelect } = props;
  const names = useNames();
  const isNarrow = useNarrow();
  const edit = useEdit(props);
  const counts = useMemo(
    () => new Map([...problems.steps].map(([key, own]) => [key, Object.keys(own).length])),
    [problems],
  );
  const step = flat(draft.steps).find((one) => one.step.key === selected)?.step;
  const form = step ? (
    <StepForm
      key={step.key}
      step={step}
      errors={problems.steps.get(step.key) ?? {}}
      names={names}
      actions={edit}
      isReadOnly={isReadOnly}
    />
  ) : (
    <SettingsForm
      draft={draft}
      errors={problems.settings}
      onChange={props.onChange}
      isReadOnly={isReadOnly}
    />
  );
  const below = isNarrow ? <div className={styles.below}>{form}</div> : undefined;
  return (
    <div className={styles.columns}>
      <section className={styles.path} aria-label={playbooks.steps}>
        <StartCard draft={draft} problems={problems} isSelected={!step} onSelect={onSelect} />
        {!step && selected !== null && below}
        <Path
          steps={draft.steps}
          names={names}
          selected={selected}
          onSelect={onSelect}
          onAdd={isReadOnly ? undefined : edit.add}
          problems={counts}
          trace={trace}
          below={below}
        />
        <p className="visually-hidden" role="status">
          {edit.said}
        </p>
      </section>
      {!isNarrow && <aside className={styles.side}>{form}</aside>}
    </div>
  );
}
