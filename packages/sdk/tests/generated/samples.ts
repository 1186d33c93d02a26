// Made from openapi.json by `npm run generate`: the samples of the reference. Do not edit it.

import { Throughline } from '../../src/index.ts';

const throughline = new Throughline({ token: 'tl_…' });

export async function captureLead(): Promise<void> {
  const lead = await throughline.leads.create({
    name: 'Dana Whitfield',
    phone: '+14155550134',
    service_needed: 'water_heater_repair',
    address: '1418 Alder St, Portland, OR 97205',
    notes: 'Leaking since Sunday.',
    consent: { sms: 'granted', wording: 'Text me about my request. Reply STOP to end.' },
  });
  console.log(lead);
}

export async function listLeads(): Promise<void> {
  for await (const lead of throughline.leads.list()) {
    console.log(lead);
  }
}

export async function getLead(): Promise<void> {
  const lead = await throughline.leads.get('lead_01h455vb4pex5vsknk084sn02q');
  console.log(lead);
}

export async function updateLead(): Promise<void> {
  const lead = await throughline.leads.update('lead_01h455vb4pex5vsknk084sn02q', {
    notes: 'Leaking since Sunday. The gate code is 4417.',
    assigned_to: 'user_01h455vb4pex5vsknk084sn02q',
  });
  console.log(lead);
}

export async function deleteLead(): Promise<void> {
  const deletedLead = await throughline.leads.delete('lead_01h455vb4pex5vsknk084sn02q');
  console.log(deletedLead);
}

export async function restoreLead(): Promise<void> {
  const lead = await throughline.leads.restore('lead_01h455vb4pex5vsknk084sn02q');
  console.log(lead);
}

export async function qualifyLead(): Promise<void> {
  const lead = await throughline.leads.qualify('lead_01h455vb4pex5vsknk084sn02q');
  console.log(lead);
}

export async function disqualifyLead(): Promise<void> {
  const lead = await throughline.leads.disqualify('lead_01h455vb4pex5vsknk084sn02q', {
    reason: 'Outside our service area',
  });
  console.log(lead);
}

export async function markLeadContacted(): Promise<void> {
  const lead = await throughline.leads.contacted('lead_01h455vb4pex5vsknk084sn02q');
  console.log(lead);
}

export async function listLeadDuplicates(): Promise<void> {
  const result = await throughline.leads.duplicates('lead_01h455vb4pex5vsknk084sn02q');
  console.log(result);
}

export async function dismissLeadDuplicate(): Promise<void> {
  const lead = await throughline.leads.dismissDuplicate('lead_01h455vb4pex5vsknk084sn02q');
  console.log(lead);
}

export async function reopenLeadDuplicate(): Promise<void> {
  const lead = await throughline.leads.reopenDuplicate('lead_01h455vb4pex5vsknk084sn02q');
  console.log(lead);
}

export async function mergeLead(): Promise<void> {
  const lead = await throughline.leads.merge('lead_01h455vb4pex5vsknk084sn02q', {
    into: 'lead_01h455vb4pex5vsknk084sn02q',
  });
  console.log(lead);
}

export async function unmergeLead(): Promise<void> {
  const lead = await throughline.leads.unmerge('lead_01h455vb4pex5vsknk084sn02q');
  console.log(lead);
}

export async function convertLead(): Promise<void> {
  const customer = await throughline.leads.convert('lead_01h455vb4pex5vsknk084sn02q');
  console.log(customer);
}

export async function attachLead(): Promise<void> {
  const lead = await throughline.leads.attach('lead_01h455vb4pex5vsknk084sn02q', {
    customer_id: 'customer_01h455vb4pex5vsknk084sn02q',
  });
  console.log(lead);
}

export async function detachLead(): Promise<void> {
  const lead = await throughline.leads.detach('lead_01h455vb4pex5vsknk084sn02q');
  console.log(lead);
}

export async function loseLead(): Promise<void> {
  const lead = await throughline.leads.lose('lead_01h455vb4pex5vsknk084sn02q', {
    reason: 'Chose another company',
  });
  console.log(lead);
}

export async function reopenLead(): Promise<void> {
  const lead = await throughline.leads.reopen('lead_01h455vb4pex5vsknk084sn02q');
  console.log(lead);
}

export async function listInbox(): Promise<void> {
  for await (const inboxItem of throughline.inbox.list()) {
    console.log(inboxItem);
  }
}

export async function getInboxSummary(): Promise<void> {
  const inboxSummary = await throughline.inbox.summary();
  console.log(inboxSummary);
}

export async function updateInboxItem(): Promise<void> {
  const inboxItem = await throughline.inbox.update('100042-7', { done: true });
  console.log(inboxItem);
}

export async function createImport(): Promise<void> {
  const importReport = await throughline.imports.create({
    type: 'text/csv',
    content: 'name,phone,email,service_needed\nDana Whitfield,+14155550134,dana@example.com,water_heater_repair\n',
  });
  console.log(importReport);
}

export async function listImports(): Promise<void> {
  for await (const result of throughline.imports.list()) {
    console.log(result);
  }
}

export async function getImport(): Promise<void> {
  const importReport = await throughline.imports.get('import_01h455vb4pex5vsknk084sn02q');
  console.log(importReport);
}

export async function listCustomers(): Promise<void> {
  for await (const customer of throughline.customers.list()) {
    console.log(customer);
  }
}

export async function getCustomer(): Promise<void> {
  const customerWithHistory = await throughline.customers.get('customer_01h455vb4pex5vsknk084sn02q');
  console.log(customerWithHistory);
}

export async function updateCustomer(): Promise<void> {
  const customer = await throughline.customers.update('customer_01h455vb4pex5vsknk084sn02q', {
    email: 'dana.whitfield@example.com',
    language: 'es',
  });
  console.log(customer);
}

export async function createProperty(): Promise<void> {
  const property = await throughline.properties.create({
    customer_id: 'customer_01h455vb4pex5vsknk084sn02q',
    address: {
      line1: '1418 Alder St',
      city: 'Portland',
      region: 'OR',
      postal_code: '97205',
      country: 'US',
    },
    tax_rate: 8.25,
  });
  console.log(property);
}

export async function listProperties(): Promise<void> {
  for await (const property of throughline.properties.list()) {
    console.log(property);
  }
}

export async function getProperty(): Promise<void> {
  const property = await throughline.properties.get('property_01h455vb4pex5vsknk084sn02q');
  console.log(property);
}

export async function updateProperty(): Promise<void> {
  const property = await throughline.properties.update('property_01h455vb4pex5vsknk084sn02q', {
    access_notes: 'Gate code 4411.',
  });
  console.log(property);
}

export async function createEquipment(): Promise<void> {
  const equipment = await throughline.equipment.create({
    property_id: 'property_01h455vb4pex5vsknk084sn02q',
    kind: 'water_heater',
    make: 'Rheem',
    manufacturer_warranty_until: '2037-03-01',
  });
  console.log(equipment);
}

export async function listEquipment(): Promise<void> {
  for await (const equipment of throughline.equipment.list()) {
    console.log(equipment);
  }
}

export async function getEquipment(): Promise<void> {
  const equipmentDetails = await throughline.equipment.get('equipment_01h455vb4pex5vsknk084sn02q');
  console.log(equipmentDetails);
}

export async function updateEquipment(): Promise<void> {
  const equipment = await throughline.equipment.update('equipment_01h455vb4pex5vsknk084sn02q', {
    serial: 'M381912345',
  });
  console.log(equipment);
}

export async function getLifecycle(): Promise<void> {
  const lifecycle = await throughline.lifecycles.get('100042-7');
  console.log(lifecycle);
}

export async function lookupContact(): Promise<void> {
  const contactLookup = await throughline.contacts.lookup({ phone: '+14155550134' });
  console.log(contactLookup);
}

export async function findAnything(): Promise<void> {
  const result = await throughline.search.get({ q: 'dana whit' });
  console.log(result);
}

export async function getAvailability(): Promise<void> {
  const availability = await throughline.availability.get({
    user_id: 'user_01h455vb4pex5vsknk084sn02q',
    from: '2027-03-01',
    to: '2027-03-05',
  });
  console.log(availability);
}

export async function createBooking(): Promise<void> {
  const booking = await throughline.bookings.create({
    service: 'water_heater_repair',
    starts_at: '2027-03-02T09:00:00-08:00',
    postal_code: '97205',
    contact: { name: 'Dana Whitfield', phone: '+14155550134' },
    capture_if_taken: true,
  });
  console.log(booking);
}

