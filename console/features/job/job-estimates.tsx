import type { Job } from '../../../packages/sdk/src/index.ts';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { EstimateRows } from '../estimates/estimate-rows.tsx';
import { NewEstimateButton } from '../estimates/new-estimate.tsx';
import { useEstimatesOf } from '../estimates/use-estimate.ts';
import styles from './job-page.module.css';
import { Section } from './section.tsx';

/** What was offered to the customer of the job under its number. */
export function JobEstimates({ job }: { job: Job }) {
  const me = useMe();
  const mayRead = mayI(me, 'estimates:read') || mayI(me, 'estimates:own');
  const estimates = useEstimatesOf(job.lifecycle_number, mayRead);
  if (!mayRead) return null;
  return (
    <Section
      title={text.estimates.title}
      action={
        <NewEstimateButton
          person={{ customerId: job.customer_id, leadId: job.lead_id }}
          name={job.customer_name ?? job.lifecycle_number}
          propertyId={job.property_id}
        />
      }
    >
      {estimates.length === 0 && <p className={styles.quiet}>{text.estimates.empty}</p>}
      <EstimateRows estimates={estimates} />
    </Section>
  );
}
