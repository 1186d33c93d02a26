import type { Funnel, SpeedToLead } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import { Bars } from './bars.tsx';
import { leadsBehind } from './behind.ts';
import { ChartCard } from './chart-card.tsx';
import { byUser, STAGES, shareOf } from './funnel-sums.ts';
import { time } from './speed-card.tsx';

/** What became of the leads of each person they are assigned to. */
export function AssigneesCard({ funnel, today }: { funnel: Funnel; today: string }) {
  const people = byUser(funnel.data);
  const { stages, person, unassigned } = text.reports;
  const most = Math.max(1, people[0]?.captured ?? 0);
  return (
    <ChartCard
      title={text.reports.byAssignee}
      about={text.reports.byAssigneeAbout}
      table={{
        name: `people ${funnel.from} ${funnel.to}`,
        columns: [person, ...STAGES.map((stage) => stages[stage])],
        rows: people.map((one) => [
          one.user_name ?? unassigned,
          ...STAGES.map((stage) => one[stage]),
        ]),
      }}
    >
      <Bars
        label={text.reports.byAssignee}
        bars={people.map((one) => ({
          id: one.user_id ?? '',
          label: one.user_name ?? unassigned,
          value: one.captured,
          about: text.reports.soldOf(shareOf(one.sold, one.captured)),
          length: one.captured / most,
          list: leadsBehind('captured', funnel, today, { assigned: one.user_id ?? 'none' }),
        }))}
      />
    </ChartCard>
  );
}

/** How soon each person makes the first contact. Leads that no one has contacted are not among them. */
export function ContactsCard({ speed }: { speed: SpeedToLead }) {
  const people = (speed.by_user ?? []).filter(({ contacted }) => contacted > 0);
  const { person, contacted, median, p90, within5, unknownPerson } = text.reports;
  const nameOf = ({ user_name }: (typeof people)[number]) => user_name ?? unknownPerson;
  return (
    <ChartCard
      title={text.reports.byContact}
      about={text.reports.byContactAbout}
      table={{
        name: `first contacts ${speed.from} ${speed.to}`,
        columns: [person, contacted, median, p90, within5],
        rows: people.map((one) => [
          nameOf(one),
          one.contacted,
          time(one.median_seconds),
          time(one.p90_seconds),
          one.within_5_minutes,
        ]),
      }}
    >
      {people.length === 0 && <p>{text.reports.notYet}</p>}
      <Bars
        label={text.reports.byContact}
        bars={people.map((one) => ({
          id: one.user_id ?? '',
          label: nameOf(one),
          value: time(one.median_seconds) ?? '',
          about: text.reports.contactsOf(one.contacted),
          length: one.within_5_minutes / one.contacted,
        }))}
      />
    </ChartCard>
  );
}
