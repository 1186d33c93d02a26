import { useState } from 'react';
import type { Me, Session } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { kindOf } from '../../../store/stores.ts';
import { useQuery } from '../../../store/use-query.ts';
import * as text from '../../../text/en.ts';
import { now } from '../../../time/clock.ts';
import { type Formats, formatsFor } from '../../../time/format.ts';
import { Ask } from '../../../ui/ask.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Card } from '../shared/card.tsx';
import { Row, Rows } from '../shared/row.tsx';
import { browserName } from './browser-name.ts';

const words = text.settings.account;

/** The open sessions of this user. An owner can read those of everyone; they are not shown here. */
export function SessionCard({ me }: { me: Me }) {
  const [isAsking, setIsAsking] = useState(false);
  const read = useQuery(`sessions ${me.session_id}`, {
    load: async (signal) => {
      const all = await api.sessions.list({ limit: 200 }, { signal }).toArray();
      const isOpen = ({ ended_at, expires_at }: Session) =>
        ended_at === null && Date.parse(expires_at) > now();
      return all.filter((one) => one.user_id === me.user?.user_id && isOpen(one));
    },
    isAffectedBy: (event) => kindOf(event) === 'session',
  });
  const others = (read.value ?? []).filter(({ session_id }) => session_id !== me.session_id);
  const end = async (sessions: readonly Session[], done: string) => {
    const ended = await act(() =>
      Promise.all(sessions.map(({ session_id }) => api.sessions.delete(session_id))),
    );
    if (ended) sayDone(done);
    await read.query.refresh();
  };
  return (
    <Card
      title={words.sessions}
      intro={words.sessionsIntro}
      actions={
        others.length > 0 && (
          <Button look="danger" onClick={() => setIsAsking(true)}>
            {words.endOthers}
          </Button>
        )
      }
    >
      <Loaded of={read}>
        {(sessions) => (
          <Rows label={words.sessions}>
            {sessions.map((session) => (
              <SessionRow
                key={session.session_id}
                session={session}
                isThis={session.session_id === me.session_id}
                formats={formatsFor(me.organization.time_zone)}
                onEnd={() => void end([session], words.ended)}
              />
            ))}
          </Rows>
        )}
      </Loaded>
      {isAsking && (
        <Ask
          title={words.endOthers}
          about={words.endOthersAbout(others.length)}
          confirm={words.endOthers}
          onConfirm={() => end(others, words.endedOthers)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Card>
  );
}

function SessionRow({
  session: { user_agent, address, signed_in_at, last_used_at },
  isThis,
  formats,
  onEnd,
}: {
  session: Session;
  isThis: boolean;
  formats: Formats;
  onEnd(): void;
}) {
  const name = browserName(user_agent);
  const facts = [
    words.signedIn(formats.short(signed_in_at, now())),
    last_used_at && words.lastUsed(formats.short(last_used_at, now())),
    address,
  ];
  return (
    <Row
      name={name}
      about={facts.filter(Boolean).join(' · ')}
      badges={isThis && <Badge look="ok">{words.thisOne}</Badge>}
      actions={
        !isThis && (
          <Button aria-label={words.endOne(name)} onClick={onEnd}>
            {words.end}
          </Button>
        )
      }
    />
  );
}
