import { useState } from 'react';
import type { Me, OfferedService } from '../../../../packages/sdk/src/index.ts';
import { isProblem } from '../../../../packages/sdk/src/problem.ts';
import { mayI } from '../../../session/session.ts';
import * as text from '../../../text/en.ts';
import { Editor } from '../shared/editor.tsx';
import { useEditor } from '../shared/use-editor.ts';
import { PriceFields } from './price-fields.tsx';
import { QuestionFields } from './question-fields.tsx';
import { rowsOf, withKeys } from './questions.ts';
import { ServiceFields } from './service-fields.tsx';
import { bodyOf, SERVICE_NAMES, saveService, serviceIn } from './service-values.ts';

const words = text.settings.services;

/** A new service (null), one to change, or a code of leads to define. */
export function ServiceEditor({
  me,
  service,
  refresh,
}: {
  me: Me;
  service: OfferedService | null;
  refresh(): Promise<void>;
}) {
  const { currency } = me.organization;
  const [rows, setRows] = useState(() => rowsOf(service?.questions ?? []));
  const editor = useEditor({
    section: 'services',
    names: SERVICE_NAMES,
    stored: service?.defined ? service : null,
    read: (values) => serviceIn(values, { rows, service, currency }),
    save: (body) => saveService(service, body),
    before: bodyOf,
    idOf: ({ code }) => code,
    saved: ({ name }) => words.saved(name),
    refresh,
    onSaved: ({ questions }) => setRows((now) => withKeys(now, rows, questions)),
    onUndone: ({ questions }) => setRows(rowsOf(questions)),
    refused: (error) =>
      isProblem(error, 'service_exists') ? { code: words.codeTaken } : undefined,
  });
  return (
    <Editor
      section="services"
      sectionName={text.settings.sections.services}
      title={service?.name ?? words.isNew}
      editor={editor}
      isReadOnly={!mayI(me, 'services:write')}
    >
      <ServiceFields service={service} field={editor.field} />
      <PriceFields service={service} currency={currency} field={editor.field} />
      <QuestionFields rows={rows} field={editor.field} onChange={setRows} />
    </Editor>
  );
}
