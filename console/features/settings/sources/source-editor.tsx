import type { LeadSource, Me } from '../../../../packages/sdk/src/index.ts';
import { mayI } from '../../../session/session.ts';
import * as text from '../../../text/en.ts';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Card } from '../shared/card.tsx';
import { Editor } from '../shared/editor.tsx';
import { useEditor } from '../shared/use-editor.ts';
import { SourceFields } from './source-fields.tsx';
import { bodyOf, mappingEntered, SOURCE_NAMES, saveSource, sourceIn } from './source-values.ts';
import { TryCard } from './try-card.tsx';

const words = text.settings.sources;

/** A new source (null), or one to change; then also what it has received, and a place to try it. */
export function SourceEditor({
  me,
  source,
  refresh,
}: {
  me: Me;
  source: LeadSource | null;
  refresh(): Promise<void>;
}) {
  const editor = useEditor({
    section: 'sources',
    names: SOURCE_NAMES,
    stored: source,
    read: sourceIn,
    save: (body) => saveSource(source, body),
    before: bodyOf,
    idOf: ({ source_id }) => source_id,
    saved: ({ name }) => words.saved(name),
    refresh,
    onSaved: () => clearSecrets(editor.form.current),
  });
  return (
    <Editor
      section="sources"
      sectionName={text.settings.sections.sources}
      title={source?.name ?? words.isNew}
      editor={editor}
      isReadOnly={!mayI(me, 'sources:write')}
      after={
        source && (
          <>
            <Card title={words.share} intro={words.shareIntro}>
              <CopyField label={words.url} value={source.url} />
            </Card>
            <TryCard
              source={source}
              zone={me.organization.time_zone}
              enteredMapping={() => mappingEntered(editor.form.current)}
            />
          </>
        )
      }
    >
      <SourceFields source={source} field={editor.field} />
    </Editor>
  );
}

/** What is stored is not sent again with the next change. */
function clearSecrets(form: HTMLFormElement | null): void {
  for (const input of form?.querySelectorAll<HTMLInputElement>('[type=password]') ?? []) {
    input.value = '';
  }
}
