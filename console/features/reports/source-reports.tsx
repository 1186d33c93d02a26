import { useState } from 'react';
import { api } from '../../api/client.ts';
import { mayI, useMe } from '../../session/session.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ImportSpend } from '../settings/spend/import-spend.tsx';
import { SpendDialog } from '../settings/spend/spend-dialog.tsx';
import type { Range } from './range.ts';
import styles from './reports.module.css';
import { SourceCountsCard, SourceMoneyCard } from './source-cards.tsx';
import { currenciesOf, RELATIONS, type Relation } from './source-figures.ts';

const COUNTED = ['lead', 'appointment', 'customer', 'job', 'invoice', 'spend'];

/** What each source brought and cost. Each currency has its own card. */
export function SourceReports({ range: { from, to }, today }: { range: Range; today: string }) {
  const [relation, setRelation] = useState<Relation>('all');
  const report = useQuery(`sources ${from} ${to}`, {
    load: (signal) => api.reports.sources({ from, to }, { signal }),
    isAffectedBy: (event) => COUNTED.includes(kindOf(event)),
  });
  const known = report.value?.data.map(({ source }) => source) ?? [];
  return (
    <>
      <div className={styles.bar}>
        <Choices<Relation>
          label={text.reports.relation}
          value={relation}
          options={RELATIONS.map((value) => ({ value, label: text.reports.relations[value] }))}
          onChoose={setRelation}
        />
        <SpendButtons sources={known} today={today} onSaved={() => void report.query.refresh()} />
      </div>
      <Loaded of={report}>
        {(value) =>
          value.data.length === 0 ? (
            <Empty>{text.reports.emptySources}</Empty>
          ) : (
            <div className={styles.wide}>
              <SourceCountsCard report={value} relation={relation} today={today} />
              {currenciesOf(value).map((currency) => (
                <SourceMoneyCard
                  key={currency}
                  report={value}
                  currency={currency}
                  relation={relation}
                />
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  );
}

function SpendButtons({
  sources,
  today,
  onSaved,
}: {
  sources: readonly string[];
  today: string;
  onSaved(): void;
}) {
  const me = useMe();
  const [open, setOpen] = useState<'enter' | 'import' | null>(null);
  if (!mayI(me, 'spend:write')) return null;
  const dialog = { onSaved, onClose: () => setOpen(null) };
  const words = text.settings.spend;
  return (
    <div className={styles.buttons}>
      <Button onClick={() => setOpen('enter')}>{words.add}</Button>
      <Button onClick={() => setOpen('import')}>{words.import}</Button>
      {open === 'enter' && (
        <SpendDialog
          spend={null}
          sources={sources}
          today={today}
          currency={me.organization.currency}
          {...dialog}
        />
      )}
      {open === 'import' && <ImportSpend {...dialog} />}
    </div>
  );
}
