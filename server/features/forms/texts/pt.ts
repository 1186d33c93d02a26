import type { Texts } from './texts.ts';

export const pt: Texts = {
  languageName: 'Português',
  chooseLanguage: 'Idioma',
  leaveEmpty: 'Deixe este campo vazio',

  name: 'Seu nome',
  phone: 'Telefone',
  email: 'E-mail',
  service_needed: 'Do que você precisa?',
  address: 'Endereço',
  notes: 'Como podemos ajudar?',
  channels: 'Como podemos falar com você? É preciso um telefone ou um e-mail.',
  required: '(obrigatório)',
  choose: 'Escolha uma opção',
  send: 'Enviar',

  consent:
    'Envie-me mensagens de texto sobre o meu pedido. Podem ser cobradas tarifas. Responda STOP para encerrar.',
  thankYou: 'Obrigado. Recebemos seu pedido e entraremos em contato em breve.',

  again: 'Mais um passo',
  againText: (seconds) =>
    `Seu pedido ainda não foi enviado. Espere ${seconds} segundos e pressione Enviar. Isso afasta programas que preenchem formulários.`,
  sending: 'Enviando seu pedido …',

  errors: {
    check: 'Verifique',
    summary: 'Verifique suas respostas',
    channel: 'Digite um telefone ou um e-mail para que possamos falar com você.',
    service: 'Escolha do que você precisa.',
    phone: 'Digite o telefone com o código de área, ou com + e o código do país.',
    email: 'Digite um e-mail completo, por exemplo sam@example.com.',
    tooLong: (characters) => `Use no máximo ${characters} caracteres.`,
    characters: 'Remova os caracteres inválidos.',
    consent: 'Este texto mudou. Leia-o de novo e marque a caixa se concordar.',
  },

  failures: {
    closed: [
      'Este formulário está fechado no momento',
      'Seu pedido não foi enviado. Ligue para a empresa que lhe deu este endereço ou tente mais tarde.',
    ],
    notFound: [
      'Formulário não encontrado',
      'O endereço está errado ou o formulário não existe mais. Pergunte à empresa que lhe deu este endereço.',
    ],
    tooLong: ['Sua mensagem é longa demais', 'Volte, encurte o texto e envie de novo.'],
    format: [
      'Formato não aceito',
      'Abra o formulário em um navegador e envie a partir dele, sem arquivos.',
    ],
    tooMany: ['Pedidos demais', 'Espere um momento e recarregue esta página.'],
    unavailable: ['Indisponível no momento', 'Espere um momento e recarregue esta página.'],
    other: [
      'Algo deu errado',
      (code) =>
        `Não recebemos seu pedido. Tente de novo. Se acontecer outra vez, informe este código à empresa: ${code}`,
    ],
  },
};
