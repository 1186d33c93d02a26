import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import styles from './picker.module.css';

export interface Choice {
  id: string;
  title: string;
  about?: string | undefined;
  /** Where it belongs, such as "Customers". */
  group?: string | undefined;
}

/** A field with a list below it: type to narrow the list, arrows and Enter choose. */
export function Picker<One extends Choice>({
  label,
  choices,
  emptyText,
  onType,
  onChoose,
  autoFocus = false,
}: {
  label: string;
  choices: readonly One[];
  emptyText: string;
  onType(typed: string): void;
  onChoose(choice: One): void;
  autoFocus?: boolean;
}) {
  const id = useId();
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  // The field is drawn first, and each letter too; Enter takes from what matches now, also if it is not drawn yet.
  const shown = useDeferredValue<readonly One[]>(choices, []);
  const current = Math.min(at, choices.length - 1);
  const optionId = (index: number) => `${id}-${index}`;
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && choices.length > 0) {
      event.preventDefault();
      setAt((current + step + choices.length) % choices.length);
    }
    const chosen = choices[current];
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      onChoose(chosen);
    }
  }

  return (
    <>
      <input
        className={styles.input}
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown.length > 0 ? optionId(current) : undefined}
        aria-autocomplete="list"
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: it was opened to type into it.
        autoFocus={autoFocus}
        onChange={({ target }) => {
          setAt(0);
          onType(target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
        {shown.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys of the list.
          <div
            key={choice.id}
            id={optionId(index)}
            role="option"
            aria-selected={index === current}
            tabIndex={-1}
            className={styles.option}
            onClick={() => onChoose(choice)}
          >
            <span>{choice.title}</span>
            {choice.about && <span className={styles.about}>{choice.about}</span>}
            {choice.group && <span className={styles.group}>{choice.group}</span>}
          </div>
        ))}
      </div>
      {choices.length === 0 && <p className={styles.empty}>{emptyText}</p>}
    </>
  );
}
