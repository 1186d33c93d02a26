import { useState } from 'react';
import type { Spend } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { mayI } from '../../../session/session.ts';
import { kindOf } from '../../../store/stores.ts';
import { usePages } from '../../../store/use-pages.ts';
import * as text from '../../../text/en.ts';
import { now } from '../../../time/clock.ts';
import { formatsFor, plainDate } from '../../../time/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { formatMoney } from '../../../ui/money.ts';
import { Screen } from '../../../ui/screen.tsx';
import type { SectionProps } from '../sections.ts';
import { LongRowList } from '../shared/long-row-list.tsx';
import { RowContent } from '../shared/row.tsx';
import { ImportSpend } from './import-spend.tsx';
import { SpendDialog } from './spend-dialog.tsx';

const words = text.settings.spend;
const keyOf = ({ source, date }: Spend) => `${date} ${source}`;

/** What advertising cost, the newest days first. */
export default function SpendSection({ me }: SectionProps) {
  const { time_zone, currency } = me.organization;
  const [open, setOpen] = useState<Spend | 'new' | 'import' | null>(null);
  const canWrite = mayI(me, 'spend:write');
  const read = usePages('spend', {
    list: (signal) => api.spend.list({ limit: 50 }, { signal }),
    keyOf,
    isAffectedBy: (event) => kindOf(event) === 'spend',
  });
  const dialog = { onClose: () => setOpen(null), onSaved: () => void read.query.refresh() };
  const add = canWrite && (
    <>
      <Button onClick={() => setOpen('import')}>{words.import}</Button>
      <Button look="primary" onClick={() => setOpen('new')}>
        {words.add}
      </Button>
    </>
  );
  return (
    <Screen title={text.settings.sections.spend} actions={add}>
      <p>{words.intro}</p>
      <Loaded of={read}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{words.empty}</Empty>
          ) : (
            <LongRowList
              label={text.settings.sections.spend}
              items={items}
              keyOf={keyOf}
              more={read}
            >
              {(spend) => (
                <SpendRow spend={spend} {...(canWrite && { onEdit: () => setOpen(spend) })} />
              )}
            </LongRowList>
          )
        }
      </Loaded>
      {open === 'import' && <ImportSpend {...dialog} />}
      {open !== null && open !== 'import' && (
        <SpendDialog
          spend={open === 'new' ? null : open}
          today={formatsFor(time_zone).date(now())}
          currency={currency}
          {...dialog}
        />
      )}
    </Screen>
  );
}

function SpendRow({
  spend: { source, date, amount, currency },
  onEdit,
}: {
  spend: Spend;
  onEdit?: () => void;
}) {
  const day = plainDate(date);
  return (
    <RowContent
      name={source}
      about={[day, formatMoney(amount, currency)].join(' · ')}
      actions={
        onEdit && (
          <Button aria-label={words.change(source, day)} onClick={onEdit}>
            {words.edit}
          </Button>
        )
      }
    />
  );
}
