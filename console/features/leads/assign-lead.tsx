import { useState } from 'react';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { matchesWords } from '../../shell/match-words.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { type Choice, Picker } from '../../ui/picker.tsx';
import { usePeople } from '../visits/use-people.ts';

interface Assignable {
  lead_id: string;
  assigned_to: string | null;
}

interface Assignee extends Choice {
  userId: string | null;
}

/** Asks who looks after a lead: type a part of the name, Enter takes the first. */
export function AssignLead({
  lead,
  name,
  onClose,
  onDone = () => {},
}: {
  lead: Assignable;
  /** Of the person who asked. */
  name: string;
  onClose(): void;
  onDone?(): void;
}) {
  const [typed, setTyped] = useState('');
  const { active } = usePeople();
  const people = active
    .filter(({ user_id }) => user_id !== lead.assigned_to)
    .map(({ user_id, name: title, role }): Assignee => {
      return {
        id: user_id,
        userId: user_id,
        title,
        about: wordFor(text.settings.people.roles, role),
      };
    });
  const nobody = { id: 'nobody', userId: null, title: text.leads.unassign };
  const choices = [...people, ...(lead.assigned_to === null ? [] : [nobody])];
  return (
    <Dialog title={`${text.leads.assign}: ${name}`} onClose={onClose}>
      <Picker
        label={text.leads.assignTo}
        choices={choices.filter(({ title }) => matchesWords(title, typed))}
        emptyText={text.nothingFound}
        onType={setTyped}
        onChoose={({ userId, title }) => {
          onClose();
          void assign(lead, userId, text.leads.assigned(name, userId === null ? null : title)).then(
            onDone,
          );
        }}
        autoFocus
      />
    </Dialog>
  );
}

async function assign(
  { lead_id, assigned_to: before }: Assignable,
  assigned_to: string | null,
  said: string,
): Promise<void> {
  if (!(await act(() => api.leads.update(lead_id, { assigned_to })))) return;
  sayDone(said, {
    undo: () => void act(() => api.leads.update(lead_id, { assigned_to: before })),
  });
}
