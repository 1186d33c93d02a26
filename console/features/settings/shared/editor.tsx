import type { ReactNode } from 'react';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { TroubleNotice } from '../../../ui/trouble.tsx';
import { SettingsLink } from '../link.tsx';
import cards from './card.module.css';
import styles from './editor.module.css';
import list from './list.module.css';
import type { useEditor } from './use-editor.ts';

/** The page of one thing: the way back to its list, its fields, and the button that saves them. */
export function Editor({
  section,
  sectionName,
  title,
  editor: { form, onSubmit, trouble, isSending, round },
  isReadOnly,
  children,
  after,
}: {
  section: string;
  sectionName: string;
  title: string;
  editor: ReturnType<typeof useEditor>;
  isReadOnly: boolean;
  children: ReactNode;
  /** What is not part of the form. */
  after?: ReactNode;
}) {
  return (
    <Screen title={title}>
      <SettingsLink section={section} className={list.back}>
        {text.settings.back(sectionName)}
      </SettingsLink>
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <fieldset className={cards.fields} disabled={isReadOnly}>
          <legend className="visually-hidden">{title}</legend>
          <TroubleNotice trouble={trouble} />
          <div key={round} className={cards.fields}>
            {children}
          </div>
          {!isReadOnly && (
            <div>
              <Button type="submit" look="primary" disabled={isSending}>
                {isSending ? text.working : text.save}
              </Button>
            </div>
          )}
        </fieldset>
      </form>
      {after}
    </Screen>
  );
}
