import { useConnection } from '../live/connection.ts';
import * as text from '../text/en.ts';
import { formatsFor } from '../time/format.ts';
import styles from './connection-notice.module.css';

/** Says that what is shown may be old, and since when. */
export function ConnectionNotice({ zone }: { zone: string }) {
  const connection = useConnection();
  return (
    <div role="status">
      {connection.is === 'lost' && (
        <div className={styles.notice}>
          {text.offlineSince(formatsFor(zone).time(connection.since.getTime()))}
        </div>
      )}
    </div>
  );
}
