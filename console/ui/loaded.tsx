import type { ReactNode } from 'react';
import { troubleOf } from '../api/problems.ts';
import type { Query, QueryState } from '../store/query.ts';
import * as text from '../text/en.ts';
import { Button } from './button.tsx';
import styles from './loaded.module.css';
import { Screen } from './screen.tsx';
import { TroubleNotice } from './trouble.tsx';

/**
 * What a read of the service shows: its value, also an older one; a placeholder on a first visit only; and what went
 * wrong, with the rest of the page as it was. A screen whose title is in the value has another `title` until then.
 */
export function Loaded<Value>({
  of: { value, error, query },
  title,
  children,
}: {
  of: QueryState<Value> & { query: Query<Value> };
  title?: string;
  children(value: Value): ReactNode;
}) {
  const shown = (
    <>
      {error !== null && (
        <div className={styles.trouble}>
          <TroubleNotice trouble={troubleOf(error, [])} />
          <Button onClick={() => void query.refresh()}>{text.tryAgain}</Button>
        </div>
      )}
      {value !== undefined ? children(value) : error === null && <Skeleton />}
    </>
  );
  if (title === undefined || value !== undefined) return shown;
  return <Screen title={title}>{shown}</Screen>;
}

function Skeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label={text.loading}>
      <span />
      <span />
      <span />
    </div>
  );
}
