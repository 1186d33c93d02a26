import type { Me } from '../../../../packages/sdk/src/index.ts';
import { mayI } from '../../../session/session.ts';
import * as text from '../../../text/en.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { SettingsLink } from '../link.tsx';
import { useForms } from '../resources.ts';
import type { SectionProps } from '../sections.ts';
import list from '../shared/list.module.css';
import { Row, Rows } from '../shared/row.tsx';
import { FormEditor } from './form-editor.tsx';

const words = text.settings.forms;
const NEW = 'new';

export default function Forms({ me, id }: SectionProps) {
  const read = useForms();
  if (id === undefined) return <FormList me={me} read={read} />;
  return (
    <Loaded of={read} title={text.settings.sections.forms}>
      {(forms) => {
        const form = forms.find(({ form_id }) => form_id === id);
        if (!form && id !== NEW) {
          return <Screen title={text.settings.sections.forms}>{text.notFound}</Screen>;
        }
        return <FormEditor me={me} form={form ?? null} />;
      }}
    </Loaded>
  );
}

function FormList({ me, read }: { me: Me; read: ReturnType<typeof useForms> }) {
  const add = mayI(me, 'forms:write') && (
    <SettingsLink section="forms" id={NEW} className={buttonClass('primary')}>
      {words.add}
    </SettingsLink>
  );
  return (
    <Screen title={text.settings.sections.forms} actions={add}>
      <Loaded of={read}>
        {(forms) =>
          forms.length === 0 ? (
            <Empty action={add}>{words.empty}</Empty>
          ) : (
            <Rows label={text.settings.sections.forms}>
              {forms.map(({ form_id, name, title, enabled, services }) => (
                <Row
                  key={form_id}
                  name={
                    <SettingsLink section="forms" id={form_id} className={list.name}>
                      {name}
                    </SettingsLink>
                  }
                  about={[title, services.map(({ label }) => label).join(', ')].join(' · ')}
                  badges={
                    <Badge look={enabled ? 'ok' : 'warn'}>
                      {enabled ? words.enabled : words.offline}
                    </Badge>
                  }
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Screen>
  );
}
