import styles from './columns.module.css';

export interface ColumnValue {
  label: string;
  /** In the order of the series. */
  values: readonly [number, number];
  /** What a screen reader and the tooltip say. */
  about: string;
}

const HEIGHT = 160;
const LABELLED = 12;
const WIDTH = 0.7;

/**
 * Two numbers per period as columns: the second within the first if it is a part of it, or else beside it. The numbers are
 * in the table of the same chart.
 */
export function Columns({
  label,
  series,
  layout,
  columns,
}: {
  label: string;
  series: readonly [string, string];
  layout: 'within' | 'beside';
  columns: readonly ColumnValue[];
}) {
  const most = Math.max(1, ...columns.flatMap(({ values }) => values));
  const each = 100 / columns.length;
  const every = Math.ceil(columns.length / LABELLED);
  const about = columns.map((one) => one.about);
  return (
    <figure className={styles.figure}>
      <svg className={styles.chart} role="img" aria-label={`${label}. ${about.join('. ')}`}>
        {columns.map((column, index) => (
          <g key={column.label}>
            <title>{column.about}</title>
            {column.values.map((value, at) => (
              <rect
                key={series[at]}
                className={styles.bar}
                data-series={at}
                {...placeOf(index, at, each, layout)}
                y={HEIGHT - (value / most) * HEIGHT}
                height={(value / most) * HEIGHT}
                rx="2"
              />
            ))}
          </g>
        ))}
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
        {series.map((name, at) => (
          <span key={name} className={styles.key} data-series={at}>
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** Where a bar is, in percent of the width of the chart. */
function placeOf(index: number, at: number, each: number, layout: 'within' | 'beside') {
  const start = (index + (1 - WIDTH) / 2) * each;
  const width = each * WIDTH;
  if (layout === 'within') return { x: `${start}%`, width: `${width}%` };
  return { x: `${start + (at * width) / 2}%`, width: `${width / 2}%` };
}
