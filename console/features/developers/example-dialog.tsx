import { useEventTypes } from '../../event-types/use-event-types.ts';
import { inSession } from '../../session/in-session.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import styles from './developers.module.css';

/** Sends an event that did not really happen. */
export function ExampleDialog({
  title,
  about,
  send,
  onClose,
}: {
  title: string;
  about: string;
  send(eventType: string): Promise<void>;
  onClose(): void;
}) {
  const types = useEventTypes();
  const { form, onSubmit, trouble, isSending } = useForm(['event_type'], async (values) => {
    await inSession(() => send(typed(values, 'event_type')));
    onClose();
  });
  return (
    <Dialog title={title} about={about} onClose={onClose}>
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <SelectField
          key={types.length}
          label={text.developers.eventType}
          name="event_type"
          error={trouble.fields.event_type}
          defaultValue="lead.qualified"
          options={types.map(({ type }) => ({ value: type, label: inWords(type) }))}
        />
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? text.working : text.developers.send}
        </Button>
      </form>
    </Dialog>
  );
}
