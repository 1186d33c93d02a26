import type { Area, Me } from '../../../../packages/sdk/src/index.ts';
import { mayI } from '../../../session/session.ts';
import * as text from '../../../text/en.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { SettingsLink } from '../link.tsx';
import { useAreas, useTeams, useUsers } from '../resources.ts';
import type { SectionProps } from '../sections.ts';
import list from '../shared/list.module.css';
import { Row, Rows } from '../shared/row.tsx';
import { AreaEditor } from './area-editor.tsx';

const words = text.settings.areas;
const NEW = 'new';

export default function Areas({ me, id }: SectionProps) {
  const read = useAreas();
  if (id === undefined) return <AreaList me={me} read={read} />;
  return (
    <Loaded of={read} title={text.settings.sections.areas}>
      {(areas) => {
        const area = areas.find(({ area_id }) => area_id === id);
        if (!area && id !== NEW) {
          return <Screen title={text.settings.sections.areas}>{text.notFound}</Screen>;
        }
        return <AreaEditor me={me} area={area ?? null} refresh={() => read.query.refresh()} />;
      }}
    </Loaded>
  );
}

function AreaList({ me, read }: { me: Me; read: ReturnType<typeof useAreas> }) {
  const { value: users = [] } = useUsers();
  const { value: teams = [] } = useTeams();
  const names = new Map([
    ...users.map(({ user_id, name }) => [user_id, name] as const),
    ...teams.map(({ team_id, name }) => [team_id, name] as const),
  ]);
  const add = mayI(me, 'services:write') && (
    <SettingsLink section="areas" id={NEW} className={buttonClass('primary')}>
      {words.add}
    </SettingsLink>
  );
  return (
    <Screen title={text.settings.sections.areas} actions={add}>
      <p>{words.intro}</p>
      <Loaded of={read}>
        {(areas) =>
          areas.length === 0 ? (
            <Empty action={add}>{words.empty}</Empty>
          ) : (
            <Rows label={text.settings.sections.areas}>
              {inOrder(areas).map((area) => (
                <AreaRow key={area.area_id} area={area} names={names} />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Screen>
  );
}

function AreaRow({ area, names }: { area: Area; names: ReadonlyMap<string, string> }) {
  const { area_id, name, postal_codes, circle, polygon, user_ids, team_ids, active } = area;
  const people = [...team_ids, ...user_ids].map((id) => names.get(id) ?? words.gone);
  const about = [
    postal_codes.length > 0 && words.codeCount(postal_codes.length),
    polygon !== null && words.hasPolygon,
    circle !== null && words.within(circle.radius_km.toLocaleString()),
    people.join(', ') || words.everyone,
  ];
  return (
    <Row
      name={
        <SettingsLink section="areas" id={area_id} className={list.name}>
          {name}
        </SettingsLink>
      }
      about={about.filter(Boolean).join(' · ')}
      badges={!active && <Badge look="warn">{text.settings.inactive}</Badge>}
    />
  );
}

function inOrder(areas: readonly Area[]): readonly Area[] {
  return areas.toSorted(
    (a, b) => Number(b.active) - Number(a.active) || a.name.localeCompare(b.name),
  );
}
