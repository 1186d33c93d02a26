import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectField, TextArea } from '../../ui/field.tsx';
import { isObject } from './is-object.ts';
import styles from './step-form.module.css';

const { fields } = text.playbooks;
const { languages } = fields;

/** The texts of a message in other languages; contacts get their own. */
export function Translations({
  label,
  error,
  channel,
  value,
  onChange,
}: {
  label: string;
  error?: string | undefined;
  channel: unknown;
  value: unknown;
  onChange(value: unknown): void;
}) {
  const all: Record<string, unknown> = isObject(value) ? value : {};
  const set = (language: string, texts: object | null) => {
    const { [language]: _old, ...others } = all;
    const next = texts === null ? others : { ...all, [language]: texts };
    onChange(Object.keys(next).length > 0 ? next : undefined);
  };
  const missing = Object.entries(languages).filter(([code]) => all[code] === undefined);
  return (
    <details className={styles.details} open={error !== undefined || undefined}>
      <summary>
        {label} {Object.keys(all).length > 0 && `(${Object.keys(all).length})`}
      </summary>
      {error !== undefined && <p className={styles.error}>{error}</p>}
      {Object.entries(all).map(([code, texts]) => {
        const word = languages[code as keyof typeof languages] ?? code;
        const own = isObject(texts) ? texts : {};
        return (
          <fieldset key={code} className={styles.language}>
            <legend>{word}</legend>
            {channel === 'email' && (
              <Field
                label={fields.subjectIn(word)}
                value={String(own.subject ?? '')}
                onChange={({ target }) => set(code, { ...own, subject: target.value })}
              />
            )}
            <TextArea
              label={fields.bodyIn(word)}
              lang={code}
              rows={4}
              value={String(own.body ?? '')}
              onChange={({ target }) => set(code, { ...own, body: target.value })}
            />
            <Button look="plain" onClick={() => set(code, null)}>
              {fields.removeLanguage(word)}
            </Button>
          </fieldset>
        );
      })}
      {missing.length > 0 && (
        <SelectField
          label={fields.addLanguage}
          value=""
          onChange={({ target }) => target.value !== '' && set(target.value, { body: '' })}
          options={[
            { value: '', label: fields.choose },
            ...missing.map(([code, word]) => ({ value: code, label: word })),
          ]}
        />
      )}
    </details>
  );
}
