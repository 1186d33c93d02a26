import { lazy, Suspense } from 'react';
import type { Me } from '../../../../packages/sdk/src/index.ts';
import { mayI } from '../../../session/session.ts';
import { wordFor } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { SettingsLink } from '../link.tsx';
import { useTemplates } from '../resources.ts';
import type { SectionProps } from '../sections.ts';
import { languageName } from '../shared/languages.ts';
import list from '../shared/list.module.css';
import { Row, Rows } from '../shared/row.tsx';

const words = text.settings.templates;
export const NEW = 'new';

// The editor has the engine of the templates in it, which the list does not need.
const TemplateEditor = lazy(() => import('./template-editor.tsx'));

export default function Templates({ me, id }: SectionProps) {
  const read = useTemplates();
  if (id === undefined) return <TemplateList me={me} read={read} />;
  return (
    <Loaded of={read} title={text.settings.sections.templates}>
      {(templates) => {
        const template = templates.find(({ template_id }) => template_id === id);
        if (!template && id !== NEW) {
          return <Screen title={text.settings.sections.templates}>{text.notFound}</Screen>;
        }
        return (
          <Suspense fallback={<p>{text.loading}</p>}>
            <TemplateEditor me={me} template={template ?? null} />
          </Suspense>
        );
      }}
    </Loaded>
  );
}

function TemplateList({ me, read }: { me: Me; read: ReturnType<typeof useTemplates> }) {
  const add = mayI(me, 'templates:write') && (
    <SettingsLink section="templates" id={NEW} className={buttonClass('primary')}>
      {words.add}
    </SettingsLink>
  );
  return (
    <Screen title={text.settings.sections.templates} actions={add}>
      <Loaded of={read}>
        {(templates) =>
          templates.length === 0 ? (
            <Empty action={add}>{words.empty}</Empty>
          ) : (
            <Rows label={text.settings.sections.templates}>
              {templates
                .toSorted((a, b) => a.name.localeCompare(b.name))
                .map(({ template_id, name, body, channel, translations }) => (
                  <Row
                    key={template_id}
                    name={
                      <SettingsLink section="templates" id={template_id} className={list.name}>
                        {name}
                      </SettingsLink>
                    }
                    about={shortened(body)}
                    badges={
                      <>
                        {Object.keys(translations).map((language) => (
                          <Badge key={language}>{languageName(language)}</Badge>
                        ))}
                        <Badge>{wordFor(words.channels, channel)}</Badge>
                      </>
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

const MAX_SHOWN = 120;

function shortened(body: string): string {
  return body.length > MAX_SHOWN ? `${body.slice(0, MAX_SHOWN)} …` : body;
}
