import { ORGANIZATION as US } from './phrases.ts';

/**
 * The texts of ready playbooks for contacts who speak Spanish, French, German or Portuguese. They do not name the
 * requested service, which is an English code, and they write dates in numbers.
 */

/** The first name after a greeting; nothing if it is unknown. */
const LEAD = '{% if lead.name %} {{ lead.name | split: " " | first }}{% endif %}';
const END = '{{ job.warranty_ends_on | date: "%d.%m.%Y" }}';

/** A text or email begins with the greeting and ends with the company. */
function letter(greeting: string, text: string): string {
  return `${greeting}${LEAD},\n\n${text}\n\n${US}`;
}

export const SPEED_TO_LEAD = {
  text: {
    es: {
      body: `Hola${LEAD}, somos ${US}. Gracias por su consulta. Le llamaremos en unos minutos. Si prefiere otra hora, responda con ella. Responda STOP para no recibir más mensajes.`,
    },
    fr: {
      body: `Bonjour${LEAD}, ici ${US}. Merci pour votre demande. Nous vous appelons dans quelques minutes. Si un autre moment vous convient mieux, répondez simplement. Répondez STOP pour ne plus recevoir de SMS.`,
    },
    de: {
      body: `Guten Tag${LEAD}, hier ist ${US}. Danke für Ihre Anfrage. Wir rufen Sie in wenigen Minuten an. Passt eine andere Zeit besser, antworten Sie einfach. Mit STOP erhalten Sie keine SMS mehr.`,
    },
    pt: {
      body: `Olá${LEAD}, aqui é ${US}. Obrigado pelo seu contato. Ligaremos em alguns minutos. Se preferir outro horário, basta responder. Responda STOP para não receber mais mensagens.`,
    },
  },
  mail: {
    es: {
      subject: `Su consulta a ${US}`,
      body: letter(
        'Hola',
        'Gracias por su consulta. ¿Cuál es el mejor número de teléfono para hablar con usted, y cuándo podemos llamar?\n\nSolo tiene que responder a este correo.',
      ),
    },
    fr: {
      subject: `Votre demande à ${US}`,
      body: letter(
        'Bonjour',
        'Merci pour votre demande. À quel numéro pouvons-nous vous joindre, et quand ?\n\nRépondez simplement à ce message.',
      ),
    },
    de: {
      subject: `Ihre Anfrage an ${US}`,
      body: letter(
        'Guten Tag',
        'Danke für Ihre Anfrage. Unter welcher Telefonnummer erreichen wir Sie am besten, und wann dürfen wir anrufen?\n\nAntworten Sie einfach auf diese Nachricht.',
      ),
    },
    pt: {
      subject: `O seu pedido para ${US}`,
      body: letter(
        'Olá',
        'Obrigado pelo seu contato. Qual é o melhor número de telefone para falar com você, e quando podemos ligar?\n\nBasta responder a esta mensagem.',
      ),
    },
  },
  nudge: {
    es: {
      body: `Hola${LEAD}, le escribe de nuevo ${US}. ¿Todavía necesita ayuda? Responda con un día y una hora que le convengan y nos encargamos.`,
    },
    fr: {
      body: `Bonjour${LEAD}, c’est encore ${US}. Avez-vous toujours besoin de nous ? Répondez avec un jour et une heure qui vous conviennent et nous nous en occupons.`,
    },
    de: {
      body: `Guten Tag${LEAD}, hier ist noch einmal ${US}. Brauchen Sie noch Hilfe? Antworten Sie mit einem Tag und einer Uhrzeit, und wir kümmern uns darum.`,
    },
    pt: {
      body: `Olá${LEAD}, aqui é ${US} de novo. Ainda precisa de ajuda? Responda com um dia e um horário e nós cuidamos do resto.`,
    },
  },
};

