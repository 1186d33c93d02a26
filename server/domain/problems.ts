import Type from 'typebox';
import {
  type ProblemCatalog,
  type ProblemShape,
  SCOPES_NEEDED,
} from '../platform/problem-catalog.ts';

/** The problems of the trade: what each code means, and the members that its response has besides. */

const alternatives = Type.Array(
  Type.Object({
    starts_at: Type.String({ format: 'date-time', description: 'When the slot starts.' }),
    ends_at: Type.String({ format: 'date-time', description: 'When it ends.' }),
    user_ids: Type.Array(Type.String(), { description: 'Ids of the users who are free.' }),
  }),
  { description: 'The nearest open slots, at most three.' },
);
const SLOT: ProblemShape = { name: 'Slot', members: { alternatives } };
const STRICT: ProblemShape = {
  name: 'StrictBooking',
  members: {
    warnings: Type.Array(
      Type.Object({
        code: Type.String({ description: 'What is unusual, for a program.' }),
        detail: Type.String({ description: 'What is unusual, for a person.' }),
      }),
      { description: 'Everything that is unusual about the time.' },
    ),
    alternatives,
  },
};
const RESTORE_FILE: ProblemShape = {
  name: 'RestoreFile',
  members: {
    line: Type.Integer({ description: 'Line of the file; the first line is 1.', examples: [17] }),
  },
};
const EVENTS_DROPPED: ProblemShape = {
  name: 'EventsDropped',
  members: {
    first_seq: Type.Integer({
      description: 'The seq of the oldest event that is kept.',
      examples: [48_211],
    }),
  },
};
const CHANGED: ProblemShape = {
  name: 'ChangedMeanwhile',
  members: {
    appointment: Type.Object({}, { description: 'The appointment as it is now.' }),
  },
};
const STATE: ProblemShape = {
  name: 'State',
  members: {
    status_now: Type.String({ description: 'The status of the resource.', examples: ['paid'] }),
    allowed: Type.Array(Type.String({ examples: ['cancel'] }), {
      description: 'The steps that are allowed from here.',
    }),
  },
};
const ESTIMATE: ProblemShape = {
  name: 'EstimateState',
  members: {
    ...STATE.members,
    superseded_by: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Id of the version that replaced it.',
      examples: [null],
    }),
  },
};
const MERGED: ProblemShape = {
  name: 'Merged',
  members: {
    merged_into: Type.String({
      description: 'Id of the lead it was merged into.',
      examples: ['lead_01h455vb4pex5vsknk084sn02q'],
    }),
  },
};
const NOT_DELIVERABLE: ProblemShape = {
  name: 'NotDeliverable',
  members: { reason: Type.String({ description: 'Why not.', examples: ['opted_out'] }) },
};
const OPEN_INVOICES: ProblemShape = {
  name: 'OpenInvoices',
  members: {
    invoices: Type.Array(Type.String({ examples: ['INV-000042'] }), {
      description: 'Numbers of the invoices that are not paid or void.',
    }),
  },
};
const OPEN_WORK: ProblemShape = {
  name: 'OpenWork',
  members: {
    appointments: Type.Array(Type.String(), { description: 'Ids of the open appointments.' }),
    jobs: Type.Array(Type.String(), {
      description: 'Ids of the jobs that are open or have an open warranty claim.',
    }),
  },
};
const VERSION: ProblemShape = {
  name: 'Version',
  members: { version: Type.Integer({ description: 'The current version.', examples: [4] }) },
};
const currency = Type.String({ description: 'ISO 4217 code of the currency.', examples: ['USD'] });
const minorUnits = (description: string) => Type.Integer({ description, examples: [12_500] });
const OVERPAYMENT: ProblemShape = {
  name: 'Overpayment',
  members: { balance: minorUnits('What is still owed, in minor units.'), currency },
};
const REFUND: ProblemShape = {
  name: 'Refund',
  members: { refundable: minorUnits('What can be refunded, in minor units.'), currency },
};

/** What is booked with a warning, unless the request says `strict`. */
function strictly(what: string) {
  return {
    status: 409,
    meaning: `With \`strict\`, ${what} is refused.`,
    shape: STRICT,
  };
}

