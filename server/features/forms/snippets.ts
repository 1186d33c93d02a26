import {
  consentControl,
  HONEYPOT,
  serviceControl,
  type TextField,
  textControl,
} from './form-fields.ts';
import { html, type Markup } from './html.ts';
import type { FormConsent, Service } from './schemas.ts';
import { TEXTS } from './texts/index.ts';

/** A company can write its own words into the HTML that it pastes. */
const { en } = TEXTS;

/** HTML to paste into another page. */

export function formUrl(baseUrl: string, formKey: string): string {
  return `${baseUrl}/f/${formKey}`;
}

export function embedHtml({ title }: { title: string }, url: string): string {
  return html`<iframe src="${url}" title="${title}" width="100%" height="1000" style="border:0" loading="lazy"></iframe>`.toString();
}

/** Plain elements that any page can style, and the address that receives the form. */
export function formHtml(
  { services, consent }: { services: Service[]; consent: FormConsent | null },
  url: string,
): string {
  const lines = [
    // Otherwise a page in another encoding would send the form in that encoding.
    html`<form action="${url}" method="post" accept-charset="utf-8">`,
    labeled('name'),
    labeled('phone'),
    labeled('email'),
    ...(services.length > 1
      ? [
          html`  <p><label>${en.service_needed}<br>${serviceControl(services, null, '', en)}</label></p>`,
        ]
      : []),
    labeled('address'),
    labeled('notes'),
    ...(consent
      ? [html`  <p><label>${consentControl(consent, null)} ${consent.text}</label></p>`]
      : []),
    html`  <p style="position:absolute;left:-9999px" aria-hidden="true"><label>${en.leaveEmpty}<br><input name="${HONEYPOT}" tabindex="-1" autocomplete="off"></label></p>`,
    html`  <p><button type="submit">${en.send}</button></p>`,
    html`</form>`,
  ];
  return lines.join('\n');
}

function labeled(field: TextField): Markup {
  return html`  <p><label>${en[field]}<br>${textControl(field, null, '')}</label></p>`;
}
