import { windowOf } from '../../domain/arrival-window.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { findOtherTimes, openMoves } from '../appointments/index.ts';
import { daysOf, type OpenDay, type OpenTime } from '../booking-pages/index.ts';
import { type FullAppointment, findArrivalWindowRule } from '../calendar/index.ts';
import { html, type Markup } from '../forms/index.ts';
import { facts, form, layout } from './layout.ts';
import type { Shown } from './shown.ts';
import { formatsOf, readStart, timeOf } from './visit-time.ts';

/** Other times for a visit: days as links, and the times of one day. */

/** How many days one page shows. */
const DAYS_SHOWN = 14;
/** How far ahead a customer can look. */
const DAYS_AHEAD = 92;

export async function movePage(tx: Tx, shown: Shown, visit: FullAppointment): Promise<Markup> {
  const lost = readStart(shown.query.get('lost') ?? '');
  const toTime = await timesOf(tx);
  if (lost !== null) {
    const others = (await findOtherTimes(tx, visit, lost)).map(toTime);
    return page(shown, visit, timesForm(shown, visit, others, shown.texts.move.day), true);
  }
  const dateOf = (time: number) =>
    Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(visit.time_zone).toPlainDate();
  const today = dateOf(tx.now.getTime());
  const from = firstDay(shown.query.get('from') ?? '', today);
  const startOf = (date: Temporal.PlainDate) =>
    date.toZonedDateTime(visit.time_zone).epochMilliseconds;
  const window = { start: startOf(from), end: startOf(from.add({ days: DAYS_SHOWN })) };
  const open = (await openMoves(tx, visit, window)).filter(
    (start) => start !== visit.starts_at.getTime(),
  );
  const days = daysOf(open.map(toTime), (start) => dateOf(start).toString());
  const chosen = days.find(({ date }) => date === shown.query.get('day')) ?? days[0];
  const last = today.add({ days: DAYS_AHEAD });
  const later = from.add({ days: DAYS_SHOWN });
  const earlier = from.subtract({ days: DAYS_SHOWN });
  const content = html`${dayLinks(shown, visit, days, from.toString(), chosen)}
${chosen === undefined ? html`<p class="text">${shown.texts.move.none}</p>` : timesForm(shown, visit, chosen.times, null)}
${Temporal.PlainDate.compare(from, today) > 0 ? other(shown, shown.texts.move.earlier, earlier) : null}
${Temporal.PlainDate.compare(later, last) < 0 ? other(shown, shown.texts.move.later, later) : null}`;
  return page(shown, visit, content, false);
}

function page(shown: Shown, visit: FullAppointment, content: Markup, isLost: boolean): Markup {
  const { texts, path } = shown;
  const { dayAndTime, zone } = formatsOf(shown, visit);
  return layout(shown, {
    heading: texts.move.title,
    notice: isLost ? texts.move.lost : null,
    content: html`${facts([[texts.move.now, dayAndTime(timeOf(visit))]])}
${content}
<p class="soft">${texts.move.zone(zone(visit.starts_at.getTime()))}</p>
<p><a class="link" href="${path}">${texts.back}</a></p>`,
  });
}

/** A time with the arrival window that the customer would be promised. */
async function timesOf(tx: Tx): Promise<(start: number) => OpenTime> {
  const rule = await findArrivalWindowRule(tx);
  return (start) => ({ start, window: rule && windowOf(start, rule, rule.time_zone) });
}

function dayLinks(
  shown: Shown,
  visit: FullAppointment,
  days: readonly OpenDay[],
  from: string,
  chosen: OpenDay | undefined,
): Markup {
  const { day } = formatsOf(shown, visit);
  const links = days.map((one) => {
    const href = `${shown.path}/move?${new URLSearchParams({ from, day: one.date })}`;
    const name = day(one.times[0]?.start ?? 0);
    return one === chosen
      ? html`<li><strong aria-current="date">${name}</strong></li>\n`
      : html`<li><a href="${href}">${name}</a></li>\n`;
  });
  return html`<nav aria-label="${shown.texts.move.day}"><ul>${links}</ul></nav>`;
}

function timesForm(
  shown: Shown,
  visit: FullAppointment,
  times: readonly OpenTime[],
  label: string | null,
): Markup {
  const { texts } = shown;
  const { day, time: clock, dayAndTime } = formatsOf(shown, visit);
  if (times.length === 0) return html`<p class="text">${texts.move.none}</p>`;
  const legend = label ?? texts.move.timesOn(day(times[0]?.start ?? 0));
  const choices = times.map(
    (time, place) =>
      html`<div class="choice"><input type="radio" name="starts_at" value="${new Date(time.start).toISOString()}" id="t${place}" required><label for="t${place}">${label === null ? clock(time) : dayAndTime(time)}</label></div>\n`,
  );
  return form(
    shown,
    'move',
    html`<fieldset><legend>${legend}</legend><div class="times">
${choices}</div></fieldset>
<button type="submit">${texts.move.save}</button>`,
  );
}

function other({ path }: Shown, text: string, from: Temporal.PlainDate): Markup {
  const query = new URLSearchParams({ from: from.toString() });
  return html`<p><a class="link" href="${path}/move?${query.toString()}">${text}</a></p>`;
}

/** The day that was asked for, if it can have open times. */
function firstDay(text: string, today: Temporal.PlainDate): Temporal.PlainDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return today;
  try {
    const date = Temporal.PlainDate.from(text);
    const last = today.add({ days: DAYS_AHEAD });
    const isInside =
      Temporal.PlainDate.compare(date, today) > 0 && Temporal.PlainDate.compare(date, last) < 0;
    return isInside ? date : today;
  } catch {
    return today;
  }
}
