import type { Area } from '../../../../packages/sdk/src/index.ts';
import * as text from '../../../text/en.ts';
import fields from '../../../ui/field.module.css';
import { Field, TextArea } from '../../../ui/field.tsx';
import cards from '../shared/card.module.css';
import type { FieldOf } from '../shared/edit-card.tsx';
import editor from '../shared/editor.module.css';
import list from '../shared/list.module.css';
import { Part } from '../shared/part.tsx';

const words = text.settings.areas;
const POINT = [
  ['latitude', words.latitude],
  ['longitude', words.longitude],
  ['radius_km', words.radius],
] as const;

/** The three ways to say where it is. */
export function PlaceFields({ area, field }: { area: Area | null; field: FieldOf }) {
  return (
    <Part title={words.where} hint={words.whereHint}>
      <TextArea
        label={words.postalCodes}
        hint={words.postalCodesHint}
        {...field('postal_codes')}
        rows={4}
        spellCheck={false}
        defaultValue={area?.postal_codes.join('\n')}
      />
      <fieldset className={list.plain}>
        <legend className={fields.label}>{words.circle}</legend>
        <span className={fields.hint}>{words.circleHint}</span>
        <div className={cards.pair}>
          {POINT.map(([name, label]) => (
            <Field
              key={name}
              label={label}
              {...field(`circle/${name}`)}
              inputMode="decimal"
              autoComplete="off"
              defaultValue={area?.circle?.[name] ?? ''}
            />
          ))}
        </div>
      </fieldset>
      <TextArea
        label={words.polygon}
        hint={words.polygonHint}
        {...field('polygon')}
        rows={4}
        spellCheck={false}
        className={`${fields.input} ${editor.code}`}
        defaultValue={area?.polygon ? JSON.stringify(area.polygon) : ''}
      />
    </Part>
  );
}
