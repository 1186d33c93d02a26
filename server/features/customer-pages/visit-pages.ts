import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import { visibleText } from '../../platform/visible-text.ts';
import {
  cancelByCustomer,
  canReview,
  confirmVisit,
  moveTo,
  reviewVisit,
} from '../appointments/index.ts';
import { isNotOpen } from '../bookings/index.ts';
import {
  type FullAppointment,
  findAppointment,
  isAllowed,
  lockAppointment,
} from '../calendar/index.ts';
import { html, type Markup } from '../forms/index.ts';
import { findServiceNames } from '../services/index.ts';
import { callUs, facts, form, layout, reasonForm, reasonIn } from './layout.ts';
import { movePage } from './move-page.ts';
import { type ReviewDraft, readReview, reviewSection, toReview } from './review-form.ts';
import { type DownloadedFile, NO_ERRORS, type Pages, REFUSED, type Shown } from './shown.ts';
import { canChange } from './visit.ts';
import { visitFile } from './visit-file.ts';
import { formatsOf, readStart, timeOf } from './visit-time.ts';

/** The customer's visit: confirm it, move it, cancel it, put it into a calendar, review it. */
export const visitPages: Pages = {
  show: async (tx, shown) => visitPage(tx, shown, await findVisit(tx, shown)),
  views: {
    async move(tx, shown) {
      const visit = await findVisit(tx, shown);
      // The page itself says why not.
      const isOpen = canChange(visit, shown.company, tx.now);
      const page = isOpen ? movePage(tx, shown, visit) : visitPage(tx, shown, visit);
      return { page: await page };
    },
  },
  files: {
    'visit.ics': async (tx, shown): Promise<() => Promise<DownloadedFile>> => {
      const visit = await findVisit(tx, shown);
      const summary = `${await whatOf(tx, shown, visit)} – ${shown.company.name}`;
      const content = visitFile(visit, summary, tx.now);
      return async () => ({ name: 'visit.ics', type: 'text/calendar; charset=utf-8', content });
    },
  },
  actions: {
    async confirm(tx, { link }) {
      await confirmVisit(tx, { appointment_id: link.target_id });
      return { next: '' };
    },
    async move(tx, shown, sent) {
      const start = readStart(sent.get('starts_at') ?? '');
      if (start === null) return { next: '/move' };
      const visit = await lockVisit(tx, shown);
      if (!canChange(visit, shown.company, tx.now)) return { next: `?done=${REFUSED}` };
      await moveTo(tx, visit.appointment_id, start);
      return { next: '?done=moved' };
    },
    async cancel(tx, shown, sent) {
      const visit = await lockVisit(tx, shown);
      if (visit.status === 'canceled') return { next: '' };
      if (!canChange(visit, shown.company, tx.now)) return { next: `?done=${REFUSED}` };
      await cancelByCustomer(tx, visit.appointment_id, reasonIn(sent));
      return { next: '' };
    },
    async review(tx, shown, sent) {
      const visit = await findVisit(tx, shown);
      if (!canReview(visit, tx.now)) return { next: '' };
      const draft = readReview(shown, sent);
      if (draft.errors.size > 0) return { page: await visitPage(tx, shown, visit, draft) };
      await reviewVisit(tx, visit.appointment_id, toReview(draft));
      return { next: '?done=reviewed' };
    },
  },
  refused(action, sent, error) {
    if (action !== 'move' || !isNotOpen(error)) return null;
    return `/move?${new URLSearchParams({ lost: sent.get('starts_at') ?? '' })}`;
  },
};

/** A hold that lapsed before it was booked is nothing to see. */
async function findVisit(tx: Tx, { link }: Shown): Promise<FullAppointment> {
  const visit = await findAppointment(tx, link.target_id);
  if (visit.status === 'held') throw notFound('page');
  return visit;
}

/** Until the end of the transaction, nobody else changes what the rules are checked with. */
async function lockVisit(tx: Tx, shown: Shown): Promise<FullAppointment> {
  await lockAppointment(tx, shown.link.target_id);
  return findVisit(tx, shown);
}

async function visitPage(
  tx: Tx,
  shown: Shown,
  visit: FullAppointment,
  draft: ReviewDraft | null = null,
): Promise<Markup> {
  const { texts, path, query, company } = shown;
  const { visit: words } = texts;
  const isChangeable = canChange(visit, company, tx.now);
  const isAhead = ['booked', 'confirmed'].includes(visit.status) && visit.ends_at > tx.now;
  const { dayAndTime } = formatsOf(shown, visit);
  const content = html`${facts([
    [words.when, dayAndTime(timeOf(visit))],
    [words.what, await whatOf(tx, shown, visit)],
    [words.who, firstNameOf(visit.assignee_name)],
    [words.where, visit.location?.address ?? null],
  ])}
${isAhead && isAllowed('confirm', visit.status) ? form(shown, 'confirm', html`<button type="submit">${words.confirm}</button>`) : null}
${isAhead ? html`<p><a class="link" href="${path}/visit.ics" download="visit.ics">${words.addToCalendar}</a></p>` : null}
${isAhead ? changes(shown, isChangeable) : null}
${reviewSection(shown, visit, tx.now, draft)}`;
  const done = query.get('done');
  const isMoved = done === 'moved' && isAhead;
  const isReviewed = done === 'reviewed' && visit.review_rating !== null;
  const state = stateOf(shown, visit, tx.now);
  return layout(shown, {
    heading: words.title,
    content,
    notice: isReviewed ? texts.review.thanks : isMoved ? `${words.moved} ${state}` : state,
    errors: draft?.errors ?? NO_ERRORS,
    isOver: !isAhead,
  });
}

function changes(shown: Shown, isChangeable: boolean): Markup {
  const { texts, path } = shown;
  const { visit: words } = texts;
  if (!isChangeable) return html`<p class="text">${words.notByLink} ${callUs(shown)}</p>`;
  return html`<p><a class="link" href="${path}/move">${words.move}</a></p>
${reasonForm(shown, 'cancel', {
  open: words.cancel,
  ask: words.cancelText,
  reason: words.reason,
  submit: words.cancel,
})}`;
}

function stateOf({ texts }: Shown, { status, ends_at }: FullAppointment, now: Date): string {
  const { visit: words } = texts;
  if (status === 'canceled') return words.canceled;
  if (status === 'no_show') return words.noShow;
  if (status === 'completed') return words.over;
  if (status === 'en_route' || status === 'in_progress') return words.onTheWay;
  if (ends_at <= now) return words.over;
  return status === 'booked' ? words.booked : words.confirmed;
}

/** The name of the service, or its code as words. */
async function whatOf(tx: Tx, { language }: Shown, { service }: FullAppointment): Promise<string> {
  const found = await findServiceNames(tx, service);
  if (found !== null) return visibleText(found.names[language] ?? found.name);
  const words = service.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function firstNameOf(name: string | null): string | null {
  return name?.trim().split(/\s+/)[0] || null;
}
