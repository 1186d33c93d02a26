import { presentText } from '../../domain/text.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { unstorableText } from '../../platform/http/validation.ts';
import { visibleText } from '../../platform/visible-text.ts';
import { canReview, type Review } from '../appointments/index.ts';
import type { FullAppointment } from '../calendar/index.ts';
import { html, type Markup } from '../forms/index.ts';
import { form, labeled } from './layout.ts';
import { type Errors, NO_ERRORS, type Shown } from './shown.ts';

/** What the customer says about a visit that took place: stars, and a comment if they like. */

const STARS = [5, 4, 3, 2, 1];

/** What was typed, as it is shown again if something is wrong. */
export interface ReviewDraft {
  rating: string;
  comment: string;
  errors: Errors;
}

export function readReview({ texts }: Shown, sent: URLSearchParams): ReviewDraft {
  const rating = sent.get('rating') ?? '';
  const comment = presentText(sent.get('comment')?.replaceAll('\r\n', '\n')) ?? '';
  const errors = new Map<string, string>();
  if (!STARS.map(String).includes(rating)) errors.set('rating', texts.errors.rating);
  const limit = TEXT_LIMITS.comment;
  if (unstorableText(comment).length > 0) errors.set('comment', texts.errors.characters);
  else if ([...comment].length > limit) errors.set('comment', texts.errors.tooLong(limit));
  return { rating, comment, errors };
}

export function toReview({ rating, comment }: ReviewDraft): Review {
  return { rating: Number(rating), comment: comment || null };
}

/** The form while the visit can be reviewed, then what was said; nothing if there is neither. */
export function reviewSection(
  shown: Shown,
  visit: FullAppointment,
  now: Date,
  draft: ReviewDraft | null = null,
): Markup | null {
  const { review: words } = shown.texts;
  const { review_rating: rating, review_comment: comment } = visit;
  if (canReview(visit, now)) {
    const stored = { rating: String(rating ?? ''), comment: comment ?? '', errors: NO_ERRORS };
    const heading = rating === null ? words.title : words.yours;
    return html`<section><h2>${heading}</h2>
${reviewForm(shown, draft ?? stored, rating === null ? words.send : words.change)}</section>`;
  }
  if (rating === null) return null;
  const text = comment && html`<p class="text" dir="auto">${visibleText(comment)}</p>`;
  return html`<section><h2>${words.yours}</h2>
<p>${words.stars(rating)}</p>
${text || null}</section>`;
}

function reviewForm(shown: Shown, draft: ReviewDraft, submit: string): Markup {
  const { texts } = shown;
  const { review: words } = texts;
  const { rating, comment, errors } = draft;
  const error = errors.get('rating');
  const stars = STARS.map((count, place) => {
    const id = place === 0 ? 'rating' : `rating-${count}`;
    const checked = rating === String(count) ? html` checked` : null;
    return html`<div class="choice"><input type="radio" name="rating" value="${count}" id="${id}"${checked}><label for="${id}">${words.stars(count)}</label><span class="soft" aria-hidden="true">${'★'.repeat(count)}</span></div>\n`;
  });
  const limit = TEXT_LIMITS.comment;
  return form(
    shown,
    'review',
    html`<fieldset${error === undefined ? null : html` aria-describedby="rating-error"`}><legend>${words.rating}</legend>${error === undefined ? null : html`<p class="error" id="rating-error">${error}</p>`}
${stars}</fieldset>
${labeled(
  { id: 'comment', label: words.comment, isOptional: true, errors, texts },
  (more) => html`<textarea rows="4" maxlength="${limit}"${more}>${comment}</textarea>`,
)}
<button type="submit">${submit}</button>`,
  );
}
