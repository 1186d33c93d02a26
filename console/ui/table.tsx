import type { ReactNode } from 'react';
import styles from './table.module.css';

export interface Column<Row> {
  label: string;
  cell(row: Row): ReactNode;
  /** Numbers are aligned at their end. */
  isNumber?: boolean;
  /** Long texts wrap instead of widening the table. */
  isText?: boolean;
}

/** Rows with columns; on a phone each row is a card, with the names of the columns in it. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col" data-number={column.isNumber}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <td
                key={column.label}
                data-label={column.label}
                data-number={column.isNumber}
                data-text={column.isText}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
