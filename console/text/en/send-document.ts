/** Of invoices and estimates that are sent to a customer. */
export const sendDocument = {
  how: 'How',
  ways: { auto: 'Email if possible, otherwise a text', email: 'Email with the PDF', sms: 'Text' },
  to: {
    email: (address: string) => `Email to ${address}`,
    sms: (phone: string) => `Text to ${phone}`,
  },
  noAddress:
    'No email address and no phone number is known, so nothing is sent. It is only marked as sent.',
  send: 'Send',
  sendAgain: 'Send again',
  sentBy: { issued: 'only marked as sent', email: 'by email', sms: 'by text' },
};
