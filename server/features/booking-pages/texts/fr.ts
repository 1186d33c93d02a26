import type { Texts } from './texts.ts';

export const fr: Texts = {
  languageName: 'Français',
  chooseLanguage: 'Langue',
  step: (number, of) => `Étape ${number} sur ${of}`,
  back: 'Retour',
  next: 'Continuer',
  optional: '(facultatif)',
  yes: 'Oui',
  no: 'Non',
  choose: 'Choisissez',
  leaveEmpty: 'Laissez ce champ vide',

  whichService: 'De quoi avez-vous besoin ?',
  nothingOffered: 'Rien ne peut être réservé ici pour le moment. Appelez-nous, s’il vous plaît.',
  free: 'gratuit',
  priceFrom: (price) => `à partir de ${price}`,

  details: 'Quelques précisions',
  postalCode: 'Code postal du lieu',

  time: 'Choisissez un jour et une heure',
  chooseDay: 'Jour',
  timesOn: (day) => `Heures du ${day}`,
  timesAreIn: (zone) => `Toutes les heures sont indiquées en ${zone}.`,
  earlierDays: 'Jours précédents',
  laterDays: 'Jours suivants',
  noTimes:
    'Aucune heure n’est libre pour le moment. Envoyez-nous votre demande, et nous en trouverons une avec vous.',
  outside:
    'Ce code postal est en dehors de notre zone habituelle. Envoyez-nous tout de même votre demande, et nous verrons ce que nous pouvons faire.',
  askWithoutTime: 'Aucune de ces heures ? Envoyez une demande sans heure',

  contact: 'Comment vous joindre ?',
  name: 'Votre nom',
  channels: 'Un numéro de téléphone ou une adresse e-mail est nécessaire.',
  phone: 'Téléphone',
  email: 'E-mail',
  address: 'Adresse de la visite',
  notes: 'Que devons-nous savoir d’autre ?',
  emailConsent: 'Envoyez-moi des e-mails sur mon rendez-vous.',
  consent:
    'Envoyez-moi des SMS au sujet de ma visite. Des frais peuvent s’appliquer. Répondez STOP pour arrêter.',
  book: 'Réserver la visite',
  sendRequest: 'Envoyer la demande',

  lost: 'Cette heure vient d’être prise',
  lostNext: 'Rien n’est encore réservé. Voici les prochaines heures libres :',
  lostNone:
    'Rien n’est encore réservé, et aucune autre heure n’est libre. Envoyez-nous votre demande.',
  bookThis: 'Réserver cette heure',

  again: 'Encore une étape',
  againText: (seconds) =>
    `Rien n’est encore réservé. Attendez ${seconds} secondes, puis appuyez sur le bouton. Cela écarte les programmes qui remplissent les formulaires.`,
  sending: 'Envoi en cours …',

  booked: 'Votre visite est réservée',
  bookedText: 'Merci. À bientôt.',
  bookedBefore:
    'Cette visite est déjà réservée. Rien d’autre n’a été réservé, et ce que vous avez saisi ensuite n’a pas été envoyé. Pour la changer, utilisez le lien de notre message ou contactez-nous.',
  requested: 'Nous avons votre demande',
  requestedText: 'Merci. Nous vous contacterons bientôt pour trouver une heure.',
  addToCalendar: 'Ajouter au calendrier',
  manage: 'Voir, déplacer ou annuler votre visite',
  service: 'Service',
  when: 'Quand',
  reference: 'Référence',
  bookAnother: 'Réserver une autre visite',

  errors: {
    summary: 'Vérifiez vos réponses',
    service: 'Choisissez ce dont vous avez besoin.',
    answer: 'Répondez à cette question.',
    choice: 'Choisissez une des réponses.',
    postalCode: 'Saisissez le code postal, par exemple 75011.',
    time: 'Choisissez une heure.',
    name: 'Saisissez votre nom.',
    channel:
      'Saisissez un numéro de téléphone ou une adresse e-mail pour que nous puissions vous joindre.',
    phone: 'Saisissez le numéro complet, ou avec + et l’indicatif du pays.',
    email: 'Saisissez une adresse e-mail complète, par exemple sam@example.com.',
    tooLong: (characters) => `Utilisez au plus ${characters} caractères.`,
    characters: 'Retirez les caractères non valides.',
    consent: 'Ce texte a changé. Relisez-le et cochez la case si vous êtes d’accord.',
  },

  failures: {
    closed: [
      'Cette page est fermée pour le moment',
      'Rien n’a été réservé. Appelez-nous ou réessayez plus tard.',
    ],
    notFound: [
      'Page introuvable',
      'L’adresse est fausse ou la page n’existe plus. Demandez à l’entreprise qui vous a donné cette adresse.',
    ],
    tooLong: [
      'Votre texte est trop long',
      'Revenez en arrière, raccourcissez le texte et envoyez-le à nouveau.',
    ],
    format: ['Format non pris en charge', 'Ouvrez la page dans un navigateur et envoyez-la de là.'],
    tooMany: ['Trop de demandes', 'Attendez un instant, puis rechargez cette page.'],
    unavailable: ['Indisponible pour le moment', 'Attendez un instant, puis rechargez cette page.'],
    other: [
      'Un problème est survenu',
      (code) => `Réessayez. Si cela se reproduit, donnez ce code à l’entreprise : ${code}`,
    ],
  },
};