export async function bookAppointment(): Promise<void> {
  const appointment = await throughline.appointments.create({
    lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
    starts_at: '2027-03-02T09:00:00-08:00',
    duration_minutes: 90,
    assigned_to: 'user_01h455vb4pex5vsknk084sn02q',
  });
  console.log(appointment);
}

export async function listAppointments(): Promise<void> {
  for await (const appointment of throughline.appointments.list()) {
    console.log(appointment);
  }
}

export async function holdAppointment(): Promise<void> {
  const appointment = await throughline.appointments.holds.create({
    lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
    starts_at: '2027-03-02T09:00:00-08:00',
    duration_minutes: 90,
    assigned_to: 'user_01h455vb4pex5vsknk084sn02q',
    ttl_seconds: 300,
  });
  console.log(appointment);
}

export async function getAppointment(): Promise<void> {
  const appointment = await throughline.appointments.get('appointment_01h455vb4pex5vsknk084sn02q');
  console.log(appointment);
}

export async function updateAppointment(): Promise<void> {
  const appointment = await throughline.appointments.update('appointment_01h455vb4pex5vsknk084sn02q', {
    starts_at: '2027-03-03T13:00:00-08:00',
    duration_minutes: 60,
  });
  console.log(appointment);
}

export async function getMyDay(): Promise<void> {
  const myDay = await throughline.myDay.get();
  console.log(myDay);
}

export async function moveAppointments(): Promise<void> {
  const movedAppointments = await throughline.appointments.moves({
    moves: [
      {
        appointment_id: 'appointment_01h455vb4pex5vsknk084sn02q',
        starts_at: '2027-03-03T13:00:00-08:00',
      },
    ],
  });
  console.log(movedAppointments);
}

export async function confirmAppointment(): Promise<void> {
  const appointment = await throughline.appointments.confirm('appointment_01h455vb4pex5vsknk084sn02q', {});
  console.log(appointment);
}

export async function dispatchAppointment(): Promise<void> {
  const appointment = await throughline.appointments.dispatch('appointment_01h455vb4pex5vsknk084sn02q', {});
  console.log(appointment);
}

export async function markAppointmentEnRoute(): Promise<void> {
  const appointment = await throughline.appointments.enRoute('appointment_01h455vb4pex5vsknk084sn02q', {
    eta_minutes: 25,
  });
  console.log(appointment);
}

export async function markAppointmentRunningLate(): Promise<void> {
  const appointment = await throughline.appointments.runningLate('appointment_01h455vb4pex5vsknk084sn02q', {
    eta_minutes: 25,
  });
  console.log(appointment);
}

export async function startAppointment(): Promise<void> {
  const appointment = await throughline.appointments.start('appointment_01h455vb4pex5vsknk084sn02q', {});
  console.log(appointment);
}

export async function completeAppointment(): Promise<void> {
  const appointment = await throughline.appointments.complete('appointment_01h455vb4pex5vsknk084sn02q', {});
  console.log(appointment);
}

export async function markAppointmentNoShow(): Promise<void> {
  const appointment = await throughline.appointments.noShow('appointment_01h455vb4pex5vsknk084sn02q', {});
  console.log(appointment);
}

export async function cancelAppointment(): Promise<void> {
  const appointment = await throughline.appointments.cancel('appointment_01h455vb4pex5vsknk084sn02q', {
    reason: 'Customer is on vacation',
  });
  console.log(appointment);
}

export async function undoAppointmentStep(): Promise<void> {
  const appointment = await throughline.appointments.undoStep('appointment_01h455vb4pex5vsknk084sn02q', {});
  console.log(appointment);
}

export async function getDispatchBoard(): Promise<void> {
  const dispatchBoard = await throughline.dispatch.get();
  console.log(dispatchBoard);
}

export async function suggestAssignee(): Promise<void> {
  const suggestions = await throughline.dispatch.suggest({
    appointment_id: 'appointment_01h455vb4pex5vsknk084sn02q',
    limit: 3,
  });
  console.log(suggestions);
}

export async function suggestSlots(): Promise<void> {
  const suggestedSlots = await throughline.dispatch.suggestSlots({
    lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
    duration_minutes: 90,
    from: '2027-03-01',
    to: '2027-03-05',
    limit: 5,
  });
  console.log(suggestedSlots);
}

export async function planReassignment(): Promise<void> {
  const replan = await throughline.dispatch.replans.create({
    date: '2027-03-02',
    user_id: 'user_01h455vb4pex5vsknk084sn02q',
    reason: 'sick',
  });
  console.log(replan);
}

export async function getReplan(): Promise<void> {
  const replan = await throughline.dispatch.replans.get('replan_01h455vb4pex5vsknk084sn02q');
  console.log(replan);
}

export async function applyReplan(): Promise<void> {
  const appliedReplan = await throughline.dispatch.replans.apply('replan_01h455vb4pex5vsknk084sn02q', {
    notify: false,
  });
  console.log(appliedReplan);
}

export async function createJob(): Promise<void> {
  const job = await throughline.jobs.create({
    lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
    title: 'Replace the water heater',
    service: 'water_heater_replacement',
    contract: {
      amount: 245000,
      currency: 'USD',
      terms: 'Half in advance, half on completion.',
    },
    warranty_months: 12,
  });
  console.log(job);
}

export async function listJobs(): Promise<void> {
  for await (const job of throughline.jobs.list()) {
    console.log(job);
  }
}

export async function countJobs(): Promise<void> {
  const jobCounts = await throughline.jobs.count();
  console.log(jobCounts);
}

export async function getJob(): Promise<void> {
  const job = await throughline.jobs.get('job_01h455vb4pex5vsknk084sn02q');
  console.log(job);
}

export async function updateJob(): Promise<void> {
  const job = await throughline.jobs.update('job_01h455vb4pex5vsknk084sn02q', {
    title: 'Replace the water heater and the shut-off valve',
    assigned_to: 'user_01h455vb4pex5vsknk084sn02q',
  });
  console.log(job);
}

export async function scheduleJob(): Promise<void> {
  const job = await throughline.jobs.schedule('job_01h455vb4pex5vsknk084sn02q', {
    starts_at: '2027-03-03T09:00:00-08:00',
    duration_minutes: 240,
    assigned_to: 'user_01h455vb4pex5vsknk084sn02q',
  });
  console.log(job);
}

export async function startJob(): Promise<void> {
  const job = await throughline.jobs.start('job_01h455vb4pex5vsknk084sn02q');
  console.log(job);
}

export async function pauseJob(): Promise<void> {
  const job = await throughline.jobs.pause('job_01h455vb4pex5vsknk084sn02q', {
    reason: 'Waiting for parts',
  });
  console.log(job);
}

export async function resumeJob(): Promise<void> {
  const job = await throughline.jobs.resume('job_01h455vb4pex5vsknk084sn02q');
  console.log(job);
}

export async function completeJob(): Promise<void> {
  const job = await throughline.jobs.complete('job_01h455vb4pex5vsknk084sn02q', {
    cancel_appointments: true,
  });
  console.log(job);
}

export async function enrollWarranty(): Promise<void> {
  const job = await throughline.jobs.enrollWarranty('job_01h455vb4pex5vsknk084sn02q');
  console.log(job);
}

export async function closeJob(): Promise<void> {
  const job = await throughline.jobs.close('job_01h455vb4pex5vsknk084sn02q');
  console.log(job);
}

export async function cancelJob(): Promise<void> {
  const job = await throughline.jobs.cancel('job_01h455vb4pex5vsknk084sn02q', {
    reason: 'The customer sold the house',
  });
  console.log(job);
}

export async function createChecklistItem(): Promise<void> {
  const job = await throughline.jobs.checklist.create('job_01h455vb4pex5vsknk084sn02q', {
    title: 'Shut off the gas',
  });
  console.log(job);
}

export async function checkChecklistItem(): Promise<void> {
  const job = await throughline.checklistItems.check('item_01h455vb4pex5vsknk084sn02q', {});
  console.log(job);
}

export async function uncheckChecklistItem(): Promise<void> {
  const job = await throughline.checklistItems.uncheck('item_01h455vb4pex5vsknk084sn02q', {});
  console.log(job);
}

