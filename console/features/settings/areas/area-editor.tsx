import type { Area, Me } from '../../../../packages/sdk/src/index.ts';
import { mayI } from '../../../session/session.ts';
import * as text from '../../../text/en.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { Editor } from '../shared/editor.tsx';
import { useEditor } from '../shared/use-editor.ts';
import { AREA_NAMES, areaIn, bodyOf, saveArea } from './area-values.ts';
import { PeopleFields } from './people-fields.tsx';
import { PlaceFields } from './place-fields.tsx';

const words = text.settings.areas;

/** A new area (null), or one to change. */
export function AreaEditor({
  me,
  area,
  refresh,
}: {
  me: Me;
  area: Area | null;
  refresh(): Promise<void>;
}) {
  const editor = useEditor({
    section: 'areas',
    names: AREA_NAMES,
    stored: area,
    read: areaIn,
    save: (body) => saveArea(area, body),
    before: bodyOf,
    idOf: ({ area_id }) => area_id,
    saved: ({ name }) => words.saved(name),
    refresh,
  });
  const { field } = editor;
  return (
    <Editor
      section="areas"
      sectionName={text.settings.sections.areas}
      title={area?.name ?? words.isNew}
      editor={editor}
      isReadOnly={!mayI(me, 'services:write')}
    >
      <Field
        label={words.name}
        {...field('name')}
        defaultValue={area?.name}
        autoComplete="off"
        autoFocus={area === null}
      />
      <CheckField
        label={words.active}
        hint={words.activeHint}
        name="active"
        defaultChecked={area?.active ?? true}
      />
      <PlaceFields area={area} field={field} />
      <PeopleFields area={area} field={field} />
    </Editor>
  );
}
