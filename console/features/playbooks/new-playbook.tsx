import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Playbook } from '../../../packages/sdk/src/index.ts';
import { matchesWords } from '../../shell/match-words.ts';
import * as text from '../../text/en.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Picker } from '../../ui/picker.tsx';

/** What a new playbook begins with: nothing, or the steps of another one. */
export function NewPlaybook({
  playbooks,
  onClose,
}: {
  playbooks: readonly Playbook[];
  onClose(): void;
}) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const choices = [
    { id: '', title: text.playbooks.emptyOne },
    ...playbooks.map(({ playbook_id, name }) => ({ id: playbook_id, title: name })),
  ].filter(({ title }) => matchesWords(title, typed));
  return (
    <Dialog title={text.playbooks.newPlaybook} about={text.playbooks.newAbout} onClose={onClose}>
      <Picker
        label={text.playbooks.name}
        choices={choices}
        emptyText={text.palette.nothing}
        onType={setTyped}
        onChoose={({ id }) => {
          onClose();
          void navigate({ to: '/playbooks/new', search: id === '' ? {} : { from: id } });
        }}
        autoFocus
      />
    </Dialog>
  );
}