export async function createJobNote(): Promise<void> {
  const jobNote = await throughline.jobs.notes.create('job_01h455vb4pex5vsknk084sn02q', {
    text: 'The shut-off valve is behind the dryer.',
  });
  console.log(jobNote);
}

export async function listJobNotes(): Promise<void> {
  for await (const jobNote of throughline.jobs.notes.list('job_01h455vb4pex5vsknk084sn02q')) {
    console.log(jobNote);
  }
}

export async function createJobAttachment(): Promise<void> {
  const jobAttachment = await throughline.jobs.attachments.create('job_01h455vb4pex5vsknk084sn02q', {
    url: 'https://files.example.com/photos/7f3a91.jpg',
    name: 'Water heater, before',
    content_type: 'image/jpeg',
    size_bytes: 482133,
  });
  console.log(jobAttachment);
}

export async function listJobAttachments(): Promise<void> {
  for await (const jobAttachment of throughline.jobs.attachments.list('job_01h455vb4pex5vsknk084sn02q')) {
    console.log(jobAttachment);
  }
}

export async function createWarrantyClaim(): Promise<void> {
  const warrantyClaim = await throughline.jobs.warrantyClaims.create('job_01h455vb4pex5vsknk084sn02q', {
    description: 'The pilot light goes out every night.',
    starts_at: '2027-03-04T13:00:00-08:00',
  });
  console.log(warrantyClaim);
}

export async function listJobWarrantyClaims(): Promise<void> {
  for await (const warrantyClaim of throughline.jobs.warrantyClaims.list('job_01h455vb4pex5vsknk084sn02q')) {
    console.log(warrantyClaim);
  }
}

export async function listWarrantyClaims(): Promise<void> {
  for await (const warrantyClaim of throughline.warrantyClaims.list()) {
    console.log(warrantyClaim);
  }
}

export async function getWarrantyClaim(): Promise<void> {
  const warrantyClaim = await throughline.warrantyClaims.get('claim_01h455vb4pex5vsknk084sn02q');
  console.log(warrantyClaim);
}

export async function scheduleWarrantyClaim(): Promise<void> {
  const warrantyClaim = await throughline.warrantyClaims.schedule('claim_01h455vb4pex5vsknk084sn02q', {
    starts_at: '2027-03-04T13:00:00-08:00',
    assigned_to: 'user_01h455vb4pex5vsknk084sn02q',
  });
  console.log(warrantyClaim);
}

export async function closeWarrantyClaim(): Promise<void> {
  const warrantyClaim = await throughline.warrantyClaims.close('claim_01h455vb4pex5vsknk084sn02q', {
    resolution: 'Thermocouple replaced.',
  });
  console.log(warrantyClaim);
}

export async function uploadFile(): Promise<void> {
  const storedFileWithName = await throughline.files.create({
    type: 'application/pdf',
    content: '%PDF-1.7\n%%EOF\n',
  });
  console.log(storedFileWithName);
}

export async function getFile(): Promise<void> {
  const storedFileWithName = await throughline.files.get('file_01h455vb4pex5vsknk084sn02q');
  console.log(storedFileWithName);
}

export async function getFileContent(): Promise<void> {
  const file = await throughline.files.content('file_01h455vb4pex5vsknk084sn02q');
  console.log(await file.text());
}

export async function createInvoice(): Promise<void> {
  const invoiceWithPayments = await throughline.invoices.create({
    job_id: 'job_01h455vb4pex5vsknk084sn02q',
    currency: 'USD',
    due_on: '2027-03-31',
    lines: [
      {
        description: 'Water heater, 50 gallons',
        quantity: 1,
        unit_amount: 120000,
        tax_rate: 8.25,
      },
      { description: 'Installation, per hour', quantity: 4, unit_amount: 11500 },
    ],
  });
  console.log(invoiceWithPayments);
}

export async function listInvoices(): Promise<void> {
  for await (const invoice of throughline.invoices.list()) {
    console.log(invoice);
  }
}

export async function countInvoices(): Promise<void> {
  const invoiceCounts = await throughline.invoices.count();
  console.log(invoiceCounts);
}

export async function getInvoice(): Promise<void> {
  const invoiceWithPayments = await throughline.invoices.get('invoice_01h455vb4pex5vsknk084sn02q');
  console.log(invoiceWithPayments);
}

export async function updateInvoice(): Promise<void> {
  const invoiceWithPayments = await throughline.invoices.update('invoice_01h455vb4pex5vsknk084sn02q', {
    due_on: '2027-03-31',
    notes: 'Thank you.',
  });
  console.log(invoiceWithPayments);
}

export async function sendInvoice(): Promise<void> {
  const invoiceWithPayments = await throughline.invoices.send('invoice_01h455vb4pex5vsknk084sn02q', {
    channel: 'sms',
  });
  console.log(invoiceWithPayments);
}

export async function getInvoiceDocument(): Promise<void> {
  const file = await throughline.invoices.document('invoice_01h455vb4pex5vsknk084sn02q');
  console.log(await file.text());
}

export async function voidInvoice(): Promise<void> {
  const invoiceWithPayments = await throughline.invoices.void('invoice_01h455vb4pex5vsknk084sn02q', {
    reason: 'Created twice.',
  });
  console.log(invoiceWithPayments);
}

export async function recordPayment(): Promise<void> {
  const invoiceWithPayments = await throughline.invoices.payments.create('invoice_01h455vb4pex5vsknk084sn02q', {
    amount: 50000,
    method: 'card',
    reference: 'ch_3PqV',
  });
  console.log(invoiceWithPayments);
}

export async function collectPayment(): Promise<void> {
  const collectedPayment = await throughline.jobs.collectPayment('job_01h455vb4pex5vsknk084sn02q', {
    amount: 12900,
    method: 'check',
    reference: '1042',
    currency: 'USD',
    lines: [{ description: 'Drain cleaning', quantity: 1, unit_amount: 12900 }],
  });
  console.log(collectedPayment);
}

export async function recordRefund(): Promise<void> {
  const invoiceWithPayments = await throughline.invoices.refunds.create('invoice_01h455vb4pex5vsknk084sn02q', {
    amount: 5000,
    reason: 'The part was under warranty.',
  });
  console.log(invoiceWithPayments);
}

export async function createPaymentProvider(): Promise<void> {
  const paymentProvider = await throughline.paymentProviders.create({
    kind: 'stripe',
    secret_key: 'rk_test_exampleOnly',
    webhook_secret: 'whsec_exampleOnly',
  });
  console.log(paymentProvider);
}

export async function listPaymentProviders(): Promise<void> {
  for await (const paymentProvider of throughline.paymentProviders.list()) {
    console.log(paymentProvider);
  }
}

export async function getPaymentProvider(): Promise<void> {
  const paymentProvider = await throughline.paymentProviders.get('payment_provider_01h455vb4pex5vsknk084sn02q');
  console.log(paymentProvider);
}

export async function updatePaymentProvider(): Promise<void> {
  const paymentProvider = await throughline.paymentProviders.update('payment_provider_01h455vb4pex5vsknk084sn02q', {
    status: 'disabled',
  });
  console.log(paymentProvider);
}

export async function createCheckout(): Promise<void> {
  const checkout = await throughline.invoices.checkout.create('invoice_01h455vb4pex5vsknk084sn02q', {});
  console.log(checkout);
}

export async function getCheckout(): Promise<void> {
  const checkout = await throughline.checkouts.get('checkout_01h455vb4pex5vsknk084sn02q');
  console.log(checkout);
}

export async function listPayments(): Promise<void> {
  for await (const receivedPayment of throughline.payments.list()) {
    console.log(receivedPayment);
  }
}

export async function getPayment(): Promise<void> {
  const receivedPayment = await throughline.payments.get('payment_01h455vb4pex5vsknk084sn02q');
  console.log(receivedPayment);
}

export async function matchPayment(): Promise<void> {
  const receivedPayment = await throughline.payments.match('payment_01h455vb4pex5vsknk084sn02q', {
    invoice_id: 'invoice_01h455vb4pex5vsknk084sn02q',
  });
  console.log(receivedPayment);
}

