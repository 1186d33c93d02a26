import { useEffect, useState } from 'react';
import type { OptOut } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import { mayI } from '../../../session/session.ts';
import { kindOf } from '../../../store/stores.ts';
import { usePages } from '../../../store/use-pages.ts';
import * as text from '../../../text/en.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Screen } from '../../../ui/screen.tsx';
import type { SectionProps } from '../sections.ts';
import list from '../shared/list.module.css';
import { LongRowList } from '../shared/long-row-list.tsx';
import { AddOptOut } from './add-opt-out.tsx';
import { OptOutRow } from './opt-out-row.tsx';
import { RevokeOptOut } from './revoke-opt-out.tsx';

const words = text.settings.optOuts;
const WAIT_MS = 250;

export default function OptOuts({ me }: SectionProps) {
  const [view, setView] = useState('active');
  const [typed, setTyped] = useState('');
  const address = useSettled(typed.trim());
  const [open, setOpen] = useState<OptOut | 'new' | null>(null);
  const standing = view === 'active';
  const read = usePages(`opt-outs ${view} ${address}`, {
    list: (signal) => {
      const filter = { standing, ...(address !== '' && { address }) };
      return api.optOuts.list({ ...filter, limit: 50 }, { signal });
    },
    keyOf: ({ opt_out_id }) => opt_out_id,
    isAffectedBy: (event) => kindOf(event) === 'contact',
  });
  const canWrite = mayI(me, 'communications:write');
  const add = canWrite && (
    <Button look="primary" onClick={() => setOpen('new')}>
      {words.add}
    </Button>
  );
  const dialog = {
    onClose: () => setOpen(null),
    onSaved: () => void read.query.refresh(),
  };
  return (
    <Screen title={text.settings.sections.optOuts} actions={add}>
      <p>{words.intro}</p>
      <Filters view={view} typed={typed} onView={setView} onType={setTyped} />
      <Loaded of={read}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{standing ? words.empty : words.emptyRevoked}</Empty>
          ) : (
            <LongRowList
              label={text.settings.sections.optOuts}
              items={items}
              keyOf={({ opt_out_id }) => opt_out_id}
              more={read}
            >
              {(one) => (
                <OptOutRow
                  optOut={one}
                  zone={me.organization.time_zone}
                  {...(canWrite && { onRevoke: () => setOpen(one) })}
                />
              )}
            </LongRowList>
          )
        }
      </Loaded>
      {open === 'new' && <AddOptOut {...dialog} />}
      {open !== null && open !== 'new' && <RevokeOptOut optOut={open} {...dialog} />}
    </Screen>
  );
}

function Filters({
  view,
  typed,
  onView,
  onType,
}: {
  view: string;
  typed: string;
  onView(view: string): void;
  onType(typed: string): void;
}) {
  return (
    <div className={list.filters}>
      <SelectField
        label={words.show}
        value={view}
        onChange={({ target }) => onView(target.value)}
        options={Object.entries(words.views).map(([value, label]) => ({ value, label }))}
      />
      <div className={list.search}>
        <Field
          label={words.find}
          type="search"
          value={typed}
          onChange={({ target }) => onType(target.value)}
        />
      </div>
    </div>
  );
}

/** The text a moment after the last letter. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), WAIT_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
