import { useState } from 'react';
import { act } from '../feedback/act.ts';
import { sayDone } from '../feedback/feedback.ts';
import { savePreferences } from '../session/preferences.ts';
import { preferencesNow, readSession, useMe } from '../session/session.ts';
import * as text from '../text/en.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Menu } from '../ui/menu.tsx';
import { typed, useForm } from '../ui/use-form.ts';
import styles from './saved-views.module.css';
import { type Filters, type SavedView, viewsOf, withoutView, withView } from './views.ts';

const words = text.savedViews;

/** The saved views of a screen. They belong to the person and are in every browser. */
export function SavedViews({
  screen,
  filters,
  onOpen,
}: {
  screen: string;
  /** What is shown now. */
  filters: Filters;
  onOpen(filters: Filters): void;
}) {
  const { preferences } = useMe();
  const [dialog, setDialog] = useState<'save' | 'delete' | null>(null);
  if (preferences === null) return null;
  const views = viewsOf(preferences, screen);
  const save = (next: readonly SavedView[]) =>
    savePreferences({ saved_views: { [screen]: [...next] } });
  const replace = async (next: (before: readonly SavedView[]) => SavedView[], done: string) => {
    // Another browser may have saved one meanwhile.
    await act(readSession);
    const before = viewsOf(preferencesNow(), screen);
    if (await save(next(before))) sayDone(done, { undo: () => void save(before) });
  };
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        align="start"
        button={<Button>{words.views}</Button>}
        items={[
          ...views.map((view) => ({ label: view.name, run: () => onOpen(view.filters) })),
          { label: words.save, run: () => setDialog('save') },
          ...(views.length > 0 ? [{ label: words.remove, run: () => setDialog('delete') }] : []),
        ]}
      />
      {dialog === 'save' && (
        <SaveView
          onClose={close}
          onSave={(name) =>
            replace((before) => withView(before, { name, filters }), words.saved(name))
          }
        />
      )}
      {dialog === 'delete' && (
        <DeleteViews
          views={views}
          onClose={close}
          onDelete={(name) => replace((before) => withoutView(before, name), words.removed(name))}
        />
      )}
    </>
  );
}

function SaveView({ onClose, onSave }: { onClose(): void; onSave(name: string): Promise<void> }) {
  const [isNameless, setIsNameless] = useState(false);
  const { form, onSubmit, isSending } = useForm(['name'], async (values) => {
    const name = typed(values, 'name').trim();
    setIsNameless(name === '');
    if (name === '') return;
    await onSave(name);
    onClose();
  });
  return (
    <Dialog title={words.save} about={words.saveAbout} onClose={onClose}>
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <Field
          label={words.name}
          name="name"
          maxLength={60}
          autoComplete="off"
          autoFocus
          error={isNameless ? words.nameMissing : undefined}
        />
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? text.working : text.save}
        </Button>
      </form>
    </Dialog>
  );
}

function DeleteViews({
  views,
  onClose,
  onDelete,
}: {
  views: readonly SavedView[];
  onClose(): void;
  onDelete(name: string): Promise<void>;
}) {
  return (
    <Dialog title={words.remove} onClose={onClose}>
      <ul className={styles.list}>
        {views.map(({ name }) => (
          <li key={name}>
            <span>{name}</span>
            <Button
              look="danger"
              aria-label={words.removeOne(name)}
              onClick={() => void onDelete(name).then(onClose)}
            >
              {words.delete}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
