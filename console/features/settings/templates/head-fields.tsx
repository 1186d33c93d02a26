import type { Template } from '../../../../packages/sdk/src/index.ts';
import * as text from '../../../text/en.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import cards from '../shared/card.module.css';
import type { FieldOf } from '../shared/edit-card.tsx';

const words = text.settings.templates;

/** What is the same in every language. */
export function HeadFields({
  template,
  channel,
  onChannel,
  field,
}: {
  template: Template | null;
  channel: string;
  onChannel(channel: string): void;
  field: FieldOf;
}) {
  return (
    <div className={cards.pair}>
      <Field
        label={words.name}
        {...field('name')}
        defaultValue={template?.name}
        autoComplete="off"
        autoFocus={template === null}
      />
      <SelectField
        label={words.channel}
        {...field('channel')}
        value={channel}
        disabled={template !== null}
        onChange={({ target }) => onChannel(target.value)}
        options={Object.entries(words.channels).map(([value, label]) => ({ value, label }))}
      />
      <SelectField
        label={words.purpose}
        {...field('purpose')}
        defaultValue={template?.purpose ?? ''}
        options={Object.entries(words.purposes).map(([value, label]) => ({ value, label }))}
      />
    </div>
  );
}
