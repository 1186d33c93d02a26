import type { Texts } from './texts.ts';

export const en: Texts = {
  languageName: 'English',
  chooseLanguage: 'Language',
  leaveEmpty: 'Leave this empty',

  name: 'Your name',
  phone: 'Phone',
  email: 'Email',
  service_needed: 'What do you need?',
  address: 'Address',
  notes: 'How can we help?',
  channels: 'How can we contact you? A phone number or an email address is required.',
  required: '(required)',
  choose: 'Choose one',
  send: 'Send',

  consent: 'Text me about my request. Message and data rates may apply. Reply STOP to end.',
  thankYou: 'Thank you. We have your request and will be in touch soon.',

  again: 'One more step',
  againText: (seconds) =>
    `Your request was not sent yet. Please wait ${seconds} seconds, then press Send. This keeps out programs that fill in forms.`,
  sending: 'Sending your request …',

  errors: {
    check: 'Please check',
    summary: 'Please check your answers',
    channel: 'Enter a phone number or an email address, so that we can contact you.',
    service: 'Choose what you need.',
    phone: 'Enter the phone number with its area code, or with + and the country code.',
    email: 'Enter a complete email address, such as sam@example.com.',
    tooLong: (characters) => `Use at most ${characters} characters.`,
    characters: 'Remove the invalid characters.',
    consent: 'This text has changed. Read it again, and check the box if you agree.',
  },

  failures: {
    closed: [
      'This form is closed at the moment',
      'Your request was not sent. Call the company that gave you this address, or try again later.',
    ],
    notFound: [
      'Form not found',
      'The address is wrong, or the form is no longer available. Ask the company that gave you this address.',
    ],
    tooLong: ['Your message is too long', 'Go back, shorten your text, and send it again.'],
    format: [
      'Unsupported format',
      'Open the form in a browser and send it from there, without files.',
    ],
    tooMany: ['Too many requests', 'Wait a moment, then reload this page.'],
    unavailable: ['Temporarily unavailable', 'Wait a moment, then reload this page.'],
    other: [
      'Something went wrong',
      (code) =>
        `We did not receive your request. Try again. If it happens again, tell the company that owns this form, with this code: ${code}`,
    ],
  },
};
