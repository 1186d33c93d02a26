import type { Trouble } from '../../api/problems.ts';
import * as text from '../../text/en.ts';
import { TroubleNotice } from '../../ui/trouble.tsx';
import styles from './playbooks.module.css';
import type { Problems } from './problems.ts';

/** What stands in the way of saving; the details are at the steps. */
export function SaveNotice({ problems, trouble }: { problems: Problems; trouble: Trouble }) {
  return (
    <>
      <TroubleNotice trouble={trouble} />
      {problems.count > 0 && (
        <p className={styles.problems} role="alert">
          {text.playbooks.problems(problems.count)}
        </p>
      )}
    </>
  );
}
