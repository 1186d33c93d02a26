import { useState } from 'react';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './developers.module.css';

/** Asks before something that cannot be undone. */
export function AskDialog({
  title,
  about,
  action,
  onConfirm,
  onClose,
}: {
  title: string;
  about: string;
  action: string;
  onConfirm(): Promise<void>;
  onClose(): void;
}) {
  const [isSending, setIsSending] = useState(false);
  const confirm = () => {
    setIsSending(true);
    void onConfirm();
  };
  return (
    <Dialog title={title} about={about} onClose={onClose}>
      <div className={styles.buttons}>
        <Button look="danger" disabled={isSending} onClick={confirm}>
          {isSending ? text.working : action}
        </Button>
        <Button onClick={onClose}>{text.cancel}</Button>
      </div>
    </Dialog>
  );
}
