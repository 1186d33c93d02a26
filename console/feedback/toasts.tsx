import * as text from '../text/en.ts';
import { Button } from '../ui/button.tsx';
import { dismiss, useToasts } from './feedback.ts';
import styles from './toasts.module.css';

/** What was just done or refused, at the edge of the page. Screen readers read it when it appears. */
export function Toasts() {
  const toasts = useToasts();
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {toasts.map(({ id, message, look, actions }) => (
        <div key={id} className={styles.toast} data-look={look}>
          <span className={styles.message}>{message}</span>
          {actions.map(({ label, run }) => (
            <Button
              key={label}
              look="plain"
              onClick={() => {
                run();
                dismiss(id);
              }}
            >
              {label}
            </Button>
          ))}
          <Button look="plain" aria-label={text.close} onClick={() => dismiss(id)}>
            ×
          </Button>
        </div>
      ))}
    </div>
  );
}