export const ESTIMATE = {
  thanks: {
    es: {
      body: `Hola${LEAD}, gracias por recibirnos. Si tiene preguntas sobre el presupuesto, responda aquí y le ayudaremos con gusto. ${US}`,
    },
    fr: {
      body: `Bonjour${LEAD}, merci de nous avoir reçus. Si vous avez des questions sur le devis, répondez ici et nous vous aiderons volontiers. ${US}`,
    },
    de: {
      body: `Guten Tag${LEAD}, danke für das Gespräch. Wenn Sie Fragen zum Angebot haben, antworten Sie einfach hier. ${US}`,
    },
    pt: {
      body: `Olá${LEAD}, obrigado por nos receber. Se tiver dúvidas sobre o orçamento, responda aqui e ajudaremos com prazer. ${US}`,
    },
  },
  thanksMail: {
    es: {
      subject: `Su presupuesto de ${US}`,
      body: letter(
        'Hola',
        'Gracias por recibirnos. Si tiene preguntas sobre el presupuesto, responda a este correo y le ayudaremos con gusto.',
      ),
    },
    fr: {
      subject: `Votre devis de ${US}`,
      body: letter(
        'Bonjour',
        'Merci de nous avoir reçus. Si vous avez des questions sur le devis, répondez à ce message et nous vous aiderons volontiers.',
      ),
    },
    de: {
      subject: `Ihr Angebot von ${US}`,
      body: letter(
        'Guten Tag',
        'Danke für das Gespräch. Wenn Sie Fragen zum Angebot haben, antworten Sie einfach auf diese Nachricht.',
      ),
    },
    pt: {
      subject: `O seu orçamento de ${US}`,
      body: letter(
        'Olá',
        'Obrigado por nos receber. Se tiver dúvidas sobre o orçamento, responda a esta mensagem e ajudaremos com prazer.',
      ),
    },
  },
  questions: {
    es: {
      body: `Hola${LEAD}, ¿ha podido ver nuestro presupuesto? Si quiere seguir adelante, responda aquí y fijamos una fecha. ${US}`,
    },
    fr: {
      body: `Bonjour${LEAD}, avez-vous pu regarder notre devis ? Si vous souhaitez continuer, répondez ici et nous fixerons une date. ${US}`,
    },
    de: {
      body: `Guten Tag${LEAD}, konnten Sie sich unser Angebot ansehen? Wenn Sie zusagen möchten, antworten Sie hier, und wir vereinbaren einen Termin. ${US}`,
    },
    pt: {
      body: `Olá${LEAD}, conseguiu ver o nosso orçamento? Se quiser avançar, responda aqui e marcamos uma data. ${US}`,
    },
  },
};

export const NO_SHOW = {
  sorry: {
    es: {
      body: `Hola${LEAD}, sentimos no haberle encontrado hoy. ¿Quiere fijar otra hora? Responda con un día que le convenga. ${US}`,
    },
    fr: {
      body: `Bonjour${LEAD}, désolés de vous avoir manqué aujourd’hui. Souhaitez-vous un autre rendez-vous ? Répondez avec un jour qui vous convient. ${US}`,
    },
    de: {
      body: `Guten Tag${LEAD}, schade, dass wir Sie heute nicht angetroffen haben. Möchten Sie einen neuen Termin? Antworten Sie mit einem Tag, der Ihnen passt. ${US}`,
    },
    pt: {
      body: `Olá${LEAD}, lamentamos o desencontro de hoje. Quer marcar outro horário? Responda com um dia que seja bom para você. ${US}`,
    },
  },
  sorryMail: {
    es: {
      subject: 'Sentimos no haberle encontrado',
      body: letter(
        'Hola',
        'Hoy hemos ido, pero no había nadie. Responda con un día que le convenga y fijaremos una nueva visita.',
      ),
    },
    fr: {
      subject: 'Désolés de vous avoir manqué',
      body: letter(
        'Bonjour',
        'Nous sommes passés aujourd’hui, mais il n’y avait personne. Répondez avec un jour qui vous convient et nous fixerons une nouvelle visite.',
      ),
    },
    de: {
      subject: 'Wir haben Sie nicht angetroffen',
      body: letter(
        'Guten Tag',
        'Wir waren heute bei Ihnen, haben aber niemanden angetroffen. Antworten Sie mit einem Tag, der Ihnen passt, und wir vereinbaren einen neuen Termin.',
      ),
    },
    pt: {
      subject: 'Lamentamos o desencontro',
      body: letter(
        'Olá',
        'Passamos hoje, mas não havia ninguém. Responda com um dia que seja bom para você e marcaremos uma nova visita.',
      ),
    },
  },
  lastOffer: {
    es: {
      body: `Hola${LEAD}, todavía nos gustaría ayudarle. Responda cuando quiera y fijaremos una nueva visita. ${US}`,
    },
    fr: {
      body: `Bonjour${LEAD}, nous aimerions toujours vous aider. Répondez quand vous voulez et nous fixerons une nouvelle visite. ${US}`,
    },
    de: {
      body: `Guten Tag${LEAD}, wir helfen Ihnen weiterhin gern. Antworten Sie jederzeit, und wir vereinbaren einen neuen Termin. ${US}`,
    },
    pt: {
      body: `Olá${LEAD}, ainda gostaríamos de ajudar. Responda quando quiser e marcaremos uma nova visita. ${US}`,
    },
  },
};

