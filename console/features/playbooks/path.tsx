import { type ReactNode, useEffect, useRef } from 'react';
import { conditionInWords } from '../../text/en/playbooks.ts';
import * as text from '../../text/en.ts';
import { Badge } from '../../ui/badge.tsx';
import { AddStep } from './add-step.tsx';
import type { DraftStep, Side, StepKind } from './draft.ts';
import type { Target } from './edit-steps.ts';
import type { Names } from './names.ts';
import styles from './path.module.css';
import { stepInWords } from './step-words.ts';
import { outcomeOf, type Trace } from './trace.ts';

export interface PathProps {
  steps: readonly DraftStep[];
  names: Names;
  selected: string | null;
  onSelect(key: string): void;
  /** Left out where steps are only shown. */
  onAdd?: ((target: Target, kind: StepKind) => void) | undefined;
  /** How many problems the service found at a step. */
  problems?: ReadonlyMap<string, number>;
  trace?: Trace | null;
  /** What is shown right below the selected step, on a narrow page. */
  below?: ReactNode;
}

/** The steps from top to bottom, with the two sides of a branch indented below it. */
export function Path(props: PathProps & { inside?: { branch: string; side: Side } }) {
  const { steps, selected, below, onAdd, inside } = props;
  const target: Target = inside ? { in: inside.branch, side: inside.side } : 'end';
  return (
    <>
      <ol className={styles.path}>
        {steps.map((step) => (
          <li key={step.key} className={styles.place}>
            <Card {...props} step={step} />
            {step.key === selected && below}
            {step.do === 'branch' && <Branch {...props} step={step} />}
          </li>
        ))}
      </ol>
      {steps.length === 0 && !onAdd && <p className={styles.nothing}>{text.playbooks.nothing}</p>}
      {onAdd && (
        <div className={styles.add}>
          <AddStep label={addLabel(inside?.side)} onAdd={(kind) => onAdd(target, kind)} />
        </div>
      )}
    </>
  );
}

function addLabel(side: Side | undefined): string {
  if (side === undefined) return text.playbooks.addStep;
  return side === 'yes' ? text.playbooks.addThen : text.playbooks.addElse;
}

function Branch({ step, ...props }: PathProps & { step: DraftStep }) {
  return (
    <div className={styles.branch}>
      {(['yes', 'no'] as const).map((side) => (
        <section
          key={side}
          className={styles.side}
          aria-label={side === 'yes' ? text.playbooks.ifTrue : text.playbooks.ifFalse}
        >
          <p className={styles.sideTitle}>
            {side === 'yes' ? text.playbooks.ifTrue : text.playbooks.ifFalse}
          </p>
          <Path {...props} steps={step[side]} inside={{ branch: step.key, side }} />
        </section>
      ))}
    </div>
  );
}

function Card({
  step,
  names,
  selected,
  onSelect,
  problems,
  trace,
}: PathProps & { step: DraftStep }) {
  const { title, about } = stepInWords(step, names);
  const isSelected = step.key === selected;
  const count = problems?.get(step.key) ?? 0;
  const outcome = trace ? outcomeOf(trace, step.id) : null;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isSelected) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  return (
    <button
      ref={button}
      type="button"
      className={styles.card}
      aria-current={isSelected ? 'step' : undefined}
      data-look={count > 0 ? 'danger' : (outcome?.look ?? 'plain')}
      data-reached={outcome === null || trace?.steps.has(step.id)}
      onClick={() => onSelect(step.key)}
    >
      <span className={styles.title}>
        {title}
        {count > 0 && <Badge look="danger">{text.playbooks.problemsHere(count)}</Badge>}
        {outcome && <Badge look={outcome.look}>{outcome.word}</Badge>}
      </span>
      {step.do !== 'branch' && step.when.trim() !== '' && (
        <span className={styles.condition}>
          {text.playbooks.onlyIf(conditionInWords(step.when))}
        </span>
      )}
      {outcome && outcome.about !== '' ? (
        <span className={styles.outcome}>{outcome.about}</span>
      ) : (
        about !== '' && <span className={styles.about}>{about}</span>
      )}
    </button>
  );
}
