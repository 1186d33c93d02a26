import type { Tx } from '../../platform/database/transaction.ts';
import type { Markup } from '../forms/index.ts';
import { readContact } from './contact.ts';
import { contactPage } from './contact-pages.ts';
import type { Shown } from './layout.ts';
import { detailsPage, nothingPage, servicePage, timePage } from './step-pages.ts';
import { findOpenTime, readOpenTimes } from './times.ts';
import { detailErrors, type Wish } from './wish.ts';

export interface ShownStep {
  status: 200 | 422;
  markup: Markup;
}

/** The step that was asked for, or the first one before it that is not complete, with what is missing. */
export async function showStep(
  tx: Tx,
  shown: Shown,
  wish: Wish,
  challenge: string,
): Promise<ShownStep> {
  const { services, texts } = shown;
  const { service, step } = wish;
  if (services.length === 0) return ok(nothingPage(shown, wish));
  if (step === 'service') return ok(servicePage(shown, wish));
  if (service === null) {
    return wrong(servicePage(shown, wish, new Map([['service', texts.errors.service]])));
  }
  if (step === 'details') return ok(detailsPage(shown, wish, service));
  const errors = detailErrors(wish, shown.needsPostalCode, texts);
  if (errors.size > 0) return wrong(detailsPage(shown, wish, service, errors));

  const wanted = { service: service.code, postalCode: wish.postalCode };
  const empty = { contact: readContact(new URLSearchParams()), challenge, errors };
  if (step === 'contact' && wish.isWithoutTime) {
    return ok(contactPage(shown, { ...empty, wish: { ...wish, start: null }, time: null }));
  }
  if (step === 'contact' && wish.start !== null) {
    const time = await findOpenTime(tx, wanted, wish.start);
    if (time !== null) return ok(contactPage(shown, { ...empty, wish, time }));
  }

  const times = await readOpenTimes(tx, wanted, wish.from === '' ? null : wish.from);
  if (times.days.length === 0 && times.earlier === null) {
    const notice = times.isOutside ? texts.outside : texts.noTimes;
    const asking = { ...wish, start: null, isWithoutTime: true };
    return ok(contactPage(shown, { ...empty, wish: asking, time: null, notice }));
  }
  if (step === 'time') return ok(timePage(shown, wish, times));
  if (wish.start === null) {
    const missing = new Map([['starts_at', texts.errors.time]]);
    return wrong(timePage(shown, wish, times, missing));
  }
  // It was taken after the page with the times was opened.
  const day = dateOf(wish.start, shown.page.time_zone);
  return ok(timePage(shown, { ...wish, start: null, day }, times, new Map(), texts.lost));
}

function dateOf(time: number, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
  return local.toPlainDate().toString();
}

function ok(markup: Markup): ShownStep {
  return { status: 200, markup };
}

function wrong(markup: Markup): ShownStep {
  return { status: 422, markup };
}
