import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Playbook } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { useKeys } from '../../keys/keys.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NeedsScope } from '../../ui/needs-scope.tsx';
import { Screen } from '../../ui/screen.tsx';
import { flat, toDraft } from './draft.ts';
import { Editor } from './editor.tsx';
import { PlaybookActions, PlaybookFacts } from './playbook-actions.tsx';
import styles from './playbooks.module.css';
import { SaveNotice } from './save-notice.tsx';
import { PlaybookTabs } from './tabs.tsx';
import { toDefinition } from './to-definition.ts';
import type { Trace } from './trace.ts';
import { TryPanel } from './try-panel.tsx';
import { useDraft } from './use-draft.ts';
import { usePlaybook } from './use-playbook.ts';
import { useSave } from './use-save.ts';

const playbooks = text.playbooks;

export function PlaybookPage() {
  const { id } = useParams({ from: '/office/playbooks/$id' });
  return (
    <NeedsScope scope="playbooks:read" title={playbooks.title}>
      <Page key={id} id={id} />
    </NeedsScope>
  );
}

function Page({ id }: { id: string }) {
  const playbook = usePlaybook(id);
  return (
    <Loaded of={playbook} title={playbooks.title}>
      {(value) => (
        <Content
          playbook={value}
          onSaved={(saved) => playbook.query.replace(() => saved)}
          onChanged={() => playbook.query.refresh()}
        />
      )}
    </Loaded>
  );
}

/** One playbook: its steps as a path, the form of the selected step, saving and trying it. */
function Content({
  playbook,
  onSaved,
  onChanged,
}: {
  playbook: Playbook;
  onSaved(saved: Playbook): void;
  onChanged(): Promise<void>;
}) {
  const me = useMe();
  const { playbook_id: id, version } = playbook;
  // The numbers of runs change often; the steps must not lose the focus for that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time of change says that it is another one.
  const saved = useMemo(() => toDraft(playbook, playbook), [playbook.updated_at, version]);
  const editing = useDraft(id, saved, version);
  const { draft, isDirty } = editing;
  const [selected, setSelected] = useState<string | null>(null);
  const [trace, setTrace] = useState<Trace | null>(null);
  const isReadOnly = !mayI(me, 'playbooks:write') || playbook.archived_at !== null;
  const saving = useSave(draft, setSelected, async () => {
    const next = await api.playbooks.update(id, {
      name: draft.name,
      description: draft.description.trim() === '' ? null : draft.description,
      version: editing.base,
      ...toDefinition(draft),
    });
    // A saved step has its id as key.
    const step = flat(draft.steps).find((one) => one.step.key === selected)?.step;
    if (step) setSelected(step.id);
    onSaved(next);
    editing.discard();
    sayDone(next.version > version ? playbooks.saved(next.version) : playbooks.savedOnly);
  });
  const save = () => isDirty && !isReadOnly && saving.save();
  useKeys([{ keys: 'mod+s', label: playbooks.save, run: save, inFields: true }]);
  const discard = () => {
    editing.discard();
    saving.clear();
    sayDone(playbooks.discarded, { undo: () => editing.change(draft) });
  };
  return (
    <Screen
      title={draft.name === '' ? playbooks.newPlaybook : draft.name}
      actions={
        <PlaybookActions
          playbook={playbook}
          isDirty={isDirty}
          isSaving={saving.isSaving}
          isReadOnly={isReadOnly}
          onSave={save}
          onDiscard={discard}
          onChanged={onChanged}
        />
      }
    >
      <PlaybookTabs id={id} />
      <PlaybookFacts playbook={playbook} isDirty={isDirty} />
      <SaveNotice problems={saving.problems} trouble={saving.trouble} />
      {editing.isBehind && <NewerVersion version={version} onKeep={editing.rebase} />}
      {mayI(me, 'playbooks:write') && playbook.archived_at === null && (
        <TryPanel
          draft={draft}
          saved={isDirty ? null : playbook}
          saving={saving}
          onTrace={setTrace}
          hasTrace={trace !== null}
        />
      )}
      {!mayI(me, 'playbooks:write') && <p className={styles.quiet}>{playbooks.readOnly}</p>}
      <Editor
        draft={draft}
        problems={saving.problems}
        trace={trace}
        isReadOnly={isReadOnly}
        onChange={(change) => {
          setTrace(null);
          editing.change(change);
        }}
        selected={selected}
        onSelect={setSelected}
      />
    </Screen>
  );
}

/** Saving would be refused: the person decides which of the two stays. */
function NewerVersion({ version, onKeep }: { version: number; onKeep(): void }) {
  return (
    <div className={styles.problems} role="alert">
      {playbooks.newerVersion(version)} <Button onClick={onKeep}>{playbooks.keepMine}</Button>
    </div>
  );
}
