import type { FastifyReply } from 'fastify';
import { isLanguage, type Language } from '../../domain/languages.ts';
import { visibleText } from '../../platform/visible-text.ts';
import { html } from '../forms/index.ts';
import type { PublicProvider } from './provider-queries.ts';

const DONE: Readonly<Record<Language, [heading: string, text: string]>> = {
  en: ['Thank you', 'Your payment is being processed. You can close this page.'],
  es: ['Gracias', 'Estamos procesando su pago. Puede cerrar esta página.'],
  fr: ['Merci', 'Votre paiement est en cours de traitement. Vous pouvez fermer cette page.'],
  de: ['Vielen Dank', 'Ihre Zahlung wird verarbeitet. Sie können diese Seite schließen.'],
  pt: ['Obrigado', 'O seu pagamento está a ser processado. Pode fechar esta página.'],
};
const CANCELED: typeof DONE = {
  en: ['Nothing was paid', 'You can pay later with the link to your invoice.'],
  es: ['No se ha pagado nada', 'Puede pagar más tarde con el enlace de su factura.'],
  fr: ['Rien n’a été payé', 'Vous pouvez payer plus tard avec le lien de votre facture.'],
  de: ['Es wurde nichts bezahlt', 'Sie können später über den Link zu Ihrer Rechnung zahlen.'],
  pt: ['Nada foi pago', 'Pode pagar mais tarde com a ligação da sua fatura.'],
};

/** A page without anything about the customer. */
export function sendThanks(
  reply: FastifyReply,
  { company, language: stored }: PublicProvider,
  isCanceled: boolean,
): FastifyReply {
  const language = isLanguage(stored) ? stored : 'en';
  const [heading, text] = (isCanceled ? CANCELED : DONE)[language];
  const name = visibleText(company);
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading} – ${name}</title>
</head>
<body>
<main>
<p dir="auto">${name}</p>
<h1>${heading}</h1>
<p>${text}</p>
</main>
</body>
</html>
`;
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(page.toString());
}
