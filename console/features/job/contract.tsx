import type { Job } from '../../../packages/sdk/src/index.ts';
import { useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { formatMoney } from '../../ui/money.ts';
import { contractAmount } from '../jobs/sums.ts';
import styles from './job-page.module.css';
import { Facts, Section } from './section.tsx';

export function Contract({ job }: { job: Job }) {
  const { fullDate } = formatsFor(useMe().organization.time_zone);
  const { contract } = job;
  const amount = contractAmount(job);
  return (
    <Section title={text.job.contract}>
      {contract === null ? (
        <p className={styles.quiet}>{text.job.noContract}</p>
      ) : (
        <Facts
          facts={[
            [text.job.amount, amount && formatMoney(amount.amount, amount.currency)],
            [text.job.signed, contract.signed_at && fullDate(contract.signed_at)],
            [text.job.terms, contract.terms],
          ]}
        />
      )}
    </Section>
  );
}
