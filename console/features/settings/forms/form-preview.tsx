import { getNonce } from 'get-nonce';
import { useEffect, useState } from 'react';
import type { CreateForm, Form } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { inSession } from '../../../session/in-session.ts';
import * as text from '../../../text/en.ts';
import styles from './form-editor.module.css';

const words = text.settings.forms;
const PAUSE_MS = 300;

/** The page of the form as it is being written. While something is missing, the last page that worked stays. */
export function FormPreview({ form, draft }: { form: Form | null; draft: CreateForm | null }) {
  const { page, isBehind } = usePage(draft);
  return (
    <section className={styles.preview} aria-label={words.preview}>
      <header className={styles.previewHeader}>
        <span>
          <strong>{words.preview}</strong> {isBehind ? words.previewBehind : words.previewAbout}
        </span>
        {form?.enabled && (
          <a href={`/f/${form.form_key}`} target="_blank" rel="noreferrer">
            {words.open}
          </a>
        )}
      </header>
      {page === null ? (
        <p>{words.previewEmpty}</p>
      ) : (
        // It is only looked at: of another origin, nothing can be sent from it, and no script runs.
        <iframe
          className={styles.frame}
          title={words.preview}
          srcDoc={allowStyles(page)}
          sandbox=""
          tabIndex={-1}
        />
      )}
    </section>
  );
}

/** The page inherits the policy of the console, which allows styles only with its nonce. */
function allowStyles(page: string): string {
  return page.replaceAll('<style>', `<style nonce="${getNonce() ?? ''}">`);
}

/** Asks the service after a short pause of typing. */
function usePage(draft: CreateForm | null) {
  const [page, setPage] = useState<string | null>(null);
  const [isBehind, setIsBehind] = useState(false);
  const wanted = draft && JSON.stringify(draft);
  useEffect(() => {
    if (wanted === null) return;
    const stop = new AbortController();
    const options = { signal: stop.signal };
    const timer = setTimeout(async () => {
      try {
        const preview = await inSession(() => api.forms.preview(JSON.parse(wanted), options));
        setPage(preview.page_html);
        setIsBehind(false);
      } catch {
        // Saving says what is missing.
        if (!stop.signal.aborted) setIsBehind(true);
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted]);
  return { page, isBehind };
}