export async function createEstimate(): Promise<void> {
  const estimate = await throughline.estimates.create({
    lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
    title: 'Replace the water heater',
    valid_until: '2027-03-31',
    options: [
      {
        name: 'Better',
        recommended: true,
        lines: [
          {
            description: 'Water heater, 50 gallons',
            quantity: 1,
            unit_amount: 120000,
            tax_rate: 8.25,
          },
          {
            description: 'Haul away the old heater',
            quantity: 1,
            unit_amount: 7500,
            optional: true,
          },
        ],
      },
    ],
    deposit: { percent: 30 },
    terms: 'The rest is due on completion.',
  });
  console.log(estimate);
}

export async function listEstimates(): Promise<void> {
  for await (const estimate of throughline.estimates.list()) {
    console.log(estimate);
  }
}

export async function getEstimate(): Promise<void> {
  const estimate = await throughline.estimates.get('estimate_01h455vb4pex5vsknk084sn02q');
  console.log(estimate);
}

export async function updateEstimate(): Promise<void> {
  const estimate = await throughline.estimates.update('estimate_01h455vb4pex5vsknk084sn02q', {
    valid_until: '2027-04-30',
  });
  console.log(estimate);
}

export async function sendEstimate(): Promise<void> {
  const estimate = await throughline.estimates.send('estimate_01h455vb4pex5vsknk084sn02q', {
    channel: 'sms',
  });
  console.log(estimate);
}

export async function reviseEstimate(): Promise<void> {
  const estimate = await throughline.estimates.revise('estimate_01h455vb4pex5vsknk084sn02q', {
    valid_until: '2027-04-30',
  });
  console.log(estimate);
}

export async function declineEstimate(): Promise<void> {
  const estimate = await throughline.estimates.decline('estimate_01h455vb4pex5vsknk084sn02q', {
    reason: 'Too expensive',
  });
  console.log(estimate);
}

export async function acceptEstimate(): Promise<void> {
  const acceptedEstimate = await throughline.estimates.accept('estimate_01h455vb4pex5vsknk084sn02q', {
    option: 'Better',
    optional_lines: [1],
    signature: { name: 'Dana Whitfield', kind: 'typed' },
  });
  console.log(acceptedEstimate);
}

export async function verifyEstimate(): Promise<void> {
  const estimateVerification = await throughline.estimates.verify('estimate_01h455vb4pex5vsknk084sn02q');
  console.log(estimateVerification);
}

export async function getEstimateDocument(): Promise<void> {
  const file = await throughline.estimates.document('estimate_01h455vb4pex5vsknk084sn02q');
  console.log(await file.text());
}

export async function createLink(): Promise<void> {
  const linkWithUrl = await throughline.links.create({
    purpose: 'visit',
    appointment_id: 'appointment_01h455vb4pex5vsknk084sn02q',
  });
  console.log(linkWithUrl);
}

export async function listLinks(): Promise<void> {
  for await (const link of throughline.links.list()) {
    console.log(link);
  }
}

export async function getLink(): Promise<void> {
  const link = await throughline.links.get('link_01h455vb4pex5vsknk084sn02q');
  console.log(link);
}

export async function revokeLink(): Promise<void> {
  const link = await throughline.links.delete('link_01h455vb4pex5vsknk084sn02q');
  console.log(link);
}

export async function recordCommunication(): Promise<void> {
  const communication = await throughline.communications.create({
    lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
    channel: 'call',
    direction: 'inbound',
    body: 'Agent: How can I help? Caller: My water heater is leaking.',
    duration_seconds: 184,
  });
  console.log(communication);
}

export async function listCommunications(): Promise<void> {
  for await (const communication of throughline.communications.list()) {
    console.log(communication);
  }
}

export async function sendMessage(): Promise<void> {
  const communication = await throughline.messages.create({
    lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
    channel: 'sms',
    body: 'We are on our way: about 20 minutes.',
  });
  console.log(communication);
}

export async function getCommunication(): Promise<void> {
  const communication = await throughline.communications.get('communication_01h455vb4pex5vsknk084sn02q');
  console.log(communication);
}

export async function retryCommunication(): Promise<void> {
  const communication = await throughline.communications.retry('communication_01h455vb4pex5vsknk084sn02q');
  console.log(communication);
}

export async function createOptOut(): Promise<void> {
  const optOut = await throughline.optOuts.create({
    channel: 'sms',
    lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
    source: 'On the phone to Rosa, March 1',
  });
  console.log(optOut);
}

export async function listOptOuts(): Promise<void> {
  for await (const optOut of throughline.optOuts.list()) {
    console.log(optOut);
  }
}

export async function getOptOut(): Promise<void> {
  const optOut = await throughline.optOuts.get('opt_out_01h455vb4pex5vsknk084sn02q');
  console.log(optOut);
}

export async function revokeOptOut(): Promise<void> {
  const optOut = await throughline.optOuts.revoke('opt_out_01h455vb4pex5vsknk084sn02q', {
    source: 'Asked for reminders again on the phone on March 3, heard by Rosa',
  });
  console.log(optOut);
}

export async function createChannel(): Promise<void> {
  const channel = await throughline.channels.create({
    kind: 'smtp',
    name: 'Office email',
    settings: {
      host: 'smtp.example.com',
      port: 465,
      secure: true,
      username: 'alder',
      password: 'a password of the mail server',
      from_address: 'office@alder.example.com',
      from_name: 'Alder Heating & Air',
    },
  });
  console.log(channel);
}

export async function listChannels(): Promise<void> {
  for await (const channel of throughline.channels.list()) {
    console.log(channel);
  }
}

export async function getChannel(): Promise<void> {
  const channel = await throughline.channels.get('channel_01h455vb4pex5vsknk084sn02q');
  console.log(channel);
}

export async function updateChannel(): Promise<void> {
  const channel = await throughline.channels.update('channel_01h455vb4pex5vsknk084sn02q', {
    name: 'Office email',
    settings: { from_name: 'Alder Heating & Air' },
  });
  console.log(channel);
}

export async function testChannel(): Promise<void> {
  const communication = await throughline.channels.test('channel_01h455vb4pex5vsknk084sn02q', {
    to: 'office@alder.example.com',
  });
  console.log(communication);
}

export async function createTemplate(): Promise<void> {
  const template = await throughline.templates.create({
    name: 'First reply',
    channel: 'sms',
    body: 'Hi {{ lead.name | default: "there" }}, this is {{ organization.name }}.',
    translations: { es: { body: 'Hola {{ lead.name }}, somos {{ organization.name }}.' } },
    purpose: 'service',
  });
  console.log(template);
}

export async function listTemplates(): Promise<void> {
  for await (const template of throughline.templates.list()) {
    console.log(template);
  }
}

export async function getTemplate(): Promise<void> {
  const template = await throughline.templates.get('template_01h455vb4pex5vsknk084sn02q');
  console.log(template);
}

export async function updateTemplate(): Promise<void> {
  const template = await throughline.templates.update('template_01h455vb4pex5vsknk084sn02q', {
    body: 'Hi {{ lead.name | default: "there" }}, this is {{ organization.name }}. We call you soon.',
  });
  console.log(template);
}

export async function previewTemplate(): Promise<void> {
  const templatePreview = await throughline.templates.preview({
    lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
    channel: 'sms',
    body: 'Hi {{ lead.name | default: "there" }}, this is {{ organization.name }}.',
  });
  console.log(templatePreview);
}

export async function createFollowUp(): Promise<void> {
  const followUp = await throughline.followUps.create({
    lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
    channel: 'task',
    due_at: '2027-03-04T09:00:00-08:00',
    body: 'Ask {{ lead.name }} whether the estimate arrived.',
  });
  console.log(followUp);
}

export async function listFollowUps(): Promise<void> {
  for await (const followUp of throughline.followUps.list()) {
    console.log(followUp);
  }
}

export async function getFollowUp(): Promise<void> {
  const followUp = await throughline.followUps.get('follow_up_01h455vb4pex5vsknk084sn02q');
  console.log(followUp);
}

export async function cancelFollowUp(): Promise<void> {
  const followUp = await throughline.followUps.cancel('follow_up_01h455vb4pex5vsknk084sn02q', {
    reason: 'The customer called us',
  });
  console.log(followUp);
}

export async function completeFollowUp(): Promise<void> {
  const followUp = await throughline.followUps.complete('follow_up_01h455vb4pex5vsknk084sn02q', {
    note: 'They want the larger heater.',
  });
  console.log(followUp);
}

export async function rescheduleFollowUp(): Promise<void> {
  const followUp = await throughline.followUps.reschedule('follow_up_01h455vb4pex5vsknk084sn02q', {
    delay: 'P2D',
  });
  console.log(followUp);
}

