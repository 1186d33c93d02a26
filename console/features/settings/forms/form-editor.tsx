import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { CreateForm, Form, Me } from '../../../../packages/sdk/src/index.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { inSession } from '../../../session/in-session.ts';
import { mayI } from '../../../session/session.ts';
import { forms } from '../../../store/stores.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { TroubleNotice } from '../../../ui/trouble.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { SettingsLink } from '../link.tsx';
import cards from '../shared/card.module.css';
import { Card } from '../shared/card.tsx';
import list from '../shared/list.module.css';
import { ConsentFields } from './consent-fields.tsx';
import styles from './form-editor.module.css';
import { FormPreview } from './form-preview.tsx';
import { bodyOf, draftIn, formIn, type Service, saveForm } from './form-values.ts';
import { ServiceFields } from './service-fields.tsx';
import { ShareCard } from './share-card.tsx';
import { TextFields } from './text-fields.tsx';

const words = text.settings.forms;
const NAMES = [
  'name',
  'title',
  'intro',
  'services',
  'consent/text',
  'consent/channels',
  'thank_you',
  'redirect_url',
  'source',
];

/** The texts and services of a form, beside its page as visitors see it. Null is a new one. */
export function FormEditor({ me, form: stored }: { me: Me; form: Form | null }) {
  const [services, setServices] = useState<readonly Service[]>(
    stored?.services ?? [{ code: '', label: '' }],
  );
  /** How often a change was undone: the fields then begin again with what is stored. */
  const [undone, setUndone] = useState(0);
  const [draft, setDraft] = useState<CreateForm | null>(null);
  const navigate = useNavigate();
  const names = [...NAMES, ...services.flatMap((_, at) => [`services/${at}/label`])];
  const { form, onSubmit, trouble, isSending } = useForm(names, async (values) => {
    const saved = await inSession(() => saveForm(stored, formIn(values, services)));
    forms.put(saved);
    const undo = stored && (() => void act(() => saveForm(saved, bodyOf(stored))).then(restore));
    sayDone(words.saved(saved.name), undo ? { undo } : {});
    const params = { section: 'forms', id: saved.form_id };
    if (!stored) await navigate({ to: '/settings/{-$section}/{-$id}', params });
  });
  function restore(before: Form | undefined): void {
    if (!before) return;
    forms.put(before);
    setServices(before.services);
    setUndone((count) => count + 1);
  }
  const showDraft = useCallback(() => {
    if (form.current) setDraft(draftIn(new FormData(form.current), services));
  }, [form, services]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other fields are shown after a change was undone.
  useEffect(showDraft, [showDraft, undone]);
  const field = (name: string) => ({ name, error: trouble.fields[name] });
  return (
    <Screen title={stored?.name ?? words.isNew}>
      <SettingsLink section="forms" className={list.back}>
        {text.settings.back(text.settings.sections.forms)}
      </SettingsLink>
      <div className={styles.columns}>
        <form ref={form} onSubmit={onSubmit} onInput={showDraft} noValidate>
          <fieldset key={undone} className={cards.fields} disabled={!mayI(me, 'forms:write')}>
            <TroubleNotice trouble={trouble} />
            <TextFields form={stored} field={field} />
            <ServiceFields
              services={services}
              error={trouble.fields.services}
              field={field}
              onChange={setServices}
            />
            <ConsentFields form={stored} field={field} />
            <div>
              <Button type="submit" look="primary" disabled={isSending}>
                {isSending ? text.working : text.save}
              </Button>
            </div>
          </fieldset>
        </form>
        <FormPreview form={stored} draft={draft} />
      </div>
      {stored && (
        <Card title={words.share} intro={words.shareIntro} layout="below">
          <ShareCard form={stored} />
        </Card>
      )}
    </Screen>
  );
}
