import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Me, Template } from '../../../../packages/sdk/src/index.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { inSession } from '../../../session/in-session.ts';
import { mayI } from '../../../session/session.ts';
import { templates } from '../../../store/stores.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { TroubleNotice } from '../../../ui/trouble.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { SettingsLink } from '../link.tsx';
import cards from '../shared/card.module.css';
import { LANGUAGES, type Language } from '../shared/languages.ts';
import list from '../shared/list.module.css';
import { AddLanguage } from './add-language.tsx';
import { HeadFields } from './head-fields.tsx';
import { LanguageTexts } from './language-texts.tsx';
import { PreviewFor } from './preview-for.tsx';
import { bodyOf, saveTemplate, templateIn } from './template-values.ts';

const words = text.settings.templates;
const NAMES = [
  ...['name', 'channel', 'purpose', 'subject', 'body'],
  ...LANGUAGES.flatMap((one) => [`translations/${one}/subject`, `translations/${one}/body`]),
];

/** A template in all of its languages, each with what a person will read. Null is a new one. */
export default function TemplateEditor({ me, template }: { me: Me; template: Template | null }) {
  const [channel, setChannel] = useState(template?.channel === 'email' ? 'email' : 'sms');
  const [languages, setLanguages] = useState(
    LANGUAGES.filter((one) => template?.translations[one] !== undefined),
  );
  const navigate = useNavigate();
  const { form, onSubmit, trouble, isSending } = useForm(NAMES, async (values) => {
    const body = templateIn(values, channel, languages);
    const saved = await inSession(() => saveTemplate(template, body));
    templates.put(saved);
    const undo =
      template && (() => void act(() => saveTemplate(saved, bodyOf(template))).then(put));
    sayDone(words.saved(saved.name), undo ? { undo } : {});
    await navigate({
      to: '/settings/{-$section}/{-$id}',
      params: { section: 'templates', id: undefined },
    });
  });
  const textsNow = () => {
    const {
      name: _name,
      purpose: _purpose,
      ...texts
    } = templateIn(new FormData(form.current ?? undefined), channel, languages);
    return texts;
  };
  const field = (name: string) => ({ name, error: trouble.fields[name] });
  const remove = (language: Language) => setLanguages(languages.filter((one) => one !== language));
  const isReadOnly = !mayI(me, 'templates:write');
  return (
    <Screen title={template?.name ?? words.isNew}>
      <SettingsLink section="templates" className={list.back}>
        {text.settings.back(text.settings.sections.templates)}
      </SettingsLink>
      <form ref={form} onSubmit={onSubmit} noValidate>
        <fieldset className={cards.fields} disabled={isReadOnly}>
          <TroubleNotice trouble={trouble} />
          <HeadFields template={template} channel={channel} onChannel={setChannel} field={field} />
          <LanguageTexts
            field={field}
            isEmail={channel === 'email'}
            stored={template}
            company={me.organization}
          />
          {languages.map((language) => (
            <LanguageTexts
              key={language}
              language={language}
              field={field}
              isEmail={channel === 'email'}
              stored={template?.translations[language] ?? null}
              company={me.organization}
              onRemove={() => remove(language)}
            />
          ))}
          <div className={list.filters}>
            <Button type="submit" look="primary" disabled={isSending}>
              {isSending ? text.working : text.save}
            </Button>
            <AddLanguage used={languages} onAdd={(one) => setLanguages([...languages, one])} />
          </div>
        </fieldset>
      </form>
      {!isReadOnly && <PreviewFor textsNow={textsNow} />}
    </Screen>
  );
}

function put(template: Template | undefined): void {
  if (template) templates.put(template);
}
