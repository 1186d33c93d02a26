import type { BookingPage, Me } from '../../../../packages/sdk/src/index.ts';
import { mayI } from '../../../session/session.ts';
import { inWords } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { SettingsLink } from '../link.tsx';
import { useBookingPages, useServices } from '../resources.ts';
import type { SectionProps } from '../sections.ts';
import list from '../shared/list.module.css';
import { Row, Rows } from '../shared/row.tsx';
import { PageEditor } from './page-editor.tsx';

const words = text.settings.bookingPages;
const NEW = 'new';

export default function BookingPages({ me, id }: SectionProps) {
  const read = useBookingPages();
  if (id === undefined) return <PageList me={me} read={read} />;
  return (
    <Loaded of={read} title={text.settings.sections.bookingPages}>
      {(pages) => {
        const page = pages.find(({ booking_page_id }) => booking_page_id === id);
        if (!page && id !== NEW) {
          return <Screen title={text.settings.sections.bookingPages}>{text.notFound}</Screen>;
        }
        return <PageEditor me={me} page={page ?? null} refresh={() => read.query.refresh()} />;
      }}
    </Loaded>
  );
}

function PageList({ me, read }: { me: Me; read: ReturnType<typeof useBookingPages> }) {
  const { value: services = [] } = useServices();
  const names = new Map(services.map(({ code, name }) => [code, name]));
  const add = mayI(me, 'forms:write') && (
    <SettingsLink section="booking-pages" id={NEW} className={buttonClass('primary')}>
      {words.add}
    </SettingsLink>
  );
  return (
    <Screen title={text.settings.sections.bookingPages} actions={add}>
      <Loaded of={read}>
        {(pages) =>
          pages.length === 0 ? (
            <Empty action={add}>{words.empty}</Empty>
          ) : (
            <Rows label={text.settings.sections.bookingPages}>
              {pages.map((page) => (
                <PageRow key={page.booking_page_id} page={page} names={names} />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Screen>
  );
}

function PageRow({ page, names }: { page: BookingPage; names: ReadonlyMap<string, string> }) {
  const { booking_page_id, name, title, services, active } = page;
  const offered = services.map((code) => names.get(code) ?? inWords(code)).join(', ');
  return (
    <Row
      name={
        <SettingsLink section="booking-pages" id={booking_page_id} className={list.name}>
          {name}
        </SettingsLink>
      }
      about={[title, offered].join(' · ')}
      badges={<Badge look={active ? 'ok' : 'warn'}>{active ? words.active : words.offline}</Badge>}
    />
  );
}
