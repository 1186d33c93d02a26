import { CheckIcon, CopyIcon } from '@radix-ui/react-icons';
import { useEffect, useRef, useState } from 'react';
import * as text from '../text/en.ts';
import { Button } from './button.tsx';
import styles from './copy-field.module.css';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';

const SAID_MS = 3_000;

/** Something to copy to another place: a link, a key, a piece of HTML. */
export function CopyField({ value, label, hint }: Omit<FieldTexts, 'error'> & { value: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <FieldFrame label={label} hint={hint}>
      {(control) => (
        <div className={styles.copy}>
          <input
            {...control}
            ref={input}
            value={value}
            readOnly
            onFocus={({ target }) => target.select()}
          />
          <Button
            aria-label={`${isCopied ? text.copied : text.copy}: ${label}`}
            onClick={() => void copy(value, input.current).then(() => setIsCopied(true))}
          >
            {isCopied ? <CheckIcon /> : <CopyIcon />}
            {isCopied ? text.copied : text.copy}
          </Button>
          <span role="status" className="visually-hidden">
            {isCopied ? text.copied : ''}
          </span>
        </div>
      )}
    </FieldFrame>
  );
}

/** Without https there is no clipboard to write to; the old way works everywhere. */
async function copy(value: string, input: HTMLInputElement | null): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
  } catch {
    input?.select();
    document.execCommand('copy');
  }
}
