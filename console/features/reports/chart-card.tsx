import { DownloadIcon } from '@radix-ui/react-icons';
import { type ReactNode, useId, useState } from 'react';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { type Cell, downloadCsv, toCsv } from '../../ui/csv.ts';
import { formatMoney } from '../../ui/money.ts';
import { Table } from '../../ui/table.tsx';
import styles from './chart-card.module.css';

export interface TableOf {
  /** The name of the file without its ending. */
  name: string;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** A chart with the same numbers as a table and as a file. */
export function ChartCard({
  title,
  about,
  table,
  children,
}: {
  title: string;
  about?: string;
  table: TableOf;
  children: ReactNode;
}) {
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <div className={styles.actions}>
          <fieldset className={styles.views} aria-label={text.reports.show(title)}>
            <button type="button" aria-pressed={!isTable} onClick={() => setIsTable(false)}>
              {text.reports.asChart}
            </button>
            <button type="button" aria-pressed={isTable} onClick={() => setIsTable(true)}>
              {text.reports.asTable}
            </button>
          </fieldset>
          <Button
            look="plain"
            aria-label={text.reports.downloadOf(title)}
            onClick={() => downloadCsv(`${table.name}.csv`, toCsv(table.columns, table.rows))}
          >
            <DownloadIcon /> {text.reports.download}
          </Button>
        </div>
      </header>
      {about !== undefined && <p className={styles.about}>{about}</p>}
      {isTable ? <Numbers title={title} table={table} /> : children}
    </section>
  );
}

function Numbers({ title, table: { columns, rows } }: { title: string; table: TableOf }) {
  return (
    <Table<readonly Cell[]>
      label={title}
      rows={rows}
      keyOf={(row) => String(row[0])}
      columns={columns.map((label, index) => ({
        label,
        isNumber: rows.some((row) => row[index] !== null && typeof row[index] !== 'string'),
        cell: (row) => shown(row[index] ?? null),
      }))}
    />
  );
}

function shown(cell: Cell): string | number {
  if (cell === null) return '–';
  return typeof cell === 'object' ? formatMoney(cell.amount, cell.currency) : cell;
}
