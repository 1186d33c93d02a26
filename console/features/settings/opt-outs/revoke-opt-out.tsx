import type { OptOut } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { inSession } from '../../../session/in-session.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { TroubleNotice } from '../../../ui/trouble.tsx';
import { typed, useForm } from '../../../ui/use-form.ts';
import list from '../shared/list.module.css';

const words = text.settings.optOuts;

/** Only with the evidence that the person wants messages again. */
export function RevokeOptOut({
  optOut,
  onClose,
  onSaved,
}: {
  optOut: OptOut;
  onClose(): void;
  onSaved(): void;
}) {
  const { form, onSubmit, trouble, isSending } = useForm(['source'], async (values) => {
    const source = typed(values, 'source').trim();
    await inSession(() => api.optOuts.revoke(optOut.opt_out_id, { source }));
    sayDone(words.revoked(optOut.address));
    onClose();
    onSaved();
  });
  return (
    <Dialog title={words.revokeOne(optOut.address)} about={words.revokeAbout} onClose={onClose}>
      <form ref={form} className={list.dialog} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <Field
          label={words.revokeSource}
          name="source"
          error={trouble.fields.source}
          autoComplete="off"
          autoFocus
        />
        <div className={list.buttons}>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" look="danger" disabled={isSending}>
            {isSending ? text.working : words.revoke}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
