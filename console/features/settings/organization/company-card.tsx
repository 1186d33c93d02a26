import * as text from '../../../text/en.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { typed } from '../../../ui/use-form.ts';
import { CountryField, ZoneField } from '../../../ui/zone-field.tsx';
import cards from '../shared/card.module.css';
import { EditCard, valuesOf } from '../shared/edit-card.tsx';
import { LANGUAGES, languageIn, languageOptions } from '../shared/languages.ts';
import { textOrNull } from '../shared/values.ts';
import type { OrganizationCard } from './organization.tsx';

const words = text.settings.organization;

export function CompanyCard({ organization, isReadOnly, save }: OrganizationCard) {
  return (
    <EditCard
      title={words.company}
      intro={words.companyIntro}
      names={['name', 'phone', 'country', 'currency', 'time_zone', 'language']}
      isReadOnly={isReadOnly}
      read={(values) => ({
        name: typed(values, 'name'),
        phone: textOrNull(values, 'phone'),
        country: typed(values, 'country'),
        currency: typed(values, 'currency').trim().toUpperCase(),
        time_zone: typed(values, 'time_zone'),
        language: languageIn(typed(values, 'language')),
      })}
      save={save}
      before={(change) => valuesOf(organization, change)}
    >
      {(field) => (
        <>
          <Field label={words.name} {...field('name')} defaultValue={organization.name} />
          <Field
            label={words.phone}
            hint={words.phoneHint}
            {...field('phone')}
            type="tel"
            defaultValue={organization.phone ?? ''}
          />
          <CountryField
            label={words.country}
            hint={words.countryHint}
            {...field('country')}
            defaultValue={organization.country}
          />
          <Field
            label={words.currency}
            hint={words.currencyHint}
            {...field('currency')}
            maxLength={3}
            spellCheck={false}
            defaultValue={organization.currency}
          />
          <ZoneField
            label={words.timeZone}
            hint={words.timeZoneHint}
            {...field('time_zone')}
            defaultValue={organization.time_zone}
          />
          <div className={cards.pair}>
            <SelectField
              label={words.language}
              hint={words.languageHint}
              {...field('language')}
              defaultValue={organization.language}
              options={languageOptions(LANGUAGES)}
            />
          </div>
        </>
      )}
    </EditCard>
  );
}
