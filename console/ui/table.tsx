import type { ReactNode } from 'react';
import type { MorePages } from '../store/use-pages.ts';
import { ShowMore } from './show-more.tsx';
import styles from './table.module.css';
import { useColumnWidths } from './use-column-widths.ts';
import { useLongList } from './use-long-list.ts';

const ROW_HEIGHT = 41;

export interface Column<Row> {
  label: string;
  cell(row: Row): ReactNode;
  /** Numbers are aligned at their end. */
  isNumber?: boolean;
  /** Long texts wrap instead of widening the table. */
  isText?: boolean;
}

/**
 * Rows with columns; on a phone each row is a card, with the names of the columns in it. Of many rows, only those in
 * view are on the page.
 */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  more,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** The pages that are not read yet. */
  more?: MorePages;
}) {
  const keyAt = (index: number) => {
    const row = rows[index];
    return row === undefined ? '' : keyOf(row);
  };
  const shown = useLongList<HTMLTableSectionElement>({
    count: rows.length,
    keyOf: keyAt,
    rowHeight: ROW_HEIGHT,
    ...(more && { more }),
  });
  const head = useColumnWidths(shown.isLong);
  // With the row of the names; -1 says that the number is not known yet.
  const rowCount = more?.hasMore ? -1 : rows.length + 1;
  return (
    <>
      <table className={styles.table} aria-label={label} aria-rowcount={rowCount}>
        <thead>
          <tr ref={head} aria-rowindex={1}>
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                data-number={column.isNumber}
                data-text={column.isText}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={shown.container}>
          <Space height={shown.above} columns={columns.length} />
          {shown.rows.flatMap(({ index, gap }) => {
            const row = rows[index];
            if (row === undefined) return [];
            return [
              <Space key={`before ${keyOf(row)}`} height={gap} columns={columns.length} />,
              <tr key={keyOf(row)} ref={shown.measure} data-index={index} aria-rowindex={index + 2}>
                <Cells columns={columns} row={row} />
              </tr>,
            ];
          })}
          <Space height={shown.below} columns={columns.length} />
        </tbody>
      </table>
      {more && <ShowMore {...more} />}
    </>
  );
}

function Cells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return columns.map((column) => (
    <td
      key={column.label}
      data-label={column.label}
      data-number={column.isNumber}
      data-text={column.isText}
    >
      {column.cell(row)}
    </td>
  ));
}

/** In the place of rows that are not on the page. */
function Space({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it has no content, and nothing in it can have the focus.
    <tr className={styles.space} aria-hidden="true">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
