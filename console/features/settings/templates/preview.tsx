import { useDeferredValue, useMemo } from 'react';
import type { Me } from '../../../../packages/sdk/src/index.ts';
import * as text from '../../../text/en.ts';
import { exampleText } from './example-text.ts';
import styles from './language-texts.module.css';
import { partsOf } from './sms-parts.ts';

const words = text.settings.templates;

/** The message as it will be, by the engine that the service uses, with example values. */
export function Preview({
  subject,
  body,
  company,
}: {
  /** Null for a text. */
  subject: string | null;
  body: string;
  company: Me['organization'];
}) {
  const given = useDeferredValue(`${subject ?? ''}\n${body}`);
  const rendered = useMemo(() => {
    const [first = '', ...rest] = given.split('\n');
    return { subject: exampleText(first, company), body: exampleText(rest.join('\n'), company) };
  }, [given, company]);
  const failure = [rendered.subject, rendered.body].find((one) => 'failure' in one);
  const shown = 'text' in rendered.body ? rendered.body.text : '';
  return (
    <div className={styles.preview}>
      <div className={styles.previewTitle}>
        {words.preview} <span className={styles.about}>{words.previewAbout}</span>
      </div>
      {failure && 'failure' in failure ? (
        <p className={styles.failure} role="status">
          {words.cannotRender(failure.failure)}
        </p>
      ) : (
        <Message
          subject={subject !== null && 'text' in rendered.subject ? rendered.subject.text : null}
          body={shown}
        />
      )}
      {subject === null && !failure && (
        <p className={styles.about}>{words.length(shown.length, partsOf(shown))}</p>
      )}
    </div>
  );
}

/** A text as a bubble, an email with its subject above. */
export function Message({ subject, body }: { subject: string | null; body: string }) {
  return (
    <div className={subject === null ? styles.message : `${styles.message} ${styles.mail}`}>
      {subject !== null && <div className={styles.subject}>{subject}</div>}
      {body}
    </div>
  );
}
