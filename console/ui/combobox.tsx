import { useEffect, useId, useRef } from 'react';
import * as text from '../text/en.ts';
import styles from './combobox.module.css';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';
import { type ComboboxOption, useCombobox } from './use-combobox.ts';

/** Of more options only the current one says more: for all time zones at once it takes half a second. */
const MAX_ABOUT = 60;

type About = (option: ComboboxOption) => string;

/** One of many, found by typing: for lists that are too long for a `select`. The value goes into the form. */
export function Combobox({
  name,
  options,
  defaultValue,
  about,
  onChoose,
  onType,
  ...texts
}: FieldTexts & {
  name: string;
  options: readonly ComboboxOption[];
  defaultValue: string;
  /** A line beside an option, only computed for those that are on the screen. */
  about?: About;
  onChoose?(value: string): void;
  /** For options that are read while one types. */
  onType?(typed: string): void;
}) {
  const listId = useId();
  const box = useCombobox(options, defaultValue, onChoose);
  const { isOpen, found, current } = box;
  return (
    <FieldFrame {...texts}>
      {(control) => (
        <div className={styles.combobox}>
          <input type="hidden" name={name} value={box.value} />
          <input
            {...control}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && found.length > 0 ? `${listId}-${current}` : undefined}
            autoComplete="off"
            spellCheck={false}
            value={box.shown}
            onFocus={({ target }) => target.select()}
            onClick={() => !isOpen && box.open('')}
            onChange={({ target }) => {
              box.open(target.value);
              onType?.(target.value);
            }}
            onBlur={box.close}
            onKeyDown={box.onKeyDown}
          />
          <List id={listId} label={texts.label} box={box} about={about} />
        </div>
      )}
    </FieldFrame>
  );
}

function List({
  id,
  label,
  box: { isOpen, found, current, choose },
  about,
}: {
  id: string;
  label: string;
  box: ReturnType<typeof useCombobox>;
  about: About | undefined;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, current]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      className={styles.list}
      hidden={!isOpen}
    >
      {isOpen &&
        found.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys of the list.
          <div
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={styles.option}
            // The field must not lose the focus before the click.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            <span>{option.label}</span>
            {about && (found.length <= MAX_ABOUT || index === current) && (
              <span className={styles.about}>{about(option)}</span>
            )}
          </div>
        ))}
      {isOpen && found.length === 0 && (
        <div role="option" aria-selected="false" tabIndex={-1} className={styles.none}>
          {text.nothingFound}
        </div>
      )}
    </div>
  );
}
