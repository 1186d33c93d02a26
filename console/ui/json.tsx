import { CopyIcon } from '@radix-ui/react-icons';
import { sayDone } from '../feedback/feedback.ts';
import * as text from '../text/en.ts';
import { Button } from './button.tsx';
import styles from './json.module.css';

/** A value as the API has it, for reading and copying. */
export function Json({ label, value }: { label: string; value: unknown }) {
  const content = JSON.stringify(value, null, 2) ?? '';
  return (
    <section className={styles.json} aria-label={label}>
      <header className={styles.header}>
        <h3 className={styles.label}>{label}</h3>
        <CopyButton label={text.copyOf(label)} content={content} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
      <pre className={styles.content} tabIndex={0}>
        {content}
      </pre>
    </section>
  );
}

export function CopyButton({ label, content }: { label: string; content: string }) {
  const copy = async () => {
    await navigator.clipboard?.writeText(content);
    sayDone(text.copied);
  };
  return (
    <Button look="plain" aria-label={label} onClick={() => void copy()}>
      <CopyIcon /> {text.copy}
    </Button>
  );
}
