import * as text from '../../text/en.ts';
import styles from './columns.module.css';

export interface ColumnValue {
  label: string;
  captured: number;
  sold: number;
}

const HEIGHT = 160;
const LABELLED = 12;

/** Leads per period as columns, with the part that was sold in them. The numbers are in the table of the same chart. */
export function Columns({ label, columns }: { label: string; columns: readonly ColumnValue[] }) {
  const most = Math.max(1, ...columns.map(({ captured }) => captured));
  const each = 100 / columns.length;
  const every = Math.ceil(columns.length / LABELLED);
  const about = columns.map((one) => text.reports.column(one.label, one.captured, one.sold));
  return (
    <figure className={styles.figure}>
      <svg className={styles.chart} role="img" aria-label={`${label}. ${about.join('. ')}`}>
        {columns.map((column, index) => {
          const at = { x: `${index * each + each * 0.15}%`, width: `${each * 0.7}%` };
          const [all, sold] = [column.captured, column.sold].map((n) => (n / most) * HEIGHT);
          return (
            <g key={column.label}>
              <title>{about[index]}</title>
              <rect className={styles.all} {...at} y={HEIGHT - (all ?? 0)} height={all} rx="2" />
              <rect className={styles.sold} {...at} y={HEIGHT - (sold ?? 0)} height={sold} rx="2" />
            </g>
          );
        })}
        <line className={styles.axis} x1="0" x2="100%" y1={HEIGHT} y2={HEIGHT} />
        {columns.map(
          (column, index) =>
            index % every === 0 && (
              <text
                key={column.label}
                className={styles.text}
                x={`${(index + 0.5) * each}%`}
                y={HEIGHT + 18}
                textAnchor="middle"
              >
                {column.label}
              </text>
            ),
        )}
      </svg>
      <figcaption className={styles.legend}>
        <span className={styles.key} data-of="all">
          {text.reports.stages.captured}
        </span>
        <span className={styles.key} data-of="sold">
          {text.reports.stages.sold}
        </span>
      </figcaption>
    </figure>
  );
}
