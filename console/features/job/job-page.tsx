import { useParams } from '@tanstack/react-router';
import { Needs } from '../../session/needs.tsx';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { Badge } from '../../ui/badge.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Attachments } from './attachments.tsx';
import { Checklist } from './checklist.tsx';
import { Contract } from './contract.tsx';
import { JobActions } from './job-actions.tsx';
import { JobFacts } from './job-facts.tsx';
import { JobInvoices } from './job-invoices.tsx';
import styles from './job-page.module.css';
import { Notes } from './notes.tsx';
import { useJob } from './use-job.ts';
import { Visits } from './visits.tsx';
import { Warranty } from './warranty.tsx';

/** One job from the contract to the end of the warranty. */
export function JobPage() {
  const { id } = useParams({ from: '/office/jobs/$id' });
  return (
    <Needs scopes={['jobs:read', 'jobs:own']} title={text.screens.jobs}>
      <JobContent key={id} id={id} />
    </Needs>
  );
}

function JobContent({ id }: { id: string }) {
  const details = useJob(id);
  const onChanged = () => details.query.refresh();
  return (
    <Loaded of={details} title={text.screens.jobs}>
      {({ job, visits, invoices, notes, attachments, claims }) => (
        <Screen title={job.title} actions={<JobActions job={job} visits={visits} />}>
          <div className={styles.badges}>
            <Badge look={LOOKS[job.status] ?? 'plain'}>
              {wordFor(text.words.jobStatus, job.status)}
            </Badge>
            <Badge>{job.lifecycle_number}</Badge>
          </div>
          <div className={styles.columns}>
            <div className={styles.main}>
              <Visits job={job} visits={visits} onChanged={onChanged} />
              <Checklist job={job} />
              <Notes job={job} notes={notes} onChanged={onChanged} />
              <Attachments job={job} attachments={attachments} onChanged={onChanged} />
            </div>
            <aside className={styles.side}>
              <JobFacts job={job} />
              <Contract job={job} />
              <JobInvoices job={job} invoices={invoices} onChanged={onChanged} />
              <Warranty job={job} claims={claims} visits={visits} onChanged={onChanged} />
            </aside>
          </div>
        </Screen>
      )}
    </Loaded>
  );
}

const LOOKS: Readonly<Record<string, 'accent' | 'ok' | 'warn' | 'danger'>> = {
  scheduled: 'accent',
  in_progress: 'ok',
  on_hold: 'warn',
  in_warranty: 'accent',
  canceled: 'danger',
};
