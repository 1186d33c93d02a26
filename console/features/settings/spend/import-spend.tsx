import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { inSession } from '../../../session/in-session.ts';
import * as text from '../../../text/en.ts';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useForm } from '../../../ui/use-form.ts';

const words = text.settings.spend;

/** The file of an advertiser: all of it, or what is wrong with its lines. */
export function ImportSpend({ onClose, onSaved }: { onClose(): void; onSaved(): void }) {
  const [file, setFile] = useState<File | null>(null);
  const form = useForm(['file'], async () => {
    if (file === null) return { file: words.fileMissing };
    const result = await inSession(() => api.spend.import({ type: 'text/csv', content: file }));
    sayDone(words.imported(result.changed));
    onClose();
    onSaved();
    return undefined;
  });
  return (
    <FormDialog
      title={words.import}
      about={words.importAbout}
      form={form}
      submit={words.upload}
      onClose={onClose}
    >
      <Field
        label={words.file}
        name="file"
        error={form.trouble.fields.file}
        type="file"
        accept=".csv,.txt,text/csv"
        onChange={({ target }) => setFile(target.files?.[0] ?? null)}
      />
    </FormDialog>
  );
}
