import { Link } from '@tanstack/react-router';
import type { Invoice } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { invoices, kindOf } from '../../store/stores.ts';
import { useStoredPages } from '../../store/use-pages.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { plainDate } from '../../time/format.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { formatMoney } from '../../ui/money.ts';
import { sumsOf } from '../jobs/sums.ts';
import { usePeople } from '../visits/use-people.ts';
import { InvoiceList } from './invoice-list.tsx';
import styles from './invoices.module.css';
import { queryOf, type SentSearch } from './search.ts';

const COUNTED = ['invoice', 'customer', 'job', 'lead'];

/** What a bar of the revenue report has counted, newest first. */
export function SentInvoices({ search }: { search: SentSearch }) {
  const list = useStoredPages(`invoices sent ${JSON.stringify(search)}`, {
    store: invoices,
    list: (signal) => api.invoices.list({ limit: 100, ...queryOf(search) }, signal && { signal }),
    isAffectedBy: (event) => COUNTED.includes(kindOf(event)),
  });
  const items = list.items ?? [];
  return (
    <>
      <div className={styles.which}>
        <p role="status">{useWhich(search)}</p>
        <Link
          className={buttonClass('plain')}
          to="/invoices"
          search={{}}
          activeOptions={{ exact: true }}
        >
          {text.invoices.showAll}
        </Link>
      </div>
      <Loaded of={list}>
        {() =>
          items.length === 0 ? (
            <Empty>
              {search.by === 'paid' ? text.invoices.emptyPaid : text.invoices.emptySent}
            </Empty>
          ) : (
            <>
              {!list.hasMore && search.by !== 'paid' && <Sum invoices={items} />}
              <InvoiceList invoices={items} more={list} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

/** "Sent Mar 1, 2027 to Mar 31, 2027, in USD, source Angi". */
function useWhich({ from, to, by, currency, source, assigned }: SentSearch): string {
  const { nameOf } = usePeople();
  const { sentBetween, paidBetween, inCurrency, fromSource, ofPerson, ofNoOne } = text.invoices;
  return [
    (by === 'paid' ? paidBetween : sentBetween)(plainDate(from), plainDate(to)),
    currency && inCurrency(currency),
    source && fromSource(inWords(source)),
    assigned === 'none' && ofNoOne,
    assigned && assigned !== 'none' && ofPerson(nameOf(assigned) ?? assigned),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Only if all of them are listed. */
function Sum({ invoices: all }: { invoices: readonly Invoice[] }) {
  const sums = sumsOf(all.map(({ currency, total }) => ({ currency, amount: total })));
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{text.invoices.totalSent(all.length)}</dt>
        <dd>
          {sums.map(({ amount, currency }) => (
            <span key={currency}>{formatMoney(amount, currency)}</span>
          ))}
        </dd>
      </div>
    </dl>
  );
}
