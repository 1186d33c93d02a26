import type { FormEvent, ReactNode, RefObject } from 'react';
import type { Trouble } from '../api/problems.ts';
import * as text from '../text/en.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './form-dialog.module.css';
import { TroubleNotice } from './trouble.tsx';

/** What `useForm` returns. */
interface Form {
  form: RefObject<HTMLFormElement | null>;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  trouble: Trouble;
  isSending: boolean;
}

/** A form in a window over the page: what went wrong, its fields, and the button that sends it. */
export function FormDialog({
  title,
  about,
  form: { form, onSubmit, trouble, isSending },
  submit,
  look = 'primary',
  size = 'small',
  onClose,
  children,
}: {
  title: string;
  about?: string;
  form: Form;
  /** On the button: the verb, not "OK". */
  submit: string;
  look?: 'primary' | 'danger';
  size?: 'small' | 'wide';
  onClose(): void;
  children: ReactNode;
}) {
  return (
    <Dialog title={title} size={size} {...(about !== undefined && { about })} onClose={onClose}>
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        {children}
        <div className={styles.end}>
          <Button type="submit" look={look} disabled={isSending}>
            {isSending ? text.working : submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
