import { useState } from 'react';
import type { LeadSource } from '../../../../packages/sdk/src/index.ts';
import * as text from '../../../text/en.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import cards from '../shared/card.module.css';
import type { FieldOf } from '../shared/edit-card.tsx';
import { Part } from '../shared/part.tsx';
import { PLACES, placeOf } from './source-values.ts';

const words = text.settings.sources;

/** How a request proves that its sender is who it should be. */
export function ProofFields({
  source,
  kind,
  field,
}: {
  source: LeadSource | null;
  kind: string;
  field: FieldOf;
}) {
  const stored = source?.verification;
  const hasSecret = stored !== undefined && stored.method !== 'none';
  return (
    <Part title={words.proof} hint={words.proofHint}>
      <Secret
        label={words.secret}
        hint={hasSecret ? words.storedSecret : words.secretHint}
        {...field('verification/secret')}
      />
      {hasSecret && <CheckField label={words.removeSecret} name="remove_secret" />}
      <PlaceFields source={source} field={field} />
      {kind === 'facebook' && (
        <>
          <Secret
            label={words.verifyToken}
            hint={stored?.has_verify_token ? words.storedSecret : words.verifyTokenHint}
            {...field('verification/verify_token')}
          />
          <Secret
            label={words.accessToken}
            hint={stored?.has_access_token ? words.storedSecret : words.accessTokenHint}
            {...field('verification/access_token')}
          />
        </>
      )}
    </Part>
  );
}

function Secret(props: { label: string; hint: string; name: string; error: string | undefined }) {
  return <Field {...props} type="password" autoComplete="new-password" />;
}

function PlaceFields({ source, field }: { source: LeadSource | null; field: FieldOf }) {
  const stored = placeOf(source);
  const [place, setPlace] = useState(stored);
  return (
    <div className={cards.pair}>
      <SelectField
        label={words.place}
        name="place"
        value={place}
        onChange={({ target }) => setPlace(PLACES.find((one) => one === target.value) ?? '')}
        options={PLACES.map((value) => ({ value, label: words.places[value] }))}
      />
      {place !== '' && (
        <Field
          key={place}
          label={words.placeNames[place]}
          {...field(`verification/${place}`)}
          defaultValue={source?.verification[place] ?? (place === 'header' ? 'x-api-key' : '')}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </div>
  );
}