export async function createForm(): Promise<void> {
  const form = await throughline.forms.create({
    name: 'Website, contact page',
    title: 'Ask Alder Heating & Air',
    intro: 'Tell us what is wrong, and we call you back within the hour.',
    services: [
      { code: 'water_heater_repair', label: 'Water heater repair' },
      { code: 'ac_repair', label: 'AC repair' },
    ],
  });
  console.log(form);
}

export async function listForms(): Promise<void> {
  for await (const form of throughline.forms.list()) {
    console.log(form);
  }
}

export async function getForm(): Promise<void> {
  const form = await throughline.forms.get('form_01h455vb4pex5vsknk084sn02q');
  console.log(form);
}

export async function updateForm(): Promise<void> {
  const form = await throughline.forms.update('form_01h455vb4pex5vsknk084sn02q', {
    thank_you: 'Thank you. We will call you back within the hour.',
    enabled: true,
  });
  console.log(form);
}

export async function previewForm(): Promise<void> {
  const formPreview = await throughline.forms.preview({
    name: 'Website, contact page',
    title: 'Ask Alder Heating & Air',
    intro: 'Tell us what is wrong, and we call you back within the hour.',
    services: [
      { code: 'water_heater_repair', label: 'Water heater repair' },
      { code: 'ac_repair', label: 'AC repair' },
    ],
  });
  console.log(formPreview);
}

export async function createSource(): Promise<void> {
  const leadSource = await throughline.sources.create({
    name: 'Partner website',
    kind: 'json',
    source: 'partner',
    default_service: 'water_heater_repair',
    mapping: { name: '/contact/name', phone: '/contact/phone' },
  });
  console.log(leadSource);
}

export async function listSources(): Promise<void> {
  for await (const leadSource of throughline.sources.list()) {
    console.log(leadSource);
  }
}

export async function getSource(): Promise<void> {
  const leadSource = await throughline.sources.get('source_01h455vb4pex5vsknk084sn02q');
  console.log(leadSource);
}

export async function updateSource(): Promise<void> {
  const leadSource = await throughline.sources.update('source_01h455vb4pex5vsknk084sn02q', {
    default_service: 'ac_repair',
    active: true,
  });
  console.log(leadSource);
}

export async function previewSource(): Promise<void> {
  const sourcePreview = await throughline.sources.preview('source_01h455vb4pex5vsknk084sn02q', {
    payload: { contact: { name: 'Dana Whitfield', phone: '415-555-0134' } },
  });
  console.log(sourcePreview);
}

export async function listSourceReceipts(): Promise<void> {
  for await (const sourceReceipt of throughline.sources.receipts('source_01h455vb4pex5vsknk084sn02q')) {
    console.log(sourceReceipt);
  }
}

export async function getReceipt(): Promise<void> {
  const sourceReceipt = await throughline.receipts.get('receipt_01h455vb4pex5vsknk084sn02q');
  console.log(sourceReceipt);
}

export async function listQuarantine(): Promise<void> {
  for await (const sourceReceipt of throughline.quarantine.list()) {
    console.log(sourceReceipt);
  }
}

export async function releaseQuarantined(): Promise<void> {
  const sourceReceipt = await throughline.quarantine.release('receipt_01h455vb4pex5vsknk084sn02q', {
    fields: { phone: '+14155550134', service_needed: 'ac_repair' },
  });
  console.log(sourceReceipt);
}

export async function discardQuarantined(): Promise<void> {
  const sourceReceipt = await throughline.quarantine.discard('receipt_01h455vb4pex5vsknk084sn02q', {
    reason: 'Spam',
  });
  console.log(sourceReceipt);
}

export async function createBookingPage(): Promise<void> {
  const bookingPage = await throughline.bookingPages.create({
    name: 'Website',
    title: 'Book a visit',
    services: ['water_heater_repair'],
    brand: { color: '#0b5cad' },
  });
  console.log(bookingPage);
}

export async function listBookingPages(): Promise<void> {
  for await (const bookingPage of throughline.bookingPages.list()) {
    console.log(bookingPage);
  }
}

export async function getBookingPage(): Promise<void> {
  const bookingPage = await throughline.bookingPages.get('booking_page_01h455vb4pex5vsknk084sn02q');
  console.log(bookingPage);
}

export async function updateBookingPage(): Promise<void> {
  const bookingPage = await throughline.bookingPages.update('booking_page_01h455vb4pex5vsknk084sn02q', {
    title: 'Book a visit online',
    active: true,
  });
  console.log(bookingPage);
}

export async function createPlaybook(): Promise<void> {
  const playbook = await throughline.playbooks.create({
    name: 'Speed to lead',
    trigger: { event: 'lead.qualified', when: "data.source == 'web_form'" },
    stop_on: ['communication.received', 'appointment.booked'],
    steps: [
      {
        id: 'text',
        do: 'send_message',
        with: {
          channel: 'sms',
          body: 'Hi {{ lead.name | default: "there" }}, we will call you in a few minutes.',
        },
      },
      { id: 'pause', do: 'wait', with: { duration: 'PT5M' } },
      { id: 'task', do: 'create_task', with: { title: 'Call {{ lead.name }}' } },
    ],
  });
  console.log(playbook);
}

export async function listPlaybooks(): Promise<void> {
  for await (const playbook of throughline.playbooks.list()) {
    console.log(playbook);
  }
}

export async function getPlaybook(): Promise<void> {
  const playbook = await throughline.playbooks.get('playbook_01h455vb4pex5vsknk084sn02q');
  console.log(playbook);
}

export async function updatePlaybook(): Promise<void> {
  const playbook = await throughline.playbooks.update('playbook_01h455vb4pex5vsknk084sn02q', {
    enabled: true,
  });
  console.log(playbook);
}

export async function listPlaybookVersions(): Promise<void> {
  for await (const playbookVersion of throughline.playbooks.versions.list('playbook_01h455vb4pex5vsknk084sn02q')) {
    console.log(playbookVersion);
  }
}

export async function getPlaybookVersion(): Promise<void> {
  const playbookVersion = await throughline.playbooks.versions.get('playbook_01h455vb4pex5vsknk084sn02q', '1');
  console.log(playbookVersion);
}

export async function runPlaybook(): Promise<void> {
  const dryRun = await throughline.playbooks.run('playbook_01h455vb4pex5vsknk084sn02q', {
    lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
    input: { offer: 'spring' },
  });
  console.log(dryRun);
}

export async function dryRunPlaybook(): Promise<void> {
  const dryRun = await throughline.playbooks.dryRun({
    lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
    trigger: { event: 'lead.qualified' },
    steps: [{ id: 'task', do: 'create_task', with: { title: 'Call {{ lead.name }}' } }],
  });
  console.log(dryRun);
}

export async function listPlaybookRuns(): Promise<void> {
  for await (const playbookRun of throughline.playbookRuns.list()) {
    console.log(playbookRun);
  }
}

export async function getPlaybookRun(): Promise<void> {
  const playbookRunWithSteps = await throughline.playbookRuns.get('run_01h455vb4pex5vsknk084sn02q');
  console.log(playbookRunWithSteps);
}

export async function cancelPlaybookRun(): Promise<void> {
  const playbookRun = await throughline.playbookRuns.cancel('run_01h455vb4pex5vsknk084sn02q', {
    reason: 'They called back.',
  });
  console.log(playbookRun);
}

export async function retryPlaybookRun(): Promise<void> {
  const playbookRun = await throughline.playbookRuns.retry('run_01h455vb4pex5vsknk084sn02q');
  console.log(playbookRun);
}

export async function getAutomationHealth(): Promise<void> {
  const automationHealth = await throughline.automation.health();
  console.log(automationHealth);
}

export async function rotateAutomationSecret(): Promise<void> {
  const automationSecret = await throughline.automation.rotateSecret();
  console.log(automationSecret);
}

export async function createSecret(): Promise<void> {
  const secret = await throughline.secrets.create({
    name: 'crm',
    value: 'a-key-of-the-other-system',
    allowed_hosts: ['api.crm.example'],
  });
  console.log(secret);
}

export async function listSecrets(): Promise<void> {
  for await (const secret of throughline.secrets.list()) {
    console.log(secret);
  }
}

export async function getSecret(): Promise<void> {
  const secret = await throughline.secrets.get('secret_01h455vb4pex5vsknk084sn02q');
  console.log(secret);
}

