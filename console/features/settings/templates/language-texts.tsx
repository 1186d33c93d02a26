import { useRef, useState } from 'react';
import type { Me } from '../../../../packages/sdk/src/index.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import type { FieldOf } from '../shared/edit-card.tsx';
import { type Language, languageName } from '../shared/languages.ts';
import styles from './language-texts.module.css';
import { Preview } from './preview.tsx';
import { VariableMenu } from './variable-menu.tsx';

const words = text.settings.templates;

/** Subject and text in one language, and beside them what a person will read. */
export function LanguageTexts({
  language,
  field,
  isEmail,
  stored,
  company,
  onRemove,
}: {
  /** Left out for the standard text. */
  language?: Language;
  field: FieldOf;
  isEmail: boolean;
  stored: { subject?: string | null; body: string } | null;
  company: Me['organization'];
  onRemove?: () => void;
}) {
  const [subject, setSubject] = useState(stored?.subject ?? '');
  const [body, setBody] = useState(stored?.body ?? '');
  const area = useRef<HTMLTextAreaElement>(null);
  const at = (name: string) => (language === undefined ? name : `translations/${language}/${name}`);
  const title = language === undefined ? words.standard : languageName(language);
  const insert = (variable: string) => {
    const { selectionStart: start = body.length, selectionEnd: end = body.length } =
      area.current ?? {};
    setBody(`${body.slice(0, start)}{{ ${variable} }}${body.slice(end)}`);
    area.current?.focus();
  };
  return (
    <section className={styles.language} aria-label={title}>
      <div className={styles.texts}>
        <Header title={title} onInsert={insert} {...(onRemove && { onRemove })} />
        {isEmail && (
          <Field
            label={words.subject}
            {...field(at('subject'))}
            value={subject}
            onChange={({ target }) => setSubject(target.value)}
          />
        )}
        <TextArea
          ref={area}
          label={words.body}
          hint={words.bodyHint}
          {...field(at('body'))}
          rows={isEmail ? 10 : 5}
          value={body}
          onChange={({ target }) => setBody(target.value)}
        />
      </div>
      <Preview subject={isEmail ? subject : null} body={body} company={company} />
    </section>
  );
}

function Header({
  title,
  onInsert,
  onRemove,
}: {
  title: string;
  onInsert(variable: string): void;
  onRemove?: () => void;
}) {
  return (
    <header className={styles.header}>
      <h2 className={styles.title}>{title}</h2>
      <VariableMenu onInsert={onInsert} />
      {onRemove && (
        <Button look="plain" onClick={onRemove}>
          {words.removeLanguage(title)}
        </Button>
      )}
    </header>
  );
}
