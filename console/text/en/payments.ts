export const payments = {
  title: 'Payments',
  show: 'Show',
  filters: { unmatched: 'On no invoice', all: 'All' },
  emptyUnmatched: 'Every payment is on its invoice.',
  empty: 'No payments yet.',
  status: { unmatched: 'On no invoice', returned: 'Returned' },
  meantFor: 'Open the invoice',
  match: 'Put on an invoice',
  matchOf: (amount: string, time: string) => `Put on an invoice: ${amount} of ${time}`,
  matchTitle: (amount: string) => `Payment of ${amount}`,
  matchAbout:
    'It is recorded as a whole on the invoice that you choose, with what was refunded of it. Refund it at your provider if it belongs to none.',
  invoice: 'Invoice',
  invoiceHint: 'Its number, or a part of the customer’s name',
  open: (amount: string) => `${amount} open`,
  noInvoice: (currency: string, amount: string) =>
    `No open invoice in ${currency} has a balance of ${amount} or more.`,
  invoiceNeeded: 'Choose the invoice.',
  matched: (amount: string, number: string) => `${amount} is recorded on invoice ${number}.`,
};