export const TRADE_PROBLEMS = {
  scope_not_held: {
    status: 403,
    meaning:
      'A token can pass on and revoke only scopes that it has, and acting for another user needs `*`. Ask someone who has them.',
    shape: SCOPES_NEEDED,
  },
  wrong_credentials: {
    status: 401,
    meaning: 'The email address or the password is wrong. Check both and try again.',
  },
  no_organization: {
    status: 403,
    meaning:
      'The account belongs to no organization, or not to the one that was sent. Ask its owner for an invitation.',
  },
  no_account: {
    status: 409,
    meaning: 'A token of a program has no account. Sign in, and send the request in that session.',
  },
  invitation_not_valid: {
    status: 404,
    meaning: 'The invitation was used or replaced, or has expired. Ask for a new one.',
  },
  sign_in_link_not_valid: {
    status: 404,
    meaning: 'The link was used, or has expired. Ask for a new one, or sign in with the password.',
  },
  user_without_account: {
    status: 409,
    meaning: 'The user has not accepted an invitation yet. Invite the user.',
  },
  passkeys_unavailable: {
    status: 409,
    meaning:
      'Browsers allow passkeys only at a domain name with https, or at http://localhost. Open the service there.',
  },
  passkey_not_valid: {
    status: 422,
    meaning: 'The new passkey could not be verified. Begin again.',
  },
  passkey_exists: {
    status: 409,
    meaning: 'The passkey was added before. Sign in with it.',
  },
  too_many_passkeys: {
    status: 409,
    meaning: 'The account has 20 passkeys. Remove one first.',
  },
  passkey_refused: {
    status: 401,
    meaning:
      'The passkey is not known, or its response is not valid. Begin again, or sign in in another way.',
  },
  account_exists: {
    status: 409,
    meaning:
      'An account with the address was created a moment ago. Accept the invitation again, with its password.',
  },
  account_in_use: {
    status: 409,
    meaning:
      'The account already signs in as another user of the organization. Change the email address of one of the two.',
  },
  too_many_sign_ins: {
    status: 429,
    meaning: 'There were too many wrong passwords. Wait as long as Retry-After says.',
  },
  own_organization: {
    status: 409,
    meaning:
      'An operator cannot suspend the organization of the token in use. Use the id of another organization.',
  },
  token_chain_too_long: {
    status: 409,
    meaning: 'Tokens can create tokens at most ten times in a row. Use an earlier token.',
  },

  lead_not_actionable: {
    status: 422,
    meaning: 'A lead needs a phone number or an email address, and service_needed.',
  },
  lead_not_qualified: {
    status: 409,
    meaning: 'Only a qualified lead can be converted. Qualify it first.',
  },
  lead_deleted: { status: 409, meaning: 'The lead is deleted. Restore it first.' },
  lead_merged: {
    status: 409,
    meaning: 'The lead was merged into another one. Use that one, or undo the merge.',
    shape: MERGED,
  },
  lead_converted: {
    status: 409,
    meaning: 'The lead is already a customer. Use the customer instead.',
  },
  lead_won: { status: 409, meaning: 'A job was sold to the lead. Cancel the job instead.' },
  lead_has_jobs: {
    status: 409,
    meaning: 'A job of the lead was sold to its customer, so the lead stays with that customer.',
  },
  lead_made_customer: {
    status: 409,
    meaning:
      'The customer was created from this lead. Attach the lead to another customer instead of detaching it.',
  },
  source_ref_taken: {
    status: 409,
    meaning: 'The source already has another lead with this source_ref.',
  },
  import_empty: { status: 422, meaning: 'The file has no rows.' },

  slot_taken: {
    status: 409,
    meaning: 'The time is no longer free. Choose one of the alternatives.',
    shape: SLOT,
  },
  capacity_reached: {
    status: 409,
    meaning: 'No more visits are taken on that day. Choose one of the alternatives.',
    shape: SLOT,
  },
  outside_area: { status: 409, meaning: 'The place is in no area that you serve.' },
  in_the_past: strictly('a time in the past'),
  outside_working_hours: strictly('a time outside working hours'),
  time_off: strictly('a time at which the user has time off'),
  minimum_notice: strictly('a time with less than the minimum notice'),
  beyond_horizon: strictly('a time beyond the booking horizon'),
  skill_missing: strictly('a user without the skill'),
  crew_missing: strictly('fewer people than the service needs'),
  hold_lapsed: { status: 409, meaning: 'The hold has expired. Hold or book a time again.' },
  hold_taken: { status: 409, meaning: 'The hold was already booked: it is an appointment now.' },
  appointment_held: {
    status: 409,
    meaning: 'This is a hold. Book it with its hold_id, or cancel it.',
  },
  appointment_over: {
    status: 409,
    meaning: 'The appointment is completed, missed or canceled. Book another one.',
  },
  appointment_under_way: {
    status: 409,
    meaning: 'The technician is on the way or at work. Finish or cancel the appointment first.',
  },
  changed_meanwhile: {
    status: 409,
    meaning: 'Someone else changed it. Look at it again.',
    shape: CHANGED,
  },
  nothing_to_undo: {
    status: 409,
    meaning: 'There is no step to undo.',
  },
  board_changed: {
    status: 409,
    meaning: 'The day has changed. Make a new plan.',
  },
  replan_expired: { status: 409, meaning: 'The plan is too old. Make a new plan.' },
  undo_too_late: {
    status: 409,
    meaning: 'A step can be undone for 10 minutes.',
  },
  appointment_unassigned: { status: 409, meaning: 'No one is assigned. Assign a user first.' },
  transition_not_allowed: {
    status: 409,
    meaning: 'The step is not allowed from the current status.',
    shape: STATE,
  },

  job_over: { status: 409, meaning: 'The job is closed or canceled. Create another one.' },
  job_scheduled: {
    status: 409,
    meaning: 'The job already has an appointment. Book further visits as appointments.',
  },
  contract_signed: {
    status: 409,
    meaning: 'The customer signed the contract, so it cannot change. Agree on another estimate.',
  },
  no_warranty: { status: 409, meaning: 'The job has no warranty. Set warranty_months first.' },
  warranty_enrolled: {
    status: 409,
    meaning: 'The warranty has started, so its length cannot change.',
  },
  not_in_warranty: {
    status: 409,
    meaning: 'The job is not in warranty, so nothing can be claimed.',
  },
  claim_closed: { status: 409, meaning: 'The claim is closed. Create another one.' },
  claim_scheduled: {
    status: 409,
    meaning: 'The claim already has an appointment. Move or cancel that one.',
  },
  checklist_full: { status: 409, meaning: 'The checklist has as many items as it can hold.' },

  invoice_not_draft: {
    status: 409,
    meaning: 'Only a draft can be changed. Void the invoice and create another one.',
    shape: STATE,
  },
  invoice_not_sent: {
    status: 409,
    meaning: 'A draft cannot be paid. Send it first.',
    shape: STATE,
  },
  invoice_void: {
    status: 409,
    meaning: 'The invoice is void. Create another one.',
    shape: STATE,
  },
  invoice_to_choose: {
    status: 409,
    meaning:
      'The job has open invoices, and it is not clear which one is paid. Send its `invoice_id`.',
    shape: OPEN_INVOICES,
  },
  invoice_has_payments: {
    status: 409,
    meaning: 'The invoice has payments. Refund them before you void it.',
    shape: STATE,
  },
  nothing_paid: {
    status: 409,
    meaning: 'Nothing was paid, so nothing can be refunded.',
    shape: STATE,
  },
  overpayment: {
    status: 422,
    meaning: 'The payment is larger than the balance.',
    shape: OVERPAYMENT,
  },
  refund_exceeds_paid: {
    status: 422,
    meaning: 'The refund is larger than what was paid.',
    shape: REFUND,
  },
  too_many_payments: {
    status: 409,
    meaning: 'The invoice has as many payments and refunds as it can hold.',
  },

  nothing_owed: {
    status: 409,
    meaning: 'The invoice is paid in full, so there is nothing to pay.',
    shape: STATE,
  },
  payment_already_recorded: {
    status: 409,
    meaning: 'The payment is recorded on another invoice.',
  },
  payment_returned: {
    status: 409,
    meaning: 'The payment was refunded in full, so there is nothing to record.',
  },
  payment_provider_active: {
    status: 409,
    meaning: 'Another payment provider is active. Disable it first.',
  },
  payment_provider_missing: {
    status: 409,
    meaning: 'No payment provider is active. Connect one first.',
  },

  estimate_not_draft: {
    status: 409,
    meaning: 'Only a draft can be changed. Revise the estimate.',
    shape: ESTIMATE,
  },
  estimate_not_sent: {
    status: 409,
    meaning: 'The estimate is a draft. Send it first.',
    shape: ESTIMATE,
  },
  estimate_accepted: {
    status: 409,
    meaning: 'The estimate was accepted. Create another one.',
    shape: ESTIMATE,
  },
  estimate_not_accepted: {
    status: 409,
    meaning: 'The estimate was not accepted, so nothing was signed.',
  },
  too_many_versions: { status: 409, meaning: 'The estimate has as many versions as it can have.' },
  estimate_declined: {
    status: 409,
    meaning: 'The estimate was declined. Revise it.',
    shape: ESTIMATE,
  },
  estimate_expired: {
    status: 409,
    meaning: 'The estimate has expired. Revise it.',
    shape: ESTIMATE,
  },
  estimate_superseded: {
    status: 409,
    meaning: 'A newer version has replaced it: `superseded_by`.',
    shape: ESTIMATE,
  },

  document_not_deliverable: {
    status: 409,
    meaning: 'It was sent before, and cannot be sent to the contact again now.',
    shape: NOT_DELIVERABLE,
  },
  document_busy: {
    status: 503,
    meaning: 'Many documents are being made. Try again as Retry-After says.',
  },
  document_too_long: { status: 409, meaning: 'The document would have more than 200 pages.' },

  demo_sends_nothing: {
    status: 409,
    meaning: 'A demo company sends nothing, so its channels cannot be changed or added.',
  },
  demo_company_not_ready: {
    status: 409,
    meaning: 'The demo company is not built yet. Create it, and wait until it is ready.',
  },
  channel_active: {
    status: 409,
    meaning: 'Another channel of this kind is active. Deactivate it first.',
  },
  secret_key_missing: {
    status: 409,
    meaning:
      'The service has no key to encrypt secrets with. The operator sets THROUGHLINE_SECRET_KEY.',
  },
  template_name_taken: { status: 409, meaning: 'Another template has this name.' },
  communication_not_retryable: {
    status: 409,
    meaning: 'Only a failed or unknown message can be sent again.',
  },
  opted_out_by_text: {
    status: 409,
    meaning: 'The contact opted out by text. Only a START from the same phone ends it.',
  },

  follow_up_under_way: {
    status: 409,
    meaning: 'The message of the follow-up is being sent.',
    shape: STATE,
  },
  playbook_changed: {
    status: 409,
    meaning: 'Someone else changed the playbook. Get it again and repeat your change.',
    shape: VERSION,
  },
  secret_name_taken: {
    status: 409,
    meaning: 'Your organization already has a secret with this name.',
  },
  secret_deleted: { status: 409, meaning: 'The secret is deleted. Create it again.' },
  playbook_archived: {
    status: 409,
    meaning: 'The playbook is archived. Set archived to false first.',
  },
  run_over: { status: 409, meaning: 'The run has ended.' },
  run_not_failed: { status: 409, meaning: 'Only a failed run can be retried.' },

  webhook_endpoint_deleted: {
    status: 409,
    meaning: 'The webhook endpoint is deleted. Create another one.',
  },
  delivery_settled: {
    status: 409,
    meaning: 'The delivery has ended. Replay the event to send it again.',
  },
  replay_completed: { status: 409, meaning: 'The replay has completed, so it cannot be canceled.' },

  invoice_open: {
    status: 409,
    meaning: 'The person has an open invoice. Erase the person when it is paid or void.',
    shape: OPEN_INVOICES,
  },
  work_open: {
    status: 409,
    meaning: 'The person has open appointments, jobs or claims. Complete or cancel them first.',
    shape: OPEN_WORK,
  },
  import_running: {
    status: 409,
    meaning: 'A running import could contain the person. Try again when it has ended.',
  },
  person_erased: {
    status: 409,
    meaning: 'The person was erased. If the person contacts you again, create a new lead.',
  },

  email_taken: { status: 409, meaning: 'Another user has this email address.' },
  user_inactive: { status: 409, meaning: 'The user is inactive. Activate the user first.' },
  not_in_quarantine: {
    status: 409,
    meaning: 'What arrived was already captured, released, discarded or ignored.',
  },
  service_exists: { status: 409, meaning: 'A service with this code is already defined.' },
  price_item_exists: { status: 409, meaning: 'A price item with this code already exists.' },
  team_name_taken: { status: 409, meaning: 'Another active team has this name.' },

  file_erased: {
    status: 409,
    meaning: 'The content of the file was erased with a person. Send another file.',
  },

  export_expired: {
    status: 409,
    meaning: 'The export can no longer be downloaded. Request another one.',
  },
  export_in_progress: {
    status: 409,
    meaning: 'The organization is already downloading an export. Wait until it ends.',
  },
  organization_not_empty: {
    status: 409,
    meaning: 'A file is restored only into an organization without data. Create a new one for it.',
  },
  restore_in_progress: {
    status: 409,
    meaning: 'A file is already being restored into the organization. Wait until it ends.',
  },
  restore_file_invalid: {
    status: 422,
    meaning:
      'The file is not a complete, unchanged export. `line` is the first line that is wrong.',
    shape: RESTORE_FILE,
  },
  events_dropped: {
    status: 410,
    meaning:
      'The events that you ask for are no longer kept: the operator limits how long events are. Continue with `first_seq`, and list the resources again.',
    shape: EVENTS_DROPPED,
  },
} as const satisfies ProblemCatalog;

/** What a booking can be refused for, wherever it is made. */
export const BOOKING_PROBLEMS = [
  'slot_taken',
  'capacity_reached',
  'in_the_past',
  'outside_working_hours',
  'time_off',
  'minimum_notice',
  'beyond_horizon',
  'skill_missing',
  'crew_missing',
] as const satisfies (keyof typeof TRADE_PROBLEMS)[];
