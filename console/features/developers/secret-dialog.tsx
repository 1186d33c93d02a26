import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { CopyButton } from '../../ui/json.tsx';

const developers = text.developers;

/** A secret that is shown once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <Dialog title={developers.secretTitle} about={developers.secretAbout} onClose={onClose}>
      <Field
        label={developers.secret}
        value={secret}
        readOnly
        spellCheck={false}
        onFocus={({ target }) => target.select()}
      />
      <CopyButton label={developers.copySecret} content={secret} />
      <Button look="primary" onClick={onClose}>
        {developers.secretDone}
      </Button>
    </Dialog>
  );
}