export const REVIEW = {
  ask: {
    es: {
      body: `Hola${LEAD}, gracias por elegir ${US}. ¿Qué tal lo hicimos? Responda con un número del 1 (mal) al 5 (muy bien) y díganos por qué. Leemos todas las respuestas.`,
    },
    fr: {
      body: `Bonjour${LEAD}, merci d’avoir choisi ${US}. Êtes-vous satisfait ? Répondez par un chiffre de 1 (mauvais) à 5 (excellent) et dites-nous pourquoi. Nous lisons chaque réponse.`,
    },
    de: {
      body: `Guten Tag${LEAD}, danke, dass Sie ${US} gewählt haben. Wie waren wir? Antworten Sie mit einer Zahl von 1 (schlecht) bis 5 (sehr gut) und sagen Sie uns, warum. Wir lesen jede Antwort.`,
    },
    pt: {
      body: `Olá${LEAD}, obrigado por escolher ${US}. Como nos saímos? Responda com um número de 1 (ruim) a 5 (ótimo) e conte-nos o motivo. Lemos todas as respostas.`,
    },
  },
  askMail: {
    es: {
      subject: '¿Qué tal lo hicimos?',
      body: letter(
        'Hola',
        `Gracias por elegir ${US}. ¿Qué tal lo hicimos? Responda con un número del 1 (mal) al 5 (muy bien) y díganos por qué. Leemos todas las respuestas.`,
      ),
    },
    fr: {
      subject: 'Êtes-vous satisfait ?',
      body: letter(
        'Bonjour',
        `Merci d’avoir choisi ${US}. Êtes-vous satisfait ? Répondez par un chiffre de 1 (mauvais) à 5 (excellent) et dites-nous pourquoi. Nous lisons chaque réponse.`,
      ),
    },
    de: {
      subject: 'Wie waren wir?',
      body: letter(
        'Guten Tag',
        `Danke, dass Sie ${US} gewählt haben. Wie waren wir? Antworten Sie mit einer Zahl von 1 (schlecht) bis 5 (sehr gut) und sagen Sie uns, warum. Wir lesen jede Antwort.`,
      ),
    },
    pt: {
      subject: 'Como nos saímos?',
      body: letter(
        'Olá',
        `Obrigado por escolher ${US}. Como nos saímos? Responda com um número de 1 (ruim) a 5 (ótimo) e conte-nos o motivo. Lemos todas as respostas.`,
      ),
    },
  },
  askAgain: {
    es: {
      body: `Hola${LEAD}, una última pregunta de ${US}: ¿quedó contento con nuestro trabajo? Una respuesta corta nos ayuda mucho.`,
    },
    fr: {
      body: `Bonjour${LEAD}, une dernière question de ${US} : êtes-vous content de notre travail ? Une courte réponse nous aide beaucoup.`,
    },
    de: {
      body: `Guten Tag${LEAD}, eine letzte Frage von ${US}: Waren Sie mit unserer Arbeit zufrieden? Eine kurze Antwort hilft uns sehr.`,
    },
    pt: {
      body: `Olá${LEAD}, uma última pergunta de ${US}: ficou satisfeito com o nosso trabalho? Uma resposta curta ajuda muito.`,
    },
  },
};

export const WARRANTY = {
  tell: {
    es: {
      body: `Hola${LEAD}, su garantía de “{{ job.title }}” está registrada y es válida hasta el ${END}. Si algo no va bien, responda aquí. ${US}`,
    },
    fr: {
      body: `Bonjour${LEAD}, votre garantie pour « {{ job.title }} » est enregistrée et valable jusqu’au ${END}. En cas de problème, répondez ici. ${US}`,
    },
    de: {
      body: `Guten Tag${LEAD}, Ihre Garantie für „{{ job.title }}“ ist eingetragen und gilt bis ${END}. Wenn etwas nicht stimmt, antworten Sie hier. ${US}`,
    },
    pt: {
      body: `Olá${LEAD}, a sua garantia de “{{ job.title }}” está registrada e vale até ${END}. Se algo não estiver bem, responda aqui. ${US}`,
    },
  },
  tellMail: {
    es: {
      subject: 'Su garantía está registrada',
      body: letter(
        'Hola',
        `Su garantía de “{{ job.title }}” está registrada y es válida hasta el ${END}. Si algo no va bien, responda a este correo.`,
      ),
    },
    fr: {
      subject: 'Votre garantie est enregistrée',
      body: letter(
        'Bonjour',
        `Votre garantie pour « {{ job.title }} » est enregistrée et valable jusqu’au ${END}. En cas de problème, répondez à ce message.`,
      ),
    },
    de: {
      subject: 'Ihre Garantie ist eingetragen',
      body: letter(
        'Guten Tag',
        `Ihre Garantie für „{{ job.title }}“ ist eingetragen und gilt bis ${END}. Wenn etwas nicht stimmt, antworten Sie auf diese Nachricht.`,
      ),
    },
    pt: {
      subject: 'A sua garantia está registrada',
      body: letter(
        'Olá',
        `A sua garantia de “{{ job.title }}” está registrada e vale até ${END}. Se algo não estiver bem, responda a esta mensagem.`,
      ),
    },
  },
};
