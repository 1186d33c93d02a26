import { areLettersOff } from '../../../keys/keys.ts';
import { changeLook, useLook } from '../../../session/preferences.ts';
import * as text from '../../../text/en.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import { chosenDensity, DENSITIES } from '../../../ui/density.ts';
import fields from '../../../ui/field.module.css';
import { chosenLanguage, FIELD_LANGUAGES } from '../../../ui/language.ts';
import { chosenTheme, THEMES } from '../../../ui/theme.ts';
import { Card } from '../shared/card.tsx';
import list from '../shared/list.module.css';

const words = text.settings.account;

/** How the console looks for this person, in every browser. */
export function LookCard() {
  useLook();
  return (
    <Card title={words.look} intro={words.lookIntro}>
      <Choice
        name="theme"
        label={words.theme}
        words={words.themes}
        values={THEMES}
        chosen={chosenTheme()}
        onChoose={(theme) => changeLook({ theme: theme === 'system' ? null : theme })}
      />
      <Choice
        name="density"
        label={words.density}
        words={words.densities}
        values={DENSITIES}
        chosen={chosenDensity()}
        onChoose={(density) => changeLook({ density: density === 'default' ? null : density })}
      />
      <Choice
        name="language"
        label={words.language}
        words={words.languages}
        values={['browser', ...FIELD_LANGUAGES]}
        chosen={chosenLanguage()}
        onChoose={(language) => changeLook({ language: language === 'browser' ? null : language })}
      />
      <CheckField
        label={words.letters}
        hint={words.lettersHint}
        checked={!areLettersOff()}
        onChange={({ target }) => void changeLook({ letter_keys: target.checked })}
      />
    </Card>
  );
}

function Choice<Value extends string>({
  name,
  label,
  words: labels,
  values,
  chosen,
  onChoose,
}: {
  name: string;
  label: string;
  words: Readonly<Record<Value, string>>;
  values: readonly Value[];
  chosen: Value;
  onChoose(value: Value): Promise<unknown>;
}) {
  return (
    <fieldset className={list.plain}>
      <legend className={fields.label}>{label}</legend>
      <div className={list.filters}>
        {values.map((one) => (
          <CheckField
            key={one}
            type="radio"
            name={name}
            label={labels[one]}
            checked={chosen === one}
            onChange={() => void onChoose(one)}
          />
        ))}
      </div>
    </fieldset>
  );
}
