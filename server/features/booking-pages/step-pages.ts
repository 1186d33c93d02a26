import { visibleText } from '../../platform/visible-text.ts';
import { cutAll, html, type Markup } from '../forms/index.ts';
import type { OnlineService } from '../services/index.ts';
import { choices, labeled, questionControl } from './controls.ts';
import { backButton, layout, leadingButton, type Shown, stepForm } from './layout.ts';
import type { OpenDay, OpenTimes } from './times.ts';
import { answerLimit, type Errors, REQUEST, type Wish } from './wish.ts';

/** The steps before the contact: plain forms that send what was chosen in the address, so that going back works. */

const NO_ERRORS: Errors = new Map();

/** Of the texts of the company, so that a page stays below 50 kB. */
const MAX_NAMES_BYTES = 10_000;
const MAX_LABELS_BYTES = 6_000;
const MIN_LABELS_BYTES = 600;
const MAX_RADIOS_BYTES = 16_000;
const MAX_LISTS_BYTES = 32_000;

export function nothingPage(shown: Shown, wish: Wish): Markup {
  const heading = shown.texts.nothingOffered;
  return layout(shown, { heading, content: html``, wish });
}

export function servicePage(shown: Shown, wish: Wish, errors = NO_ERRORS): Markup {
  const { texts, formats, services } = shown;
  const names = cutAll(services.map(formats.name), MAX_NAMES_BYTES);
  const options = services.map((service, place) => ({
    value: service.code,
    label: names[place] ?? service.code,
    more: priceAndLength(shown, service),
  }));
  const field = { id: 'service', label: texts.whichService, isOptional: false, errors, texts };
  const chosen = wish.service?.code ?? '';
  const content = html`${choices(field, options, chosen)}<button type="submit">${texts.next}</button>`;
  return layout(shown, {
    heading: texts.whichService,
    content: stepForm(shown, 'details', { ...wish, service: null, answers: {} }, content),
    step: 'service',
    errors,
    wish: { ...wish, step: 'service' },
  });
}

function priceAndLength(shown: Shown, service: OnlineService): string {
  const length = shown.formats.minutes(service.duration_minutes);
  return [priceOf(shown, service), length].filter((text) => text !== null).join(' · ');
}

function priceOf({ texts, formats }: Shown, { price_hint: hint }: OnlineService): string | null {
  if (hint == null) return null;
  if (hint.kind === 'free' || hint.amount === undefined || hint.currency === undefined) {
    return hint.kind === 'free' ? texts.free : null;
  }
  const amount = formats.amount(hint.amount, hint.currency);
  return hint.kind === 'from' ? texts.priceFrom(amount) : amount;
}

/** The questions of the service, and where it is. */
export function detailsPage(
  shown: Shown,
  wish: Wish,
  service: OnlineService,
  errors = NO_ERRORS,
): Markup {
  const { texts, formats, needsPostalCode } = shown;
  const field = { errors, texts };
  const limit = answerLimit(service);
  const controls = (maxLabelBytes: number, isShort: boolean) => {
    const texts = service.questions.map(({ label }) => label);
    const labels = cutAll(texts, maxLabelBytes);
    return service.questions.map((question, place) => {
      const label = labels[place] ?? question.label;
      const answer = wish.answers[question.key] ?? '';
      return questionControl({ ...question, label }, answer, { ...field, limit, isShort });
    });
  };
  const questions = fitting(controls);
  const postalCode = labeled(
    { ...field, id: 'postal_code', label: texts.postalCode, isOptional: !needsPostalCode },
    (more) =>
      html`<input type="text" autocomplete="postal-code" maxlength="11" value="${wish.postalCode}"${more}>`,
  );
  const name = visibleText(formats.name(service));
  const onlyService = { ...wish, answers: {}, postalCode: '', start: null, isWithoutTime: false };
  // With one service there is no choice before, in which its price could be read.
  const content = html`<p class="soft"><bdi>${name}</bdi><br>${priceAndLength(shown, service)}</p>
${stepForm(shown, 'time', { ...onlyService, from: '', day: '' }, html`${questions}${postalCode}<button type="submit">${texts.next}</button>`)}
${shown.services.length > 1 ? backButton(shown, 'service') : null}`;
  return layout(shown, {
    heading: texts.details,
    content,
    step: 'details',
    errors,
    wish: { ...wish, step: 'details' },
  });
}

/** Many long choices are lists, which take a third of the bytes, and the questions have the rest. */
function fitting(controls: (maxLabelBytes: number, isShort: boolean) => Markup[]): Markup[] {
  const bytesOf = (markup: Markup[]) => Buffer.byteLength(markup.join(''));
  const radios = controls(MAX_LABELS_BYTES, false);
  if (bytesOf(radios) <= MAX_RADIOS_BYTES) return radios;
  const rest = MAX_LISTS_BYTES - bytesOf(controls(0, true));
  return controls(Math.max(MIN_LABELS_BYTES, Math.min(rest, MAX_LABELS_BYTES)), true);
}

/** One form of days, which are buttons, and one of the times of the day that is shown. */
export function timePage(
  shown: Shown,
  wish: Wish,
  { days, earlier, later }: OpenTimes,
  errors = NO_ERRORS,
  notice: string | null = null,
): Markup {
  const { texts, formats } = shown;
  const day = days.find(({ date }) => date === wish.day) ?? days[0];
  const start = day?.times[0]?.start;
  const without = { ...wish, start: null, isWithoutTime: false };
  const plain = html` class="plain"`;
  const other = (text: string, from: string | null) =>
    from === null ? null : leadingButton({ name: 'from', value: from, text, more: plain });
  const content = html`${notice === null ? null : html`<p class="notice" role="alert" tabindex="-1" autofocus>${notice}</p>`}
<fieldset><legend>${texts.chooseDay}</legend><div class="days">${days.map((one) => dayButton(shown, one, one === day))}</div></fieldset>
${day === undefined ? null : stepForm(shown, 'contact', without, timesOf(shown, day, wish, errors))}
${start === undefined ? null : html`<p class="soft">${texts.timesAreIn(formats.zone(start))}</p>`}
${other(texts.earlierDays, earlier)}
${other(texts.laterDays, later)}
${leadingButton({ name: 'step', value: REQUEST, text: texts.askWithoutTime, more: plain })}
${backButton(shown, 'details')}`;
  return layout(shown, {
    heading: texts.time,
    content,
    step: 'time',
    errors,
    wish: { ...wish, step: 'time', isWithoutTime: false },
  });
}

function dayButton({ formats }: Shown, { date, times }: OpenDay, isShown: boolean): Markup {
  const name = times[0] === undefined ? date : formats.day(times[0].start);
  const more = isShown ? html` aria-current="date"` : null;
  return html`${leadingButton({ name: 'day', value: date, text: name, more })}\n`;
}

function timesOf(shown: Shown, { times }: OpenDay, wish: Wish, errors: Errors): Markup {
  const { texts, formats } = shown;
  const day = times[0] === undefined ? '' : formats.day(times[0].start);
  const options = times.map((time) => ({
    value: new Date(time.start).toISOString(),
    label: formats.time(time),
  }));
  const chosen = wish.start === null ? '' : new Date(wish.start).toISOString();
  const field = { id: 'starts_at', label: texts.timesOn(day), isOptional: false, errors, texts };
  return html`${choices(field, options, chosen, html` class="times"`)}<button type="submit">${texts.next}</button>`;
}
