import type { Language } from '../../../domain/languages.ts';

/** Ready texts that the service replies with. Pure. */

export interface Company {
  name: string;
  /** E.164; null if it is not set. */
  phone: string | null;
}

interface Texts {
  optedOut: string;
  /** After a CANCEL: the visit stays. */
  visitStays: string;
  toChangeIt(phone: string): string;
  helpByPhone(phone: string): string;
  helpHere: string;
  optOut: string;
}

/** The keywords START and STOP are the same in every language, as carriers require. */
const TEXTS: Record<Language, Texts> = {
  en: {
    optedOut:
      'You have opted out and will receive no more texts from us. Reply START to receive them again.',
    visitStays: 'Your visit is still booked.',
    toChangeIt: (phone) => `To change it, call ${phone}.`,
    helpByPhone: (phone) => `For help, call ${phone}.`,
    helpHere: 'Reply to this message and we will help you.',
    optOut: 'Reply STOP to opt out.',
  },
  es: {
    optedOut:
      'Se ha dado de baja y no recibirá más mensajes de texto. Responda START para volver a recibirlos.',
    visitStays: 'Su visita sigue reservada.',
    toChangeIt: (phone) => `Para cambiarla, llame al ${phone}.`,
    helpByPhone: (phone) => `Para obtener ayuda, llame al ${phone}.`,
    helpHere: 'Responda a este mensaje y le ayudaremos.',
    optOut: 'Responda STOP para no recibir más mensajes.',
  },
  fr: {
    optedOut:
      'Vous êtes désabonné et ne recevrez plus de SMS de notre part. Répondez START pour en recevoir à nouveau.',
    visitStays: 'Votre rendez-vous est maintenu.',
    toChangeIt: (phone) => `Pour le modifier, appelez le ${phone}.`,
    helpByPhone: (phone) => `Pour obtenir de l’aide, appelez le ${phone}.`,
    helpHere: 'Répondez à ce message et nous vous aiderons.',
    optOut: 'Répondez STOP pour ne plus recevoir de SMS.',
  },
  de: {
    optedOut:
      'Sie sind abgemeldet und erhalten keine SMS mehr von uns. Antworten Sie mit START, um wieder SMS zu erhalten.',
    visitStays: 'Ihr Termin bleibt bestehen.',
    toChangeIt: (phone) => `Um ihn zu ändern, rufen Sie ${phone} an.`,
    helpByPhone: (phone) => `Hilfe erhalten Sie unter ${phone}.`,
    helpHere: 'Antworten Sie auf diese Nachricht, und wir helfen Ihnen.',
    optOut: 'Antworten Sie mit STOP, um keine SMS mehr zu erhalten.',
  },
  pt: {
    optedOut:
      'Você cancelou as mensagens de texto e não receberá mais nenhuma. Responda START para voltar a recebê-las.',
    visitStays: 'A sua visita continua marcada.',
    toChangeIt: (phone) => `Para alterá-la, ligue para ${phone}.`,
    helpByPhone: (phone) => `Para obter ajuda, ligue para ${phone}.`,
    helpHere: 'Responda a esta mensagem e nós ajudaremos.',
    optOut: 'Responda STOP para não receber mais mensagens.',
  },
};

/** The one text that follows a STOP. */
export function optOutText(
  { name, phone }: Company,
  language: Language,
  { hasVisit }: { hasVisit: boolean },
): string {
  const { optedOut, visitStays, toChangeIt } = TEXTS[language];
  const visit = hasVisit ? [visitStays, ...(phone === null ? [] : [toChangeIt(phone)])] : [];
  return [`${name}:`, optedOut, ...visit].join(' ');
}

export function helpText({ name, phone }: Company, language: Language): string {
  const { helpByPhone, helpHere, optOut } = TEXTS[language];
  return [`${name}:`, phone === null ? helpHere : helpByPhone(phone), optOut].join(' ');
}
