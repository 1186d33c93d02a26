import { type ReactNode, useState } from 'react';
import type { PriceItem } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { act } from '../../../feedback/act.ts';
import { sayDone } from '../../../feedback/feedback.ts';
import { mayI } from '../../../session/session.ts';
import { matchesWords } from '../../../shell/match-words.ts';
import { wordFor } from '../../../text/en/words.ts';
import * as text from '../../../text/en.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Field } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { formatMoney } from '../../../ui/money.ts';
import { Screen } from '../../../ui/screen.tsx';
import { usePriceItems } from '../resources.ts';
import type { SectionProps } from '../sections.ts';
import list from '../shared/list.module.css';
import { LongRowList } from '../shared/long-row-list.tsx';
import { RowContent } from '../shared/row.tsx';
import { PriceDialog } from './price-dialog.tsx';

const words = text.settings.prices;
/** A shorter list is read, not searched. */
const MANY = 10;
/** All of them are read, so that all of them can be searched. */
const NO_MORE = { hasMore: false, isLoadingMore: false, error: null, showMore: () => {} };

export default function Prices({ me }: SectionProps) {
  const read = usePriceItems();
  const [open, setOpen] = useState<PriceItem | 'new' | null>(null);
  const canWrite = mayI(me, 'price_items:write');
  const refresh = () => void read.query.refresh();
  const add = canWrite && (
    <Button look="primary" onClick={() => setOpen('new')}>
      {words.add}
    </Button>
  );
  return (
    <Screen title={text.settings.sections.prices} actions={add}>
      <Loaded of={read}>
        {(items) => (
          <PriceList items={items} add={add}>
            {(item) => (
              <PriceRow
                item={item}
                {...(canWrite && { onEdit: () => setOpen(item), onChanged: refresh })}
              />
            )}
          </PriceList>
        )}
      </Loaded>
      {open !== null && (
        <PriceDialog
          item={open === 'new' ? null : open}
          currency={me.organization.currency}
          onClose={() => setOpen(null)}
          onSaved={refresh}
        />
      )}
    </Screen>
  );
}

function PriceList({
  items,
  add,
  children,
}: {
  items: readonly PriceItem[];
  add: ReactNode;
  children(item: PriceItem): ReactNode;
}) {
  const [typed, setTyped] = useState('');
  if (items.length === 0) return <Empty action={add}>{words.empty}</Empty>;
  const shown = inOrder(items).filter(({ name, code, kind }) =>
    matchesWords(`${name} ${code} ${wordFor(words.kinds, kind)}`, typed),
  );
  return (
    <>
      {items.length > MANY && (
        <div className={list.search}>
          <Field
            label={words.find}
            type="search"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      )}
      {shown.length === 0 ? (
        <Empty>{words.noneFound}</Empty>
      ) : (
        <LongRowList
          label={text.settings.sections.prices}
          items={shown}
          keyOf={({ code }) => code}
          more={NO_MORE}
        >
          {children}
        </LongRowList>
      )}
    </>
  );
}

function PriceRow({
  item,
  onEdit,
  onChanged = () => {},
}: {
  item: PriceItem;
  onEdit?: () => void;
  onChanged?: () => void;
}) {
  const { name, code, kind, unit_amount, currency, unit, tax_rate, cost, active } = item;
  const money = formatMoney(unit_amount, currency);
  const about = [
    unit === null ? money : words.per(money, unit),
    tax_rate > 0 && words.tax(tax_rate.toLocaleString()),
    cost != null && words.costs(formatMoney(cost, currency)),
    code,
  ];
  return (
    <RowContent
      name={name}
      about={about.filter(Boolean).join(' · ')}
      badges={
        <>
          <Badge>{wordFor(words.kinds, kind)}</Badge>
          {!active && <Badge look="warn">{text.settings.inactive}</Badge>}
        </>
      }
      actions={
        onEdit && (
          <>
            <Button look="plain" onClick={() => void setActive(item, !active, onChanged)}>
              {active ? text.settings.deactivate : text.settings.activate}
            </Button>
            <Button onClick={onEdit}>{text.settings.edit}</Button>
          </>
        )
      }
    />
  );
}

async function setActive(item: PriceItem, active: boolean, onChanged: () => void): Promise<void> {
  const updated = await act(() => api.priceItems.update(item.code, { active }));
  if (!updated) return;
  const done = active ? words.activated(item.name) : words.deactivated(item.name);
  sayDone(done, { undo: () => void setActive(item, !active, onChanged) });
  onChanged();
}

function inOrder(items: readonly PriceItem[]): readonly PriceItem[] {
  return items.toSorted(
    (a, b) => Number(b.active) - Number(a.active) || a.name.localeCompare(b.name),
  );
}
