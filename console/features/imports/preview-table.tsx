import type { Column } from '../../../server/features/imports/columns.ts';
import * as text from '../../text/en.ts';
import { Badge } from '../../ui/badge.tsx';
import { ScrollArea } from '../../ui/scroll-area.tsx';
import styles from './imports.module.css';
import type { Preview } from './preview.ts';

/** What each column of the file becomes, with the first rows as examples. */
export function PreviewTable({
  preview: { header, columns, examples, charset },
}: {
  preview: Preview;
}) {
  if (header.length === 0) return null;
  return (
    <div className={styles.preview}>
      <h3 className={styles.heading}>{text.imports.reading}</h3>
      <ScrollArea label={text.imports.reading}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text.imports.column}</th>
              <th scope="col">{text.imports.becomes}</th>
              <th scope="col">{text.imports.example}</th>
            </tr>
          </thead>
          <tbody>
            {header.map((title, index) => {
              const column = columns[index] ?? null;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns can have the same title.
                <tr key={index}>
                  <th scope="row">{title}</th>
                  <td>
                    {column === null ? (
                      <Badge look="warn">{text.imports.ignored}</Badge>
                    ) : (
                      fieldName(column)
                    )}
                  </td>
                  <td className={styles.quiet}>
                    {examples
                      .map((cells) => cells[index] ?? '')
                      .filter(Boolean)
                      .join(' · ')}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollArea>
      {charset !== 'utf-8' && <p className={styles.quiet}>{text.imports.charset(charset)}</p>}
    </div>
  );
}

/** Of campaigns and values of your own, the name of the column says it best. */
function fieldName(column: Column): string {
  const names: Partial<Record<Column, string>> = text.imports.fields;
  return names[column] ?? column;
}
