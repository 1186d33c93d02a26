import { Cross2Icon, PlusIcon } from '@radix-ui/react-icons';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { Field, SelectField, TextArea } from '../../../ui/field.tsx';
import cards from '../shared/card.module.css';
import type { FieldOf } from '../shared/edit-card.tsx';
import styles from '../shared/editor.module.css';
import list from '../shared/list.module.css';
import { Part } from '../shared/part.tsx';
import { emptyRow, MAX_QUESTIONS, QUESTION_KINDS, type QuestionRow } from './questions.ts';

const words = text.settings.services;

/** What customers are asked before a visit, in this order. */
export function QuestionFields({
  rows,
  field,
  onChange,
}: {
  rows: readonly QuestionRow[];
  field: FieldOf;
  onChange(rows: readonly QuestionRow[]): void;
}) {
  return (
    <Part title={words.questions} hint={words.questionsHint}>
      {rows.map((row, at) => (
        <QuestionItem
          key={row.id}
          row={row}
          at={at}
          field={field}
          onChange={(change) =>
            onChange(rows.map((one) => (one.id === row.id ? { ...one, ...change } : one)))
          }
          onRemove={() => onChange(rows.filter(({ id }) => id !== row.id))}
        />
      ))}
      {rows.length < MAX_QUESTIONS && (
        <div>
          <Button onClick={() => onChange([...rows, emptyRow()])}>
            <PlusIcon />
            {words.addQuestion}
          </Button>
        </div>
      )}
    </Part>
  );
}

function QuestionItem({
  row,
  at,
  field,
  onChange,
  onRemove,
}: {
  row: QuestionRow;
  at: number;
  field: FieldOf;
  onChange(change: Partial<QuestionRow>): void;
  onRemove(): void;
}) {
  const said = row.label || words.question(at + 1);
  return (
    <fieldset className={styles.item}>
      <legend className="visually-hidden">{words.question(at + 1)}</legend>
      <Field
        label={words.question(at + 1)}
        {...field(`questions/${at}/label`)}
        value={row.label}
        onChange={({ target }) => onChange({ label: target.value })}
        autoFocus={row.isNew}
        autoComplete="off"
      />
      <div className={cards.pair}>
        <SelectField
          label={words.questionKind}
          {...field(`questions/${at}/kind`)}
          value={row.kind}
          onChange={({ target }) => onChange({ kind: target.value })}
          options={QUESTION_KINDS.map((value) => ({ value, label: words.questionKinds[value] }))}
        />
        <CheckField
          label={words.required}
          checked={row.required}
          onChange={({ target }) => onChange({ required: target.checked })}
        />
      </div>
      {row.kind === 'choice' && (
        <TextArea
          label={words.choices}
          hint={words.choicesHint}
          {...field(`questions/${at}/choices`)}
          value={row.choices}
          onChange={({ target }) => onChange({ choices: target.value })}
        />
      )}
      <div className={list.buttons}>
        <Button look="plain" onClick={onRemove}>
          <Cross2Icon />
          {words.removeQuestion(said)}
        </Button>
      </div>
    </fieldset>
  );
}
