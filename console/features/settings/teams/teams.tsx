import { useState } from 'react';
import type { Team, User } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { mayI } from '../../../session/session.ts';
import { teams as store } from '../../../store/stores.ts';
import * as text from '../../../text/en.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { useTeams, useUsers } from '../resources.ts';
import type { SectionProps } from '../sections.ts';
import { Row, Rows } from '../shared/row.tsx';
import { TeamDialog } from './team-dialog.tsx';

const words = text.settings.teams;

export default function Teams({ me }: SectionProps) {
  const read = useTeams();
  const { value: users = [] } = useUsers();
  const [open, setOpen] = useState<Team | 'new' | null>(null);
  const canWrite = mayI(me, 'teams:write');
  const add = canWrite && (
    <Button look="primary" onClick={() => setOpen('new')}>
      {words.add}
    </Button>
  );
  return (
    <Screen title={text.settings.sections.teams} actions={add}>
      <Loaded of={read}>
        {(teams) =>
          teams.length === 0 ? (
            <Empty action={add}>{words.empty}</Empty>
          ) : (
            <Rows label={text.settings.sections.teams}>
              {inOrder(teams).map((team) => (
                <TeamRow
                  key={team.team_id}
                  team={team}
                  users={users}
                  {...(canWrite && { onEdit: () => setOpen(team) })}
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {open !== null && (
        <TeamDialog
          team={open === 'new' ? null : open}
          users={users}
          onClose={() => setOpen(null)}
          onSaved={() => void read.query.refresh()}
        />
      )}
    </Screen>
  );
}

function TeamRow({
  team,
  users,
  onEdit,
}: {
  team: Team;
  users: readonly User[];
  onEdit?: () => void;
}) {
  const names = team.members.map(
    (id) => users.find(({ user_id }) => user_id === id)?.name ?? words.gone,
  );
  return (
    <Row
      name={team.name}
      about={names.join(', ') || words.noMembers}
      badges={!team.active && <Badge look="warn">{words.inactive}</Badge>}
      actions={
        onEdit && (
          <>
            <Button look="plain" onClick={() => void setActive(team, !team.active)}>
              {team.active ? words.deactivate : words.activate}
            </Button>
            <Button onClick={onEdit}>{text.settings.edit}</Button>
          </>
        )
      }
    />
  );
}

async function setActive(team: Team, active: boolean): Promise<void> {
  const updated = await act(() => api.teams.update(team.team_id, { active }));
  if (!updated) return;
  store.put(updated);
  const done = active ? words.activated(team.name) : words.deactivated(team.name);
  sayDone(done, { undo: () => void setActive(updated, !active) });
}

function inOrder(teams: readonly Team[]): readonly Team[] {
  return teams.toSorted(
    (a, b) => Number(b.active) - Number(a.active) || a.name.localeCompare(b.name),
  );
}
