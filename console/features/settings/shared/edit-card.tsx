import { type ReactNode, useState } from 'react';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { inSession } from '../../../session/in-session.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { TroubleNotice } from '../../../ui/trouble.tsx';
import { useForm } from '../../../ui/use-form.ts';
import styles from './card.module.css';
import { Card } from './card.tsx';

/** What a field of a form needs: its name, and what is wrong with it. */
export type FieldOf = (name: string) => { name: string; error: string | undefined };

interface EditCardProps<Change extends object> {
  title: string;
  intro?: string;
  /** Of the fields, in the order of the page; the service names them in its errors. */
  names: readonly string[];
  isReadOnly: boolean;
  read(values: FormData): Change;
  /** Sends the change. The undo sends the values before. */
  save(change: Change): Promise<unknown>;
  /** The values that `change` replaces. */
  before(change: Change): Change;
  saved?: string;
  children(field: FieldOf): ReactNode;
}

/** A few settings that are saved together, and can be undone. What another person saves meanwhile does not touch what is typed here. */
export function EditCard<Change extends object>(props: EditCardProps<Change>) {
  // Another key shows the stored values again.
  const [round, setRound] = useState(0);
  return <EditForm key={round} {...props} onUndone={() => setRound((last) => last + 1)} />;
}

function EditForm<Change extends object>({
  title,
  intro,
  names,
  isReadOnly,
  read,
  save,
  before,
  saved = text.settings.saved,
  children,
  onUndone,
}: EditCardProps<Change> & { onUndone(): void }) {
  const { form, onSubmit, trouble, isSending } = useForm(names, async (values) => {
    const change = read(values);
    const previous = before(change);
    await inSession(() => save(change));
    sayDone(saved, { undo: () => void act(() => save(previous)).then(onUndone) });
  });
  return (
    <Card title={title} intro={intro}>
      <form ref={form} onSubmit={onSubmit} noValidate>
        <fieldset className={styles.fields} disabled={isReadOnly}>
          <legend className="visually-hidden">{title}</legend>
          <TroubleNotice trouble={trouble} />
          {children((name) => ({ name, error: trouble.fields[name] }))}
          {!isReadOnly && (
            <div>
              <Button type="submit" look="primary" disabled={isSending}>
                {isSending ? text.working : text.save}
              </Button>
            </div>
          )}
        </fieldset>
      </form>
    </Card>
  );
}

/** The values of these fields, for an undo. */
export function valuesOf<Entity extends object, Change extends object>(
  entity: Entity,
  change: Change,
): Change {
  const names = Object.keys(change) as (keyof Change & keyof Entity)[];
  // The names of a change are those of the resource, with values that it also returns.
  return Object.fromEntries(names.map((name) => [name, entity[name]])) as Change;
}
