import type { LeadSource, Me } from '../../../../packages/sdk/src/index.ts';
import { mayI } from '../../../session/session.ts';
import { wordFor } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { SettingsLink } from '../link.tsx';
import { useSources } from '../resources.ts';
import type { SectionProps } from '../sections.ts';
import list from '../shared/list.module.css';
import { Row, Rows } from '../shared/row.tsx';
import { SourceEditor } from './source-editor.tsx';

const words = text.settings.sources;
const NEW = 'new';

export default function Sources({ me, id }: SectionProps) {
  const read = useSources();
  if (id === undefined) return <SourceList me={me} read={read} />;
  return (
    <Loaded of={read} title={text.settings.sections.sources}>
      {(sources) => {
        const source = sources.find(({ source_id }) => source_id === id);
        if (!source && id !== NEW) {
          return <Screen title={text.settings.sections.sources}>{text.notFound}</Screen>;
        }
        const refresh = () => read.query.refresh();
        return <SourceEditor me={me} source={source ?? null} refresh={refresh} />;
      }}
    </Loaded>
  );
}

function SourceList({ me, read }: { me: Me; read: ReturnType<typeof useSources> }) {
  const add = mayI(me, 'sources:write') && (
    <SettingsLink section="sources" id={NEW} className={buttonClass('primary')}>
      {words.add}
    </SettingsLink>
  );
  return (
    <Screen title={text.settings.sections.sources} actions={add}>
      <p>{words.intro}</p>
      <Loaded of={read}>
        {(sources) =>
          sources.length === 0 ? (
            <Empty action={add}>{words.empty}</Empty>
          ) : (
            <Rows label={text.settings.sections.sources}>
              {sources.map((source) => (
                <SourceRow key={source.source_id} source={source} />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Screen>
  );
}

function SourceRow({ source }: { source: LeadSource }) {
  const { source_id, name, kind, active, verification } = source;
  return (
    <Row
      name={
        <SettingsLink section="sources" id={source_id} className={list.name}>
          {name}
        </SettingsLink>
      }
      about={[wordFor(words.kinds, kind), source.source].join(' · ')}
      badges={
        <>
          {verification.method === 'none' && <Badge>{words.unproved}</Badge>}
          <Badge look={active ? 'ok' : 'warn'}>
            {active ? text.settings.active : words.closed}
          </Badge>
        </>
      }
    />
  );
}
