import { useState } from 'react';
import type { LeadSource } from '../../../../packages/sdk/src/index.ts';
import { wordFor } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { useServices } from '../resources.ts';
import type { FieldOf } from '../shared/edit-card.tsx';
import { MappingFields } from './mapping-fields.tsx';
import { ProofFields } from './proof-fields.tsx';
import { KINDS } from './source-values.ts';

const words = text.settings.sources;
const MAPPED = ['json', 'form'];

export function SourceFields({ source, field }: { source: LeadSource | null; field: FieldOf }) {
  const [kind, setKind] = useState<string>(source?.kind ?? 'angi');
  return (
    <>
      <Field
        label={words.name}
        hint={words.nameHint}
        {...field('name')}
        defaultValue={source?.name}
        autoComplete="off"
        autoFocus={source === null}
      />
      {source === null ? (
        <SelectField
          label={words.kind}
          hint={words.kindHint}
          {...field('kind')}
          value={kind}
          onChange={({ target }) => setKind(target.value)}
          options={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
        />
      ) : (
        <Field label={words.kind} value={wordFor(words.kinds, kind)} readOnly />
      )}
      <CheckField
        label={words.active}
        hint={words.activeHint}
        name="active"
        defaultChecked={source?.active ?? true}
      />
      <Field
        label={words.source}
        hint={words.sourceHint}
        {...field('source')}
        defaultValue={source?.source}
        autoComplete="off"
      />
      <DefaultService stored={source?.default_service ?? null} field={field} />
      {MAPPED.includes(kind) && <MappingFields source={source} field={field} />}
      <ProofFields source={source} kind={kind} field={field} />
    </>
  );
}

function DefaultService({ stored, field }: { stored: string | null; field: FieldOf }) {
  const { value: services = [] } = useServices();
  const [chosen, setChosen] = useState(stored ?? '');
  const options = services
    .filter(({ code, active }) => active || code === stored)
    .map(({ code, name }) => ({ value: code, label: name }));
  // While the services are read, the stored one must be there to stay.
  const isMissing = stored !== null && !options.some(({ value }) => value === stored);
  return (
    <SelectField
      label={words.defaultService}
      {...field('default_service')}
      value={chosen}
      onChange={({ target }) => setChosen(target.value)}
      options={[
        { value: '', label: words.noDefault },
        ...(isMissing ? [{ value: stored, label: wordFor({}, stored) }] : []),
        ...options,
      ]}
    />
  );
}
