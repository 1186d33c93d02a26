import { Fragment, type ReactNode } from 'react';
import styles from './columns.module.css';
import { actionOf, type ListBehind, ListLink } from './list-link.tsx';

export interface ColumnValue {
  label: string;
  /** In the order of the series. */
  values: readonly [number, number];
  /** What a screen reader and the tooltip say. */
  about: string;
  /** Above the column, if there is room. */
  above?: string | null;
  /** What was counted, if a list can show it. */
  list?: ListBehind | undefined;
  /** What the second bar has counted, if it is another list. */
  secondList?: ListBehind | undefined;
}

const HEIGHT = 160;
/** For what is above the highest column. */
const ABOVE = 18;
const LABELLED = 12;
const WIDTH = 0.7;

/**
 * Two numbers per period as columns: the second within the first if it is a part of it, or else beside it. A column whose
 * list can be opened is a link to it, or each half is, if its bars count different things. The numbers are in the table of the same chart.
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
  const hasLinks = columns.some(({ list }) => list !== undefined);
  const bar = (column: ColumnValue, index: number, at: 0 | 1) => (
    <rect
      key={series[at]}
      className={styles.bar}
      data-series={at}
      {...placeOf(index, at, each, layout)}
      y={ABOVE + HEIGHT - (column.values[at] / most) * HEIGHT}
      height={(column.values[at] / most) * HEIGHT}
      rx="2"
    />
  );
  const about = columns.map((one) => one.about);
  return (
    <figure className={styles.figure}>
      <svg
        className={styles.chart}
        role={hasLinks ? 'group' : 'img'}
        aria-label={hasLinks ? label : `${label}. ${about.join('. ')}`}
      >
        <title>{label}</title>
        {columns.map((column, index) => (
          <Fragment key={column.label}>
            <Column
              about={column.about}
              list={column.list}
              x={index * each}
              width={column.secondList ? each / 2 : each}
            >
              {bar(column, index, 0)}
              {!column.secondList && bar(column, index, 1)}
              {every === 1 && column.above && (
                <Label x={(index + 0.5) * each} y={topOf(column, most)} text={column.above} />
              )}
            </Column>
            {column.secondList && (
              <Column
                about={column.about}
                list={column.secondList}
                x={(index + 0.5) * each}
                width={each / 2}
              >
                {bar(column, index, 1)}
              </Column>
            )}
          </Fragment>
        ))}
        <line className={styles.axis} x1="0" x2="100%" y1={ABOVE + HEIGHT} y2={ABOVE + HEIGHT} />
        {columns.map(
          (column, index) =>
            index % every === 0 && (
              <Label
                key={column.label}
                x={(index + 0.5) * each}
                y={ABOVE + HEIGHT + 18}
                text={column.label}
              />
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

function topOf({ values }: ColumnValue, most: number): number {
  return ABOVE + HEIGHT - (Math.max(...values) / most) * HEIGHT - 5;
}

function Label({ x, y, text: words }: { x: number; y: number; text: string }) {
  return (
    <text className={styles.text} x={`${x}%`} y={y} textAnchor="middle">
      {words}
    </text>
  );
}

/** The whole height can be pointed at: a low column would be hard to hit. */
function Column({
  about,
  list,
  x,
  width,
  children,
}: {
  about: string;
  list: ListBehind | undefined;
  x: number;
  width: number;
  children: ReactNode;
}) {
  const place = { x: `${x}%`, width: `${width}%`, y: 0, height: ABOVE + HEIGHT };
  const content = (
    <>
      <title>{about}</title>
      <rect className={styles.area} {...place} />
      {children}
    </>
  );
  if (!list) return <g>{content}</g>;
  return (
    <ListLink list={list} className={styles.link} label={`${about}. ${actionOf(list)}`}>
      {content}
    </ListLink>
  );
}

/** Where a bar is, in percent of the width of the chart. */
function placeOf(index: number, at: number, each: number, layout: 'within' | 'beside') {
  const start = (index + (1 - WIDTH) / 2) * each;
  const width = each * WIDTH;
  if (layout === 'within') return { x: `${start}%`, width: `${width}%` };
  return { x: `${start + (at * width) / 2}%`, width: `${width / 2}%` };
}
