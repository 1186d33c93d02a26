import { useState } from 'react';
import { TextArea } from '../../ui/field.tsx';
import type { FieldTexts } from '../../ui/field-frame.tsx';
import styles from './step-form.module.css';

export function JsonControl({
  value,
  onChange,
  ...common
}: FieldTexts & { value: unknown; onChange(value: unknown): void }) {
  const [typed, setTyped] = useState(() =>
    value === undefined || typeof value === 'string'
      ? (value ?? '')
      : JSON.stringify(value, null, 2),
  );
  return (
    <TextArea
      {...common}
      rows={6}
      spellCheck={false}
      className={styles.code}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value.trim() === '' ? undefined : parsed(target.value));
      }}
    />
  );
}

/** While it is typed it is rarely JSON; then it is one text, and nothing is lost. */
function parsed(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}

/** One header per line. */
export function HeadersControl({
  value,
  onChange,
  ...common
}: FieldTexts & { value: unknown; onChange(value: unknown): void }) {
  const [typed, setTyped] = useState(() =>
    Object.entries(value ?? {})
      .map(([name, content]) => `${name}: ${content}`)
      .join('\n'),
  );
  return (
    <TextArea
      {...common}
      rows={3}
      spellCheck={false}
      className={styles.code}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        const lines = target.value.split('\n').filter((line) => line.trim() !== '');
        const headers = lines.map((line) => {
          const [name = '', ...rest] = line.split(':');
          return [name.trim(), rest.join(':').trim()];
        });
        onChange(headers.length > 0 ? Object.fromEntries(headers) : undefined);
      }}
    />
  );
}
