import { Cross2Icon } from '@radix-ui/react-icons';
import { useState } from 'react';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { allCountries } from '../../../ui/countries.ts';
import { Field } from '../../../ui/field.tsx';
import cards from '../shared/card.module.css';
import { EditCard, valuesOf } from '../shared/edit-card.tsx';
import { numberIn } from '../shared/values.ts';
import styles from './limit-card.module.css';
import type { OrganizationCard } from './organization.tsx';

const words = text.settings.organization;
const NUMBERS = [
  { name: 'per_hour', label: words.perHour },
  { name: 'per_day', label: words.perDay },
  { name: 'per_number_per_hour', label: words.perNumberPerHour },
  { name: 'per_number_per_day', label: words.perNumberPerDay },
] as const;

export function LimitCard({ organization, isReadOnly, save }: OrganizationCard) {
  const { text_limits } = organization;
  const [countries, setCountries] = useState<readonly string[]>(text_limits.countries);
  return (
    <EditCard
      title={words.limits}
      intro={words.limitsIntro}
      names={[...NUMBERS.map(({ name }) => `text_limits/${name}`), 'text_limits/countries']}
      isReadOnly={isReadOnly}
      read={(values) => {
        const number = (name: string) => numberIn(values, `text_limits/${name}`);
        return {
          text_limits: {
            per_hour: number('per_hour'),
            per_day: number('per_day'),
            per_number_per_hour: number('per_number_per_hour'),
            per_number_per_day: number('per_number_per_day'),
            countries,
          },
        };
      }}
      save={(change) => save(change).then(() => setCountries(change.text_limits.countries))}
      before={(change) => valuesOf(organization, change)}
    >
      {(field) => (
        <>
          <div className={cards.pair}>
            {NUMBERS.map(({ name, label }) => (
              <Field
                key={name}
                label={label}
                {...field(`text_limits/${name}`)}
                type="number"
                min={1}
                defaultValue={text_limits[name]}
              />
            ))}
          </div>
          <Countries
            chosen={countries}
            error={field('text_limits/countries').error}
            onChange={setCountries}
          />
        </>
      )}
    </EditCard>
  );
}

function Countries({
  chosen,
  error,
  onChange,
}: {
  chosen: readonly string[];
  error: string | undefined;
  onChange(next: readonly string[]): void;
}) {
  const all = allCountries();
  const others = all.filter(({ code }) => !chosen.includes(code));
  return (
    <div className={styles.countries}>
      <ul className={styles.chosen} aria-label={words.countries}>
        {chosen.map((code) => {
          const name = all.find((country) => country.code === code)?.name ?? code;
          return (
            <li key={code} className={styles.country}>
              {name}
              <Button
                look="plain"
                aria-label={words.removeCountry(name)}
                disabled={chosen.length === 1}
                onClick={() => onChange(chosen.filter((one) => one !== code))}
              >
                <Cross2Icon />
              </Button>
            </li>
          );
        })}
      </ul>
      <Combobox
        // Empty again after each choice.
        key={chosen.join()}
        label={words.addCountry}
        error={error}
        name="added_country"
        defaultValue=""
        options={others.map(({ code, name }) => ({ value: code, label: name, words: code }))}
        onChoose={(code) => onChange([...chosen, code])}
      />
    </div>
  );
}
