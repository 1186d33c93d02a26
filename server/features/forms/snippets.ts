import type { Language } from '../../domain/languages.ts';
import {
  consentControl,
  HONEYPOT,
  serviceControl,
  type TextField,
  textControl,
} from './form-fields.ts';
import { html, type Markup } from './html.ts';
import type { FormConsent, Service } from './schemas.ts';
import { TEXTS, type Texts } from './texts/index.ts';

/** HTML to paste into another page. */

export function formUrl(baseUrl: string, formKey: string): string {
  return `${baseUrl}/f/${formKey}`;
}

export function embedHtml({ title }: { title: string }, url: string): string {
  return html`<iframe src="${url}" title="${title}" width="100%" height="1000" style="border:0" loading="lazy"></iframe>`.toString();
}

/** Plain elements that any page can style, and the address that receives the form: in the language of the company. */
export function formHtml(
  { services, consent }: { services: Service[]; consent: FormConsent | null },
  language: Language,
  url: string,
): string {
  const texts = TEXTS[language];
  const lines = [
    // Otherwise a page in another encoding would send the form in that encoding.
    html`<form action="${url}" method="post" accept-charset="utf-8">`,
    labeled('name', texts),
    labeled('phone', texts),
    labeled('email', texts),
    ...(services.length > 1
      ? [
          html`  <p><label>${texts.service_needed}<br>${serviceControl(services, null, '', texts)}</label></p>`,
        ]
      : []),
    labeled('address', texts),
    labeled('notes', texts),
    ...(consent
      ? [html`  <p><label>${consentControl(consent, null)} ${consent.text}</label></p>`]
      : []),
    html`  <p style="position:absolute;left:-9999px" aria-hidden="true"><label>${texts.leaveEmpty}<br><input name="${HONEYPOT}" tabindex="-1" autocomplete="off"></label></p>`,
    html`  <p><button type="submit">${texts.send}</button></p>`,
    html`</form>`,
  ];
  return lines.join('\n');
}

function labeled(field: TextField, texts: Texts): Markup {
  return html`  <p><label>${texts[field]}<br>${textControl(field, null, '')}</label></p>`;
}
