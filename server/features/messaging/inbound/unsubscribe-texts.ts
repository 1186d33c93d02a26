import type { Language } from '../../../domain/languages.ts';

/** What the page of the List-Unsubscribe link says. */
export interface UnsubscribeTexts {
  title: string;
  ask: string;
  unsubscribe: string;
  done: string;
}

export const UNSUBSCRIBE_TEXTS: Record<Language, UnsubscribeTexts> = {
  en: {
    title: 'Unsubscribe',
    ask: 'Do you want to stop receiving emails from us at this address?',
    unsubscribe: 'Unsubscribe',
    done: 'You are unsubscribed. We will not send any more emails to this address.',
  },
  es: {
    title: 'Cancelar la suscripción',
    ask: '¿Quiere dejar de recibir nuestros correos en esta dirección?',
    unsubscribe: 'Cancelar la suscripción',
    done: 'Ha cancelado la suscripción. No enviaremos más correos a esta dirección.',
  },
  fr: {
    title: 'Se désabonner',
    ask: 'Voulez-vous ne plus recevoir nos messages à cette adresse ?',
    unsubscribe: 'Se désabonner',
    done: 'Vous êtes désabonné. Nous n’enverrons plus de messages à cette adresse.',
  },
  de: {
    title: 'Abmelden',
    ask: 'Möchten Sie an diese Adresse keine E-Mails mehr von uns bekommen?',
    unsubscribe: 'Abmelden',
    done: 'Sie sind abgemeldet. Wir senden keine E-Mails mehr an diese Adresse.',
  },
  pt: {
    title: 'Cancelar inscrição',
    ask: 'Você quer deixar de receber nossas mensagens neste endereço?',
    unsubscribe: 'Cancelar inscrição',
    done: 'Sua inscrição foi cancelada. Não enviaremos mais mensagens para este endereço.',
  },
};
