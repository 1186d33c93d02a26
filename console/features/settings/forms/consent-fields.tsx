import { useState } from 'react';
import type { Form } from '../../../../packages/sdk/src/index.ts';
import * as text from '../../../text/en.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import fields from '../../../ui/field.module.css';
import { TextArea } from '../../../ui/field.tsx';
import type { FieldOf } from '../shared/edit-card.tsx';
import list from '../shared/list.module.css';

const words = text.settings.forms;
const CHANNELS = ['sms', 'email', 'call'] as const;

/** The box that visitors check, and what it allows. */
export function ConsentFields({ form, field }: { form: Form | null; field: FieldOf }) {
  const [isOn, setIsOn] = useState(form === null || form.consent !== null);
  const chosen = form?.consent?.channels ?? ['sms'];
  return (
    <>
      <CheckField
        label={words.consent}
        hint={words.consentHint}
        name="consent"
        checked={isOn}
        onChange={({ target }) => setIsOn(target.checked)}
      />
      {isOn && (
        <>
          <TextArea
            label={words.consentText}
            {...field('consent/text')}
            rows={2}
            defaultValue={form?.consent?.text ?? words.consentDefault}
          />
          <fieldset className={list.plain}>
            <legend className={fields.label}>{words.consentChannels}</legend>
            <div className={list.filters}>
              {CHANNELS.map((channel) => (
                <CheckField
                  key={channel}
                  name="consent/channels"
                  value={channel}
                  label={words.channels[channel]}
                  defaultChecked={chosen.includes(channel)}
                />
              ))}
            </div>
            {field('consent/channels').error && (
              <span className={fields.error}>{field('consent/channels').error}</span>
            )}
          </fieldset>
        </>
      )}
    </>
  );
}
