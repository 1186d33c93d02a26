import type { Me } from '../../../../packages/sdk/src/index.ts';
import { SCOPES } from '../../../../server/domain/scopes.ts';
import { mayI } from '../../../session/session.ts';
import { inWords } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import fields from '../../../ui/field.module.css';
import list from '../shared/list.module.css';
import styles from './scope-choice.module.css';

const words = text.settings.tokens;
const RIGHTS = ['read', 'write', 'own', 'capture'] as const;
export type ChosenScope = (typeof SCOPES)[number] | '*';

const PRESETS: Record<keyof typeof words.presetNames, readonly ChosenScope[]> = {
  capture: ['leads:capture'],
  read: SCOPES.filter((scope) => scope.endsWith(':read')),
  all: ['*'],
};

/** What a token can do: by resource and right, with the usual choices as a start. Only what the user can do too. */
export function ScopeChoice({
  me,
  chosen,
  error,
  onChange,
}: {
  me: Me;
  chosen: readonly ChosenScope[];
  error: string | undefined;
  onChange(scopes: readonly ChosenScope[]): void;
}) {
  const held = SCOPES.filter((scope) => scope !== 'operator' && mayI(me, scope));
  const resources = [...new Set(held.map((scope) => scope.split(':')[0] ?? ''))];
  const toggle = (scope: ChosenScope, isOn: boolean) =>
    onChange(isOn ? [...chosen, scope] : chosen.filter((one) => one !== scope));
  return (
    <fieldset className={list.plain}>
      <legend className={fields.label}>{words.scopes}</legend>
      <div className={list.filters}>
        <span className={fields.hint}>{words.presets}</span>
        {(['capture', 'read', 'all'] as const).map((preset) => (
          <Button
            key={preset}
            onClick={() => onChange(PRESETS[preset].filter((one) => mayI(me, one)))}
          >
            {words.presetNames[preset]}
          </Button>
        ))}
      </div>
      {error && <span className={fields.error}>{error}</span>}
      {mayI(me, '*') && (
        <CheckField
          label={words.everything}
          hint={words.everythingHint}
          checked={chosen.includes('*')}
          onChange={({ target }) => onChange(target.checked ? ['*'] : [])}
        />
      )}
      {!chosen.includes('*') && (
        <ul className={styles.resources}>
          {resources.map((resource) => (
            <Rights
              key={resource}
              resource={resource}
              held={held}
              chosen={chosen}
              onToggle={toggle}
            />
          ))}
        </ul>
      )}
    </fieldset>
  );
}

/** One resource, with the rights on it that the user has too. */
function Rights({
  resource,
  held,
  chosen,
  onToggle,
}: {
  resource: string;
  held: readonly ChosenScope[];
  chosen: readonly ChosenScope[];
  onToggle(scope: ChosenScope, isOn: boolean): void;
}) {
  const [name = inWords(resource), about = ''] = words.resources[resource] ?? [];
  return (
    <li className={styles.resource}>
      <div>
        <div>{name}</div>
        <div className={fields.hint}>{about}</div>
      </div>
      <div className={styles.rights}>
        {RIGHTS.map((right) => {
          const scope = held.find((one) => one === `${resource}:${right}`);
          return scope ? (
            <label key={right} className={styles.right}>
              <input
                type="checkbox"
                checked={chosen.includes(scope)}
                onChange={({ target }) => onToggle(scope, target.checked)}
              />
              {words.rights[right]}
              <span className="visually-hidden"> {name}</span>
            </label>
          ) : null;
        })}
      </div>
    </li>
  );
}
