import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { inSession } from '../../../session/in-session.ts';
import { useForm, type WrongFields } from '../../../ui/use-form.ts';
import type { FieldOf } from './edit-card.tsx';

/** What was typed, or what of it cannot be sent, by the name of the field. */
export type Entered<Body> = { body: Body } | { wrong: WrongFields };

export interface EditorOptions<Entity, Body> {
  section: string;
  /** Of the fields, in the order of the page; the service names them in its errors. */
  names: readonly string[];
  /** Null for a new one. */
  stored: Entity | null;
  read(values: FormData): Entered<Body>;
  save(body: Body): Promise<Entity>;
  /** The values that an undo saves again; null if they are not known. */
  before(stored: Entity, body: Body): Body | null;
  idOf(entity: Entity): string;
  saved(entity: Entity): string;
  /** Reads the list again, which also has what is edited. */
  refresh(): Promise<void>;
  /** What a refusal as a whole says about a field, such as a name that is taken. */
  refused?(error: unknown): WrongFields | undefined;
  onSaved?(entity: Entity): void;
  onUndone?(entity: Entity): void;
}

/** One thing on a page of its own: it is saved as a whole, and that can be undone. A new one has its own address afterwards. */
export function useEditor<Entity, Body>(options: EditorOptions<Entity, Body>) {
  const { section, names, stored, read, save, before, idOf, saved, refresh } = options;
  /** Another one shows the stored values again. */
  const [round, setRound] = useState(0);
  const navigate = useNavigate();
  const form = useForm(names, async (values) => {
    const entered = read(values);
    if ('wrong' in entered) return entered.wrong;
    const sent = await sendOr(() => save(entered.body), options.refused);
    if ('wrong' in sent) return sent.wrong;
    const { entity } = sent;
    const previous = stored && before(stored, entered.body);
    sayDone(saved(entity), previous === null ? {} : { undo: () => void restore(previous) });
    options.onSaved?.(entity);
    await refresh();
    const params = { section, id: idOf(entity) };
    if (!stored) await navigate({ to: '/settings/{-$section}/{-$id}', params });
    return undefined;
  });
  async function restore(previous: Body): Promise<void> {
    const entity = await act(() => save(previous));
    if (!entity) return;
    await refresh();
    options.onUndone?.(entity);
    setRound((last) => last + 1);
  }
  const field: FieldOf = (name) => ({ name, error: form.trouble.fields[name] });
  return { ...form, field, round };
}

async function sendOr<Entity>(
  send: () => Promise<Entity>,
  refused: (error: unknown) => WrongFields | undefined = () => undefined,
): Promise<{ entity: Entity } | { wrong: WrongFields }> {
  try {
    return { entity: await inSession(send) };
  } catch (error) {
    const wrong = refused(error);
    if (wrong === undefined) throw error;
    return { wrong };
  }
}
