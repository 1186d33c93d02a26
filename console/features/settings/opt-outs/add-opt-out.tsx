import { api } from '../../../api/client.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { inSession } from '../../../session/in-session.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { TroubleNotice } from '../../../ui/trouble.tsx';
import { typed, useForm } from '../../../ui/use-form.ts';
import list from '../shared/list.module.css';

const words = text.settings.optOuts;

/** Someone told the office. */
export function AddOptOut({ onClose, onSaved }: { onClose(): void; onSaved(): void }) {
  const names = ['channel', 'address', 'source'];
  const { form, onSubmit, trouble, isSending } = useForm(names, async (values) => {
    const created = await inSession(() =>
      api.optOuts.create({
        channel: typed(values, 'channel') === 'email' ? 'email' : 'sms',
        address: typed(values, 'address').trim(),
        source: typed(values, 'source').trim(),
      }),
    );
    sayDone(words.added(created.address));
    onClose();
    onSaved();
  });
  const field = (name: string) => ({ name, error: trouble.fields[name] });
  return (
    <Dialog title={words.add} onClose={onClose}>
      <form ref={form} className={list.dialog} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <SelectField
          label={words.channel}
          {...field('channel')}
          options={Object.entries(words.channels).map(([value, label]) => ({ value, label }))}
        />
        <Field label={words.address} {...field('address')} autoComplete="off" autoFocus />
        <Field
          label={words.source}
          hint={words.sourceHint}
          {...field('source')}
          autoComplete="off"
        />
        <div className={list.buttons}>
          <Button type="submit" look="primary" disabled={isSending}>
            {isSending ? text.working : words.add}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
