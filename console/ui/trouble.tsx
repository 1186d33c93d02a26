import type { Trouble } from '../api/problems.ts';
import * as text from '../text/en.ts';
import styles from './trouble.module.css';

/** What went wrong, where it happened; the rest of the page stays. */
export function TroubleNotice({ trouble: { message, requestId } }: { trouble: Trouble }) {
  if (message === null) return null;
  return (
    <div className={styles.trouble} role="alert">
      {message}
      {requestId && (
        <div>
          <button
            type="button"
            className={styles.copy}
            onClick={() => navigator.clipboard?.writeText(requestId)}
          >
            {text.copyRequestId}
          </button>
        </div>
      )}
    </div>
  );
}
