import type { Customer } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { formatMoney } from '../../ui/money.ts';

/** "Tue, Mar 9, 9:30 AM, Rosa Delgado": when someone comes next, and who. Nothing if no visit is booked. */
export function NextVisitText({ visit, zone }: { visit: Customer['next_visit']; zone: string }) {
  if (!visit) return null;
  const time = formatsFor(zone).short(visit.starts_at, now());
  return (
    <>
      <span className="visually-hidden">{text.visits.next} </span>
      {visit.assignee_name === null ? time : `${time}, ${visit.assignee_name}`}
    </>
  );
}

/** What is owed, each currency by itself. Nothing if nothing is. */
export function BalanceText({ balance }: { balance: Customer['balance'] }) {
  if (!balance || balance.length === 0) return null;
  return (
    <>
      <span className="visually-hidden">{text.visits.owed} </span>
      {balance.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ')}
    </>
  );
}
