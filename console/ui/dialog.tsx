import * as Radix from '@radix-ui/react-dialog';
import { Cross2Icon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import { KeyBoundary } from '../keys/keys.ts';
import * as text from '../text/en.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { useReturnedFocus } from './use-returned-focus.ts';

/** A window over the page. It has the focus until it is closed, and then gives it back. Without `onClose` it stays. */
export function Dialog({
  title,
  about,
  onClose,
  children,
  size = 'small',
}: {
  title: string;
  about?: string;
  onClose?(): void;
  children: ReactNode;
  /** Beside what it is about, which stays in view: then a click there does not close it. */
  size?: 'small' | 'wide' | 'beside';
}) {
  const { ref, onCloseAutoFocus } = useReturnedFocus();
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose?.()}>
      <Radix.Portal>
        {/* Without it, what is beside the window can be scrolled. */}
        {size !== 'beside' && <Radix.Overlay className={styles.overlay} />}
        <Radix.Content
          ref={ref}
          className={styles.dialog}
          data-size={size}
          onCloseAutoFocus={onCloseAutoFocus}
          onInteractOutside={(event) => size === 'beside' && event.preventDefault()}
          {...(about === undefined && { 'aria-describedby': undefined })}
        >
          <KeyBoundary />
          <header className={styles.header}>
            <Radix.Title className={styles.title}>{title}</Radix.Title>
            {onClose && (
              <Radix.Close asChild>
                <Button look="plain" aria-label={text.close}>
                  <Cross2Icon />
                </Button>
              </Radix.Close>
            )}
          </header>
          {about !== undefined && (
            <Radix.Description className={styles.about}>{about}</Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
