import { VARIABLES } from '../../../../server/features/messaging/templates/variables.ts';
import { inWords } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import fields from '../../../ui/field.module.css';
import styles from './variable-menu.module.css';

const words = text.settings.templates;
const ROOTS = ['lead', 'customer', 'organization', 'appointment', 'job', 'invoice'] as const;

/** The values that a text can contain. Choosing one inserts it where the cursor is. */
export function VariableMenu({ onInsert }: { onInsert(variable: string): void }) {
  return (
    <select
      className={`${fields.input} ${styles.menu}`}
      aria-label={words.insert}
      value=""
      onChange={({ target }) => onInsert(target.value)}
    >
      <option value="">{words.insert}</option>
      {ROOTS.map((root) => (
        <optgroup key={root} label={words.groups[root]}>
          {VARIABLES[root].map((name) => (
            <option key={name} value={`${root}.${name}`}>
              {inWords(name)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}
