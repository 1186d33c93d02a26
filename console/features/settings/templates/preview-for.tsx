import { useState } from 'react';
import type { PreviewTemplate, TemplatePreview } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { inSession } from '../../../session/in-session.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { TroubleNotice } from '../../../ui/trouble.tsx';
import { typed, useForm } from '../../../ui/use-form.ts';
import { Card } from '../shared/card.tsx';
import { languageName } from '../shared/languages.ts';
import { Message } from './preview.tsx';

const words = text.settings.templates;

/** The template as it is typed, saved or not, rendered by the service for a real contact. */
export function PreviewFor({
  textsNow,
}: {
  textsNow(): Omit<PreviewTemplate, 'lifecycle_number'>;
}) {
  const [shown, setShown] = useState<(TemplatePreview & { number: string }) | null>(null);
  const { form, onSubmit, trouble, isSending } = useForm(['lifecycle_number'], async (values) => {
    setShown(null);
    const number = typed(values, 'lifecycle_number').trim();
    const body = { ...textsNow(), lifecycle_number: number };
    setShown({ ...(await inSession(() => api.templates.preview(body))), number });
  });
  return (
    <Card title={words.previewFor} intro={words.previewForIntro}>
      <form ref={form} onSubmit={onSubmit} noValidate>
        <Field
          label={words.previewNumber}
          name="lifecycle_number"
          error={trouble.fields.lifecycle_number}
          placeholder="100042-7"
          autoComplete="off"
        />
        <Button type="submit" disabled={isSending}>
          {isSending ? text.working : words.previewShow}
        </Button>
      </form>
      <TroubleNotice trouble={trouble} />
      <div role="status">
        {shown && (
          <>
            <p>
              {words.previewed(shown.number)}, {languageName(shown.language)}
            </p>
            <Message subject={shown.subject} body={shown.body} />
          </>
        )}
      </div>
    </Card>
  );
}
