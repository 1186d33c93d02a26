import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SentState } from '../../offline/sent-state.tsx';
import { useWork } from '../../offline/use-work.ts';
import { readAfterSending } from '../../offline/work-outbox.ts';
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
import { JobEstimates } from './job-estimates.tsx';
import { JobFacts } from './job-facts.tsx';
import { JobInvoices } from './job-invoices.tsx';
import styles from './job-page.module.css';
import { Notes } from './notes.tsx';
import { useJob } from './use-job.ts';
import { Visits } from './visits.tsx';
import { Warranty } from './warranty.tsx';
import { jobWithWork } from './with-work.ts';

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
  const { outbox, entries, add } = useWork(text.outbox);
  const { query } = details;
  useEffect(() => readAfterSending(() => query.refresh()), [query]);
  const onChanged = () => query.refresh();
  return (
    <Loaded of={details} title={text.screens.jobs}>
      {(value) => {
        const shown = jobWithWork(value, entries);
        const { job, visits, invoices, notes, attachments, claims } = shown;
        return (
          <Screen title={job.title} actions={<JobActions job={job} visits={visits} />}>
            <div className={styles.badges}>
              <Badge look={LOOKS[job.status] ?? 'plain'}>
                {wordFor(text.words.jobStatus, job.status)}
              </Badge>
              <Badge>{job.lifecycle_number}</Badge>
              {shown.entries.length > 0 && (
                <SentState outbox={outbox} entries={shown.entries} words={text.outbox} />
              )}
            </div>
            <div className={styles.columns}>
              <div className={styles.main}>
                <Visits job={job} visits={visits} onChanged={onChanged} />
                <Checklist job={job} waiting={shown.checks} onWork={add} />
                <Notes job={job} notes={notes} waiting={shown.newNotes} onWork={add} />
                <Attachments
                  job={job}
                  attachments={attachments}
                  waiting={shown.photos}
                  onWork={add}
                  onChanged={onChanged}
                />
              </div>
              <aside className={styles.side}>
                <JobFacts job={job} />
                <Contract job={job} />
                <JobEstimates job={job} />
                <JobInvoices job={job} invoices={invoices} onChanged={onChanged} />
                <Warranty job={job} claims={claims} visits={visits} onChanged={onChanged} />
              </aside>
            </div>
          </Screen>
        );
      }}
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
