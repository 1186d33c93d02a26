import type { LeadSource } from '../../../../packages/sdk/src/index.ts';
import * as text from '../../../text/en.ts';
import fields from '../../../ui/field.module.css';
import { Field, TextArea } from '../../../ui/field.tsx';
import cards from '../shared/card.module.css';
import type { FieldOf } from '../shared/edit-card.tsx';
import styles from '../shared/editor.module.css';
import { Part } from '../shared/part.tsx';
import { otherLines, TARGETS } from './mapping.ts';

const words = text.settings.sources;

/** Where the values of a lead are in what is sent. */
export function MappingFields({ source, field }: { source: LeadSource | null; field: FieldOf }) {
  const code = {
    className: `${fields.input} ${styles.code}`,
    autoComplete: 'off',
    spellCheck: false,
  };
  return (
    <Part title={words.mapping} hint={words.mappingHint}>
      <div className={cards.pair}>
        {TARGETS.map((target) => (
          <Field
            key={target}
            label={words.targets[target]}
            {...field(`mapping/${target}`)}
            {...code}
            defaultValue={source?.mapping[target] ?? ''}
          />
        ))}
      </div>
      <TextArea
        label={words.more}
        hint={words.moreHint}
        {...field('mapping')}
        {...code}
        defaultValue={otherLines(source?.mapping ?? {})}
      />
    </Part>
  );
}
