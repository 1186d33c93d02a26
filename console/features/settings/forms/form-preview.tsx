import type { Form } from '../../../../packages/sdk/src/index.ts';
import * as text from '../../../text/en.ts';
import styles from './form-editor.module.css';

const words = text.settings.forms;

/** The page of the form, from this service. A new version of the form loads it again. */
export function FormPreview({ form }: { form: Form }) {
  const path = `/f/${form.form_key}`;
  return (
    <section className={styles.preview} aria-label={words.preview}>
      <header className={styles.previewHeader}>
        <span>
          <strong>{words.preview}</strong> {words.previewAbout}
        </span>
        {form.enabled && (
          <a href={path} target="_blank" rel="noreferrer">
            {words.open}
          </a>
        )}
      </header>
      {form.enabled ? (
        <iframe
          key={form.updated_at}
          className={styles.frame}
          title={words.preview}
          src={path}
          // It is only looked at: nothing can be sent from here.
          sandbox="allow-scripts"
        />
      ) : (
        <p>{words.previewOff}</p>
      )}
    </section>
  );
}
