import { useState } from 'react';
import type { BookingPage, Me } from '../../../../packages/sdk/src/index.ts';
import { mayI } from '../../../session/session.ts';
import * as text from '../../../text/en.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { Card } from '../shared/card.tsx';
import { Editor } from '../shared/editor.tsx';
import { useEditor } from '../shared/use-editor.ts';
import { EndFields, LookFields } from './look-fields.tsx';
import { bodyOf, PAGE_NAMES, pageIn, savePage } from './page-values.ts';
import { ServiceChoice } from './service-choice.tsx';

const words = text.settings.bookingPages;

/** A new booking page (null), or one to change. */
export function PageEditor({
  me,
  page,
  refresh,
}: {
  me: Me;
  page: BookingPage | null;
  refresh(): Promise<void>;
}) {
  const [services, setServices] = useState<readonly string[]>(page?.services ?? []);
  const editor = useEditor({
    section: 'booking-pages',
    names: PAGE_NAMES,
    stored: page,
    read: (values) => ({ body: pageIn(values, services) }),
    save: (body) => savePage(page, body),
    before: bodyOf,
    idOf: ({ booking_page_id }) => booking_page_id,
    saved: ({ name }) => words.saved(name),
    refresh,
    onUndone: (before) => setServices(before.services),
  });
  const { field } = editor;
  return (
    <Editor
      section="booking-pages"
      sectionName={text.settings.sections.bookingPages}
      title={page?.name ?? words.isNew}
      editor={editor}
      isReadOnly={!mayI(me, 'forms:write')}
      after={page && <Share page={page} />}
    >
      <CheckField
        label={words.active}
        hint={words.activeHint}
        name="active"
        defaultChecked={page?.active ?? true}
      />
      <Field
        label={words.name}
        hint={words.nameHint}
        {...field('name')}
        defaultValue={page?.name}
        autoComplete="off"
        autoFocus={page === null}
      />
      <Field
        label={words.title}
        {...field('title')}
        defaultValue={page?.title ?? words.titleDefault}
        autoComplete="off"
      />
      <ServiceChoice chosen={services} {...field('services')} onChange={setServices} />
      <LookFields page={page} field={field} />
      <EndFields page={page} field={field} />
    </Editor>
  );
}

/** The ways to bring the page to customers. */
function Share({ page: { active, page_key, url, embed_html } }: { page: BookingPage }) {
  const open = active && (
    <a href={`/b/${page_key}`} target="_blank" rel="noreferrer">
      {words.open}
    </a>
  );
  return (
    <Card title={words.share} intro={words.shareIntro} layout="below" actions={open}>
      <CopyField label={words.link} value={url} />
      <CopyField label={words.embed} value={embed_html} />
    </Card>
  );
}
