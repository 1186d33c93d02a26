import type { Language } from '../../../domain/languages.ts';
import type { Step } from '../steps/index.ts';
import { LEAD_CONTACT, ORGANIZATION } from './phrases.ts';
import type { ReadyPlaybook } from './ready-playbook.ts';
import { GREETING } from './visit-messages.ts';

/** One that was paid or voided meanwhile gets no reminder: the invoice is read again before each step. */
const OVERDUE = 'invoice.is_overdue';

const NUMBER = '{{ invoice.number }}';
/** Where the customer sees and pays it. */
const LINK = '{{ links.invoice }}';
const dueOn = (format: string) => `{{ invoice.due_on | date: "${format}" }}`;

interface Reminder {
  subject: string;
  body: string;
}

const FIRST: Record<Language, Reminder> = {
  en: {
    subject: `Reminder: invoice ${NUMBER}`,
    body: `${GREETING.en}, a reminder that invoice ${NUMBER} was due on ${dueOn('%B %-d')}. If you have paid it already, thank you. If there is a question, just reply here. ${LINK} ${ORGANIZATION}`,
  },
  es: {
    subject: `Recordatorio: factura ${NUMBER}`,
    body: `${GREETING.es}, le recordamos que la factura ${NUMBER} venció el ${dueOn('%d/%m/%Y')}. Si ya la ha pagado, gracias. Si tiene alguna pregunta, responda aquí. ${LINK} ${ORGANIZATION}`,
  },
  fr: {
    subject: `Rappel : facture ${NUMBER}`,
    body: `${GREETING.fr}, nous vous rappelons que la facture ${NUMBER} était à payer avant le ${dueOn('%d/%m/%Y')}. Si vous l’avez déjà réglée, merci. Pour toute question, répondez ici. ${LINK} ${ORGANIZATION}`,
  },
  de: {
    subject: `Erinnerung: Rechnung ${NUMBER}`,
    body: `${GREETING.de}, die Rechnung ${NUMBER} war am ${dueOn('%d.%m.%Y')} fällig. Wenn Sie schon bezahlt haben, danke. Bei Fragen antworten Sie einfach hier. ${LINK} ${ORGANIZATION}`,
  },
  pt: {
    subject: `Lembrete: fatura ${NUMBER}`,
    body: `${GREETING.pt}, lembramos que a fatura ${NUMBER} venceu em ${dueOn('%d/%m/%Y')}. Se já pagou, obrigado. Se tiver dúvidas, responda aqui. ${LINK} ${ORGANIZATION}`,
  },
};

const SECOND: Record<Language, Reminder> = {
  en: {
    subject: `Invoice ${NUMBER} is still open`,
    body: `${GREETING.en}, invoice ${NUMBER} is still open. Please pay it, or reply here if something is not right. ${LINK} ${ORGANIZATION}`,
  },
  es: {
    subject: `La factura ${NUMBER} sigue pendiente`,
    body: `${GREETING.es}, la factura ${NUMBER} sigue pendiente. Le rogamos que la pague, o responda aquí si algo no es correcto. ${LINK} ${ORGANIZATION}`,
  },
  fr: {
    subject: `La facture ${NUMBER} n’est pas encore réglée`,
    body: `${GREETING.fr}, la facture ${NUMBER} n’est pas encore réglée. Merci de la payer, ou de répondre ici si quelque chose ne va pas. ${LINK} ${ORGANIZATION}`,
  },
  de: {
    subject: `Rechnung ${NUMBER} ist noch offen`,
    body: `${GREETING.de}, die Rechnung ${NUMBER} ist noch offen. Bitte bezahlen Sie sie, oder antworten Sie hier, wenn etwas nicht stimmt. ${LINK} ${ORGANIZATION}`,
  },
  pt: {
    subject: `A fatura ${NUMBER} continua em aberto`,
    body: `${GREETING.pt}, a fatura ${NUMBER} continua em aberto. Por favor, pague-a ou responda aqui se algo não estiver certo. ${LINK} ${ORGANIZATION}`,
  },
};

/** As a text, or as an email to contacts without a phone number. */
function remind(id: string, { en, ...others }: Record<Language, Reminder>): Step[] {
  const asTexts = Object.entries(others).map(([language, { body }]) => [language, { body }]);
  return [
    {
      id,
      do: 'send_message',
      when: `${OVERDUE} && lead.phone != null`,
      with: {
        channel: 'sms',
        body: en.body,
        translations: Object.fromEntries(asTexts),
        purpose: 'service',
      },
    },
    {
      id: `${id}_mail`,
      do: 'send_message',
      when: `${OVERDUE} && lead.phone == null && lead.email != null`,
      with: { channel: 'email', ...en, translations: others, purpose: 'service' },
    },
  ];
}

export const invoiceReminder: ReadyPlaybook = {
  key: 'invoice_reminder',
  name: 'Invoice reminder',
  description:
    'Reminds the customer three days after the due date of an invoice and again a week later, and creates a call task after another week. Nothing is sent once the invoice is paid or void.',
  definition: {
    trigger: { event: 'invoice.sent', when: "data.status == 'sent'" },
    once_per: 'event',
    stop_on: [],
    steps: [
      { id: 'due', do: 'wait', with: { until: '{{ invoice.due_on }}T18:00:00Z' } },
      { id: 'three_days', do: 'wait', with: { duration: 'P3D' } },
      ...remind('first', FIRST),
      { id: 'week', do: 'wait', with: { duration: 'P7D' } },
      ...remind('second', SECOND),
      { id: 'another_week', do: 'wait', with: { duration: 'P7D' } },
      {
        id: 'call',
        do: 'create_task',
        when: OVERDUE,
        with: { title: `Call ${LEAD_CONTACT}: invoice ${NUMBER} was due on {{ invoice.due_on }}.` },
      },
    ],
  },
};
