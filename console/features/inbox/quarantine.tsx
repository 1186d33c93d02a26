import { useState } from 'react';
import type { SourceReceipt } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { mayI, useMe } from '../../session/session.ts';
import { kindOf } from '../../store/stores.ts';
import { usePages } from '../../store/use-pages.ts';
import { useQuery } from '../../store/use-query.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import styles from './quarantine.module.css';
import { DiscardDialog, LookDialog, ReleaseDialog } from './quarantine-dialogs.tsx';

const PAGE = 20;
const MAX_SOURCES = 200;

interface Question {
  about: 'release' | 'discard' | 'look';
  receipt: SourceReceipt;
}

/** What arrived and could not become a lead, newest first, with the reason. */
export function Quarantine() {
  const [asked, setAsked] = useState<Question | null>(null);
  const found = usePages<SourceReceipt>('quarantine', {
    list: (signal) => api.quarantine.list({ limit: PAGE }, { signal }),
    keyOf: ({ receipt_id }) => receipt_id,
    isAffectedBy: (event) => kindOf(event) === 'quarantine',
  });
  const nameOf = useSourceNames();
  const close = () => setAsked(null);
  const isSettled = () => {
    close();
    void found.query.refresh();
  };
  return (
    <Loaded of={found}>
      {({ items }) => (
        <>
          {items.length === 0 ? (
            <Empty>{text.quarantine.empty}</Empty>
          ) : (
            <ul className={styles.list} aria-label={text.quarantine.list}>
              {items.map((receipt) => (
                <Row
                  key={receipt.receipt_id}
                  receipt={receipt}
                  source={nameOf(receipt)}
                  onAsk={(about) => setAsked({ about, receipt })}
                />
              ))}
            </ul>
          )}
          <ShowMore {...found} />
          {asked && (
            <Asked
              question={asked}
              source={nameOf(asked.receipt)}
              onSettled={isSettled}
              onClose={close}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

function Asked({
  question: { about, receipt },
  ...props
}: {
  question: Question;
  source: string;
  onSettled(): void;
  onClose(): void;
}) {
  if (about === 'release') return <ReleaseDialog receipt={receipt} {...props} />;
  if (about === 'discard') return <DiscardDialog receipt={receipt} {...props} />;
  return <LookDialog receipt={receipt} {...props} />;
}

/** Names that people gave to the sources. */
function useSourceNames(): (receipt: SourceReceipt) => string {
  const { value = [] } = useQuery('names of sources', {
    load: async (signal) => {
      const all = await api.sources
        .list({ limit: 100 }, { signal })
        .toArray({ limit: MAX_SOURCES });
      return all.map(({ source_id, name }) => ({ source_id, name }));
    },
    isAffectedBy: (event) => kindOf(event) === 'source',
  });
  const names = new Map(value.map(({ source_id, name }) => [source_id, name]));
  return ({ source_id }) => names.get(source_id) ?? text.quarantine.unknownSource;
}

function Row({
  receipt,
  source,
  onAsk,
}: {
  receipt: SourceReceipt;
  source: string;
  onAsk(about: Question['about']): void;
}) {
  const me = useMe();
  const { dayAndTime } = formatsFor(me.organization.time_zone);
  const mayDecide = mayI(me, 'sources:write');
  const mayRelease = mayDecide && mayI(me, 'leads:write');
  const { name, phone, email } = receipt.fields;
  const who = [name, phone, email].find((one) => typeof one === 'string' && one !== '');
  return (
    <li className={styles.row}>
      <div className={styles.content}>
        <span className={styles.who}>
          {who === undefined ? text.quarantine.noName : String(who)}
        </span>
        <span className={styles.quiet}>
          {source} · {dayAndTime(receipt.received_at)}
        </span>
        <span>{receipt.detail}</span>
      </div>
      {receipt.reason && <Badge look="warn">{inWords(receipt.reason)}</Badge>}
      <div className={styles.actions}>
        {mayRelease && <Button onClick={() => onAsk('release')}>{text.quarantine.release}</Button>}
        <Button look="plain" onClick={() => onAsk('look')}>
          {text.quarantine.look}
        </Button>
        {mayDecide && (
          <Button look="plain" onClick={() => onAsk('discard')}>
            {text.quarantine.discard}
          </Button>
        )}
      </div>
    </li>
  );
}
