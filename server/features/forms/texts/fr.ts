import type { Texts } from './texts.ts';

export const fr: Texts = {
  languageName: 'Français',
  chooseLanguage: 'Langue',
  leaveEmpty: 'Laissez ce champ vide',

  name: 'Votre nom',
  phone: 'Téléphone',
  email: 'E-mail',
  service_needed: 'De quoi avez-vous besoin ?',
  address: 'Adresse',
  notes: 'Comment pouvons-nous vous aider ?',
  channels: 'Comment vous joindre ? Un numéro de téléphone ou une adresse e-mail est nécessaire.',
  required: '(obligatoire)',
  choose: 'Choisissez',
  send: 'Envoyer',

  consent:
    'Envoyez-moi des SMS au sujet de ma demande. Des frais peuvent s’appliquer. Répondez STOP pour arrêter.',
  thankYou: 'Merci. Nous avons votre demande et vous contacterons bientôt.',

  again: 'Encore une étape',
  againText: (seconds) =>
    `Votre demande n’est pas encore envoyée. Attendez ${seconds} secondes, puis appuyez sur Envoyer. Cela écarte les programmes qui remplissent les formulaires.`,
  sending: 'Envoi de votre demande …',

  errors: {
    check: 'À vérifier',
    summary: 'Vérifiez vos réponses',
    channel:
      'Saisissez un numéro de téléphone ou une adresse e-mail pour que nous puissions vous joindre.',
    service: 'Choisissez ce dont vous avez besoin.',
    phone: 'Saisissez le numéro complet, ou avec + et l’indicatif du pays.',
    email: 'Saisissez une adresse e-mail complète, par exemple sam@example.com.',
    tooLong: (characters) => `Utilisez au plus ${characters} caractères.`,
    characters: 'Retirez les caractères non valides.',
    consent: 'Ce texte a changé. Relisez-le et cochez la case si vous êtes d’accord.',
  },

  failures: {
    closed: [
      'Ce formulaire est fermé pour le moment',
      'Votre demande n’a pas été envoyée. Appelez l’entreprise qui vous a donné cette adresse, ou réessayez plus tard.',
    ],
    notFound: [
      'Formulaire introuvable',
      'L’adresse est fausse ou le formulaire n’existe plus. Demandez à l’entreprise qui vous a donné cette adresse.',
    ],
    tooLong: [
      'Votre message est trop long',
      'Revenez en arrière, raccourcissez le texte et envoyez-le à nouveau.',
    ],
    format: [
      'Format non pris en charge',
      'Ouvrez le formulaire dans un navigateur et envoyez-le de là, sans fichiers.',
    ],
    tooMany: ['Trop de demandes', 'Attendez un instant, puis rechargez cette page.'],
    unavailable: ['Indisponible pour le moment', 'Attendez un instant, puis rechargez cette page.'],
    other: [
      'Un problème est survenu',
      (code) =>
        `Nous n’avons pas reçu votre demande. Réessayez. Si cela se reproduit, donnez ce code à l’entreprise : ${code}`,
    ],
  },
};
