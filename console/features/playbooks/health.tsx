import { Link } from '@tanstack/react-router';
import type { AutomationHealth } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import styles from './playbooks.module.css';

/** How many runs there are in each state; each number leads to its runs. */
export function Health({ health: { runs } }: { health: AutomationHealth }) {
  const { runStatus } = text.playbooks;
  const figures = [
    { status: 'running' as const, label: runStatus.running, count: runs.running + runs.queued },
    { status: 'waiting' as const, label: runStatus.waiting, count: runs.waiting },
    { status: 'failed' as const, label: text.playbooks.failed, count: runs.failed_last_24h },
  ];
  return (
    <section className={styles.health} aria-label={text.playbooks.health}>
      {figures.map(({ status, label, count }) => (
        <Link
          key={status}
          className={styles.figure}
          to="/playbooks/runs"
          search={{ status }}
          data-look={status === 'failed' && count > 0 ? 'danger' : undefined}
        >
          <strong>{count}</strong> {label}
        </Link>
      ))}
      {runs.late > 0 && (
        <Link className={styles.late} to="/playbooks/runs" search={{ late: true }}>
          {text.playbooks.healthLate(runs.late)}
        </Link>
      )}
    </section>
  );
}
