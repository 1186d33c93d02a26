import { Link, useParams } from '@tanstack/react-router';
import type { ImportReport } from '../../../packages/sdk/src/index.ts';
import { Needs } from '../../session/needs.tsx';
import { useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { formatsFor } from '../../time/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ImportBadge } from './import-badge.tsx';
import styles from './imports.module.css';
import { Rejected } from './rejected.tsx';
import { useImport } from './use-import.ts';

/** One file: how far it is, what became of its rows, and which were rejected and why. */
export function ImportPage() {
  const { id } = useParams({ from: '/office/imports/$id' });
  return (
    <Needs scopes={['leads:read']} title={text.imports.title}>
      <Content id={id} />
    </Needs>
  );
}

function Content({ id }: { id: string }) {
  const report = useImport(id);
  return (
    <Loaded of={report} title={text.imports.title}>
      {(value) => <Report report={value} />}
    </Loaded>
  );
}

function Report({ report }: { report: ImportReport }) {
  const { dayAndTime } = formatsFor(useMe().organization.time_zone);
  const isRunning = report.status === 'running';
  return (
    <Screen title={text.imports.openReport(dayAndTime(report.created_at))}>
      <div className={styles.facts}>
        <ImportBadge status={report.status} />
        <Link to="/imports">{text.imports.title}</Link>
      </div>
      {report.failure !== null && <p className={styles.failure}>{report.failure}</p>}
      {isRunning && <Progress report={report} />}
      <dl className={styles.counts}>
        {COUNTS.map((count) => (
          <div key={count}>
            <dt>{text.imports.counts[count]}</dt>
            <dd data-bad={count === 'rejected' && report.rejected > 0}>
              {report[count].toLocaleString()}
            </dd>
          </div>
        ))}
      </dl>
      {report.accepted > 0 && !isRunning && (
        <p>
          <Link to="/">{text.imports.leadsInInbox}</Link>
        </p>
      )}
      {!isRunning && <Rejected report={report} />}
    </Screen>
  );
}

const COUNTS = ['total', 'accepted', 'duplicates', 'repeated', 'rejected'] as const;

function Progress({ report: { bytes_done, bytes_total } }: { report: ImportReport }) {
  const percent = bytes_total === 0 ? 0 : Math.floor((100 * bytes_done) / bytes_total);
  return (
    <div className={styles.progress}>
      <progress max={100} value={percent} aria-label={text.imports.progress(percent)} />
      <span>{text.imports.progress(percent)}</span>
      <span className={styles.quiet}>{text.imports.runningNote}</span>
    </div>
  );
}