export async function updateSecret(): Promise<void> {
  const secret = await throughline.secrets.update('secret_01h455vb4pex5vsknk084sn02q', {
    value: 'a-new-key-of-the-other-system',
    allowed_hosts: ['api.crm.example'],
  });
  console.log(secret);
}

export async function deleteSecret(): Promise<void> {
  const secret = await throughline.secrets.delete('secret_01h455vb4pex5vsknk084sn02q');
  console.log(secret);
}

export async function listEvents(): Promise<void> {
  for await (const event of throughline.events.list()) {
    console.log(event);
  }
}

export async function streamEvents(): Promise<void> {
  for await (const event of throughline.events.stream()) {
    console.log(event.type);
  }
}

export async function getEventType(): Promise<void> {
  const eventType = await throughline.eventTypes.get('lead.qualified');
  console.log(eventType);
}

export async function listEventTypes(): Promise<void> {
  const result = await throughline.eventTypes.list();
  console.log(result);
}

export async function sendExampleEvent(): Promise<void> {
  const exampleEvent = await throughline.events.examples.create({ event_type: 'lead.qualified' });
  console.log(exampleEvent);
}

export async function createWebhookEndpoint(): Promise<void> {
  const webhookEndpointWithSecret = await throughline.webhookEndpoints.create({
    url: 'https://example.com/throughline',
    event_types: ['lead.*', 'appointment.booked'],
    description: 'Office calendar',
  });
  console.log(webhookEndpointWithSecret);
}

export async function listWebhookEndpoints(): Promise<void> {
  for await (const webhookEndpoint of throughline.webhookEndpoints.list()) {
    console.log(webhookEndpoint);
  }
}

export async function getWebhookEndpoint(): Promise<void> {
  const webhookEndpointWithHealth = await throughline.webhookEndpoints.get('webhook_endpoint_01h455vb4pex5vsknk084sn02q');
  console.log(webhookEndpointWithHealth);
}

export async function updateWebhookEndpoint(): Promise<void> {
  const webhookEndpoint = await throughline.webhookEndpoints.update('webhook_endpoint_01h455vb4pex5vsknk084sn02q', {
    event_types: ['lead.*', 'appointment.*'],
    rate_limit_per_second: 20,
  });
  console.log(webhookEndpoint);
}

export async function deleteWebhookEndpoint(): Promise<void> {
  const webhookEndpoint = await throughline.webhookEndpoints.delete('webhook_endpoint_01h455vb4pex5vsknk084sn02q');
  console.log(webhookEndpoint);
}

export async function enableWebhookEndpoint(): Promise<void> {
  const webhookEndpoint = await throughline.webhookEndpoints.enable('webhook_endpoint_01h455vb4pex5vsknk084sn02q');
  console.log(webhookEndpoint);
}

export async function disableWebhookEndpoint(): Promise<void> {
  const webhookEndpoint = await throughline.webhookEndpoints.disable('webhook_endpoint_01h455vb4pex5vsknk084sn02q');
  console.log(webhookEndpoint);
}

export async function rotateWebhookSecret(): Promise<void> {
  const webhookEndpointWithSecret = await throughline.webhookEndpoints.rotateSecret('webhook_endpoint_01h455vb4pex5vsknk084sn02q', {});
  console.log(webhookEndpointWithSecret);
}

export async function testWebhookEndpoint(): Promise<void> {
  const exampleEvent = await throughline.webhookEndpoints.test('webhook_endpoint_01h455vb4pex5vsknk084sn02q', {
    event_type: 'lead.qualified',
  });
  console.log(exampleEvent);
}

export async function listWebhookDeliveries(): Promise<void> {
  for await (const webhookDelivery of throughline.webhookEndpoints.deliveries.list('webhook_endpoint_01h455vb4pex5vsknk084sn02q')) {
    console.log(webhookDelivery);
  }
}

export async function getWebhookDelivery(): Promise<void> {
  const webhookDeliveryWithAttempts = await throughline.webhookEndpoints.deliveries.get('webhook_endpoint_01h455vb4pex5vsknk084sn02q', 'delivery_01h455vb4pex5vsknk084sn02q');
  console.log(webhookDeliveryWithAttempts);
}

export async function retryWebhookDelivery(): Promise<void> {
  const webhookDeliveryWithAttempts = await throughline.webhookEndpoints.deliveries.retry('webhook_endpoint_01h455vb4pex5vsknk084sn02q', 'delivery_01h455vb4pex5vsknk084sn02q');
  console.log(webhookDeliveryWithAttempts);
}

export async function createWebhookReplay(): Promise<void> {
  const webhookReplay = await throughline.webhookEndpoints.replays.create('webhook_endpoint_01h455vb4pex5vsknk084sn02q', {
    from_seq: 1,
  });
  console.log(webhookReplay);
}

export async function listWebhookReplays(): Promise<void> {
  for await (const webhookReplay of throughline.webhookEndpoints.replays.list('webhook_endpoint_01h455vb4pex5vsknk084sn02q')) {
    console.log(webhookReplay);
  }
}

export async function getWebhookReplay(): Promise<void> {
  const webhookReplay = await throughline.webhookEndpoints.replays.get('webhook_endpoint_01h455vb4pex5vsknk084sn02q', 'replay_01h455vb4pex5vsknk084sn02q');
  console.log(webhookReplay);
}

export async function cancelWebhookReplay(): Promise<void> {
  const webhookReplay = await throughline.webhookEndpoints.replays.cancel('webhook_endpoint_01h455vb4pex5vsknk084sn02q', 'replay_01h455vb4pex5vsknk084sn02q');
  console.log(webhookReplay);
}

export async function getFunnel(): Promise<void> {
  const funnel = await throughline.reports.funnel();
  console.log(funnel);
}

export async function getSpeedToLead(): Promise<void> {
  const speedToLead = await throughline.reports.speedToLead();
  console.log(speedToLead);
}

export async function getRevenue(): Promise<void> {
  const revenue = await throughline.reports.revenue();
  console.log(revenue);
}

export async function getUtilization(): Promise<void> {
  const utilization = await throughline.reports.utilization();
  console.log(utilization);
}

export async function getSourcesReport(): Promise<void> {
  const sourcesReport = await throughline.reports.sources();
  console.log(sourcesReport);
}

export async function setSpend(): Promise<void> {
  const spend = await throughline.spend.set({
    source: 'google_ads',
    date: '2027-03-01',
    amount: 12550,
    currency: 'USD',
  });
  console.log(spend);
}

export async function listSpend(): Promise<void> {
  for await (const spend of throughline.spend.list()) {
    console.log(spend);
  }
}

export async function importSpend(): Promise<void> {
  const spendImport = await throughline.spend.import({
    type: 'text/csv',
    content: 'source,date,cost,currency\ngoogle_ads,2027-03-02,125.50,USD\n',
  });
  console.log(spendImport);
}

export async function eraseCustomer(): Promise<void> {
  const erasure = await throughline.customers.erase('customer_01h455vb4pex5vsknk084sn02q');
  console.log(erasure);
}

export async function eraseLead(): Promise<void> {
  const erasure = await throughline.leads.erase('lead_01h455vb4pex5vsknk084sn02q');
  console.log(erasure);
}

export async function getErasure(): Promise<void> {
  const erasure = await throughline.erasures.get('erasure_01h455vb4pex5vsknk084sn02q');
  console.log(erasure);
}

export async function exportCustomer(): Promise<void> {
  const result = await throughline.customers.export('customer_01h455vb4pex5vsknk084sn02q');
  console.log(result);
}

export async function exportLead(): Promise<void> {
  const result = await throughline.leads.export('lead_01h455vb4pex5vsknk084sn02q');
  console.log(result);
}

export async function getRetention(): Promise<void> {
  const retention = await throughline.organization.retention.get();
  console.log(retention);
}

export async function updateRetention(): Promise<void> {
  const retention = await throughline.organization.retention.update({
    transcripts_days: 365,
    messages_days: 730,
  });
  console.log(retention);
}

export async function createOrganization(): Promise<void> {
  const organizationWithToken = await throughline.organizations.create({
    name: 'Alder Heating & Air',
    time_zone: 'America/Los_Angeles',
    country: 'US',
  });
  console.log(organizationWithToken);
}

