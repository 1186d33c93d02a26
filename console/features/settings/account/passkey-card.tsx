import { useState } from 'react';
import type { Me, Passkey } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { addPasskey, hasPasskeys } from '../../../session/passkey.ts';
import { kindOf } from '../../../store/stores.ts';
import { useQuery } from '../../../store/use-query.ts';
import * as text from '../../../text/en.ts';
import { now } from '../../../time/clock.ts';
import { formatsFor } from '../../../time/format.ts';
import { Ask } from '../../../ui/ask.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Card } from '../shared/card.tsx';
import { Row, Rows } from '../shared/row.tsx';
import { browserName } from './browser-name.ts';

const words = text.settings.account;

/** Passkeys of this person: sign in with a finger or a face instead of a password. */
export function PasskeyCard({ me }: { me: Me }) {
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const formats = formatsFor(me.organization.time_zone);
  const read = useQuery('passkeys', {
    load: async (signal) => {
      const all = await api.me.passkeys.list({}, { signal }).toArray();
      return all.filter(({ revoked_at }) => revoked_at === null);
    },
    isAffectedBy: (event) => kindOf(event) === 'passkey',
  });
  const add = async () => {
    if (await act(() => addPasskey(browserName(navigator.userAgent)))) sayDone(words.passkeyAdded);
    await read.query.refresh();
  };
  return (
    <Card
      title={words.passkeys}
      intro={hasPasskeys() ? words.passkeysIntro : words.noPasskeys}
      actions={hasPasskeys() && <Button onClick={() => void add()}>{words.addPasskey}</Button>}
    >
      <Loaded of={read}>
        {(passkeys) => (
          <Rows label={words.passkeys}>
            {passkeys.map((passkey) => (
              <Row
                key={passkey.passkey_id}
                name={passkey.name}
                about={
                  passkey.last_used_at
                    ? words.lastUsed(formats.short(passkey.last_used_at, now()))
                    : words.neverUsed
                }
                actions={
                  <Button
                    look="danger"
                    aria-label={words.removeOne(passkey.name)}
                    onClick={() => setRemoved(passkey)}
                  >
                    {words.remove}
                  </Button>
                }
              />
            ))}
          </Rows>
        )}
      </Loaded>
      {removed && (
        <Ask
          title={words.removeOne(removed.name)}
          about={words.removeAbout}
          confirm={words.remove}
          onConfirm={async () => {
            if (await act(() => api.me.passkeys.delete(removed.passkey_id))) {
              sayDone(words.passkeyRemoved);
            }
            await read.query.refresh();
          }}
          onClose={() => setRemoved(null)}
        />
      )}
    </Card>
  );
}
