/** The words for values of the API. A value that is not here is shown as it is, in words. */
export const words = {
  leadStatus: {
    new: 'New',
    qualified: 'Qualified',
    unqualified: 'Not qualified',
    converted: 'Customer',
  },
  appointmentStatus: {
    held: 'Held',
    booked: 'Booked',
    confirmed: 'Confirmed',
    dispatched: 'Dispatched',
    en_route: 'On the way',
    in_progress: 'In progress',
    completed: 'Completed',
    no_show: 'No-show',
    canceled: 'Canceled',
    expired: 'Expired',
  },
  jobStatus: {
    contracted: 'Contracted',
    scheduled: 'Scheduled',
    in_progress: 'In progress',
    on_hold: 'Paused',
    completed: 'Completed',
    in_warranty: 'In warranty',
    closed: 'Closed',
    canceled: 'Canceled',
  },
  invoiceStatus: {
    draft: 'Draft',
    sent: 'Sent',
    partially_paid: 'Partly paid',
    paid: 'Paid',
    void: 'Void',
    overdue: 'Overdue',
  },
  estimateStatus: {
    draft: 'Draft',
    sent: 'Sent',
    viewed: 'Opened',
    accepted: 'Accepted',
    declined: 'Declined',
    expired: 'Expired',
    superseded: 'Replaced',
  },
  paymentMethod: {
    cash: 'Cash',
    card: 'Card',
    check: 'Check',
    transfer: 'Bank transfer',
    other: 'Other',
  },
  messageStatus: {
    queued: 'Waiting',
    sending: 'Sending',
    sent: 'Sent',
    delivered: 'Delivered',
    failed: 'Failed',
    not_sent: 'Not sent',
    unknown: 'Not known',
  },
  claimStatus: { open: 'Open', closed: 'Closed' },
  channel: { sms: 'Text', email: 'Email', call: 'Call', chat: 'Chat', note: 'Note', task: 'Task' },
};

/** `water_heater_repair` as "Water heater repair". */
export function inWords(code: string): string {
  const words = code.replaceAll(/[_.]/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export function wordFor(known: Readonly<Record<string, string>>, value: string): string {
  return known[value] ?? inWords(value);
}
