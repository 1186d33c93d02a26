import { type ReactNode, useState } from 'react';
import type { Token } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { mayI } from '../../../session/session.ts';
import { tokens as store } from '../../../store/stores.ts';
import * as text from '../../../text/en.ts';
import { now } from '../../../time/clock.ts';
import { Ask } from '../../../ui/ask.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { useTokens } from '../resources.ts';
import type { SectionProps } from '../sections.ts';
import { Rows } from '../shared/row.tsx';
import { AddToken } from './add-token.tsx';
import { isEnded, TokenRow } from './token-row.tsx';

const words = text.settings.tokens;

export default function Tokens({ me }: SectionProps) {
  const read = useTokens();
  const [isAdding, setIsAdding] = useState(false);
  const [asked, setAsked] = useState<Token | null>(null);
  const canWrite = mayI(me, 'tokens:write');
  const add = canWrite && (
    <Button look="primary" onClick={() => setIsAdding(true)}>
      {words.add}
    </Button>
  );
  const revoke = async ({ token_id, name }: Token) => {
    const revoked = await act(() => api.tokens.delete(token_id));
    if (!revoked) return;
    store.put(revoked);
    sayDone(words.revoked(name));
  };
  return (
    <Screen title={text.settings.sections.tokens} actions={add}>
      <p>{words.intro}</p>
      <Loaded of={read}>
        {(tokens) => (
          <TokenList
            tokens={tokens}
            zone={me.organization.time_zone}
            add={add}
            {...(canWrite && { onRevoke: setAsked })}
          />
        )}
      </Loaded>
      {isAdding && (
        <AddToken
          me={me}
          onClose={() => setIsAdding(false)}
          onAdded={() => void read.query.refresh()}
        />
      )}
      {asked && (
        <Ask
          title={words.revokeOne(asked.name)}
          about={words.revokeAbout}
          confirm={words.revoke}
          onConfirm={() => revoke(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Screen>
  );
}

function TokenList({
  tokens,
  zone,
  add,
  onRevoke,
}: {
  tokens: readonly Token[];
  zone: string;
  add: ReactNode;
  onRevoke?: (token: Token) => void;
}) {
  const [withEnded, setWithEnded] = useState(false);
  const valid = tokens.filter((token) => !isEnded(token, now()));
  const shown = withEnded ? tokens : valid;
  return (
    <>
      {valid.length < tokens.length && (
        <CheckField
          label={words.showEnded}
          checked={withEnded}
          onChange={({ target }) => setWithEnded(target.checked)}
        />
      )}
      {shown.length === 0 ? (
        <Empty action={add}>{words.empty}</Empty>
      ) : (
        <Rows label={text.settings.sections.tokens}>
          {shown.map((token) => (
            <TokenRow
              key={token.token_id}
              token={token}
              zone={zone}
              {...(onRevoke && { onRevoke: () => onRevoke(token) })}
            />
          ))}
        </Rows>
      )}
    </>
  );
}
