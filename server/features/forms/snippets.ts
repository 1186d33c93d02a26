import {
  consentControl,
  HONEYPOT,
  LABELS,
  serviceControl,
  type TextField,
  textControl,
} from './form-fields.ts';
import { html, type Markup } from './html.ts';
import type { FormConsent, Service } from './schemas.ts';

/** What somebody pastes into a page of their own. */

export function formUrl(baseUrl: string, formKey: string): string {
  return `${baseUrl}/f/${formKey}`;
}

export function embedHtml({ title }: { title: string }, url: string): string {
  return html`<iframe src="${url}" title="${title}" width="100%" height="1000" style="border:0" loading="lazy"></iframe>`.toString();
}

/** Nothing but elements that any page can style, and the address that takes what they send. */
export function formHtml(
  { services, consent }: { services: Service[]; consent: FormConsent | null },
  url: string,
): string {
  const lines = [
    // A page in another encoding would otherwise send its own.
    html`<form action="${url}" method="post" accept-charset="utf-8">`,
    labelled('name'),
    labelled('phone'),
    labelled('email'),
    ...(services.length > 1
      ? [
          html`  <p><label>${LABELS.service_needed}<br>${serviceControl(services, null, '')}</label></p>`,
        ]
      : []),
    labelled('address'),
    labelled('notes'),
    ...(consent
      ? [html`  <p><label>${consentControl(consent, null)} ${consent.text}</label></p>`]
      : []),
    html`  <p style="position:absolute;left:-9999px" aria-hidden="true"><label>Leave this empty<br><input name="${HONEYPOT}" tabindex="-1" autocomplete="off"></label></p>`,
    html`  <p><button type="submit">Send</button></p>`,
    html`</form>`,
  ];
  return lines.join('\n');
}

function labelled(field: TextField): Markup {
  return html`  <p><label>${LABELS[field]}<br>${textControl(field, null, '')}</label></p>`;
}
