import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { useKeys } from '../../keys/keys.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NeedsScope } from '../../ui/needs-scope.tsx';
import { Screen } from '../../ui/screen.tsx';
import { type Draft, EMPTY_DRAFT, toDraft } from './draft.ts';
import { Editor } from './editor.tsx';
import { SaveNotice } from './save-notice.tsx';
import { toDefinition } from './to-definition.ts';
import type { Trace } from './trace.ts';
import { TryPanel } from './try-panel.tsx';
import { useDraft } from './use-draft.ts';
import { useSave } from './use-save.ts';

const playbooks = text.playbooks;

export function NewPlaybookPage() {
  const { from } = useSearch({ from: '/office/playbooks/new' });
  return (
    <NeedsScope scope="playbooks:write" title={playbooks.newPlaybook}>
      {from === undefined ? (
        <Content key="new" id="new" first={EMPTY_DRAFT} />
      ) : (
        <Copy from={from} />
      )}
    </NeedsScope>
  );
}

function Copy({ from }: { from: string }) {
  const original = useQuery(`playbook ${from}`, {
    load: (signal) => api.playbooks.get(from, { signal }),
    isAffectedBy: (event) => kindOf(event) === 'playbook',
  });
  return (
    <Loaded of={original} title={playbooks.title}>
      {(value) => (
        <Content
          key={from}
          id={`new from ${from}`}
          first={toDraft(value, { ...value, name: playbooks.copyOf(value.name) })}
        />
      )}
    </Loaded>
  );
}

/** The editor of a playbook that does not exist yet. */
function Content({ id, first }: { id: string; first: Draft }) {
  const [saved] = useState(first);
  const { draft, isDirty, change, discard } = useDraft(id, saved, 0);
  const [selected, setSelected] = useState<string | null>(null);
  const navigate = useNavigate();
  const [trace, setTrace] = useState<Trace | null>(null);
  const saving = useSave(draft, setSelected, async () => {
    const created = await api.playbooks.create({
      name: draft.name,
      description: draft.description.trim() === '' ? null : draft.description,
      ...toDefinition(draft),
    });
    discard();
    sayDone(playbooks.created(created.name));
    await navigate({ to: '/playbooks/$id', params: { id: created.playbook_id } });
  });
  const { problems, trouble, isSaving, save, clear } = saving;
  useKeys([{ keys: 'mod+s', label: playbooks.saveNew, run: save, inFields: true }]);
  return (
    <Screen
      title={playbooks.newPlaybook}
      actions={
        <>
          {isDirty && (
            <Button
              onClick={() => {
                discard();
                clear();
                sayDone(playbooks.discarded, { undo: () => change(draft) });
              }}
            >
              {playbooks.discard}
            </Button>
          )}
          <Button look="primary" disabled={isSaving} onClick={save}>
            {isSaving ? text.working : playbooks.saveNew}
          </Button>
        </>
      }
    >
      <SaveNotice problems={problems} trouble={trouble} />
      <TryPanel
        draft={draft}
        saved={null}
        saving={saving}
        onTrace={setTrace}
        hasTrace={trace !== null}
      />
      <Editor
        draft={draft}
        problems={problems}
        trace={trace}
        isReadOnly={false}
        onChange={(part) => {
          setTrace(null);
          change(part);
        }}
        selected={selected ?? 'settings'}
        onSelect={setSelected}
      />
    </Screen>
  );
}
