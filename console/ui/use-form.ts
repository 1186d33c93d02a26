import { type FormEvent, useRef, useState } from 'react';
import { NO_TROUBLE, type Trouble, troubleOf } from '../api/problems.ts';

/** What is wrong with what was typed, by the name of the field. */
export type WrongFields = Readonly<Record<string, string>>;

/**
 * A form that is sent once at a time. What is wrong is shown at its field, and the first such field gets the focus: what
 * the service refuses, and what `send` returns because it cannot be sent. What was typed stays.
 */
export function useForm(
  names: readonly string[],
  send: (values: FormData) => Promise<WrongFields | undefined> | Promise<void>,
) {
  const [trouble, setTrouble] = useState<Trouble>(NO_TROUBLE);
  const [isSending, setIsSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    const values = new FormData(event.currentTarget);
    setIsSending(true);
    setTrouble(NO_TROUBLE);
    try {
      const fields = await send(values);
      if (fields) fail({ ...NO_TROUBLE, fields });
    } catch (error) {
      fail(troubleOf(error, names));
    } finally {
      setIsSending(false);
    }
  }
  const fail = (found: Trouble) => {
    setTrouble(found);
    focusFirst(form.current, names, found);
  };
  return { form, onSubmit, trouble, isSending };
}

function focusFirst(form: HTMLFormElement | null, names: readonly string[], { fields }: Trouble) {
  const first = names.find((name) => fields[name] !== undefined);
  const element = first === undefined ? null : form?.elements.namedItem(first);
  if (element instanceof HTMLElement) element.focus();
}

export function typed(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}
