import type { Me, OfferedService } from '../../../../packages/sdk/src/index.ts';
import { mayI } from '../../../session/session.ts';
import { inWords } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { formatMoney } from '../../../ui/money.ts';
import { Screen } from '../../../ui/screen.tsx';
import { SettingsLink } from '../link.tsx';
import { useServices } from '../resources.ts';
import type { SectionProps } from '../sections.ts';
import { Card } from '../shared/card.tsx';
import list from '../shared/list.module.css';
import { Row, Rows } from '../shared/row.tsx';
import { ServiceEditor } from './service-editor.tsx';

const words = text.settings.services;
/** No service can have this code. */
const NEW = 'new-service';

export default function Services({ me, id }: SectionProps) {
  const read = useServices();
  if (id === undefined) return <ServiceList me={me} read={read} />;
  return (
    <Loaded of={read} title={text.settings.sections.services}>
      {(services) => {
        const service = services.find(({ code }) => code === id);
        if (!service && id !== NEW) {
          return <Screen title={text.settings.sections.services}>{text.notFound}</Screen>;
        }
        const refresh = () => read.query.refresh();
        return <ServiceEditor me={me} service={service ?? null} refresh={refresh} />;
      }}
    </Loaded>
  );
}

function ServiceList({ me, read }: { me: Me; read: ReturnType<typeof useServices> }) {
  const canWrite = mayI(me, 'services:write');
  const add = canWrite && (
    <SettingsLink section="services" id={NEW} className={buttonClass('primary')}>
      {words.add}
    </SettingsLink>
  );
  return (
    <Screen title={text.settings.sections.services} actions={add}>
      <Loaded of={read}>
        {(services) => {
          const defined = services.filter((service) => service.defined);
          const others = services.filter((service) => !service.defined);
          return (
            <>
              {defined.length === 0 ? (
                <Empty action={add}>{words.empty}</Empty>
              ) : (
                <Rows label={text.settings.sections.services}>
                  {inOrder(defined).map((service) => (
                    <ServiceRow key={service.code} service={service} />
                  ))}
                </Rows>
              )}
              {others.length > 0 && <UndefinedCodes services={others} canWrite={canWrite} />}
            </>
          );
        }}
      </Loaded>
    </Screen>
  );
}

function ServiceRow({ service }: { service: OfferedService }) {
  const { code, name, duration_minutes, skills, crew_size, online, active } = service;
  const price = priceOf(service);
  const about = [
    words.about(code, duration_minutes),
    crew_size > 1 && words.crew(crew_size),
    skills.map(inWords).join(', '),
  ];
  return (
    <Row
      name={
        <SettingsLink section="services" id={code} className={list.name}>
          {name}
        </SettingsLink>
      }
      about={about.filter(Boolean).join(' · ')}
      badges={
        <>
          {price !== null && <Badge>{price}</Badge>}
          {online && active && <Badge look="ok">{words.isOnline}</Badge>}
          {!active && <Badge look="warn">{text.settings.inactive}</Badge>}
        </>
      }
    />
  );
}

/** What leads ask for that no one has defined. */
function UndefinedCodes({
  services,
  canWrite,
}: {
  services: readonly OfferedService[];
  canWrite: boolean;
}) {
  return (
    <Card title={words.undefined} intro={words.undefinedIntro} layout="below">
      <Rows label={words.undefined}>
        {services.map(({ code, name, count }) => (
          <Row
            key={code}
            name={name}
            about={words.leads(code, count ?? 0)}
            actions={
              canWrite && (
                <SettingsLink section="services" id={code} className={buttonClass()}>
                  {words.define(name)}
                </SettingsLink>
              )
            }
          />
        ))}
      </Rows>
    </Card>
  );
}

function priceOf({ price_hint }: OfferedService): string | null {
  if (price_hint === null) return null;
  const { kind, amount, currency } = price_hint;
  if (amount === undefined || currency === undefined) return words.free;
  const money = formatMoney(amount, currency);
  return kind === 'from' ? words.from(money) : money;
}

function inOrder(services: readonly OfferedService[]): readonly OfferedService[] {
  return services.toSorted(
    (a, b) => Number(b.active) - Number(a.active) || a.name.localeCompare(b.name),
  );
}