export async function createOrganizationToken(): Promise<void> {
  const tokenWithSecret = await throughline.organizations.tokens.create('organization_01h455vb4pex5vsknk084sn02q', {
    name: 'Office',
  });
  console.log(tokenWithSecret);
}

export async function suspendOrganization(): Promise<void> {
  const organization = await throughline.organizations.suspend('organization_01h455vb4pex5vsknk084sn02q');
  console.log(organization);
}

export async function resumeOrganization(): Promise<void> {
  const organization = await throughline.organizations.resume('organization_01h455vb4pex5vsknk084sn02q');
  console.log(organization);
}

export async function getOrganization(): Promise<void> {
  const organization = await throughline.organization.get();
  console.log(organization);
}

export async function updateOrganization(): Promise<void> {
  const organization = await throughline.organization.update({
    qualification_policy: 'auto',
    scheduling: { buffer_minutes: 15 },
    phone: '+15035550100',
  });
  console.log(organization);
}

export async function getQuotas(): Promise<void> {
  const quotas = await throughline.organization.quotas();
  console.log(quotas);
}

export async function updateQuotas(): Promise<void> {
  const quotas = await throughline.organizations.quotas.update('organization_01h455vb4pex5vsknk084sn02q', {
    users: 3000,
    webhook_endpoints: 100,
  });
  console.log(quotas);
}

export async function pauseSending(): Promise<void> {
  const organization = await throughline.organization.pauseSending();
  console.log(organization);
}

export async function resumeSending(): Promise<void> {
  const organization = await throughline.organization.resumeSending({ discard_waiting: false });
  console.log(organization);
}

export async function getService(): Promise<void> {
  const service = await throughline.service.get();
  console.log(service);
}

export async function pauseServiceSending(): Promise<void> {
  const service = await throughline.service.pauseSending();
  console.log(service);
}

export async function resumeServiceSending(): Promise<void> {
  const service = await throughline.service.resumeSending({ discard_waiting: false });
  console.log(service);
}

export async function createDemoCompany(): Promise<void> {
  const demoCompany = await throughline.demoCompany.create();
  console.log(demoCompany);
}

export async function getDemoCompany(): Promise<void> {
  const demoCompany = await throughline.demoCompany.get();
  console.log(demoCompany);
}

export async function createDemoSignInLink(): Promise<void> {
  const signInLinkWithUrl = await throughline.demoCompany.signInLinks.create();
  console.log(signInLinkWithUrl);
}

export async function createToken(): Promise<void> {
  const tokenWithSecret = await throughline.tokens.create({ name: 'Website form', scopes: ['leads:capture'] });
  console.log(tokenWithSecret);
}

export async function listTokens(): Promise<void> {
  for await (const token of throughline.tokens.list()) {
    console.log(token);
  }
}

export async function getToken(): Promise<void> {
  const currentToken = await throughline.token.get();
  console.log(currentToken);
}

export async function revokeToken(): Promise<void> {
  const token = await throughline.tokens.delete('token_01h455vb4pex5vsknk084sn02q');
  console.log(token);
}

export async function getMe(): Promise<void> {
  const me = await throughline.me.get();
  console.log(me);
}

export async function updateMe(): Promise<void> {
  const user = await throughline.me.update({ phone: '+14155550134' });
  console.log(user);
}

export async function updatePreferences(): Promise<void> {
  const preferences = await throughline.me.preferences.update({ theme: 'dark', density: 'compact' });
  console.log(preferences);
}

export async function updatePassword(): Promise<void> {
  const endedSessions = await throughline.me.password({ password: 'another long sentence that only I know' });
  console.log(endedSessions);
}

export async function createPasskeyOptions(): Promise<void> {
  const passkeyOptions = await throughline.me.passkeys.options();
  console.log(passkeyOptions);
}

export async function createPasskey(): Promise<void> {
  const passkey = await throughline.me.passkeys.create({
    name: 'Phone',
    credential: { id: 'bEcUKfPVMzyAD9VVkpIfLw' },
  });
  console.log(passkey);
}

export async function listPasskeys(): Promise<void> {
  for await (const passkey of throughline.me.passkeys.list()) {
    console.log(passkey);
  }
}

export async function deletePasskey(): Promise<void> {
  const passkey = await throughline.me.passkeys.delete('passkey_01h455vb4pex5vsknk084sn02q');
  console.log(passkey);
}

export async function listSessions(): Promise<void> {
  for await (const session of throughline.sessions.list()) {
    console.log(session);
  }
}

export async function createSession(): Promise<void> {
  const signedIn = await throughline.sessions.create({
    email: 'rosa@example.com',
    password: 'a long sentence that only I know',
  });
  console.log(signedIn);
}

export async function endSession(): Promise<void> {
  const session = await throughline.sessions.delete('session_01h455vb4pex5vsknk084sn02q');
  console.log(session);
}

export async function inviteUser(): Promise<void> {
  const invitationWithLink = await throughline.users.invitations.create('user_01h455vb4pex5vsknk084sn02q');
  console.log(invitationWithLink);
}

export async function createSignInLink(): Promise<void> {
  const signInLinkWithUrl = await throughline.users.signInLinks.create('user_01h455vb4pex5vsknk084sn02q');
  console.log(signInLinkWithUrl);
}

export async function createUser(): Promise<void> {
  const user = await throughline.users.create({
    name: 'Rosa Delgado',
    email: 'rosa@example.com',
    role: 'technician',
    skills: ['water_heater_repair', 'furnace_tune_up'],
  });
  console.log(user);
}

export async function listUsers(): Promise<void> {
  for await (const user of throughline.users.list()) {
    console.log(user);
  }
}

export async function getUser(): Promise<void> {
  const user = await throughline.users.get('user_01h455vb4pex5vsknk084sn02q');
  console.log(user);
}

export async function updateUser(): Promise<void> {
  const updatedUser = await throughline.users.update('user_01h455vb4pex5vsknk084sn02q', {
    skills: ['water_heater_repair', 'ac_repair'],
    time_zone: 'America/Denver',
  });
  console.log(updatedUser);
}

export async function createCalendarKey(): Promise<void> {
  const calendarKeyWithSecret = await throughline.users.calendarKey.create('user_01h455vb4pex5vsknk084sn02q');
  console.log(calendarKeyWithSecret);
}

export async function revokeCalendarKey(): Promise<void> {
  const user = await throughline.users.calendarKey.delete('user_01h455vb4pex5vsknk084sn02q');
  console.log(user);
}

export async function createService(): Promise<void> {
  const offeredService = await throughline.services.create({
    code: 'water_heater_repair',
    name: 'Water heater repair',
    names: { es: 'Reparación de calentadores' },
    duration_minutes: 90,
    skills: ['water_heater_repair'],
    price_hint: { kind: 'from', amount: 8900, currency: 'USD' },
    online: true,
    questions: [
      {
        key: 'fuel',
        label: 'Gas or electric?',
        kind: 'choice',
        choices: ['Gas', 'Electric'],
        required: true,
      },
    ],
  });
  console.log(offeredService);
}

export async function listServices(): Promise<void> {
  for await (const offeredService of throughline.services.list()) {
    console.log(offeredService);
  }
}

export async function getServiceByCode(): Promise<void> {
  const offeredService = await throughline.services.get('water_heater_repair');
  console.log(offeredService);
}

export async function updateService(): Promise<void> {
  const offeredService = await throughline.services.update('water_heater_repair', {
    duration_minutes: 120,
    online: false,
  });
  console.log(offeredService);
}

export async function createArea(): Promise<void> {
  const area = await throughline.areas.create({
    name: 'Portland, west',
    postal_codes: ['97035', '972*'],
  });
  console.log(area);
}

export async function listAreas(): Promise<void> {
  for await (const area of throughline.areas.list()) {
    console.log(area);
  }
}

export async function getArea(): Promise<void> {
  const area = await throughline.areas.get('area_01h455vb4pex5vsknk084sn02q');
  console.log(area);
}

export async function updateArea(): Promise<void> {
  const area = await throughline.areas.update('area_01h455vb4pex5vsknk084sn02q', {
    postal_codes: ['97035', '972*'],
  });
  console.log(area);
}

export async function createCapacityRule(): Promise<void> {
  const capacityRule = await throughline.capacityRules.create({
    service: 'water_heater_repair',
    weekday: 'saturday',
    max_visits: 4,
  });
  console.log(capacityRule);
}

