import type { Texts } from './texts.ts';

export const en: Texts = {
  languageName: 'English',
  chooseLanguage: 'Language',
  step: (number, of) => `Step ${number} of ${of}`,
  back: 'Back',
  next: 'Continue',
  optional: '(optional)',
  yes: 'Yes',
  no: 'No',
  choose: 'Choose one',
  leaveEmpty: 'Leave this empty',

  whichService: 'What do you need?',
  nothingOffered: 'Nothing can be booked here at the moment. Please call us.',
  free: 'free',
  priceFrom: (price) => `from ${price}`,

  details: 'A few details',
  postalCode: 'Postal code of the place',

  time: 'Choose a day and a time',
  chooseDay: 'Day',
  timesOn: (day) => `Times on ${day}`,
  timesAreIn: (zone) => `All times are in ${zone}.`,
  earlierDays: 'Earlier days',
  laterDays: 'Later days',
  noTimes: 'No time is open at the moment. Send us your request, and we will find one with you.',
  outside:
    'This postal code is outside the area that we usually serve. Send us your request anyway, and we will see what we can do.',
  askWithoutTime: 'None of these times? Send a request without a time',

  contact: 'How can we reach you?',
  name: 'Your name',
  channels: 'A phone number or an email address is required.',
  phone: 'Phone',
  email: 'Email',
  address: 'Address of the visit',
  notes: 'Anything else that we should know?',
  emailConsent: 'Email me about my visit.',
  consent: 'Text me about my visit. Message and data rates may apply. Reply STOP to end.',
  book: 'Book the visit',
  sendRequest: 'Send the request',

  lost: 'This time was just taken',
  lostNext: 'Nothing is booked yet. These are the next open times:',
  lostNone: 'Nothing is booked yet, and no other time is open. Send us your request instead.',
  bookThis: 'Book this time',

  again: 'One more step',
  againText: (seconds) =>
    `Nothing is booked yet. Please wait ${seconds} seconds, then press the button. This keeps out programs that fill in forms.`,
  sending: 'Sending …',

  booked: 'Your visit is booked',
  bookedText: 'Thank you. We look forward to seeing you.',
  bookedBefore:
    'This visit is booked already, so nothing was booked again, and what you entered afterwards was not sent. To change the visit, use the link in our message, or contact us.',
  requested: 'We have your request',
  requestedText: 'Thank you. We will contact you soon to find a time.',
  addToCalendar: 'Add to calendar',
  manage: 'See, move or cancel your visit',
  service: 'Service',
  when: 'When',
  reference: 'Reference',
  bookAnother: 'Book another visit',

  errors: {
    summary: 'Please check your answers',
    service: 'Choose what you need.',
    answer: 'Answer this question.',
    choice: 'Choose one of the answers.',
    postalCode: 'Enter the postal code, such as 97205.',
    time: 'Choose a time.',
    name: 'Enter your name.',
    channel: 'Enter a phone number or an email address, so that we can contact you.',
    phone: 'Enter the phone number with its area code, or with + and the country code.',
    email: 'Enter a complete email address, such as sam@example.com.',
    tooLong: (characters) => `Use at most ${characters} characters.`,
    characters: 'Remove the invalid characters.',
    consent: 'This text has changed. Read it again, and check the box if you agree.',
  },

  failures: {
    closed: [
      'This page is closed at the moment',
      'Nothing was booked. Call us, or try again later.',
    ],
    notFound: [
      'Page not found',
      'The address is wrong, or the page is no longer available. Ask the company that gave you this address.',
    ],
    tooLong: ['Your text is too long', 'Go back, shorten your text, and send it again.'],
    format: ['Unsupported format', 'Open the page in a browser and send it from there.'],
    tooMany: ['Too many requests', 'Wait a moment, then reload this page.'],
    unavailable: ['Temporarily unavailable', 'Wait a moment, then reload this page.'],
    other: [
      'Something went wrong',
      (code) =>
        `Try again. If it happens again, tell the company that owns this page, with this code: ${code}`,
    ],
  },
};
