import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { typed, useForm } from '../../ui/use-form.ts';
import { codeOf } from '../new-lead/code-of.ts';
import { rememberFile } from './files.ts';
import styles from './imports.module.css';
import { COLUMN_NAMES, HEAD_BYTES, type Preview, previewOf } from './preview.ts';
import { PreviewTable } from './preview-table.tsx';

interface Chosen {
  file: File;
  preview: Preview;
  /** The same file under the same key is one import, also if the upload is repeated. */
  key: string;
}

/** Chooses a file, shows how it will be read, and uploads it. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const navigate = useNavigate();
  const { form, onSubmit, trouble, isSending } = useForm(
    ['service_needed', 'source'],
    async (values) => {
      if (chosen === null) return;
      const { import_id } = await inSession(() => send(chosen, values));
      rememberFile(import_id, chosen);
      sayDone(text.imports.started);
      onClose();
      await navigate({ to: '/imports/$id', params: { id: import_id } });
    },
  );
  const choose = async (file: File | undefined) => {
    if (!file) return setChosen(null);
    const head = await file.slice(0, HEAD_BYTES).arrayBuffer();
    setChosen({ file, preview: previewOf(new Uint8Array(head)), key: crypto.randomUUID() });
  };
  const isReady = chosen !== null && chosen.preview.problems.length === 0;
  return (
    <Dialog
      title={text.imports.dialogTitle}
      about={text.imports.about}
      size="wide"
      onClose={onClose}
    >
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <TroubleNotice trouble={trouble} />
        <Field
          label={text.imports.file}
          hint={`${text.imports.fileHint} ${text.imports.headerHelp(COLUMN_NAMES)}`}
          error={chosen?.preview.problems.join(' ') || undefined}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
        {chosen !== null && <PreviewTable preview={chosen.preview} />}
        {isReady && (
          <div className={styles.pair}>
            <Field
              label={text.imports.service}
              hint={chosen.preview.hasService ? text.imports.serviceHint : text.imports.noService}
              name="service_needed"
              error={trouble.fields.service_needed}
              required={!chosen.preview.hasService}
              autoComplete="off"
            />
            <Field
              label={text.imports.source}
              hint={text.imports.sourceHint}
              name="source"
              error={trouble.fields.source}
              autoComplete="off"
            />
          </div>
        )}
        <Button type="submit" look="primary" disabled={!isReady || isSending}>
          {isSending ? text.imports.uploading : text.imports.start}
        </Button>
      </form>
    </Dialog>
  );
}

function send({ file, preview: { charset, columns }, key }: Chosen, values: FormData) {
  const service_needed = codeOf(typed(values, 'service_needed'));
  const source = codeOf(typed(values, 'source'));
  return api.imports.create(
    { type: `text/csv; charset=${charset}`, content: file },
    {
      ...(columns.includes(null) && { ignore_unknown_columns: true }),
      ...(service_needed !== null && { service_needed }),
      ...(source !== null && { source }),
    },
    { idempotencyKey: [key, service_needed, source].filter(Boolean).join('.') },
  );
}