export async function listCapacityRules(): Promise<void> {
  for await (const capacityRule of throughline.capacityRules.list()) {
    console.log(capacityRule);
  }
}

export async function getCapacityRule(): Promise<void> {
  const capacityRule = await throughline.capacityRules.get('capacity_rule_01h455vb4pex5vsknk084sn02q');
  console.log(capacityRule);
}

export async function updateCapacityRule(): Promise<void> {
  const capacityRule = await throughline.capacityRules.update('capacity_rule_01h455vb4pex5vsknk084sn02q', {
    max_visits: 10,
  });
  console.log(capacityRule);
}

export async function createPriceItem(): Promise<void> {
  const priceItem = await throughline.priceItems.create({
    code: 'water_heater_50_gal',
    name: 'Water heater, 50 gallons',
    kind: 'part',
    unit_amount: 120000,
    currency: 'USD',
    tax_rate: 8.25,
    cost: 81000,
  });
  console.log(priceItem);
}

export async function listPriceItems(): Promise<void> {
  for await (const priceItem of throughline.priceItems.list()) {
    console.log(priceItem);
  }
}

export async function getPriceItem(): Promise<void> {
  const priceItem = await throughline.priceItems.get('water_heater_repair');
  console.log(priceItem);
}

export async function updatePriceItem(): Promise<void> {
  const priceItem = await throughline.priceItems.update('water_heater_repair', { unit_amount: 125000 });
  console.log(priceItem);
}

export async function createTeam(): Promise<void> {
  const team = await throughline.teams.create({
    name: 'Heating, north',
    members: ['user_01h455vb4pex5vsknk084sn02q'],
  });
  console.log(team);
}

export async function listTeams(): Promise<void> {
  for await (const team of throughline.teams.list()) {
    console.log(team);
  }
}

export async function getTeam(): Promise<void> {
  const team = await throughline.teams.get('team_01h455vb4pex5vsknk084sn02q');
  console.log(team);
}

export async function updateTeam(): Promise<void> {
  const team = await throughline.teams.update('team_01h455vb4pex5vsknk084sn02q', {
    members: ['user_01h455vb4pex5vsknk084sn02q'],
  });
  console.log(team);
}

export async function createTimeOff(): Promise<void> {
  const newTimeOff = await throughline.timeOff.create({
    user_id: 'user_01h455vb4pex5vsknk084sn02q',
    starts_at: '2027-03-08T00:00:00-08:00',
    ends_at: '2027-03-13T00:00:00-08:00',
    reason: 'Vacation',
  });
  console.log(newTimeOff);
}

export async function listTimeOff(): Promise<void> {
  for await (const timeOff of throughline.timeOff.list()) {
    console.log(timeOff);
  }
}

export async function getTimeOff(): Promise<void> {
  const timeOff = await throughline.timeOff.get('time_off_01h455vb4pex5vsknk084sn02q');
  console.log(timeOff);
}

export async function deleteTimeOff(): Promise<void> {
  const timeOff = await throughline.timeOff.delete('time_off_01h455vb4pex5vsknk084sn02q');
  console.log(timeOff);
}

export async function listFailedTasks(): Promise<void> {
  for await (const failedTask of throughline.failedTasks.list()) {
    console.log(failedTask);
  }
}

export async function retryFailedTask(): Promise<void> {
  const retriedTask = await throughline.failedTasks.retry('task_01h455vb4pex5vsknk084sn02q');
  console.log(retriedTask);
}

export async function createExport(): Promise<void> {
  const result = await throughline.exports.create();
  console.log(result);
}

export async function listExports(): Promise<void> {
  for await (const result of throughline.exports.list()) {
    console.log(result);
  }
}

export async function getExport(): Promise<void> {
  const result = await throughline.exports.get('export_01h455vb4pex5vsknk084sn02q');
  console.log(result);
}

export async function getExportFile(): Promise<void> {
  const file = await throughline.exports.file('export_01h455vb4pex5vsknk084sn02q');
  console.log(await file.text());
}

export async function createRestore(): Promise<void> {
  const restore = await throughline.restores.create({
    type: 'application/x-ndjson',
    content: '{"type":"header","data":{"format":"throughline-export","version":1,"organization_id":"organization_01h455vb4pex5vsknk084sn02q","organization_name":"Alder Heating & Air","exported_at":"2027-03-01T17:00:00.000Z","event_seq":0}}\n{"type":"organization","data":{"name":"Alder Heating & Air","time_zone":"America/Los_Angeles","country":"US","currency":"USD","qualification_policy":"auto","working_hours":{"weekly":[{"day":"monday","start":"08:00","end":"17:00"},{"day":"tuesday","start":"08:00","end":"17:00"},{"day":"wednesday","start":"08:00","end":"17:00"},{"day":"thursday","start":"08:00","end":"17:00"},{"day":"friday","start":"08:00","end":"17:00"}],"exceptions":[]},"minimum_notice_minutes":0,"buffer_minutes":0,"step_minutes":30,"horizon_days":365,"arrival_window_minutes":null,"travel_speed_kmh":null,"travel_base_minutes":null,"arrival_window_aligned":true,"quiet_allowed_from":"08:00","quiet_allowed_until":"21:00","text_countries":null,"texts_per_hour":200,"texts_per_day":1000,"texts_per_number_per_hour":10,"texts_per_number_per_day":30,"phone":null,"address":null,"tax_id":null,"logo_file_id":null,"language":"en","messages_per_person_per_day":6,"customer_changes_allowed":true,"customer_changes_until_hours":24,"payment_instructions":null,"brand_color":null}}\n{"type":"end","data":{"counts":{"organization":1,"file":0,"file_chunk":0,"user":0,"user_preferences":0,"team":0,"team_member":0,"team_turn":0,"time_off":0,"service":0,"area":0,"capacity_rule":0,"capacity_count":0,"price_item":0,"template":0,"channel":0,"form":0,"source":0,"spend":0,"booking_page":0,"webhook_endpoint":0,"playbook":0,"playbook_version":0,"import":0,"import_error":0,"lead":0,"source_receipt":0,"customer":0,"contact_point":0,"lifecycle_activity":0,"public_lead":0,"lead_merge":0,"property":0,"equipment":0,"job":0,"checklist_item":0,"job_note":0,"job_attachment":0,"appointment":0,"warranty_claim":0,"invoice":0,"payment":0,"provider_payment":0,"estimate":0,"link":0,"estimate_acceptance":0,"communication":0,"opt_out":0,"playbook_run":0,"playbook_run_step":0,"follow_up":0,"event":0},"sums":{"invoiced":{},"paid":{},"payments":{},"refunds":{}},"sha256":"502abda8f05037625d6075e652b3826570ed9c53cf57d1989666a6d6a0305e8e"}}\n',
  });
  console.log(restore);
}

export async function listRestores(): Promise<void> {
  for await (const restore of throughline.restores.list()) {
    console.log(restore);
  }
}

export async function getRestore(): Promise<void> {
  const restore = await throughline.restores.get('restore_01h455vb4pex5vsknk084sn02q');
  console.log(restore);
}

export async function requestSignInLink(): Promise<void> {
  const requestedSignInLink = await throughline.signInLinks.create({ email: 'rosa@example.com' });
  console.log(requestedSignInLink);
}

export async function useSignInLink(): Promise<void> {
  const signedIn = await throughline.signInLinks.use({
    key: '01h455vb4pex5vsknk084sn02q-5ztfvasqg8c8m22rgzy12y0685',
  });
  console.log(signedIn);
}

export async function createPasskeySignInOptions(): Promise<void> {
  const passkeyOptions = await throughline.passkeySessions.options({});
  console.log(passkeyOptions);
}

export async function createPasskeySession(): Promise<void> {
  const signedIn = await throughline.passkeySessions.create({
    credential: { id: 'bEcUKfPVMzyAD9VVkpIfLw' },
  });
  console.log(signedIn);
}

export async function checkInvitation(): Promise<void> {
  const invitationDetails = await throughline.invitations.check({
    key: '01h455vb4pex5vsknk084sn02q-5ztfvasqg8c8m22rgzy12y0685',
  });
  console.log(invitationDetails);
}

export async function acceptInvitation(): Promise<void> {
  const signedIn = await throughline.invitations.accept({
    key: '01h455vb4pex5vsknk084sn02q-5ztfvasqg8c8m22rgzy12y0685',
    password: 'a long sentence that only I know',
  });
  console.log(signedIn);
}
