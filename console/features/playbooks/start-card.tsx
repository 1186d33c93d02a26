import { patternInWords } from '../../text/en/event-types.ts';
import { conditionInWords } from '../../text/en/playbooks.ts';
import * as text from '../../text/en.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Draft } from './draft.ts';
import styles from './path.module.css';
import type { Problems } from './problems.ts';

const playbooks = text.playbooks;

/** The first card: what starts the playbook, and what stops it. */
export function StartCard({
  draft: { event, when, stop_on },
  problems,
  isSelected,
  onSelect,
}: {
  draft: Draft;
  problems: Problems;
  isSelected: boolean;
  onSelect(key: string): void;
}) {
  const count = Object.keys(problems.settings).length;
  return (
    <button
      type="button"
      className={styles.card}
      data-look={count > 0 ? 'danger' : 'accent'}
      aria-current={isSelected ? 'step' : undefined}
      onClick={() => onSelect('settings')}
    >
      <span className={styles.title}>
        {event === '' ? playbooks.manualTitle : playbooks.startsTitle(patternInWords(event))}
        {count > 0 && <Badge look="danger">{playbooks.problemsHere(count)}</Badge>}
      </span>
      {when.trim() !== '' && (
        <span className={styles.condition}>{playbooks.onlyIf(conditionInWords(when))}</span>
      )}
      {stop_on.length > 0 && (
        <span className={styles.about}>
          {playbooks.stopsTitle(stop_on.map(patternInWords).join(', '))}
        </span>
      )}
    </button>
  );
}
