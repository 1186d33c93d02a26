import { useState } from 'react';
import type { Channel } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { mayI } from '../../../session/session.ts';
import { kindOf } from '../../../store/stores.ts';
import { useQuery } from '../../../store/use-query.ts';
import { wordFor } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Screen } from '../../../ui/screen.tsx';
import type { SectionProps } from '../sections.ts';
import { Row, Rows } from '../shared/row.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';

const words = text.settings.channels;

/** Read as a list each time: an event has the addresses of a channel without their keys. */
export default function Channels({ me }: SectionProps) {
  const read = useQuery('channels', {
    load: (signal) => api.channels.list({ limit: 200 }, { signal }).toArray(),
    isAffectedBy: (event) => kindOf(event) === 'channel',
  });
  const [open, setOpen] = useState<Channel | 'new' | null>(null);
  const [tested, setTested] = useState<Channel | null>(null);
  const canWrite = mayI(me, 'channels:write');
  const refresh = () => void read.query.refresh();
  const add = canWrite && (
    <Button look="primary" onClick={() => setOpen('new')}>
      {words.add}
    </Button>
  );
  return (
    <Screen title={text.settings.sections.channels} actions={add}>
      {!canWrite && <p>{text.settings.readOnly}</p>}
      <Loaded of={read}>
        {(channels) =>
          channels.length === 0 ? (
            <Empty action={add}>{words.empty}</Empty>
          ) : (
            <Rows label={text.settings.sections.channels}>
              {channels.map((channel) => (
                <ChannelRow
                  key={channel.channel_id}
                  channel={channel}
                  canWrite={canWrite}
                  onEdit={() => setOpen(channel)}
                  onTest={() => setTested(channel)}
                  onChanged={refresh}
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {open !== null && (
        <ChannelDialog
          channel={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
          onSaved={refresh}
        />
      )}
      {tested && <TestDialog channel={tested} onClose={() => setTested(null)} />}
    </Screen>
  );
}

function ChannelRow({
  channel,
  canWrite,
  onEdit,
  onTest,
  onChanged,
}: {
  channel: Channel;
  canWrite: boolean;
  onEdit(): void;
  onTest(): void;
  onChanged(): void;
}) {
  const { name, kind, active, settings } = channel;
  const about = [settings.from_address, settings.from_number, settings.host, settings.url];
  return (
    <Row
      name={name}
      about={about.filter(Boolean).join(' · ')}
      badges={
        <>
          <Badge>{wordFor(words.kinds, kind)}</Badge>
          <Badge look={active ? 'ok' : 'warn'}>
            {active ? text.settings.active : text.settings.off}
          </Badge>
        </>
      }
      actions={
        canWrite && (
          <>
            <Button look="plain" onClick={() => void setActive(channel, !active, onChanged)}>
              {active ? text.settings.turnOff : text.settings.turnOn}
            </Button>
            <Button onClick={onTest}>{words.test}</Button>
            <Button onClick={onEdit}>{text.settings.edit}</Button>
          </>
        )
      }
    />
  );
}

async function setActive(channel: Channel, active: boolean, onChanged: () => void): Promise<void> {
  const updated = await act(() => api.channels.update(channel.channel_id, { active }));
  if (!updated) return;
  const done = active ? words.turnedOn(channel.name) : words.turnedOff(channel.name);
  sayDone(done, { undo: () => void setActive(channel, !active, onChanged) });
  onChanged();
}
