import type { Language } from '../../domain/languages.ts';

/** What the messages that bring a document say, in every language of contacts. */

export interface MessageFacts {
  /** The first name; null if it is unknown. */
  name: string | null;
  company: string;
  number: string;
  title: string;
  amount: string;
  day: string;
  /** Where the customer sees it. */
  link: string;
}

interface Text {
  subject: string;
  /** Of an email, which has the document attached. */
  mail: string;
  /** Of a text, which has not. */
  text: string;
}

type Texts = Record<Language, (facts: MessageFacts) => Text>;

const hello = (word: string, name: string | null) => (name === null ? word : `${word} ${name}`);

const INVOICE_TEXTS: Texts = {
  en: ({ name, company, number, amount, day }) => ({
    subject: `Invoice ${number} from ${company}`,
    mail: `${hello('Hi', name)},\n\nAttached is invoice ${number} for ${amount}, due on ${day}. If you have any questions, just reply to this email.\n\n${company}`,
    text: `${hello('Hi', name)}, your invoice ${number} from ${company} is ${amount}, due on ${day}. If you have any questions, just reply here.`,
  }),
  es: ({ name, company, number, amount, day }) => ({
    subject: `Factura ${number} de ${company}`,
    mail: `${hello('Hola', name)},\n\nAdjuntamos la factura ${number} por ${amount}, que vence el ${day}. Si tiene preguntas, responda a este correo.\n\n${company}`,
    text: `${hello('Hola', name)}, su factura ${number} de ${company} es de ${amount} y vence el ${day}. Si tiene preguntas, responda aquí.`,
  }),
  fr: ({ name, company, number, amount, day }) => ({
    subject: `Facture ${number} de ${company}`,
    mail: `${hello('Bonjour', name)},\n\nVous trouverez ci-joint la facture ${number} de ${amount}, à payer avant le ${day}. Pour toute question, répondez à ce message.\n\n${company}`,
    text: `${hello('Bonjour', name)}, votre facture ${number} de ${company} est de ${amount}, à payer avant le ${day}. Pour toute question, répondez ici.`,
  }),
  de: ({ name, company, number, amount, day }) => ({
    subject: `Rechnung ${number} von ${company}`,
    mail: `${hello('Guten Tag', name)},\n\nim Anhang finden Sie die Rechnung ${number} über ${amount}, fällig am ${day}. Bei Fragen antworten Sie einfach auf diese Nachricht.\n\n${company}`,
    text: `${hello('Guten Tag', name)}, Ihre Rechnung ${number} von ${company}: ${amount}, fällig am ${day}. Bei Fragen antworten Sie einfach hier.`,
  }),
  pt: ({ name, company, number, amount, day }) => ({
    subject: `Fatura ${number} de ${company}`,
    mail: `${hello('Olá', name)},\n\nSegue em anexo a fatura ${number} de ${amount}, com vencimento em ${day}. Se tiver dúvidas, responda a esta mensagem.\n\n${company}`,
    text: `${hello('Olá', name)}, a sua fatura ${number} de ${company} é de ${amount}, com vencimento em ${day}. Se tiver dúvidas, responda aqui.`,
  }),
};

const ESTIMATE_TEXTS: Texts = {
  en: ({ name, company, number, title, amount, day }) => ({
    subject: `Estimate ${number} from ${company}`,
    mail: `${hello('Hi', name)},\n\nAttached is our estimate ${number}: ${title}, from ${amount}. It is valid until ${day}. If you have any questions, or would like to go ahead, just reply to this email.\n\n${company}`,
    text: `${hello('Hi', name)}, here is estimate ${number} from ${company}: ${title}, from ${amount}, valid until ${day}. If you have any questions, or would like to go ahead, just reply here.`,
  }),
  es: ({ name, company, number, title, amount, day }) => ({
    subject: `Presupuesto ${number} de ${company}`,
    mail: `${hello('Hola', name)},\n\nAdjuntamos nuestro presupuesto ${number}: ${title}, desde ${amount}. Es válido hasta el ${day}. Si tiene preguntas o quiere seguir adelante, responda a este correo.\n\n${company}`,
    text: `${hello('Hola', name)}, este es el presupuesto ${number} de ${company}: ${title}, desde ${amount}, válido hasta el ${day}. Si tiene preguntas o quiere seguir adelante, responda aquí.`,
  }),
  fr: ({ name, company, number, title, amount, day }) => ({
    subject: `Devis ${number} de ${company}`,
    mail: `${hello('Bonjour', name)},\n\nVous trouverez ci-joint notre devis ${number} : ${title}, à partir de ${amount}. Il est valable jusqu’au ${day}. Pour toute question ou pour continuer, répondez à ce message.\n\n${company}`,
    text: `${hello('Bonjour', name)}, voici le devis ${number} de ${company} : ${title}, à partir de ${amount}, valable jusqu’au ${day}. Pour toute question ou pour continuer, répondez ici.`,
  }),
  de: ({ name, company, number, title, amount, day }) => ({
    subject: `Angebot ${number} von ${company}`,
    mail: `${hello('Guten Tag', name)},\n\nim Anhang finden Sie unser Angebot ${number}: ${title}, ab ${amount}. Es ist gültig bis ${day}. Bei Fragen, oder wenn Sie zusagen möchten, antworten Sie einfach auf diese Nachricht.\n\n${company}`,
    text: `${hello('Guten Tag', name)}, hier ist das Angebot ${number} von ${company}: ${title}, ab ${amount}, gültig bis ${day}. Bei Fragen, oder wenn Sie zusagen möchten, antworten Sie einfach hier.`,
  }),
  pt: ({ name, company, number, title, amount, day }) => ({
    subject: `Orçamento ${number} de ${company}`,
    mail: `${hello('Olá', name)},\n\nSegue em anexo o nosso orçamento ${number}: ${title}, a partir de ${amount}. É válido até ${day}. Se tiver dúvidas ou quiser avançar, responda a esta mensagem.\n\n${company}`,
    text: `${hello('Olá', name)}, este é o orçamento ${number} de ${company}: ${title}, a partir de ${amount}, válido até ${day}. Se tiver dúvidas ou quiser avançar, responda aqui.`,
  }),
};

const ONLINE: Record<'invoice' | 'estimate', Record<Language, string>> = {
  invoice: {
    en: 'See it online:',
    es: 'Véala en línea:',
    fr: 'Consultez-la en ligne :',
    de: 'Online ansehen:',
    pt: 'Veja-a online:',
  },
  estimate: {
    en: 'See and approve it online:',
    es: 'Véalo y acéptelo en línea:',
    fr: 'Consultez-le et acceptez-le en ligne :',
    de: 'Online ansehen und annehmen:',
    pt: 'Veja-o e aceite-o online:',
  },
};

export function textsOf(
  kind: 'invoice' | 'estimate',
  language: Language,
  facts: MessageFacts,
): Text {
  const texts = kind === 'invoice' ? INVOICE_TEXTS : ESTIMATE_TEXTS;
  const { subject, mail, text } = texts[language](facts);
  const { link, company } = facts;
  // Before the name of the company, with which every mail ends.
  const end = `\n\n${company}`;
  const online = `\n\n${ONLINE[kind][language]}\n${link}`;
  return { subject, mail: `${mail.slice(0, -end.length)}${online}${end}`, text: `${text} ${link}` };
}
