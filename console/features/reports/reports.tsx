import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Choices } from '../../ui/choices.tsx';
import { NeedsScope } from '../../ui/needs-scope.tsx';
import { Screen } from '../../ui/screen.tsx';
import { LeadReports } from './lead-reports.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { rangeOf, VIEWS, type View } from './range.ts';
import { RevenueReports } from './revenue-reports.tsx';
import { SourceReports } from './source-reports.tsx';
import { UtilizationReports } from './utilization-reports.tsx';

export function Reports() {
  return (
    <NeedsScope scope="reports:read" title={text.reports.title}>
      <Content />
    </NeedsScope>
  );
}

/** What has become of leads, what was earned, and how full the calendars are. */
function Content() {
  const search = useSearch({ from: '/office/reports' });
  const navigate = useNavigate();
  const { organization } = useMe();
  const today = formatsFor(organization.time_zone).date(now());
  const range = rangeOf(search, today);
  const { view = 'leads' } = search;
  return (
    <Screen title={text.reports.title}>
      <Choices<View>
        label={text.reports.view}
        value={view}
        options={VIEWS.map((value) => ({ value, label: text.reports.views[value] }))}
        onChoose={(value) => void navigate({ to: '/reports', search: { ...search, view: value } })}
      />
      <PeriodPicker range={range} search={search} today={today} isGrouped={view !== 'sources'} />
      {view === 'leads' && <LeadReports range={range} today={today} />}
      {view === 'revenue' && <RevenueReports range={range} />}
      {view === 'sources' && <SourceReports range={range} today={today} />}
      {view === 'utilization' && <UtilizationReports range={range} />}
    </Screen>
  );
}
