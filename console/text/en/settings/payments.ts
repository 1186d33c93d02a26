/** Of the section Payments. */
export const payments = {
  payments: {
    online: 'Online payments',
    onlineIntro: 'Customers pay invoices by card on a page of your payment provider.',
    empty: 'No payment provider yet. Customers cannot pay online.',
    connect: 'Connect Stripe',
    keys: 'Change the keys',
    kinds: { stripe: 'Stripe' },
    modes: { test: 'Test, no real money', live: 'Live' },
    since: (date: string) => `Connected ${date}`,
    secretKey: 'Secret key',
    secretKeyHint: 'A restricted or secret key, from Developers, API keys at Stripe: rk_… or sk_…',
    webhookSecret: 'Signing secret',
    webhookSecretHint:
      'Add a webhook endpoint at Stripe, first with any address. It shows this secret: whsec_…',
    stored: 'Stored. Leave it empty to keep it.',
    webhook: 'Address for webhooks',
    webhookHint:
      'Enter it as the address of the endpoint at Stripe, for the events checkout.session.*, charge.refunded, refund.* and charge.dispute.*',
    connected: 'Stripe is connected.',
    connectedAbout: 'One step is left: without it, payments are not recorded.',
    saved: 'The keys are saved.',
    turnedOn: 'Customers can pay online.',
    turnedOff: 'Customers cannot pay online. What Stripe still reports is recorded.',
    otherwise: 'Other ways to pay',
    otherwiseIntro: 'Customers read this on their invoice: on its page, and in the PDF.',
    instructions: 'How invoices can be paid',
    instructionsHint: 'For example: by check to Alder Heating & Air, with the invoice number',
  },
};
