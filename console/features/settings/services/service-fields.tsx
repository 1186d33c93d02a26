import type { OfferedService } from '../../../../packages/sdk/src/index.ts';
import { inWords } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import { Field } from '../../../ui/field.tsx';
import cards from '../shared/card.module.css';
import type { FieldOf } from '../shared/edit-card.tsx';
import { LANGUAGES, languageName } from '../shared/languages.ts';
import { Part } from '../shared/part.tsx';

const words = text.settings.services;

/** What it is called, and what a visit needs. */
export function ServiceFields({
  service,
  field,
}: {
  service: OfferedService | null;
  field: FieldOf;
}) {
  return (
    <>
      <Field
        label={words.name}
        hint={words.nameHint}
        {...field('name')}
        defaultValue={service?.name}
        autoComplete="off"
        autoFocus={service === null}
      />
      <Field
        label={words.code}
        hint={words.codeHint}
        {...field('code')}
        defaultValue={service?.code}
        readOnly={service !== null}
        autoComplete="off"
        spellCheck={false}
      />
      <CheckField
        label={words.active}
        hint={words.activeHint}
        name="active"
        defaultChecked={service?.active ?? true}
      />
      <CheckField
        label={words.online}
        hint={words.onlineHint}
        name="online"
        defaultChecked={service?.online ?? false}
      />
      <Part title={words.visit}>
        <div className={cards.pair}>
          <Field
            label={words.duration}
            {...field('duration_minutes')}
            type="number"
            defaultValue={service?.duration_minutes ?? 60}
          />
          <Field
            label={words.crewSize}
            {...field('crew_size')}
            type="number"
            defaultValue={service?.crew_size ?? 1}
          />
        </div>
        <Field
          label={words.buffer}
          hint={words.bufferHint}
          {...field('buffer_minutes')}
          type="number"
          defaultValue={service?.buffer_minutes ?? ''}
        />
        <Field
          label={words.skills}
          hint={words.skillsHint}
          {...field('skills')}
          defaultValue={service?.skills.map(inWords).join(', ')}
          autoComplete="off"
        />
      </Part>
      <Part title={words.names} hint={words.namesHint}>
        <div className={cards.pair}>
          {LANGUAGES.map((language) => (
            <Field
              key={language}
              label={languageName(language)}
              {...field(`names/${language}`)}
              lang={language}
              defaultValue={service?.names[language]}
              autoComplete="off"
            />
          ))}
        </div>
      </Part>
    </>
  );
}
