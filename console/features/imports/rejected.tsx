import { useEffect, useMemo, useState } from 'react';
import type { ImportReport } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { ScrollArea } from '../../ui/scroll-area.tsx';
import { download } from './download.ts';
import { contentOf } from './files.ts';
import styles from './imports.module.css';
import { rejectedCsv, rejectedRows } from './rejected-rows.ts';

/** More than this is read in the downloaded file. */
const SHOWN = 200;

/** The rejected rows by line, and as a file that can be fixed and imported again. */
export function Rejected({ report: { import_id, errors, rejected } }: { report: ImportReport }) {
  const [file, setFile] = useState<{ content: string; separator: string } | null>(null);
  useEffect(() => {
    contentOf(import_id).then(setFile, () => setFile(null));
  }, [import_id]);
  const found = useMemo(() => rejectedRows(errors, file), [errors, file]);
  if (rejected === 0) return <p className={styles.quiet}>{text.imports.allAccepted}</p>;
  const hasRows = found.header !== null;
  return (
    <div className={styles.rejected}>
      <header className={styles.rejectedHeader}>
        <h2 className={styles.heading}>{text.imports.rejectedTitle}</h2>
        <Button onClick={() => download(`rejected-${import_id}.csv`, rejectedCsv(found))}>
          {hasRows ? text.imports.download : text.imports.downloadErrors}
        </Button>
      </header>
      <p className={styles.quiet}>{hasRows ? text.imports.fixHint : text.imports.fileGone}</p>
      <ScrollArea label={text.imports.rejectedTitle}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text.imports.line}</th>
              <th scope="col">{text.imports.problem}</th>
              {hasRows && <th scope="col">{text.imports.row}</th>}
            </tr>
          </thead>
          <tbody>
            {found.rows.slice(0, SHOWN).map(({ line, problem, cells }) => (
              <tr key={line}>
                <td className={styles.line}>{line}</td>
                <td>{problem}</td>
                {hasRows && <td className={styles.quiet}>{cells?.filter(Boolean).join(' · ')}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </div>
  );
}
