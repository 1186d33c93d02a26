import type { Form } from '../../../../packages/sdk/src/index.ts';
import * as text from '../../../text/en.ts';
import { CopyField } from '../../../ui/copy-field.tsx';

const words = text.settings.forms;

/** The ways to bring the form to visitors. */
export function ShareCard({ form: { url, embed_html, form_html } }: { form: Form }) {
  return (
    <>
      <CopyField label={words.link} value={url} />
      <CopyField label={words.embed} value={embed_html} />
      <CopyField label={words.plain} value={form_html} />
    </>
  );
}
