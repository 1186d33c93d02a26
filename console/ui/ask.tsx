import { useState } from 'react';
import * as text from '../text/en.ts';
import styles from './ask.module.css';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks before something that cannot be undone. */
export function Ask({
  title,
  about,
  confirm,
  onConfirm,
  onClose,
  look = 'danger',
}: {
  title: string;
  about: string;
  /** On the button: the verb, not "OK". */
  confirm: string;
  onConfirm(): Promise<unknown>;
  onClose(): void;
  look?: 'danger' | 'primary';
}) {
  const [isSending, setIsSending] = useState(false);
  const run = async () => {
    setIsSending(true);
    await onConfirm().finally(() => setIsSending(false));
    onClose();
  };
  return (
    <Dialog title={title} about={about} onClose={onClose}>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{text.cancel}</Button>
        <Button look={look} disabled={isSending} onClick={() => void run()}>
          {isSending ? text.working : confirm}
        </Button>
      </div>
    </Dialog>
  );
}
