import { useState } from 'react';
import { areLettersOff, switchLetters } from '../../../keys/keys.ts';
import * as text from '../../../text/en.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import fields from '../../../ui/field.module.css';
import { Screen } from '../../../ui/screen.tsx';
import { chooseTheme, chosenTheme, THEMES } from '../../../ui/theme.ts';
import type { SectionProps } from '../sections.ts';
import { Card } from '../shared/card.tsx';
import list from '../shared/list.module.css';
import { PasskeyCard } from './passkey-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SessionCard } from './session-card.tsx';

const words = text.settings.account;

export default function Account({ me }: SectionProps) {
  return (
    <Screen title={text.settings.sections.account}>
      <p>
        {me.user?.name}, {me.user?.email}
      </p>
      <div>
        <PasswordCard me={me} />
        <PasskeyCard me={me} />
        <SessionCard me={me} />
        <LookCard />
      </div>
    </Screen>
  );
}

/** What this browser remembers about itself. */
function LookCard() {
  const [theme, setTheme] = useState(chosenTheme);
  const [areLettersOn, setAreLettersOn] = useState(() => !areLettersOff());
  return (
    <Card title={words.look} intro={words.lookIntro}>
      <fieldset className={list.plain}>
        <legend className={fields.label}>{words.theme}</legend>
        <div className={list.filters}>
          {THEMES.map((one) => (
            <CheckField
              key={one}
              type="radio"
              name="theme"
              label={words.themes[one]}
              checked={theme === one}
              onChange={() => {
                chooseTheme(one);
                setTheme(one);
              }}
            />
          ))}
        </div>
      </fieldset>
      <CheckField
        label={words.letters}
        hint={words.lettersHint}
        checked={areLettersOn}
        onChange={({ target }) => {
          switchLetters(target.checked);
          setAreLettersOn(target.checked);
        }}
      />
    </Card>
  );
}
