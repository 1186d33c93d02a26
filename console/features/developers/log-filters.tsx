import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { patternsOf, useEventTypes } from '../../event-types/use-event-types.ts';
import { useConnection } from '../../live/connection.ts';
import { patternInWords } from '../../text/en/event-types.ts';
import * as text from '../../text/en.ts';
import { Badge } from '../../ui/badge.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import styles from './developers.module.css';
import { type LogSearch, readLogSearch } from './search.ts';

const developers = text.developers;

/** By type and lifecycle number, kept in the address. */
export function LogFilters({ search, children }: { search: LogSearch; children: ReactNode }) {
  const navigate = useNavigate();
  const types = patternsOf(useEventTypes());
  const set = (change: Record<string, unknown>) =>
    void navigate({
      to: '/developers/events',
      search: readLogSearch({ ...search, ...change }),
      replace: true,
    });
  const setNumber = (value: string) => value !== (search.number ?? '') && set({ number: value });
  return (
    <fieldset className={styles.filters} aria-label={developers.log}>
      <SelectField
        label={developers.eventType}
        value={search.type ?? ''}
        onChange={({ target }) => set({ type: target.value })}
        options={[
          { value: '', label: developers.anyEvent },
          ...types.map((value) => ({ value, label: patternInWords(value) })),
        ]}
      />
      <Field
        key={search.number ?? ''}
        label={developers.number}
        placeholder="100042-7"
        defaultValue={search.number}
        autoComplete="off"
        onBlur={({ target }) => setNumber(target.value.trim())}
        onKeyDown={({ key, currentTarget }) =>
          key === 'Enter' && setNumber(currentTarget.value.trim())
        }
      />
      {children}
    </fieldset>
  );
}

/** Whether new events appear at once, and how many wait. */
export function LogState({ waiting, isPaused }: { waiting: number; isPaused: boolean }) {
  const connection = useConnection();
  return (
    <span role="status">
      {isPaused ? (
        <Badge look="warn">
          {waiting > 0 ? developers.waitingCount(waiting) : developers.paused}
        </Badge>
      ) : (
        connection.is === 'live' && <Badge look="ok">{developers.live}</Badge>
      )}
    </span>
  );
}
