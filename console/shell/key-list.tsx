import { useState } from 'react';
import { areLettersOff, bindingsNow } from '../keys/keys.ts';
import { changeLook } from '../session/preferences.ts';
import * as text from '../text/en.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import styles from './key-list.module.css';

/** The keys of the screen that is shown, and the switch for the letters. */
export function KeyList({ onClose }: { onClose(): void }) {
  // Read once: the dialog itself has no keys.
  const [bindings] = useState(bindingsNow);
  const [isOn, setIsOn] = useState(!areLettersOff());
  return (
    <Dialog title={text.keys} onClose={onClose}>
      <dl className={styles.keys}>
        {bindings.map(({ keys, label }) => (
          <div key={`${keys} ${label}`}>
            <dt>
              <Kbd keys={keys} />
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.letters}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            void changeLook({ letter_keys: target.checked });
            setIsOn(target.checked);
          }}
        />
        {text.lettersOn}
      </label>
    </Dialog>
  );
}
