import type { Texts } from './texts.ts';

export const pt: Texts = {
  languageName: 'Português',
  chooseLanguage: 'Idioma',
  step: (number, of) => `Passo ${number} de ${of}`,
  back: 'Voltar',
  next: 'Continuar',
  optional: '(opcional)',
  yes: 'Sim',
  no: 'Não',
  choose: 'Escolha uma opção',
  leaveEmpty: 'Deixe este campo vazio',

  whichService: 'Do que você precisa?',
  nothingOffered: 'No momento, nada pode ser agendado aqui. Ligue para nós, por favor.',
  free: 'grátis',
  priceFrom: (price) => `a partir de ${price}`,

  details: 'Alguns detalhes',
  postalCode: 'Código postal do local',

  time: 'Escolha um dia e um horário',
  chooseDay: 'Dia',
  timesOn: (day) => `Horários de ${day}`,
  timesAreIn: (zone) => `Todos os horários são de ${zone}.`,
  earlierDays: 'Dias anteriores',
  laterDays: 'Próximos dias',
  noTimes: 'Não há horário livre no momento. Envie seu pedido, e encontraremos um com você.',
  outside:
    'Este código postal fica fora da área que costumamos atender. Envie seu pedido mesmo assim, e veremos o que podemos fazer.',
  askWithoutTime: 'Nenhum destes horários? Envie um pedido sem horário',

  contact: 'Como podemos falar com você?',
  name: 'Seu nome',
  channels: 'É preciso um telefone ou um e-mail.',
  phone: 'Telefone',
  email: 'E-mail',
  address: 'Endereço da visita',
  notes: 'Há algo mais que devemos saber?',
  emailConsent: 'Enviem-me e-mails sobre a minha visita.',
  consent:
    'Envie-me mensagens de texto sobre a minha visita. Podem ser cobradas tarifas. Responda STOP para encerrar.',
  book: 'Agendar a visita',
  sendRequest: 'Enviar o pedido',

  lost: 'Este horário acabou de ser ocupado',
  lostNext: 'Nada foi agendado ainda. Estes são os próximos horários livres:',
  lostNone: 'Nada foi agendado ainda, e não há outro horário livre. Envie seu pedido.',
  bookThis: 'Agendar este horário',

  again: 'Mais um passo',
  againText: (seconds) =>
    `Nada foi agendado ainda. Espere ${seconds} segundos e pressione o botão. Isso afasta programas que preenchem formulários.`,
  sending: 'Enviando …',

  booked: 'Sua visita está agendada',
  bookedText: 'Obrigado. Até breve.',
  bookedBefore:
    'Esta visita já está agendada. Nada mais foi agendado, e o que você digitou depois não foi enviado. Para mudá-la, use o link da nossa mensagem ou fale conosco.',
  requested: 'Recebemos seu pedido',
  requestedText: 'Obrigado. Entraremos em contato em breve para encontrar um horário.',
  addToCalendar: 'Adicionar ao calendário',
  manage: 'Ver, mudar ou cancelar a sua visita',
  service: 'Serviço',
  when: 'Quando',
  reference: 'Referência',
  bookAnother: 'Agendar outra visita',

  errors: {
    summary: 'Verifique suas respostas',
    service: 'Escolha do que você precisa.',
    answer: 'Responda a esta pergunta.',
    choice: 'Escolha uma das respostas.',
    postalCode: 'Digite o código postal, por exemplo 01310-100.',
    time: 'Escolha um horário.',
    name: 'Digite seu nome.',
    channel: 'Digite um telefone ou um e-mail para que possamos falar com você.',
    phone: 'Digite o telefone com o código de área, ou com + e o código do país.',
    email: 'Digite um e-mail completo, por exemplo sam@example.com.',
    tooLong: (characters) => `Use no máximo ${characters} caracteres.`,
    characters: 'Remova os caracteres inválidos.',
    consent: 'Este texto mudou. Leia-o de novo e marque a caixa se concordar.',
  },

  failures: {
    closed: [
      'Esta página está fechada no momento',
      'Nada foi agendado. Ligue para nós ou tente mais tarde.',
    ],
    notFound: [
      'Página não encontrada',
      'O endereço está errado ou a página não existe mais. Pergunte à empresa que lhe deu este endereço.',
    ],
    tooLong: ['Seu texto é longo demais', 'Volte, encurte o texto e envie de novo.'],
    format: ['Formato não aceito', 'Abra a página em um navegador e envie a partir dele.'],
    tooMany: ['Pedidos demais', 'Espere um momento e recarregue esta página.'],
    unavailable: ['Indisponível no momento', 'Espere um momento e recarregue esta página.'],
    other: [
      'Algo deu errado',
      (code) => `Tente de novo. Se acontecer outra vez, informe este código à empresa: ${code}`,
    ],
  },
};
