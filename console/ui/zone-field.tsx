import { useMemo } from 'react';
import { now } from '../time/clock.ts';
import { allZones, zoneClock } from '../time/zones.ts';
import { Combobox } from './combobox.tsx';
import { allCountries } from './countries.ts';
import type { FieldTexts } from './field-frame.tsx';

interface PlaceField extends FieldTexts {
  name: string;
  defaultValue: string;
}

/** A time zone of the world. With `emptyText`, none is a choice too. */
export function ZoneField({ emptyText, ...field }: PlaceField & { emptyText?: string }) {
  const { defaultValue } = field;
  const options = useMemo(() => {
    const zones = allZones(defaultValue || undefined).map(({ id, label }) => ({
      value: id,
      label,
      words: `${id} ${id.replaceAll(/[/_]/g, ' ')}`,
    }));
    return emptyText === undefined ? zones : [{ value: '', label: emptyText }, ...zones];
  }, [defaultValue, emptyText]);
  return (
    <Combobox
      {...field}
      options={options}
      about={({ value }) => (value === '' ? '' : zoneClock(value, now()))}
    />
  );
}

export function CountryField(field: PlaceField) {
  const options = useMemo(
    () => allCountries().map(({ code, name }) => ({ value: code, label: name, words: code })),
    [],
  );
  return <Combobox {...field} options={options} about={({ value }) => value} />;
}
