import { visibleText } from '../../platform/visible-text.ts';
import { html, type Markup } from '../forms/index.ts';
import type { Confirmation } from './confirmation.ts';
import { summary } from './contact-pages.ts';
import { layout, pathOf, type Shown } from './layout.ts';

/** The last page: what was booked, or that a request was received. */
export function donePage(shown: Shown, confirmation: Confirmation, file: string): Markup {
  const { page, texts, services, language } = shown;
  const { service: code, time, reference, link = null, isEarlier = false } = confirmation;
  const service = services.find((one) => one.code === code) ?? null;
  const ready = page.thank_you ?? (time === null ? texts.requestedText : texts.bookedText);
  const again = `${pathOf(page)}?${new URLSearchParams({ lang: language })}`;
  const content = html`<p class="text" dir="auto" role="status">${isEarlier ? texts.bookedBefore : visibleText(ready)}</p>
${summary(shown, { service }, time, reference)}
${time === null ? null : html`<a class="button" href="${file}" download="visit.ics">${texts.addToCalendar}</a>`}
${link === null ? null : html`<p><a class="link" href="${link}">${texts.manage}</a></p>`}
<p><a class="link" href="${again}">${texts.bookAnother}</a></p>`;
  return layout(shown, { heading: time === null ? texts.requested : texts.booked, content });
}
