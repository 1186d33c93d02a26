// Made from openapi.json by `npm run generate`. Do not edit it.

import { type CallOptions, type Core, Collection, ReadCollection, Resource } from '../core.ts';
import { type EventStreamOptions, type EventStreamQuery, streamEvents } from '../events.ts';
import type { Pages } from '../pages.ts';
import type { Time } from '../time.ts';
import type { Upload } from '../upload.ts';
import type {
  AcceptEstimate,
  AcceptInvitation,
  AcceptedEstimate,
  AppliedReplan,
  ApplyReplan,
  Appointment,
  AppointmentStep,
  Area,
  AttachLead,
  AutomationHealth,
  AutomationSecret,
  Availability,
  BookAppointment,
  Booking,
  BookingPage,
  CalendarKeyWithSecret,
  CancelAppointment,
  CancelFollowUp,
  CancelJob,
  CancelPlaybookRun,
  CapacityRule,
  CaptureLead,
  CapturedLead,
  Channel,
  CheckInvitation,
  Checkout,
  CloseWarrantyClaim,
  CollectPayment,
  CollectedPayment,
  Communication,
  CompleteFollowUp,
  CompleteJob,
  ContactLookup,
  CreateArea,
  CreateBooking,
  CreateBookingPage,
  CreateCapacityRule,
  CreateChannel,
  CreateChecklistItem,
  CreateCheckout,
  CreateEquipment,
  CreateEstimate,
  CreateFollowUp,
  CreateForm,
  CreateInvoice,
  CreateJob,
  CreateJobAttachment,
  CreateJobNote,
  CreateLink,
  CreateOptOut,
  CreateOrganization,
  CreateOrganizationToken,
  CreatePasskey,
  CreatePasskeySession,
  CreatePasskeySignInOptions,
  CreatePaymentProvider,
  CreatePlaybook,
  CreatePriceItem,
  CreateProperty,
  CreateSecret,
  CreateService,
  CreateSession,
  CreateSource,
  CreateTeam,
  CreateTemplate,
  CreateTimeOff,
  CreateToken,
  CreateUser,
  CreateWarrantyClaim,
  CreateWebhookEndpoint,
  CreateWebhookReplay,
  CurrentToken,
  Customer,
  CustomerWithHistory,
  DeclineEstimate,
  DeletedLead,
  DemoCompany,
  DiscardQuarantined,
  DispatchBoard,
  DisqualifyLead,
  DoneAt,
  DryRun,
  DryRunPlaybook,
  DuplicateMatch,
  EnRoute,
  EndedSessions,
  Equipment,
  EquipmentDetails,
  Erasure,
  Estimate,
  EstimateVerification,
  Event,
  EventType,
  EventTypeSummary,
  ExampleEvent,
  Export,
  FailedTask,
  FollowUp,
  Form,
  FormPreview,
  Funnel,
  HoldAppointment,
  Import,
  ImportReport,
  InboxItem,
  InboxSummary,
  InvitationDetails,
  InvitationWithLink,
  Invoice,
  InvoiceCounts,
  InvoiceWithPayments,
  Job,
  JobAttachment,
  JobCounts,
  JobNote,
  Lead,
  LeadSource,
  Lifecycle,
  Link,
  LinkWithUrl,
  LoseLead,
  MatchPayment,
  Me,
  MergeLead,
  MoveAppointments,
  MovedAppointments,
  MyDay,
  NewTimeOff,
  OfferedService,
  OptOut,
  Organization,
  OrganizationWithToken,
  Passkey,
  PasskeyOptions,
  PauseJob,
  PaymentProvider,
  PlanReassignment,
  Playbook,
  PlaybookRun,
  PlaybookRunWithSteps,
  PlaybookVersion,
  Preferences,
  PreviewSource,
  PreviewTemplate,
  PriceItem,
  Property,
  Quotas,
  ReceivedPayment,
  RecordCommunication,
  RecordPayment,
  RecordRefund,
  ReleaseQuarantined,
  Replan,
  RequestSignInLink,
  RequestedSignInLink,
  RescheduleFollowUp,
  Restore,
  ResumeSending,
  Retention,
  RetriedTask,
  Revenue,
  RevokeOptOut,
  RotateWebhookSecret,
  RunPlaybook,
  RunningLate,
  ScheduleJob,
  ScheduleWarrantyClaim,
  SearchResult,
  Secret,
  SendDocument,
  SendExampleEvent,
  SendMessage,
  Service,
  Session,
  SetSpend,
  SignInLinkWithUrl,
  SignedIn,
  SourcePreview,
  SourceReceipt,
  SourcesReport,
  SpeedToLead,
  Spend,
  SpendImport,
  StoredFileWithName,
  SuggestAssignee,
  SuggestSlots,
  SuggestedSlots,
  Suggestions,
  Team,
  Template,
  TemplatePreview,
  TestChannel,
  TestWebhookEndpoint,
  TimeOff,
  Token,
  TokenWithSecret,
  UpdateAppointment,
  UpdateArea,
  UpdateBookingPage,
  UpdateCapacityRule,
  UpdateChannel,
  UpdateCustomer,
  UpdateEquipment,
  UpdateEstimate,
  UpdateForm,
  UpdateInboxItem,
  UpdateInvoice,
  UpdateJob,
  UpdateLead,
  UpdateMe,
  UpdateOrganization,
  UpdatePassword,
  UpdatePaymentProvider,
  UpdatePlaybook,
  UpdatePreferences,
  UpdatePriceItem,
  UpdateProperty,
  UpdateQuotas,
  UpdateRetention,
  UpdateSecret,
  UpdateService,
  UpdateSource,
  UpdateTeam,
  UpdateTemplate,
  UpdateUser,
  UpdateWebhookEndpoint,
  UpdatedUser,
  UseSignInLink,
  User,
  Utilization,
  VoidInvoice,
  WarrantyClaim,
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
  WebhookEndpoint,
  WebhookEndpointWithHealth,
  WebhookEndpointWithSecret,
  WebhookReplay,
  WorkStep,
} from './types.ts';

const e = encodeURIComponent;

export interface LeadsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Only leads with one of these statuses. */
  status?: readonly ("new" | "qualified" | "unqualified" | "converted")[] | undefined;
  /** Only leads from one of these sources. */
  source?: readonly string[] | undefined;
  /** `true`: only leads without an assigned user. `false`: only leads with one. */
  unassigned?: boolean | undefined;
  /** Age of the lead. `24h`, `7d`, `15m` or `P7D`: captured within that time. `>15m`: captured longer ago. A bare number means days. */
  age?: string | undefined;
  /** Only leads captured at this time or later. A time with an offset, or a date in the organization’s time zone. */
  from?: string | Time | undefined;
  /** Only leads captured before this; a date is included. A time with an offset, or a date in the organization’s time zone. */
  to?: string | Time | undefined;
  /** Only leads assigned to this user. `me` is the user of your token. */
  assigned_to?: string | undefined;
  /** `false`: only leads without a visit that is booked or took place. `true`: only leads with one. */
  booked?: boolean | undefined;
  /** Only leads with one of these outcomes; `open` means none yet. */
  outcome?: readonly ("open" | "won" | "lost")[] | undefined;
  /** `returning`: only leads of people who were customers already. `new`: only others. */
  relation?: "new" | "returning" | undefined;
  /** Only leads that need one of these services. */
  service_needed?: readonly string[] | undefined;
  /** Only leads of this customer. */
  customer_id?: string | undefined;
  /** Only leads of this campaign. */
  campaign?: string | undefined;
  /** Only leads with these values in their metadata: `metadata.plan=gold`. */
  metadata?: Record<string, string> | undefined;
  /** The newest by this time are listed first. A search is always by `created_at`. */
  sort?: "created_at" | "last_activity_at" | undefined;
  /** Search text: the start of any word of the name or email address (three letters, or a complete shorter word), several words in any order; a complete email address; any three or more digits of a phone number in a row, and the last four or more also of an earlier one; the house number and street, or five letters of the street; or a lifecycle number, with or without its check digit. */
  q?: string | undefined;
  /** Also list deleted and merged leads. */
  include_deleted?: boolean | undefined;
}

export class LeadsResource extends Collection {
  protected override readonly path = '/v1/leads';

  /** Capture a lead. Creates a lead from any source and assigns its lifecycle number. A likely duplicate is still created: `duplicate_of` is the id of the lead it duplicates, and `duplicate_match` holds the score and the reasons. The organization’s qualification policy decides at once whether the lead is qualified. A lead needs a phone number or an email address, and a `service_needed`; otherwise the request is refused with `lead_not_actionable`, which lists what is missing. Sending the same `source` and `source_ref` again returns the first lead with 200 and creates nothing. */
  declare readonly create: (body: CaptureLead, options?: CallOptions) => Promise<Lead | CapturedLead>;

  /** List leads. Returns the leads of your organization, newest first, with their next visit and open balance. Filters are combined: `status=qualified&booked=false` lists those to call. Deleted and merged leads are left out unless `include_deleted` is true. */
  declare readonly list: (query?: LeadsListQuery, options?: CallOptions) => Pages<Lead>;

  /** Get a lead. Returns the lead, even if it is deleted. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<Lead>;

  /** Update a lead. Changes the fields you send; null clears a field. The lead must keep a phone number or an email address, and a `service_needed`. A new assignee sends the event `lead.assigned`; any other change sends `lead.updated`. */
  declare readonly update: (id: string, body: UpdateLead, options?: CallOptions) => Promise<Lead>;

  /** Delete a lead. Sets `deleted_at` and changes nothing else. Lists leave the lead out, but you can still get it by id. Deleting it again returns the same `deleted_at`. Visits that are still to come stay booked: `warnings` lists them. */
  delete(id: string, options?: CallOptions): Promise<DeletedLead> {
    return this.core.json('DELETE', this.at(id), undefined, options);
  }

  /** Restore a deleted lead. Restores a deleted lead with all its values. If the person became a customer in the meantime, the lead is attached to that customer. If the lead is not deleted, nothing changes. */
  restore(id: string, options?: CallOptions): Promise<Lead> {
    return this.core.json('POST', `${this.at(id)}/restore`, undefined, options);
  }

  /** Qualify a lead. Marks the lead as worth pursuing, even if it was disqualified before. Qualifying it again changes nothing. */
  qualify(id: string, options?: CallOptions): Promise<Lead> {
    return this.core.json('POST', `${this.at(id)}/qualify`, undefined, options);
  }

  /** Disqualify a lead. Marks the lead as not worth pursuing, with a reason. You can qualify it again later. Sending the same reason again changes nothing. */
  disqualify(id: string, body: DisqualifyLead, options?: CallOptions): Promise<Lead> {
    return this.core.json('POST', `${this.at(id)}/disqualify`, body, options);
  }

  /** Mark a lead as contacted. Stops the speed-to-lead clock by setting `first_contacted_at` to now. Only the first call counts; calling it again changes nothing. */
  contacted(id: string, options?: CallOptions): Promise<Lead> {
    return this.core.json('POST', `${this.at(id)}/contacted`, undefined, options);
  }

  /** List likely duplicates of a lead. Returns the leads that are likely duplicates of this one, compared by its current details, best match first. Each has its score and reasons. Deleted leads are left out. The list is not paged. */
  duplicates(id: string, options?: CallOptions): Promise<{
    /** The likely duplicates, best match first. */
    data: DuplicateMatch[];
    /** Whether there is another page. */
    has_more: boolean;
    /** Pass this as `cursor` to get the next page; null on the last page. */
    next_cursor: string | null;
  }> {
    return this.core.json('GET', `${this.at(id)}/duplicates`, undefined, options);
  }

  /** Decide that a lead is not a duplicate. Sets `duplicate_dismissed_at`, so the inbox no longer asks about the match. The match itself stays visible. If none was found, nothing changes. */
  dismissDuplicate(id: string, options?: CallOptions): Promise<Lead> {
    return this.core.json('POST', `${this.at(id)}/dismiss-duplicate`, undefined, options);
  }

  /** Undo the decision that a lead is not a duplicate. Clears `duplicate_dismissed_at`, so the inbox asks about the match again. If it is not set, nothing changes. */
  reopenDuplicate(id: string, options?: CallOptions): Promise<Lead> {
    return this.core.json('POST', `${this.at(id)}/reopen-duplicate`, undefined, options);
  }

  /** Merge a lead into another. Merges this lead into another lead of the same person, which represents both from now on. The other lead gets the values it lacks (name, phone, email, address, notes, assignee, first contact); for consent, the stricter answer wins. This lead keeps its lifecycle number, you can still get it by id, and `merged_into` is set. Lists leave it out, and a new capture of the same contact is matched to the other lead. `unmerge` undoes the merge. If both belong to customers, the customers are merged too. A lead of a customer cannot be merged into a lead without one. */
  merge(id: string, body: MergeLead, options?: CallOptions): Promise<Lead> {
    return this.core.json('POST', `${this.at(id)}/merge`, body, options);
  }

  /** Undo a merge. Undoes the merge of this lead. The other lead loses the values it got from this one, except those that were changed since. If the lead is not merged, nothing changes. */
  unmerge(id: string, options?: CallOptions): Promise<Lead> {
    return this.core.json('POST', `${this.at(id)}/unmerge`, undefined, options);
  }

  /** Convert a lead to a customer. Creates a customer from a qualified lead, with the same `lifecycle_number`. The lead stays. If the person is a customer already, returns that customer with 200 and links the lead to it; so does converting a lead again. A lead that is not qualified is refused with `lead_not_qualified`, and a deleted lead with `lead_deleted`. */
  convert(id: string, options?: CallOptions): Promise<Customer> {
    return this.core.json('POST', `${this.at(id)}/convert`, undefined, options);
  }

  /** Attach a lead to a customer. Says that the lead is a request of this customer: sets `customer_id` and `relation: returning`. If the lead was converted to another customer, both customers are one person: the other one is merged into this one. `detach` undoes it. */
  attach(id: string, body: AttachLead, options?: CallOptions): Promise<Lead> {
    return this.core.json('POST', `${this.at(id)}/attach`, body, options);
  }

  /** Detach a lead from its customer. Says that the lead is not a request of its customer: clears `customer_id`, and it is never attached to that customer again automatically. A converted lead is qualified again. If the lead had a customer of its own that was merged, the two are separate again. If the lead has no customer, nothing changes. */
  detach(id: string, options?: CallOptions): Promise<Lead> {
    return this.core.json('POST', `${this.at(id)}/detach`, undefined, options);
  }

  /** Mark a lead as lost. Sets the `outcome` to `lost`, with a reason: the person will not buy. The status stays: an unqualified lead was not worth pursuing, a lost one was. A job that is sold later makes it `won`. Sending the same reason again changes nothing. */
  lose(id: string, body: LoseLead, options?: CallOptions): Promise<Lead> {
    return this.core.json('POST', `${this.at(id)}/lose`, body, options);
  }

  /** Reopen a lost lead. Clears the `outcome` of a lost lead. If the lead is not lost, nothing changes. */
  reopen(id: string, options?: CallOptions): Promise<Lead> {
    return this.core.json('POST', `${this.at(id)}/reopen`, undefined, options);
  }

  /** Erase a lead. Erases the person of a lead, as for a customer, with all leads that were merged with it or are certain duplicates of it. `lead_ids` lists them. It cannot be undone. */
  erase(id: string, options?: CallOptions): Promise<Erasure> {
    return this.core.json('POST', `${this.at(id)}/erase`, undefined, options);
  }

  /** Export a lead. Returns everything that is stored about the person of a lead, in the same document as for a customer. */
  export(id: string, options?: CallOptions): Promise<Record<string, unknown>> {
    return this.core.json('GET', `${this.at(id)}/export`, undefined, options);
  }
}

export interface InboxListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** `mine`: the lead, or a due call or task, is assigned to the user of your token. `everyone`: all that waits. `snoozed`: the next to come back first. `done`: the last marked first. */
  view?: "mine" | "everyone" | "snoozed" | "done" | undefined;
}

export class InboxResource extends Resource {
  /** List the inbox. Returns what waits for a person, one item per lifecycle number, newest `waiting_since` first. Merged leads are one item. Messages and follow-ups in it need `communications:read` and `follow_ups:read`. */
  list(query?: InboxListQuery, options?: CallOptions): Pages<InboxItem> {
    return this.core.list('/v1/inbox', query, options);
  }

  /** Get the counts of the inbox. Returns how many items each view has, and how fast leads of today were contacted. Today is the day in the organization’s time zone. */
  summary(options?: CallOptions): Promise<InboxSummary> {
    return this.core.json('GET', '/v1/inbox/summary', undefined, options);
  }

  /** Mark an inbox item as done, or snooze it. The mark is for everyone. Something new, such as another message, brings the item back, and so does the end of the snooze. A call or task that is due stays due: complete it, or move it. To undo it, send `done: false` or `snoozed_until: null`. */
  update(lifecycleNumber: string, body: UpdateInboxItem, options?: CallOptions): Promise<InboxItem> {
    return this.core.json('PATCH', `/v1/inbox/${e(lifecycleNumber)}`, body, options);
  }
}

export interface ImportsCreateQuery {
  /** Source of rows that do not have one. Default `import`. */
  source?: string | undefined;
  /** Service of rows that do not have one. With it, the file does not need the column `service_needed`. */
  service_needed?: string | undefined;
  /** Set to true to ignore unknown columns of a CSV file. */
  ignore_unknown_columns?: boolean | undefined;
}

export interface ImportsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export interface ImportsGetQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** The `next_cursor` of the page before, unchanged. */
  cursor?: string | undefined;
}

export class ImportsResource extends Resource {
  /** Import leads from a file. Imports leads from a CSV or NDJSON file of up to 1 GiB. The response is sent when the whole file is stored; the rows are captured afterwards, one after another. The same rules apply as for a single capture, including `duplicate_of`, also for duplicates within the file. Rejected rows are reported by line, and the import continues. The header row of a CSV file is checked immediately. It needs `service_needed` and `phone` or `email`. It can also have `name`, `source`, `source_ref`, `address`, `notes`, `consent_call`, `consent_sms` and `consent_email` (`granted` or `denied`), the fields of `attribution` and `metadata.<key>`, in any order and case, separated by commas, semicolons or tabs. The file can be UTF-8, UTF-16 with a byte order mark, or the charset named in the Content-Type. With an `Idempotency-Key`, you can safely repeat an upload that was interrupted: the same file returns the same import with its current progress. */
  create(file: Upload<'text/csv' | 'application/x-ndjson'>, query?: ImportsCreateQuery, options?: CallOptions): Promise<ImportReport> {
    return this.core.json('POST', '/v1/imports', file, options, query);
  }

  /** List imports. Returns the imports of your organization, newest first, without their errors. */
  list(query?: ImportsListQuery, options?: CallOptions): Pages<Import> {
    return this.core.list('/v1/imports', query, options);
  }

  /** Get an import. Returns the progress and result of an import, with the errors of its rejected rows in the order of the file. */
  get(id: string, query?: ImportsGetQuery, options?: CallOptions): Promise<ImportReport> {
    return this.core.json('GET', `/v1/imports/${e(id)}`, undefined, options, query);
  }
}

export interface CustomersListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Search text: the start of any word of the name or email address (three letters, or a complete shorter word), several words in any order; a complete email address; any three or more digits of a phone number in a row, and the last four or more also of an earlier one; the house number and street, or five letters of the street; or a lifecycle number, with or without its check digit. */
  q?: string | undefined;
}

export interface CustomersGetQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** The `next_cursor` of the page before, unchanged. */
  cursor?: string | undefined;
  /** Whether the oldest or the newest events come first. */
  order?: "oldest" | "newest" | undefined;
}

export class CustomersResource extends Resource {
  /** List customers. Returns the customers of your organization, newest first, with their next visit and open balance. */
  list(query?: CustomersListQuery, options?: CallOptions): Pages<Customer> {
    return this.core.list('/v1/customers', query, options);
  }

  /** Get a customer. Returns the customer with its newest jobs, appointments, estimates, invoices and follow-ups, and the history of all its lifecycles. Each part needs the scope of its resource. A long history is paged: `limit`, `cursor` and `order` apply to the history. */
  get(id: string, query?: CustomersGetQuery, options?: CallOptions): Promise<CustomerWithHistory> {
    return this.core.json('GET', `/v1/customers/${e(id)}`, undefined, options, query);
  }

  /** Update a customer. Changes the fields you send; null clears a field. The lead keeps its captured values. */
  update(id: string, body: UpdateCustomer, options?: CallOptions): Promise<Customer> {
    return this.core.json('PATCH', `/v1/customers/${e(id)}`, body, options);
  }

  /** Erase a customer. Replaces everything that is known of the person by `[erased]`, in all records, messages, events and logs. Records, numbers, amounts and times stay. It cannot be undone. The event `person.erased` reports the end. Refused while an invoice is open or work is not finished. */
  erase(id: string, options?: CallOptions): Promise<Erasure> {
    return this.core.json('POST', `/v1/customers/${e(id)}/erase`, undefined, options);
  }

  /** Export a customer. Returns everything that is stored about the person as one JSON document, for the person to read. It includes leads that were merged with the customer’s or are certain duplicates. */
  export(id: string, options?: CallOptions): Promise<Record<string, unknown>> {
    return this.core.json('GET', `/v1/customers/${e(id)}/export`, undefined, options);
  }
}

export interface PropertiesListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Only places of this customer, from all of their requests. */
  customer_id?: string | undefined;
  /** Only places of this lead, or of one merged with it. */
  lead_id?: string | undefined;
  /** Only places with this postal code. */
  postal_code?: string | undefined;
}

export class PropertiesResource extends Collection {
  protected override readonly path = '/v1/properties';

  /** Create a property. Adds a place of a customer or a lead. Appointments, jobs and invoices can name it, and machines are in it. The `address` of the lead is text and stays as it is. */
  declare readonly create: (body: CreateProperty, options?: CallOptions) => Promise<Property>;

  /** List properties. Returns the places of your customers and leads, newest first. */
  declare readonly list: (query?: PropertiesListQuery, options?: CallOptions) => Pages<Property>;

  /** Get a property. Returns the place with its address and how to get in. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<Property>;

  /** Update a property. Changes the fields you send. Another address without `coordinates` clears those of the old one. */
  declare readonly update: (id: string, body: UpdateProperty, options?: CallOptions) => Promise<Property>;
}

export interface EquipmentListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Only machines in this property. */
  property_id?: string | undefined;
  /** Only machines of this customer. */
  customer_id?: string | undefined;
}

export class EquipmentResource extends Collection {
  protected override readonly path = '/v1/equipment';

  /** Create equipment. Adds a machine to a property. Jobs and warranty claims can name it. */
  declare readonly create: (body: CreateEquipment, options?: CallOptions) => Promise<Equipment>;

  /** List equipment. Returns the machines in all properties, newest first, with whether each is still under warranty today. */
  declare readonly list: (query?: EquipmentListQuery, options?: CallOptions) => Pages<Equipment>;

  /** Get equipment. Returns the machine, whether it is still under warranty today, and its history. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<EquipmentDetails>;

  /** Update equipment. Changes the fields you send. A machine stays in its property. */
  declare readonly update: (id: string, body: UpdateEquipment, options?: CallOptions) => Promise<Equipment>;
}

export interface LifecyclesGetQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** The `next_cursor` of the page before, unchanged. */
  cursor?: string | undefined;
  /** Whether the oldest or the newest events come first. */
  order?: "oldest" | "newest" | undefined;
}

export class LifecyclesResource extends Resource {
  /** Get a lifecycle. Returns everything under one lifecycle number, with its timeline. Each part needs the scope of its resource. A long timeline is paged: `limit`, `cursor` and `order` apply to the timeline. */
  get(lifecycleNumber: string, query?: LifecyclesGetQuery, options?: CallOptions): Promise<Lifecycle> {
    return this.core.json('GET', `/v1/lifecycles/${e(lifecycleNumber)}`, undefined, options, query);
  }
}

export interface ContactsLookupQuery {
  /** Phone number, in any notation. */
  phone?: string | undefined;
  /** Email address. */
  email?: string | undefined;
}

export class ContactsResource extends Resource {
  /** Look up a contact. Says who a phone number or an email address belongs to: the customer, the open leads, the next visit, the last job and the open balance. Earlier numbers and addresses of a person count too. Made for caller ID and voice agents: if nobody is known, the response is empty, not an error. Send either `phone` or `email`. */
  lookup(query?: ContactsLookupQuery, options?: CallOptions): Promise<ContactLookup> {
    return this.core.json('GET', '/v1/contacts/lookup', undefined, options, query);
  }
}

export interface SearchGetQuery {
  /** Search text, as in the lists of leads and customers, or the number of an invoice or an estimate. */
  q: string;
  /** Maximum number of results. */
  limit?: number | undefined;
}

export class SearchResource extends Resource {
  /** Find anything. Finds lifecycle numbers, customers, leads, jobs, invoices and estimates in one request, the best match first. You get the kinds that your token can read. The list is not paged. */
  get(query: SearchGetQuery, options?: CallOptions): Promise<{
    /** The results, the best match first. */
    data: SearchResult[];
    /** Whether there is another page. */
    has_more: boolean;
    /** Pass this as `cursor` to get the next page; null on the last page. */
    next_cursor: string | null;
  }> {
    return this.core.json('GET', '/v1/search', undefined, options, query);
  }
}

export interface AvailabilityGetQuery {
  /** Id of the user. Without this and `team_id`: everyone who takes visits. `me` is the user of your token. */
  user_id?: string | undefined;
  /** Id of the team: a slot is open if any member is free. */
  team_id?: string | undefined;
  /** First date, in the user’s time zone, or for a team in the organization’s. */
  from: string;
  /** Last date, inclusive. The range can have at most 62 days. */
  to: string;
  /** Length of a slot in minutes. Default: that of the service, otherwise 60. */
  duration_minutes?: number | undefined;
  /** Minutes between the starts of two slots. Default: the organization’s setting. */
  step_minutes?: number | undefined;
  /** Code of a service. Its definition sets length, skills and buffer; without one, the code is the skill. */
  service?: string | undefined;
  /** Postal code of the place: decides on the area, and so on who works there. */
  postal_code?: string | undefined;
  /** Latitude and longitude of the place, instead of or beside its postal code. */
  coordinates?: string | undefined;
  /** How many users must be free. Default: that of the service, otherwise 1. */
  crew_size?: number | undefined;
  /** How many slots to return at most, the earliest; with `windows`, the earliest of each window. */
  limit?: number | undefined;
  /** Length of the arrival window that each slot is shown with, as an ISO 8601 duration. With `limit`, each window is offered once. Default: the organization’s rule, if it has one. */
  windows?: string | undefined;
  /** Set to true to also return why all other time is not open. */
  explain?: boolean | undefined;
}

export class AvailabilityResource extends Resource {
  /** Find open slots. Returns the open slots of a user, of any member of a team, or of everyone who takes visits, between two dates. With `service` and `postal_code`, you need to know nothing else: the area, the skills and the length follow from them. A slot belongs to the date on which it starts. Slots start at multiples of the step, counted from the start of the shift. They never overlap appointments, holds, time off or buffers, and they respect the minimum notice and the booking horizon. With `explain=true`, the response also says why all other time is not open. With `appointments:own`, only your own calendar can be searched. */
  get(query: AvailabilityGetQuery, options?: CallOptions): Promise<Availability> {
    return this.core.json('GET', '/v1/availability', undefined, options, query);
  }
}

export class BookingsResource extends Resource {
  /** Book a visit for a new contact. Captures a lead and books its visit at once, all or nothing. A user who is free, has the skills and works in the area gets it. Only open slots can be booked: otherwise it fails with the nearest ones, and `capture_if_taken` keeps the lead. The same `source_ref` again returns what it has booked; if its lead has no visit yet, that lead is booked, or the one it was merged into. */
  create(body: CreateBooking, options?: CallOptions): Promise<Booking> {
    return this.core.json('POST', '/v1/bookings', body, options);
  }
}

export class AppointmentsHoldsResource extends Resource {
  /** Hold a slot. Reserves a time for at most 15 minutes, for a lead or for no one yet: then `service` and `postal_code` find who can take it. Like a booking, a hold blocks the time for everyone else. To book it, send its `hold_id` to `POST /v1/appointments` or `POST /v1/bookings`. Otherwise it expires automatically, to the second. */
  create(body: HoldAppointment, options?: CallOptions): Promise<Appointment> {
    return this.core.json('POST', '/v1/appointments/holds', body, options);
  }
}

export interface AppointmentsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Return only appointments that end after this. A time with an offset, or a date in the organization’s time zone. */
  from?: string | Time | undefined;
  /** Return only appointments that start before this; a date is included. A time with an offset, or a date in the organization’s time zone. */
  to?: string | Time | undefined;
  /** Return only appointments assigned to this user. `me` is the user of your token. */
  assigned_to?: string | undefined;
  /** Return only appointments with this user in the crew. `me` is the user of your token. */
  crew?: string | undefined;
  /** Return only appointments assigned to members of this team. */
  team_id?: string | undefined;
  /** `true` returns only unassigned appointments in the tray; `false` returns only assigned ones. */
  unassigned?: boolean | undefined;
  /** Return only appointments with one of these statuses. */
  status?: readonly ("held" | "booked" | "confirmed" | "dispatched" | "en_route" | "in_progress" | "completed" | "no_show" | "canceled")[] | undefined;
  /** Return only appointments with this lifecycle number. */
  lifecycle_number?: string | undefined;
  /** Return only appointments of this job. */
  job_id?: string | undefined;
  /** `true` returns only appointments with a review of the customer; `false` returns only those without. */
  reviewed?: boolean | undefined;
}

export class AppointmentsResource extends Collection {
  protected override readonly path = '/v1/appointments';
  readonly holds: AppointmentsHoldsResource;

  constructor(core: Core) {
    super(core);
    this.holds = new AppointmentsHoldsResource(core);
  }

  /** Book an appointment. Books an appointment for a lead, a customer or a job. Assign it to a user with `assigned_to`. With `team_id`, it is assigned to the free member with the least work that day. Without either, it is unassigned and goes to the tray. If the time is taken, the request fails with `slot_taken` and lists the three nearest open slots. An unusual time, such as one in the past or outside working hours, is booked and listed in `warnings`; `strict` refuses it instead. To book a hold, send its `hold_id`. */
  declare readonly create: (body: BookAppointment, options?: CallOptions) => Promise<Appointment>;

  /** List appointments. Returns the appointments of your organization, earliest start first. Filters can be combined. Holds are included only if `status` contains `held`. */
  declare readonly list: (query?: AppointmentsListQuery, options?: CallOptions) => Pages<Appointment>;

  /** Get an appointment. Returns an appointment or a hold, with its contact and its assigned user. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<Appointment>;

  /** Update an appointment. Reschedules an appointment, assigns it to another user, or changes its details, all or nothing. If the new time is taken, the request fails with `slot_taken` and the appointment stays unchanged. With `if_updated_at`, it also fails if someone else changed the appointment meanwhile. */
  declare readonly update: (id: string, body: UpdateAppointment, options?: CallOptions) => Promise<Appointment>;

  /** Move several appointments. Reschedules and reassigns up to 50 appointments, all or nothing, each as by `PATCH`. They can swap places. A problem points to its move. */
  moves(body: MoveAppointments, options?: CallOptions): Promise<MovedAppointments> {
    return this.core.json('POST', '/v1/appointments/moves', body, options);
  }

  /** Confirm an appointment. Records that the contact confirmed the appointment. The reply YES or C to a text does the same. Allowed from `booked`. Repeating it changes nothing. */
  confirm(id: string, body?: AppointmentStep, options?: CallOptions): Promise<Appointment> {
    return this.core.json('POST', `${this.at(id)}/confirm`, body, options);
  }

  /** Dispatch an appointment. Records that the assigned user was dispatched. Allowed from `booked`, `confirmed`. Repeating it changes nothing. */
  dispatch(id: string, body?: AppointmentStep, options?: CallOptions): Promise<Appointment> {
    return this.core.json('POST', `${this.at(id)}/dispatch`, body, options);
  }

  /** Mark an appointment as en route. Records that the assigned user is on the way, and with `eta_minutes` when they are expected. Sent again with another `eta_minutes`, it only changes the expected time. Allowed from `booked`, `confirmed`, `dispatched`. Repeating it changes nothing. */
  enRoute(id: string, body?: EnRoute, options?: CallOptions): Promise<Appointment> {
    return this.core.json('POST', `${this.at(id)}/en-route`, body, options);
  }

  /** Report that an appointment starts late. Records when the assigned user is expected instead, in minutes from now. The booked time stays. Allowed until the appointment starts. The playbook “Running late” informs the contact. */
  runningLate(id: string, body: RunningLate, options?: CallOptions): Promise<Appointment> {
    return this.core.json('POST', `${this.at(id)}/running-late`, body, options);
  }

  /** Start an appointment. Records that the work has started. Allowed from `booked`, `confirmed`, `dispatched`, `en_route`. Repeating it changes nothing. */
  start(id: string, body?: WorkStep, options?: CallOptions): Promise<Appointment> {
    return this.core.json('POST', `${this.at(id)}/start`, body, options);
  }

  /** Complete an appointment. Records that the work is done. The rest of the booked time becomes free. Allowed from `booked`, `confirmed`, `dispatched`, `en_route`, `in_progress`. Repeating it changes nothing. */
  complete(id: string, body?: WorkStep, options?: CallOptions): Promise<Appointment> {
    return this.core.json('POST', `${this.at(id)}/complete`, body, options);
  }

  /** Mark an appointment as a no-show. Records that the contact was not there. The rest of the booked time becomes free. Allowed from `booked`, `confirmed`, `dispatched`, `en_route`, `in_progress`. Repeating it changes nothing. */
  noShow(id: string, body?: WorkStep, options?: CallOptions): Promise<Appointment> {
    return this.core.json('POST', `${this.at(id)}/no-show`, body, options);
  }

  /** Cancel an appointment. Cancels the appointment or hold. Its time is free immediately. Allowed from `held`, `booked`, `confirmed`, `dispatched`, `en_route`. Repeating it changes nothing. */
  cancel(id: string, body?: CancelAppointment, options?: CallOptions): Promise<Appointment> {
    return this.core.json('POST', `${this.at(id)}/cancel`, body, options);
  }

  /** Undo the last status of an appointment. Returns the visit to its previous status, within 10 minutes, once. A visit that was over takes its time again, if it is free. Timers that had ended start again; messages that were sent stay sent. */
  undoStep(id: string, body?: AppointmentStep, options?: CallOptions): Promise<Appointment> {
    return this.core.json('POST', `${this.at(id)}/undo-step`, body, options);
  }
}

export interface MyDayGetQuery {
  /** The first day, in the user’s time zone. Default: today. */
  date?: string | undefined;
}

export class MyDayResource extends Resource {
  /** Get your day. Returns the visits of the user of your token on two days, with all that is needed on site: contact, address, job, checklist, notes, attachments and what is owed. Canceled visits are left out. Send the `ETag` as `If-None-Match`: 304 means that nothing has changed. */
  get(query?: MyDayGetQuery, options?: CallOptions): Promise<MyDay> {
    return this.core.json('GET', '/v1/my-day', undefined, options, query);
  }
}

export class DispatchReplansResource extends Resource {
  /** Plan a day without a user. Proposes who takes the appointments of a user who cannot work on a day; with `weather` and no user, later days for all appointments; with `emergency` and `appointment_id`, room for that one. All are considered together: the fewest are left over, move or get a new time, with the least travel. Nothing changes until you apply the plan, within 30 minutes. */
  create(body: PlanReassignment, options?: CallOptions): Promise<Replan> {
    return this.core.json('POST', '/v1/dispatch/replans', body, options);
  }

  /** Get a plan for a day. Returns a plan that was made with `POST /v1/dispatch/replans`. */
  get(id: string, options?: CallOptions): Promise<Replan> {
    return this.core.json('GET', `/v1/dispatch/replans/${e(id)}`, undefined, options);
  }

  /** Apply a plan for a day. Moves the appointments of a plan, and puts those that no one can take into the tray, all or nothing. If the day has changed, the request fails with `board_changed` and points to what. Applying it again changes nothing. Undo it by moving them to `from`. */
  apply(id: string, body?: ApplyReplan, options?: CallOptions): Promise<AppliedReplan> {
    return this.core.json('POST', `/v1/dispatch/replans/${e(id)}/apply`, body, options);
  }
}

export interface DispatchGetQuery {
  /** Date of the board, in the organization’s time zone. Default: today. */
  date?: string | undefined;
  /** First of several dates, instead of `date`. Default: today. */
  from?: string | undefined;
  /** Last of at most seven dates. Default: the first. */
  to?: string | undefined;
  /** Show only the members of this team. */
  team_id?: string | undefined;
}

export class DispatchResource extends Resource {
  readonly replans: DispatchReplansResource;

  constructor(core: Core) {
    super(core);
    this.replans = new DispatchReplansResource(core);
  }

  /** Get the dispatch board. Returns a whole day, or up to seven, in one response: the shifts, time off, appointments, travel and utilization of each user who takes visits, and the unassigned appointments in the tray. Days and all times are in the organization’s time zone. */
  get(query?: DispatchGetQuery, options?: CallOptions): Promise<DispatchBoard> {
    return this.core.json('GET', '/v1/dispatch', undefined, options, query);
  }

  /** Suggest users for an appointment. Suggests which of the users who take visits could take an appointment, and why. The best user is free at that time, has the skill that the lead needs, and has the least work and driving that day. This changes nothing: assign the appointment with `PATCH /v1/appointments/{id}`. */
  suggest(body: SuggestAssignee, options?: CallOptions): Promise<Suggestions> {
    return this.core.json('POST', '/v1/dispatch/suggest', body, options);
  }

  /** Suggest slots for a lead. Suggests users and times for a new appointment, best first, and why: by skill, work, travel and how soon. Every suggestion is an open slot, so it can be booked with `strict`. This changes nothing. */
  suggestSlots(body: SuggestSlots, options?: CallOptions): Promise<SuggestedSlots> {
    return this.core.json('POST', '/v1/dispatch/suggest-slots', body, options);
  }
}

export class JobsChecklistResource extends Resource {
  /** Add a checklist item. Adds an item to the end of the checklist of the job. A checklist has at most 200 items. */
  create(id: string, body: CreateChecklistItem, options?: CallOptions): Promise<Job> {
    return this.core.json('POST', `/v1/jobs/${e(id)}/checklist`, body, options);
  }
}

export interface JobsNotesListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class JobsNotesResource extends Resource {
  /** Add a note to a job. Stores a note with the job. A note cannot be changed or deleted. One that was written without signal says when with `at`. */
  create(id: string, body: CreateJobNote, options?: CallOptions): Promise<JobNote> {
    return this.core.json('POST', `/v1/jobs/${e(id)}/notes`, body, options);
  }

  /** List the notes of a job. Returns the notes of a job, newest first. */
  list(id: string, query?: JobsNotesListQuery, options?: CallOptions): Pages<JobNote> {
    return this.core.list(`/v1/jobs/${e(id)}/notes`, query, options);
  }
}

export interface JobsAttachmentsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class JobsAttachmentsResource extends Resource {
  /** Attach a file to a job. Attaches a file that you uploaded with uploadFile, or a reference to a file that is stored elsewhere and not copied. A signature has the kind `signature`. */
  create(id: string, body: CreateJobAttachment, options?: CallOptions): Promise<JobAttachment> {
    return this.core.json('POST', `/v1/jobs/${e(id)}/attachments`, body, options);
  }

  /** List the attachments of a job. Returns the attachments of a job, newest first. */
  list(id: string, query?: JobsAttachmentsListQuery, options?: CallOptions): Pages<JobAttachment> {
    return this.core.list(`/v1/jobs/${e(id)}/attachments`, query, options);
  }
}

export interface JobsWarrantyClaimsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class JobsWarrantyClaimsResource extends Resource {
  /** Open a warranty claim. Opens a claim for a job whose warranty is running. With `starts_at`, an appointment for the job is booked in the same transaction; its type is `warranty` unless you send another one. If the time is taken, the request is refused with `slot_taken` and no claim is opened. What is unusual about the time is in `warnings`. */
  create(id: string, body: CreateWarrantyClaim, options?: CallOptions): Promise<WarrantyClaim> {
    return this.core.json('POST', `/v1/jobs/${e(id)}/warranty-claims`, body, options);
  }

  /** List the warranty claims of a job. Returns the warranty claims of a job, newest first. */
  list(id: string, query?: JobsWarrantyClaimsListQuery, options?: CallOptions): Pages<WarrantyClaim> {
    return this.core.list(`/v1/jobs/${e(id)}/warranty-claims`, query, options);
  }
}

export interface JobsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Return only jobs with one of these statuses. */
  status?: readonly ("contracted" | "scheduled" | "in_progress" | "on_hold" | "completed" | "in_warranty" | "closed" | "canceled")[] | undefined;
  /** Only jobs of this customer. */
  customer_id?: string | undefined;
  /** Only jobs with this lifecycle number. */
  lifecycle_number?: string | undefined;
  /** Only jobs that are assigned to this user. `me` is the user of your token. */
  assigned_to?: string | undefined;
  /** Search text. One or more words in any order, each the start of a word of the title or of the customer’s name: at least three letters, or a shorter word in full. You can also send a lifecycle number, with or without its check digit, the customer’s email address, or three or more digits of the phone number in a row. Needs `leads:read` or `customers:read`. */
  q?: string | undefined;
}

export interface JobsCountQuery {
  /** Only jobs of this customer. */
  customer_id?: string | undefined;
  /** Only jobs with this lifecycle number. */
  lifecycle_number?: string | undefined;
  /** Only jobs that are assigned to this user. `me` is the user of your token. */
  assigned_to?: string | undefined;
}

export class JobsResource extends Collection {
  protected override readonly path = '/v1/jobs';
  readonly checklist: JobsChecklistResource;
  readonly notes: JobsNotesResource;
  readonly attachments: JobsAttachmentsResource;
  readonly warrantyClaims: JobsWarrantyClaimsResource;

  constructor(core: Core) {
    super(core);
    this.checklist = new JobsChecklistResource(core);
    this.notes = new JobsNotesResource(core);
    this.attachments = new JobsAttachmentsResource(core);
    this.warrantyClaims = new JobsWarrantyClaimsResource(core);
  }

  /** Create a job. Creates a job for a customer or for a qualified lead. The lead is converted to a customer in the same transaction. The job has the `lifecycle_number` of the lead, whose `outcome` becomes `won`; a job for a customer has the customer’s own number. A lead that is not qualified is refused with `lead_not_qualified`. */
  declare readonly create: (body: CreateJob, options?: CallOptions) => Promise<Job>;

  /** List jobs. Returns the jobs of your organization, newest first, with their next visit. A job must match all filters that you send. */
  declare readonly list: (query?: JobsListQuery, options?: CallOptions) => Pages<Job>;

  /** Count jobs. Returns the number of jobs and the sum of their contract amounts for each status, at one moment. */
  count(query?: JobsCountQuery, options?: CallOptions): Promise<JobCounts> {
    return this.core.json('GET', '/v1/jobs/count', undefined, options, query);
  }

  /** Get a job. Returns a job with its contract, warranty and checklist. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<Job>;

  /** Update a job. Changes the fields that you send; null clears a field. `warranty_months` cannot be changed after the warranty was enrolled. A change of `assigned_to` emits `job.assigned`; all other changes emit `job.updated`. */
  declare readonly update: (id: string, body: UpdateJob, options?: CallOptions) => Promise<Job>;

  /** Schedule a job. Marks the job as scheduled. With `starts_at`, an appointment for the job is booked in the same transaction. If the time is taken, the request is refused with `slot_taken` and the job does not change. With `visits`, several are booked, all or nothing, also for a job that is `scheduled` or `in_progress`. To book more later, use `POST /v1/appointments` with `job_id`. What is unusual about a time that was booked is in `warnings`. Allowed while the job is `contracted`. Repeating the request while the job is `scheduled` changes nothing. */
  schedule(id: string, body?: ScheduleJob, options?: CallOptions): Promise<Job> {
    return this.core.json('POST', `${this.at(id)}/schedule`, body, options);
  }

  /** Start a job. Marks the work as started. Allowed while the job is `contracted` or `scheduled`. Repeating the request while the job is `in_progress` changes nothing. */
  start(id: string, options?: CallOptions): Promise<Job> {
    return this.core.json('POST', `${this.at(id)}/start`, undefined, options);
  }

  /** Pause a job. Puts the job on hold. Its appointments stay booked. Allowed while the job is `contracted`, `scheduled`, or `in_progress`. Repeating the request while the job is `on_hold` changes nothing. */
  pause(id: string, body?: PauseJob, options?: CallOptions): Promise<Job> {
    return this.core.json('POST', `${this.at(id)}/pause`, body, options);
  }

  /** Resume a job. Returns a paused job to the status from before the pause. Allowed while the job is `on_hold`. Repeating the request while the job is `contracted`, `scheduled`, or `in_progress` changes nothing. */
  resume(id: string, options?: CallOptions): Promise<Job> {
    return this.core.json('POST', `${this.at(id)}/resume`, undefined, options);
  }

  /** Complete a job. Marks the work as completed. Appointments of the job that a technician has set out for are completed too, and so are assigned appointments whose start time has passed. The other appointments stay booked unless `cancel_appointments` is true. With `jobs:own`, this applies only to your own appointments. Allowed while the job is `in_progress`. Repeating the request while the job is `completed`, `in_warranty`, or `closed` changes nothing. */
  complete(id: string, body?: CompleteJob, options?: CallOptions): Promise<Job> {
    return this.core.json('POST', `${this.at(id)}/complete`, body, options);
  }

  /** Enroll the warranty of a job. Starts the warranty of a completed job. It runs for `warranty_months` from the day on which the job was completed, in the organization’s time zone. After its last day it ends automatically: `job.warranty_expired` and then `job.closed` are emitted. A job without a warranty is refused with `no_warranty`. Allowed while the job is `completed`. Repeating the request while the job is `in_warranty` or `closed` changes nothing. */
  enrollWarranty(id: string, options?: CallOptions): Promise<Job> {
    return this.core.json('POST', `${this.at(id)}/enroll-warranty`, undefined, options);
  }

  /** Close a job. Ends the job. A running warranty ends, and its open appointments are canceled, except those of open warranty claims. While a technician is working on an appointment of the job, the request is refused with `appointment_under_way`. Allowed while the job is `completed` or `in_warranty`. Repeating the request while the job is `closed` changes nothing. */
  close(id: string, options?: CallOptions): Promise<Job> {
    return this.core.json('POST', `${this.at(id)}/close`, undefined, options);
  }

  /** Cancel a job. Cancels the job and its appointments. While a technician is working on an appointment of the job, the request is refused with `appointment_under_way`. Allowed while the job is `contracted`, `scheduled`, `in_progress`, or `on_hold`. Repeating the request while the job is `canceled` changes nothing. */
  cancel(id: string, body?: CancelJob, options?: CallOptions): Promise<Job> {
    return this.core.json('POST', `${this.at(id)}/cancel`, body, options);
  }

  /** Collect a payment on site. Records a payment for a job in one step: for its open invoice, which is marked as sent if it is a draft, or for a new invoice. A new invoice has the `lines` that you send, or what of the contract was not invoiced yet, or else the amount. Send an `Idempotency-Key`, so that a retry does not record a second payment. */
  collectPayment(id: string, body: CollectPayment, options?: CallOptions): Promise<CollectedPayment> {
    return this.core.json('POST', `${this.at(id)}/collect-payment`, body, options);
  }
}

export class ChecklistItemsResource extends Resource {
  /** Check off a checklist item. Marks a checklist item as done. Repeating the request changes nothing. */
  check(id: string, body?: DoneAt, options?: CallOptions): Promise<Job> {
    return this.core.json('POST', `/v1/checklist-items/${e(id)}/check`, body, options);
  }

  /** Uncheck a checklist item. Marks a checklist item as not done. Repeating the request changes nothing. */
  uncheck(id: string, body?: DoneAt, options?: CallOptions): Promise<Job> {
    return this.core.json('POST', `/v1/checklist-items/${e(id)}/uncheck`, body, options);
  }
}

export interface WarrantyClaimsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Return only claims with this status. */
  status?: "open" | "closed" | undefined;
}

export class WarrantyClaimsResource extends ReadCollection {
  protected override readonly path = '/v1/warranty-claims';

  /** List warranty claims. Returns the warranty claims of all jobs of your organization, newest first. */
  declare readonly list: (query?: WarrantyClaimsListQuery, options?: CallOptions) => Pages<WarrantyClaim>;

  /** Get a warranty claim. Returns a warranty claim with the id of its appointment and its resolution. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<WarrantyClaim>;

  /** Schedule a warranty claim. Books an appointment for an open claim that has none, or whose last appointment was completed, canceled or missed. It also works after the job was closed. If the claim already has an open appointment, the request is refused with `claim_scheduled`: reschedule that appointment with `PATCH /v1/appointments/{id}`. What is unusual about the time is in `warnings`. */
  schedule(id: string, body: ScheduleWarrantyClaim, options?: CallOptions): Promise<WarrantyClaim> {
    return this.core.json('POST', `${this.at(id)}/schedule`, body, options);
  }

  /** Close a warranty claim. Closes a claim with its resolution. The warranty can be over. Closing a closed claim changes nothing: the first resolution stays. */
  close(id: string, body: CloseWarrantyClaim, options?: CallOptions): Promise<WarrantyClaim> {
    return this.core.json('POST', `${this.at(id)}/close`, body, options);
  }
}

export interface FilesCreateQuery {
  /** Name of the file for people. */
  name?: string | undefined;
}

export class FilesResource extends Resource {
  /** Upload a file. Stores a photo, a signature or a document of up to 10 MiB: a JPEG, PNG or WebP image, or a PDF. The type is detected from the content. Send an `Idempotency-Key`, so that a file that is sent twice is stored once. Then use the `file_id`, such as in createJobAttachment. */
  create(file: Upload<'application/pdf' | 'image/jpeg' | 'image/png' | 'image/webp' | 'application/octet-stream'>, query?: FilesCreateQuery, options?: CallOptions): Promise<StoredFileWithName> {
    return this.core.json('POST', '/v1/files', file, options, query);
  }

  /** Get a file. Returns what is known of a file, without its content. */
  get(id: string, options?: CallOptions): Promise<StoredFileWithName> {
    return this.core.json('GET', `/v1/files/${e(id)}`, undefined, options);
  }

  /** Get the content of a file. Returns the bytes of a file, with its own media type. They never change: send the `ETag` as `If-None-Match` to get 304 instead. */
  content(id: string, options?: CallOptions): Promise<Response> {
    return this.core.send('GET', `/v1/files/${e(id)}/content`, undefined, options);
  }
}

export class InvoicesPaymentsResource extends Resource {
  /** Record a payment. Records a payment that you received. A payment above the balance is refused with `overpayment`. When the invoice is paid in full, `invoice.paid` is emitted. Allowed while the invoice is `sent` or `partially_paid`. Send an `Idempotency-Key`, so that a retry does not record a second payment. */
  create(id: string, body: RecordPayment, options?: CallOptions): Promise<InvoiceWithPayments> {
    return this.core.json('POST', `/v1/invoices/${e(id)}/payments`, body, options);
  }
}

export class InvoicesRefundsResource extends Resource {
  /** Record a refund. Records money that you returned to the customer, as an entry with a negative amount. The payments do not change. The balance of the invoice increases by the amount. A refund above the amount paid is refused with `refund_exceeds_paid`. Allowed while the invoice is `partially_paid` or `paid` and its `paid` amount is above 0. */
  create(id: string, body: RecordRefund, options?: CallOptions): Promise<InvoiceWithPayments> {
    return this.core.json('POST', `/v1/invoices/${e(id)}/refunds`, body, options);
  }
}

export class InvoicesCheckoutResource extends Resource {
  /** Let a customer pay online. Opens a page of your payment provider for the open balance of an invoice. Get the checkout until it has a `url`, and give that to the customer. While one for the same balance is open, or a payment is being processed, that one is returned with 200. The payment is recorded when the provider reports it. */
  create(id: string, body?: CreateCheckout, options?: CallOptions): Promise<Checkout> {
    return this.core.json('POST', `/v1/invoices/${e(id)}/checkout`, body, options);
  }
}

export interface InvoicesListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Return only invoices with one of these statuses. */
  status?: readonly ("draft" | "sent" | "partially_paid" | "paid" | "void")[] | undefined;
  /** `created_at`: newest first. `due_on`: earliest due date first. */
  sort?: "created_at" | "due_on" | undefined;
  /** `true` returns only invoices that are past the due date with a balance; `false` returns only the others. */
  overdue?: boolean | undefined;
  /** Return only the invoice with this number. */
  number?: string | undefined;
  /** Return only invoices of this job. */
  job_id?: string | undefined;
  /** Return only invoices of this customer. */
  customer_id?: string | undefined;
  /** Return only invoices with this lifecycle number. */
  lifecycle_number?: string | undefined;
  /** Return only invoices sent on this day or later, in the organization’s time zone. */
  sent_from?: string | undefined;
  /** Return only invoices sent on this day or before. */
  sent_to?: string | undefined;
  /** Return only invoices with a payment received on this day or later, newest invoice first. */
  paid_from?: string | undefined;
  /** Return only invoices with a payment received on this day or before. */
  paid_to?: string | undefined;
  /** Return only sent invoices in this currency. */
  currency?: string | undefined;
  /** Return only sent invoices of leads from this source. */
  source?: string | undefined;
  /** Return only sent invoices of jobs assigned to this user. `me` is the user of your token. */
  assigned_to?: string | undefined;
  /** Return only sent invoices of unassigned jobs, or of the others. */
  unassigned?: boolean | undefined;
}

export class InvoicesResource extends Collection {
  protected override readonly path = '/v1/invoices';
  readonly payments: InvoicesPaymentsResource;
  readonly refunds: InvoicesRefundsResource;
  readonly checkout: InvoicesCheckoutResource;

  constructor(core: Core) {
    super(core);
    this.payments = new InvoicesPaymentsResource(core);
    this.refunds = new InvoicesRefundsResource(core);
    this.checkout = new InvoicesCheckoutResource(core);
  }

  /** Create an invoice. Creates a draft invoice for a job, with the `lifecycle_number` of the job. The job can have any status: you can invoice a deposit before the work, or a fee after the job was canceled. A deposit that was invoiced when an estimate was accepted is subtracted by a line, up to the total. The amount and the tax of each line are rounded to whole minor units, halves away from zero. The totals are the sums of the rounded values. */
  declare readonly create: (body: CreateInvoice, options?: CallOptions) => Promise<InvoiceWithPayments>;

  /** List invoices. Returns the invoices of your organization, newest first unless `sort` says otherwise, or last sent first with a filter of sent invoices. An invoice must match all filters that you send. */
  declare readonly list: (query?: InvoicesListQuery, options?: CallOptions) => Pages<Invoice>;

  /** Count invoices. Returns the number of invoices and the sums of their totals and balances for each status, at one moment. */
  count(options?: CallOptions): Promise<InvoiceCounts> {
    return this.core.json('GET', '/v1/invoices/count', undefined, options);
  }

  /** Get an invoice. Returns an invoice with its payments and refunds. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<InvoiceWithPayments>;

  /** Update an invoice. Changes the fields of a draft that you send; `lines` replaces all lines. A sent invoice cannot be changed: void it and create another one. Allowed while the invoice is `draft`. */
  declare readonly update: (id: string, body: UpdateInvoice, options?: CallOptions) => Promise<InvoiceWithPayments>;

  /** Send an invoice. Sends an invoice: by email with the PDF attached, or by a text with the number and the amount. If it cannot be sent, `delivery` says `issued`, and `delivery_reason` why. After this the invoice cannot be changed, and it can be paid. An invoice with a total of 0 becomes `paid` at once. Allowed while the invoice is `draft`. After that, it is sent again to the current address; within five minutes only if the address or the channel is another. */
  send(id: string, body?: SendDocument, options?: CallOptions): Promise<InvoiceWithPayments> {
    return this.core.json('POST', `${this.at(id)}/send`, body, options);
  }

  /** Get an invoice as PDF. Returns the invoice as the customer reads it, in the contact’s language. */
  document(id: string, options?: CallOptions): Promise<Response> {
    return this.core.send('GET', `${this.at(id)}/document.pdf`, undefined, options);
  }

  /** Void an invoice. Cancels an invoice, so that it must not be paid. It keeps its number. Refund all payments first. Allowed while the invoice is `draft`, `sent`, or `paid` and its `paid` amount is 0. Repeating the request changes nothing. */
  void(id: string, body: VoidInvoice, options?: CallOptions): Promise<InvoiceWithPayments> {
    return this.core.json('POST', `${this.at(id)}/void`, body, options);
  }
}

export interface PaymentProvidersListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class PaymentProvidersResource extends Collection {
  protected override readonly path = '/v1/payment-providers';

  /** Connect a payment provider. Connects your account at Stripe, so that customers can pay invoices online. Enter `webhook_url` at Stripe for the events `checkout.session.*`, `charge.refunded`, `refund.*` and `charge.dispute.*`. Only one provider can be active. Keys are stored encrypted and never returned. */
  declare readonly create: (body: CreatePaymentProvider, options?: CallOptions) => Promise<PaymentProvider>;

  /** List payment providers. Returns the payment providers, active or not, newest first, without their keys. */
  declare readonly list: (query?: PaymentProvidersListQuery, options?: CallOptions) => Pages<PaymentProvider>;

  /** Get a payment provider. Returns a payment provider with its address for webhooks, without its keys. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<PaymentProvider>;

  /** Update a payment provider. Replaces keys, or disables or activates it. Without it, or with another `secret_key`, its open checkouts end. A payment provider is not deleted, so that what it still reports is recorded. */
  declare readonly update: (id: string, body: UpdatePaymentProvider, options?: CallOptions) => Promise<PaymentProvider>;
}

export class CheckoutsResource extends Resource {
  /** Get a checkout. Returns a checkout: its page, and whether it was paid. */
  get(id: string, options?: CallOptions): Promise<Checkout> {
    return this.core.json('GET', `/v1/checkouts/${e(id)}`, undefined, options);
  }
}

export interface PaymentsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Only these statuses. */
  status?: readonly ("recorded" | "unmatched" | "returned")[] | undefined;
  /** Only of this invoice. */
  invoice_id?: string | undefined;
  /** Only of this customer. */
  customer_id?: string | undefined;
  /** Only of this provider; `manual`: recorded by people. */
  provider?: "stripe" | "manual" | undefined;
}

export class PaymentsResource extends ReadCollection {
  protected override readonly path = '/v1/payments';

  /** List payments. Returns all payments that were received, newest first: recorded by people and by the payment provider, and those that fit no invoice (`status=unmatched`). */
  declare readonly list: (query?: PaymentsListQuery, options?: CallOptions) => Pages<ReceivedPayment>;

  /** Get a payment. Returns a payment, with what was refunded of it and its dispute. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<ReceivedPayment>;

  /** Match a payment. Records a payment that is `unmatched` on an invoice, as a whole, with what was refunded of it. Emits `payment.matched` and the events of the invoice. Matching it with the same invoice again changes nothing. */
  match(id: string, body: MatchPayment, options?: CallOptions): Promise<ReceivedPayment> {
    return this.core.json('POST', `${this.at(id)}/match`, body, options);
  }
}

export interface EstimatesListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Return only estimates with one of these statuses. */
  status?: readonly ("draft" | "sent" | "viewed" | "accepted" | "declined" | "expired" | "superseded")[] | undefined;
  /** Return only the versions of the estimate with this number. */
  number?: string | undefined;
  /** Return only estimates of this lead. */
  lead_id?: string | undefined;
  /** Return only estimates of this customer. */
  customer_id?: string | undefined;
  /** Return only estimates with this lifecycle number. */
  lifecycle_number?: string | undefined;
}

export class EstimatesResource extends Collection {
  protected override readonly path = '/v1/estimates';

  /** Create an estimate. Creates a draft for a lead or a customer, with one option or several to choose from. It has the `lifecycle_number` of the lead, or the customer’s own. Amounts are rounded as on invoices. */
  declare readonly create: (body: CreateEstimate, options?: CallOptions) => Promise<Estimate>;

  /** List estimates. Returns estimates, each version on its own, newest first. */
  declare readonly list: (query?: EstimatesListQuery, options?: CallOptions) => Pages<Estimate>;

  /** Get an estimate. Returns one version of an estimate. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<Estimate>;

  /** Update an estimate. Changes the fields of a draft that you send. What was sent cannot be changed: revise it. */
  declare readonly update: (id: string, body: UpdateEstimate, options?: CallOptions) => Promise<Estimate>;

  /** Send an estimate. Sends a draft: by email with the PDF attached, or by a text with the number and the price. If it cannot be sent, `delivery` says `issued`, and `delivery_reason` why. After this the version cannot be changed, and it can be accepted. One that was sent before is sent again, to the current address; within five minutes only if the address or the channel is another. */
  send(id: string, body?: SendDocument, options?: CallOptions): Promise<Estimate> {
    return this.core.json('POST', `${this.at(id)}/send`, body, options);
  }

  /** Revise an estimate. Creates the next version of a sent, declined or expired estimate, as a draft with the same number. The version before is `superseded` and can no longer be accepted. */
  revise(id: string, body?: UpdateEstimate, options?: CallOptions): Promise<Estimate> {
    return this.core.json('POST', `${this.at(id)}/revise`, body, options);
  }

  /** Decline an estimate. Records that the customer declined a sent estimate. Repeating it changes nothing. */
  decline(id: string, body: DeclineEstimate, options?: CallOptions): Promise<Estimate> {
    return this.core.json('POST', `${this.at(id)}/decline`, body, options);
  }

  /** Accept an estimate. Records that the customer accepted and signed a sent estimate. In one transaction, the lead becomes a customer and is `won`, the job is created with the signed contract, and the deposit is invoiced and sent, with the `delivery` of its invoice. */
  accept(id: string, body: AcceptEstimate, options?: CallOptions): Promise<AcceptedEstimate> {
    return this.core.json('POST', `${this.at(id)}/accept`, body, options);
  }

  /** Verify an estimate. Hashes what was signed and the image of the signature again, and compares them with the acceptance, the contract of the job, and the estimate as it is stored. */
  verify(id: string, options?: CallOptions): Promise<EstimateVerification> {
    return this.core.json('POST', `${this.at(id)}/verify`, undefined, options);
  }

  /** Get an estimate as PDF. Returns the estimate as the customer reads it: all options, or what was accepted. */
  document(id: string, options?: CallOptions): Promise<Response> {
    return this.core.send('GET', `${this.at(id)}/document.pdf`, undefined, options);
  }
}

export interface LinksListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Only links with this purpose. */
  purpose?: "visit" | "estimate" | "invoice" | "profile" | undefined;
  /** Only links to this visit. */
  appointment_id?: string | undefined;
  /** Only links to this estimate. */
  estimate_id?: string | undefined;
  /** Only links to this invoice. */
  invoice_id?: string | undefined;
  /** Only links to the profile of this customer. */
  customer_id?: string | undefined;
  /** Only links with this lifecycle number. */
  lifecycle_number?: string | undefined;
}

export class LinksResource extends ReadCollection {
  protected override readonly path = '/v1/links';

  /** Create a link for a customer. Creates the address of a page for one customer: to confirm, move or cancel a visit, to approve an estimate, to see an invoice, or to update contact details. Everyone who has the address can use it, so the token also needs the scopes of what it opens. Templates have `{{ links.visit }}` instead. */
  create(body: CreateLink, options?: CallOptions): Promise<LinkWithUrl> {
    return this.core.json('POST', '/v1/links', body, options);
  }

  /** List links of customers. Returns links, newest first, without their addresses. */
  declare readonly list: (query?: LinksListQuery, options?: CallOptions) => Pages<Link>;

  /** Get a link of a customer. Returns what the link opens and until when, without its address. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<Link>;

  /** Revoke a link of a customer. The link stops working immediately. Revoking it again changes nothing. */
  delete(id: string, options?: CallOptions): Promise<Link> {
    return this.core.json('DELETE', this.at(id), undefined, options);
  }
}

export interface CommunicationsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Return only communications with this lifecycle number. */
  lifecycle_number?: string | undefined;
  /** Kind of communication. A `note` is for internal use only. */
  channel?: "call" | "chat" | "sms" | "email" | "note" | undefined;
  /** `inbound` is from the contact, `outbound` is to the contact; a note is `internal`. */
  direction?: "inbound" | "outbound" | "internal" | undefined;
  /** `recorded` and `received` communications have happened. A message is `queued`, then `sending`, then `sent` and, if the gateway reports it, `delivered`. Otherwise it is `failed`; `not_sent`, because it was not allowed or there is no channel; or `unknown`, because it may or may not have been accepted: it is not sent again automatically. */
  status?: "recorded" | "received" | "queued" | "sending" | "sent" | "delivered" | "failed" | "not_sent" | "unknown" | undefined;
}

export class CommunicationsResource extends ReadCollection {
  protected override readonly path = '/v1/communications';

  /** Record a communication. Stores a call, chat, text, email or note that has already happened, under the lifecycle number it belongs to. Nothing is sent: to send a text or an email, use sendMessage. An outbound communication stops the speed-to-lead clock, and so does an answered inbound call or chat. A recorded inbound text or email that says STOP or START changes the opt-out at once, and YES or C confirms the next visit. */
  create(body: RecordCommunication, options?: CallOptions): Promise<Communication> {
    return this.core.json('POST', '/v1/communications', body, options);
  }

  /** List communications. Returns calls, chats, texts, emails and notes, newest first. A communication must match all filters that you send. */
  declare readonly list: (query?: CommunicationsListQuery, options?: CallOptions) => Pages<Communication>;

  /** Get a communication. Returns a communication with its status. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<Communication>;

  /** Retry a communication. Queues a text or email again whose status is `failed` or `unknown`, or that was `not_sent` because of the organization’s `text_limits` or `messages_per_person_per_day`. If it is `unknown`, the contact may receive it twice. Any other status is refused with `communication_not_retryable`. */
  retry(id: string, options?: CallOptions): Promise<Communication> {
    return this.core.json('POST', `${this.at(id)}/retry`, undefined, options);
  }
}

export class MessagesResource extends Resource {
  /** Send a text or an email. Queues a text or an email, and sends it through the organization’s channel. Consent and opt-outs are checked when it is sent. The response is the communication: follow its `status` there or in the `communication.…` events. A template also needs the scopes to read what it contains. Without an active channel its status is `not_sent` at once. `marketing` waits for the end of quiet hours. A message that is sent stops the speed-to-lead clock. */
  create(body: SendMessage, options?: CallOptions): Promise<Communication> {
    return this.core.json('POST', '/v1/messages', body, options);
  }
}

export interface OptOutsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Channel that the contact opted out of. */
  channel?: "sms" | "email" | undefined;
  /** `true` returns only active opt-outs; `false` returns only revoked ones. */
  standing?: boolean | undefined;
  /** Return only opt-outs of this phone number or email address, in any notation. */
  address?: string | undefined;
  /** Return only opt-outs with this lifecycle number. */
  lifecycle_number?: string | undefined;
}

export class OptOutsResource extends ReadCollection {
  protected override readonly path = '/v1/opt-outs';

  /** Record an opt-out. Records an opt-out that a contact told you, for example on the phone. From now on, no messages are sent to the address. The consent of the given lead or customer is set to `denied`. If the address has already opted out, the existing opt-out is returned with 200 and does not change. */
  create(body: CreateOptOut, options?: CallOptions): Promise<OptOut> {
    return this.core.json('POST', '/v1/opt-outs', body, options);
  }

  /** List opt-outs. Returns active and revoked opt-outs, newest first: which address opted out, when and how. */
  declare readonly list: (query?: OptOutsListQuery, options?: CallOptions) => Pages<OptOut>;

  /** Get an opt-out. Returns an opt-out: how and when the contact opted out, and whether it is still active. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<OptOut>;

  /** Revoke an opt-out. Revokes an opt-out when a contact asks to receive messages again. Send the evidence in `source`. The consent of the contact is set to `granted`. An opt-out by `text` can be revoked only by a START from the same phone: the request is refused with `opted_out_by_text`. If the opt-out is already revoked, it is returned unchanged. */
  revoke(id: string, body: RevokeOptOut, options?: CallOptions): Promise<OptOut> {
    return this.core.json('POST', `${this.at(id)}/revoke`, body, options);
  }
}

export interface ChannelsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class ChannelsResource extends Collection {
  protected override readonly path = '/v1/channels';

  /** Create a channel. Creates a channel that sends emails (`smtp`) or texts (`sms_gateway`). Only one channel of each kind can be active: disable the other one first. Secrets are stored encrypted and never returned. */
  declare readonly create: (body: CreateChannel, options?: CallOptions) => Promise<Channel>;

  /** List channels. Returns the channels of your organization, including disabled ones, newest first. */
  declare readonly list: (query?: ChannelsListQuery, options?: CallOptions) => Pages<Channel>;

  /** Get a channel. Returns a channel with its settings, without its secret. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<Channel>;

  /** Update a channel. Changes the fields that you send, for all messages from now on. A channel is never deleted: `active: false` disables it. */
  declare readonly update: (id: string, body: UpdateChannel, options?: CallOptions) => Promise<Channel>;

  /** Test a channel. Queues a test message through this channel, even if it is not active. Get the communication to see its status. */
  test(id: string, body: TestChannel, options?: CallOptions): Promise<Communication> {
    return this.core.json('POST', `${this.at(id)}/test`, body, options);
  }
}

export interface TemplatesListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class TemplatesResource extends Collection {
  protected override readonly path = '/v1/templates';

  /** Create a template. Stores the template of a text or email in Liquid. An unknown variable or filter is refused now, not when the template is sent. */
  declare readonly create: (body: CreateTemplate, options?: CallOptions) => Promise<Template>;

  /** List templates. Returns the templates of your organization, newest first. */
  declare readonly list: (query?: TemplatesListQuery, options?: CallOptions) => Pages<Template>;

  /** Get a template. Returns a template with its Liquid source. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<Template>;

  /** Update a template. Changes the fields that you send. Messages that are already queued do not change. */
  declare readonly update: (id: string, body: UpdateTemplate, options?: CallOptions) => Promise<Template>;

  /** Preview a template. Renders a template for a contact before it is saved, in the contact’s language, with the same checks as creating and sending it. You need the scopes of everything that it shows. This stores and sends nothing. */
  preview(body: PreviewTemplate, options?: CallOptions): Promise<TemplatePreview> {
    return this.core.json('POST', '/v1/templates/preview', body, options);
  }
}

export interface FollowUpsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Only follow-ups with one of these statuses. */
  status?: readonly ("scheduled" | "due" | "sent" | "done" | "skipped" | "failed" | "canceled")[] | undefined;
  /** Only follow-ups with one of these channels. */
  channel?: readonly ("sms" | "email" | "call" | "task")[] | undefined;
  /** Only follow-ups under this lifecycle number. */
  lifecycle_number?: string | undefined;
  /** Only follow-ups for this lead. */
  lead_id?: string | undefined;
  /** Only follow-ups for this customer, including those for the lead it was before. */
  customer_id?: string | undefined;
  /** Only follow-ups about this job. */
  job_id?: string | undefined;
  /** Only follow-ups assigned to this user. `me` is the user of your token. */
  assigned_to?: string | undefined;
  /** Only follow-ups assigned to the user that the token acts for. */
  mine?: true | undefined;
  /** Only open follow-ups whose due time has passed. */
  due?: true | undefined;
  /** Only open follow-ups that were due more than five minutes ago. */
  late?: true | undefined;
  /** Only follow-ups that are due at this time or later. */
  due_after?: Time | undefined;
  /** Only follow-ups that are due before this time. */
  due_before?: Time | undefined;
}

export class FollowUpsResource extends ReadCollection {
  protected override readonly path = '/v1/follow-ups';

  /** Create a follow-up. Schedules a text, email, call or task for a lead, customer, job, appointment or lifecycle number. With `offset` it is due before or after its appointment: it moves with the appointment, and is canceled with it. When it is due, the service checks whether it can be sent: whether an event in `cancel_on` has happened, the recipient’s consent, its `expires_at`, and for marketing the organization’s quiet hours in the recipient’s time zone. A text or an email also needs `communications:write`, and a text with variables the scopes to read them. */
  create(body: CreateFollowUp, options?: CallOptions): Promise<FollowUp> {
    return this.core.json('POST', '/v1/follow-ups', body, options);
  }

  /** List follow-ups. Lists follow-ups, sorted by due time. If you ask only for open ones (`status` of `scheduled` and `due`, or `due` or `late`), the soonest is first; otherwise the latest is first. A follow-up must match all filters. */
  declare readonly list: (query?: FollowUpsListQuery, options?: CallOptions) => Pages<FollowUp>;

  /** Get a follow-up. Returns one follow-up. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<FollowUp>;

  /** Cancel a follow-up. Cancels a follow-up that is `scheduled` or `due`: it is not sent and does not have to be done. If its message is already being sent, the request fails with `follow_up_under_way`. Canceling again changes nothing. */
  cancel(id: string, body?: CancelFollowUp, options?: CallOptions): Promise<FollowUp> {
    return this.core.json('POST', `${this.at(id)}/cancel`, body, options);
  }

  /** Complete a follow-up. Marks a call or task as done. You can do this before it is due. A text or email cannot be completed: the service sends it. Completing again changes nothing. */
  complete(id: string, body?: CompleteFollowUp, options?: CallOptions): Promise<FollowUp> {
    return this.core.json('POST', `${this.at(id)}/complete`, body, options);
  }

  /** Reschedule a follow-up. Moves the follow-up to another time and sets it to `scheduled`, including a call or task that was `due`. It no longer moves with its appointment. Rescheduling a text or an email also needs `communications:write`. If its message is already being sent, the request fails with `follow_up_under_way`. If the follow-up has ended, it fails with `transition_not_allowed`. */
  reschedule(id: string, body: RescheduleFollowUp, options?: CallOptions): Promise<FollowUp> {
    return this.core.json('POST', `${this.at(id)}/reschedule`, body, options);
  }
}

export interface FormsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class FormsResource extends Collection {
  protected override readonly path = '/v1/forms';

  /** Create a form. Creates a hosted form: a public page that captures leads without a token. Link to its `url`, show it inside your own page with `embed_html`, or paste `form_html` into your own page. */
  declare readonly create: (body: CreateForm, options?: CallOptions) => Promise<Form>;

  /** List forms. Returns the forms of your organization, enabled or not, newest first. */
  declare readonly list: (query?: FormsListQuery, options?: CallOptions) => Pages<Form>;

  /** Get a form. Returns a form, enabled or not, with its address and the HTML to put it on your own page. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<Form>;

  /** Update a form. Changes the fields that you send. The change applies to every visitor immediately, and the address stays the same. A form cannot be deleted: set `enabled` to false to take it offline. */
  declare readonly update: (id: string, body: UpdateForm, options?: CallOptions) => Promise<Form>;

  /** Preview a form. Shows how the pages of a web form would look before it is saved, in the language and color of your organization and with the same checks as creating it. This stores nothing. */
  preview(body: CreateForm, options?: CallOptions): Promise<FormPreview> {
    return this.core.json('POST', '/v1/forms/preview', body, options);
  }
}

export interface SourcesListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export interface SourcesReceiptsQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class SourcesResource extends Collection {
  protected override readonly path = '/v1/sources';

  /** Create a source. Creates an address for the leads of a marketplace, an advertiser, call tracking, a program, a form or a mailbox. Give its `url` to the maker. What cannot become a lead is kept in quarantine. */
  declare readonly create: (body: CreateSource, options?: CallOptions) => Promise<LeadSource>;

  /** List sources. Returns the addresses that leads are sent to, active or not, newest first. */
  declare readonly list: (query?: SourcesListQuery, options?: CallOptions) => Pages<LeadSource>;

  /** Get a source. Returns a source with its address, without its secrets. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<LeadSource>;

  /** Update a source. Changes the fields you send, for everything that arrives from now on. A source is not deleted: `active: false` closes its address. */
  declare readonly update: (id: string, body: UpdateSource, options?: CallOptions) => Promise<LeadSource>;

  /** Preview what a source makes of a payload. Shows the lead that would come of a payload or of a stored receipt, or why it would be put into quarantine; also with a `mapping` that is not saved yet. This stores nothing. */
  preview(id: string, body: PreviewSource, options?: CallOptions): Promise<SourcePreview> {
    return this.core.json('POST', `${this.at(id)}/preview`, body, options);
  }

  /** List what a source sent. Returns everything that arrived, newest first, with what became of it. Payloads are kept as the retention of raw payloads says. */
  receipts(id: string, query?: SourcesReceiptsQuery, options?: CallOptions): Pages<SourceReceipt> {
    return this.core.list(`${this.at(id)}/receipts`, query, options);
  }
}

export class ReceiptsResource extends Resource {
  /** Get something that a source sent. Returns a receipt with the whole payload that is kept. */
  get(id: string, options?: CallOptions): Promise<SourceReceipt> {
    return this.core.json('GET', `/v1/receipts/${e(id)}`, undefined, options);
  }
}

export interface QuarantineListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Only of this source. */
  source_id?: string | undefined;
}

export class QuarantineResource extends Resource {
  /** List what is in quarantine. Returns what arrived and could not become a lead, newest first, with the reason. Release it with what is missing, or discard it. */
  list(query?: QuarantineListQuery, options?: CallOptions): Pages<SourceReceipt> {
    return this.core.list('/v1/quarantine', query, options);
  }

  /** Release something from quarantine. Makes a lead of it, with the fields that you add or correct. The lead has the time of arrival, so speed to lead counts from there. Releasing it again returns the same. */
  release(id: string, body?: ReleaseQuarantined, options?: CallOptions): Promise<SourceReceipt> {
    return this.core.json('POST', `/v1/quarantine/${e(id)}/release`, body, options);
  }

  /** Discard something from quarantine. Records that it is no lead, such as spam. The receipt stays. Discarding it again returns the same. */
  discard(id: string, body: DiscardQuarantined, options?: CallOptions): Promise<SourceReceipt> {
    return this.core.json('POST', `/v1/quarantine/${e(id)}/discard`, body, options);
  }
}

export interface BookingPagesListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class BookingPagesResource extends Collection {
  protected override readonly path = '/v1/booking-pages';

  /** Create a booking page. Creates a hosted booking page: customers choose a service, a day and a time, and book by themselves. Link to its `url`, or show it inside your own page with `embed_html`. */
  declare readonly create: (body: CreateBookingPage, options?: CallOptions) => Promise<BookingPage>;

  /** List booking pages. Returns the booking pages of your organization, active or not, newest first. */
  declare readonly list: (query?: BookingPagesListQuery, options?: CallOptions) => Pages<BookingPage>;

  /** Get a booking page. Returns a booking page, active or not, with its address. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<BookingPage>;

  /** Update a booking page. Changes the fields that you send. Visitors see the change immediately, and the address stays. Set `active` to false to take the page offline. */
  declare readonly update: (id: string, body: UpdateBookingPage, options?: CallOptions) => Promise<BookingPage>;
}

export interface PlaybooksVersionsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class PlaybooksVersionsResource extends Resource {
  /** List playbook versions. Lists all versions of a playbook, newest first, each with the user or token that created it. */
  list(id: string, query?: PlaybooksVersionsListQuery, options?: CallOptions): Pages<PlaybookVersion> {
    return this.core.list(`/v1/playbooks/${e(id)}/versions`, query, options);
  }

  /** Get a playbook version. Returns the definition of the playbook at that version. Runs that started with this version use it until they end. */
  get(id: string, version: string, options?: CallOptions): Promise<PlaybookVersion> {
    return this.core.json('GET', `/v1/playbooks/${e(id)}/versions/${e(version)}`, undefined, options);
  }
}

export interface PlaybooksListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Only playbooks that are enabled (`true`) or disabled (`false`). */
  enabled?: boolean | undefined;
  /** Whether to include archived playbooks. Default false. */
  include_archived?: boolean | undefined;
}

export class PlaybooksResource extends Collection {
  protected override readonly path = '/v1/playbooks';
  readonly versions: PlaybooksVersionsResource;

  constructor(core: Core) {
    super(core);
    this.versions = new PlaybooksVersionsResource(core);
  }

  /** Create a playbook. Creates a playbook with version 1. Its steps, conditions and texts are checked now, not when it runs. The response reports all errors at once, each with a pointer. You need the scopes of everything that it reads and does. The playbook is disabled unless `enabled` is true. */
  declare readonly create: (body: CreatePlaybook, options?: CallOptions) => Promise<Playbook>;

  /** List playbooks. Lists the playbooks of your organization, newest first. The list includes the nine ready playbooks, which are disabled until you enable them. */
  declare readonly list: (query?: PlaybooksListQuery, options?: CallOptions) => Pages<Playbook>;

  /** Get a playbook. Returns the newest version of a playbook and the number of its runs that have not ended. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<Playbook>;

  /** Update a playbook. Changes the fields that you send. To change what it does, or to enable it, you need the scopes of everything that it reads and does. Changing `trigger`, `stop_on`, `steps`, `concurrency` or `once_per` creates a new version, which new runs use. Active runs keep the version they started with; `in_flight` is their number. With `enabled: false`, no new runs are started by events, and active runs continue. A playbook cannot be deleted: archive it with `archived: true`. */
  declare readonly update: (id: string, body: UpdatePlaybook, options?: CallOptions) => Promise<Playbook>;

  /** Run a playbook. Starts a run of the playbook’s newest version for the given lead, customer, job, appointment, invoice or lifecycle number, whether or not the playbook is enabled. A manual playbook whose steps need none of these runs without a body. The run continues in the background; follow it with GET /v1/playbook-runs/{id}. You need the scopes of everything that the playbook reads and does; for a dry run, of what it reads. With `dry_run`, nothing is executed: the response is the full trace of what would happen with the current data, with waits skipped. */
  run(id: string, body?: RunPlaybook, options?: CallOptions): Promise<DryRun | PlaybookRun> {
    return this.core.json('POST', `${this.at(id)}/run`, body, options);
  }

  /** Dry run of a playbook that is not saved. Shows what a playbook would do with the current data: the trace of a dry run, as with `dry_run` of a saved playbook. The definition is checked as if it were saved. You need the scopes of what it reads. Nothing is sent, changed or stored. */
  dryRun(body: DryRunPlaybook, options?: CallOptions): Promise<DryRun> {
    return this.core.json('POST', '/v1/playbooks/dry-run', body, options);
  }
}

export interface PlaybookRunsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Only runs of this playbook. */
  playbook_id?: string | undefined;
  /** Only runs under this lifecycle number. */
  lifecycle_number?: string | undefined;
  /** Only runs with one of these statuses. */
  status?: readonly ("queued" | "running" | "waiting" | "completed" | "stopped" | "failed" | "canceled")[] | undefined;
  /** Only runs that are more than a minute past their due time. */
  late?: boolean | undefined;
  /** Only runs that were created at this time or later. */
  created_since?: Time | undefined;
}

export class PlaybookRunsResource extends ReadCollection {
  protected override readonly path = '/v1/playbook-runs';

  /** List playbook runs. Lists the runs of your organization, newest first. With `late=true`, lists only runs that are more than a minute past their due time, the oldest due time first. A run must match all filters. */
  declare readonly list: (query?: PlaybookRunsListQuery, options?: CallOptions) => Pages<PlaybookRun>;

  /** Get a playbook run. Returns the run with its trace: the input, output, duration and error of each step. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<PlaybookRunWithSteps>;

  /** Cancel a run. Cancels a run that has not ended. Completed steps are not undone; no further steps are executed. Canceling again changes nothing. */
  cancel(id: string, body?: CancelPlaybookRun, options?: CallOptions): Promise<PlaybookRun> {
    return this.core.json('POST', `${this.at(id)}/cancel`, body, options);
  }

  /** Retry a failed playbook run. Continues a failed run at the step that failed, with the same key and the same playbook version. Completed steps are not repeated. */
  retry(id: string, options?: CallOptions): Promise<PlaybookRun> {
    return this.core.json('POST', `${this.at(id)}/retry`, undefined, options);
  }
}

export class AutomationResource extends Resource {
  /** Get automation health. Returns how many runs and follow-ups are waiting, late and failed, in total and per playbook. */
  health(options?: CallOptions): Promise<AutomationHealth> {
    return this.core.json('GET', '/v1/automation/health', undefined, options);
  }

  /** Rotate the signing secret of playbooks. Creates a new secret that signs the requests of all your playbooks (`http_request`), following the Standard Webhooks specification. For 24 hours, requests are also signed with the previous secret. Until you create a secret, requests are not signed. */
  rotateSecret(options?: CallOptions): Promise<AutomationSecret> {
    return this.core.json('POST', '/v1/automation/rotate-secret', undefined, options);
  }
}

export interface SecretsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class SecretsResource extends Collection {
  protected override readonly path = '/v1/secrets';

  /** Create a secret. Stores a value that playbooks can send, such as a key of another system. Write `{{ secrets.name }}` in a header or in the body of an `http_request` step. The value is stored encrypted, decrypted only when the request is sent, and never shown: not here, not in runs, events or errors. */
  declare readonly create: (body: CreateSecret, options?: CallOptions) => Promise<Secret>;

  /** List secrets. Returns the secrets of your organization, newest first, without their values. */
  declare readonly list: (query?: SecretsListQuery, options?: CallOptions) => Pages<Secret>;

  /** Get a secret. Returns a secret, also a deleted one, without its value. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<Secret>;

  /** Change the value of a secret. Replaces the value at once, for all playbooks. `allowed_hosts` can only be changed together with the value, so that no one can have a stored value sent to another host. */
  declare readonly update: (id: string, body: UpdateSecret, options?: CallOptions) => Promise<Secret>;

  /** Delete a secret. Sets `deleted_at` and removes the value for good. Steps that use the secret fail from now on. Its name can be used again. Deleting it again returns the same `deleted_at`. */
  delete(id: string, options?: CallOptions): Promise<Secret> {
    return this.core.json('DELETE', this.at(id), undefined, options);
  }
}

export class EventsExamplesResource extends Resource {
  /** Send an example event. Sends an event that did not really happen to everyone who would get a real event of its type: webhook endpoints with a matching pattern, and `throughline listen`. It is logged as `example.sent`. Automations ignore it. */
  create(body: SendExampleEvent, options?: CallOptions): Promise<ExampleEvent> {
    return this.core.json('POST', '/v1/events/examples', body, options);
  }
}

export interface EventsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Only events after this `seq`. */
  after?: number | undefined;
  /** Only events of these types. */
  type?: readonly string[] | undefined;
  /** Only events of this lifecycle. */
  lifecycle_number?: string | undefined;
}

export class EventsResource extends Resource {
  readonly examples: EventsExamplesResource;

  constructor(core: Core) {
    super(core);
    this.examples = new EventsExamplesResource(core);
  }

  /** List events. The event log: everything that happened in your organization, oldest first. To follow it, pass the last `seq` you have as `after`. Events appear in the order of their seqs. You see the events of the resources that your token can read; a gap in the seqs is an event that it cannot. If the operator keeps only some months of the log, the list starts with the first of them, and an `after` before that is refused. */
  list(query?: EventsListQuery, options?: CallOptions): Pages<Event> {
    return this.core.list('/v1/events', query, options);
  }

  /** Events as they happen. It reconnects by itself and continues after the last event. */
  stream(query: EventStreamQuery = {}, options?: EventStreamOptions): AsyncGenerator<Event> {
    return streamEvents(this.core, query, options);
  }
}

export class EventTypesResource extends ReadCollection {
  protected override readonly path = '/v1/event-types';

  /** Get an event type. The event type with the JSON Schema of a complete event and an example. */
  declare readonly get: (type: string, options?: CallOptions) => Promise<EventType>;

  /** List event types. All event types by name, on one page: the list is short and the same for every organization. getEventType returns the JSON Schema and an example of one. */
  declare readonly list: (options?: CallOptions) => Promise<{
    /** The event types, sorted by name. */
    data: EventTypeSummary[];
    /** Whether there is another page. */
    has_more: boolean;
    /** Pass this as `cursor` to get the next page; null on the last page. */
    next_cursor: string | null;
  }>;
}

export interface WebhookEndpointsDeliveriesListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Status of the delivery: `pending` until the receiver accepts it (`delivered`), ten attempts fail (`failed`), or its endpoint is deleted or its replay canceled (`canceled`). */
  status?: "pending" | "delivered" | "failed" | "canceled" | undefined;
  /** Only events of this type, or of all types that match a pattern such as `lead.*`. */
  event_type?: string | undefined;
}

export class WebhookEndpointsDeliveriesResource extends Resource {
  /** List deliveries to a webhook endpoint. Deliveries to the endpoint, pending ones included, newest first. Those of events that your token cannot read are left out. Filters are combined. Get a single delivery to see every attempt. */
  list(id: string, query?: WebhookEndpointsDeliveriesListQuery, options?: CallOptions): Pages<WebhookDelivery> {
    return this.core.list(`/v1/webhook-endpoints/${e(id)}/deliveries`, query, options);
  }

  /** Get a delivery. Returns one delivery with every attempt: when it was, how long it took, and the response. A delivery of an event that your token cannot read is not found. */
  get(id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDeliveryWithAttempts> {
    return this.core.json('GET', `/v1/webhook-endpoints/${e(id)}/deliveries/${e(deliveryId)}`, undefined, options);
  }

  /** Retry a delivery now. Makes a pending delivery due now instead of at its planned time. If the attempt fails, the retry plan continues from there. If the endpoint is disabled, the delivery is sent when it is enabled. A delivery that waits for earlier events of its lifecycle keeps waiting. To send a settled delivery again, use a replay. */
  retry(id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDeliveryWithAttempts> {
    return this.core.json('POST', `/v1/webhook-endpoints/${e(id)}/deliveries/${e(deliveryId)}/retry`, undefined, options);
  }
}

export interface WebhookEndpointsReplaysListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class WebhookEndpointsReplaysResource extends Resource {
  /** Replay events to a webhook endpoint. Sends events again: those in `event_ids`, a range of the event log (filtered by the patterns of the endpoint), or all that failed since a given time. Events from before the endpoint was created are included. The replay runs in the background, after the live events, and each event keeps its `webhook-id`. If the endpoint is disabled, the replay runs when it is enabled. */
  create(id: string, body: CreateWebhookReplay, options?: CallOptions): Promise<WebhookReplay> {
    return this.core.json('POST', `/v1/webhook-endpoints/${e(id)}/replays`, body, options);
  }

  /** List replays of a webhook endpoint. The replays of the endpoint with their progress, newest first. */
  list(id: string, query?: WebhookEndpointsReplaysListQuery, options?: CallOptions): Pages<WebhookReplay> {
    return this.core.list(`/v1/webhook-endpoints/${e(id)}/replays`, query, options);
  }

  /** Get a replay. Returns the progress of a replay and the outcomes of its deliveries. */
  get(id: string, replayId: string, options?: CallOptions): Promise<WebhookReplay> {
    return this.core.json('GET', `/v1/webhook-endpoints/${e(id)}/replays/${e(replayId)}`, undefined, options);
  }

  /** Cancel a replay. Stops queueing events and cancels the pending deliveries of this replay, even if it is already `completed`. Calling it again changes nothing. */
  cancel(id: string, replayId: string, options?: CallOptions): Promise<WebhookReplay> {
    return this.core.json('POST', `/v1/webhook-endpoints/${e(id)}/replays/${e(replayId)}/cancel`, undefined, options);
  }
}

export interface WebhookEndpointsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** `true` for enabled endpoints only, `false` for disabled ones only. */
  enabled?: boolean | undefined;
}

export class WebhookEndpointsResource extends Collection {
  protected override readonly path = '/v1/webhook-endpoints';
  readonly deliveries: WebhookEndpointsDeliveriesResource;
  readonly replays: WebhookEndpointsReplaysResource;

  constructor(core: Core) {
    super(core);
    this.deliveries = new WebhookEndpointsDeliveriesResource(core);
    this.replays = new WebhookEndpointsReplaysResource(core);
  }

  /** Create a webhook endpoint. From now on, events that your token can read are posted to its `url`, signed with the `secret` as Standard Webhooks defines. The secret is shown only in this response. See /docs/guides/webhooks for what a receiver has to do. */
  declare readonly create: (body: CreateWebhookEndpoint, options?: CallOptions) => Promise<WebhookEndpointWithSecret>;

  /** List webhook endpoints. The endpoints of your organization, newest first. Deleted ones are left out. */
  declare readonly list: (query?: WebhookEndpointsListQuery, options?: CallOptions) => Pages<WebhookEndpoint>;

  /** Get a webhook endpoint. Returns one endpoint with its delivery health, even if it was deleted. Its secret is not shown. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<WebhookEndpointWithHealth>;

  /** Update a webhook endpoint. Changes the fields you send; null clears a field. A new `url` also applies to pending deliveries. New `event_types` and a new `ordering` apply to later events. If your token can read less than the endpoint receives, sending `url` or `event_types` limits its `scopes`. `enabled` does the same as `enable` and `disable`. */
  declare readonly update: (id: string, body: UpdateWebhookEndpoint, options?: CallOptions) => Promise<WebhookEndpoint>;

  /** Delete a webhook endpoint. Sets `deleted_at`. Nothing more is sent to the endpoint; its pending deliveries and running replays are canceled. It no longer appears in lists, but you can still get it and its deliveries. Deleting it again returns the same `deleted_at`. */
  delete(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.core.json('DELETE', this.at(id), undefined, options);
  }

  /** Enable a webhook endpoint. Sends events again, starting with those that were queued. This also works for an endpoint disabled as `gone` or `failing`: the 120 hours start again. Calling it again changes nothing. */
  enable(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.core.json('POST', `${this.at(id)}/enable`, undefined, options);
  }

  /** Disable a webhook endpoint. Stops sending to the endpoint. Events are queued until you enable it again; none is lost. Calling it again changes nothing. */
  disable(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return this.core.json('POST', `${this.at(id)}/disable`, undefined, options);
  }

  /** Rotate the secret of a webhook endpoint. Requests are signed with the new secret, which is shown only in this response. For 24 hours they are also signed with the previous one, so that the receiver has time to switch. If you rotate again within that time, the oldest of the three secrets is dropped. */
  rotateSecret(id: string, body?: RotateWebhookSecret, options?: CallOptions): Promise<WebhookEndpointWithSecret> {
    return this.core.json('POST', `${this.at(id)}/rotate-secret`, body, options);
  }

  /** Send an example event to a webhook endpoint. Sends an event that did not really happen to this endpoint, regardless of its patterns. It is delivered like every other event; see its outcome at `/deliveries`. If the endpoint is disabled, the example is sent when it is enabled. */
  test(id: string, body?: TestWebhookEndpoint, options?: CallOptions): Promise<ExampleEvent> {
    return this.core.json('POST', `${this.at(id)}/test`, body, options);
  }
}

export interface ReportsFunnelQuery {
  /** First day of the report, in the organization’s time zone. By default the report covers 30 days, including `to`; at most 400. */
  from?: string | undefined;
  /** Last day of the report, in the organization’s time zone. Default: today. */
  to?: string | undefined;
  /** Only leads from one of these sources. */
  source?: readonly string[] | undefined;
  /** Length of a period. A week begins on Monday. */
  period?: "day" | "week" | "month" | undefined;
  /** What rows are for: a source (default), or the user that leads are assigned to now. */
  by?: "source" | "assignee" | undefined;
}

export interface ReportsSpeedToLeadQuery {
  /** First day of the report, in the organization’s time zone. By default the report covers 30 days, including `to`; at most 400. */
  from?: string | undefined;
  /** Last day of the report, in the organization’s time zone. Default: today. */
  to?: string | undefined;
  /** Only leads from one of these sources. */
  source?: readonly string[] | undefined;
  /** Adds `by_period`. */
  period?: "day" | "week" | "month" | undefined;
  /** Adds `by_user`: by the user that a lead is assigned to now, or by the user who made the first contact. */
  by?: "assignee" | "first_contact" | undefined;
}

export interface ReportsRevenueQuery {
  /** First day of the report, in the organization’s time zone. By default the report covers 30 days, including `to`; at most 400. */
  from?: string | undefined;
  /** Last day of the report, in the organization’s time zone. Default: today. */
  to?: string | undefined;
  /** Length of a period. A week begins on Monday. */
  period?: "day" | "week" | "month" | undefined;
  /** One row per source of the lead, or per user that the job is assigned to now. */
  by?: "source" | "assignee" | undefined;
}

export interface ReportsUtilizationQuery {
  /** First day of the report, in the organization’s time zone. By default the report covers 30 days, including `to`; at most 400. */
  from?: string | undefined;
  /** Last day of the report, in the organization’s time zone. Default: today. */
  to?: string | undefined;
  /** Length of a period. A week begins on Monday. */
  period?: "day" | "week" | "month" | undefined;
}

export interface ReportsSourcesQuery {
  /** First day of the report, in the organization’s time zone. By default the report covers 30 days, including `to`; at most 400. */
  from?: string | undefined;
  /** Last day of the report, in the organization’s time zone. Default: today. */
  to?: string | undefined;
}

export class ReportsResource extends Resource {
  /** Get the funnel report. Counts the leads captured in each period, by source or by the user they are assigned to now, and how many of them were qualified, booked, converted, sold and paid so far, no matter how much later. Days are in the organization’s time zone. Every capture counts once under its own source, also after it was merged or deleted. */
  funnel(query?: ReportsFunnelQuery, options?: CallOptions): Promise<Funnel> {
    return this.core.json('GET', '/v1/reports/funnel', undefined, options, query);
  }

  /** Get the speed-to-lead report. Returns how soon leads captured in a date range were first contacted by a person, and how soon they got the first automatic message (`response`), in total and by source; on request also by user and per period. Days are in the organization’s time zone. Deleted and merged leads are not counted. */
  speedToLead(query?: ReportsSpeedToLeadQuery, options?: CallOptions): Promise<SpeedToLead> {
    return this.core.json('GET', '/v1/reports/speed-to-lead', undefined, options, query);
  }

  /** Get the revenue report. Sums what was invoiced, paid and refunded in each period, and what of it is still unpaid now, in minor units. Each currency has its own rows. `by=source` uses the source of the lead, `by=assignee` the user that the job is assigned to now. Days are in the organization’s time zone. */
  revenue(query?: ReportsRevenueQuery, options?: CallOptions): Promise<Revenue> {
    return this.core.json('GET', '/v1/reports/revenue', undefined, options, query);
  }

  /** Get the utilization report. Returns how much of the working time of each active user who takes visits is scheduled, as the dispatch board computes it: working hours without time off, and visits that were not canceled or missed. Days are in the organization’s time zone. */
  utilization(query?: ReportsUtilizationQuery, options?: CallOptions): Promise<Utilization> {
    return this.core.json('GET', '/v1/reports/utilization', undefined, options, query);
  }

  /** Get the sources report. What each source brought and cost: the leads captured in the range and how far they came until now, what they paid without refunds, and what was spent in the range. Each currency has its own sums. Days are in the organization’s time zone. */
  sources(query?: ReportsSourcesQuery, options?: CallOptions): Promise<SourcesReport> {
    return this.core.json('GET', '/v1/reports/sources', undefined, options, query);
  }
}

export interface SpendListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Only of this source. */
  source?: string | undefined;
  /** First day. */
  from?: string | undefined;
  /** Last day. */
  to?: string | undefined;
}

export class SpendResource extends Resource {
  /** Set what was spent on a source on a day. Replaces the amount of that source and day. Sending the same again changes nothing. */
  set(body: SetSpend, options?: CallOptions): Promise<Spend> {
    return this.core.json('PUT', '/v1/spend', body, options);
  }

  /** List what was spent. Returns what was spent on each source and day, the newest days first. */
  list(query?: SpendListQuery, options?: CallOptions): Pages<Spend> {
    return this.core.list('/v1/spend', query, options);
  }

  /** Import what was spent from a file. Sets what was spent from a CSV file of up to 1 MiB with the columns `source`, `date`, `amount` (minor units) or `cost` (such as 125.50), and optionally `currency`. It can be UTF-8, UTF-16 with a byte order mark, or the charset in the Content-Type. It is taken as a whole, or nothing of it if a row is wrong. The same file again changes nothing. */
  import(file: Upload<'text/csv'>, options?: CallOptions): Promise<SpendImport> {
    return this.core.json('POST', '/v1/spend/import', file, options);
  }
}

export class ErasuresResource extends Resource {
  /** Get an erasure. Returns an erasure with its progress: ids and counts only. */
  get(id: string, options?: CallOptions): Promise<Erasure> {
    return this.core.json('GET', `/v1/erasures/${e(id)}`, undefined, options);
  }
}

export class OrganizationRetentionResource extends Resource {
  /** Get the retention settings. Returns after how many days values expire. By default nothing expires. */
  get(options?: CallOptions): Promise<Retention> {
    return this.core.json('GET', '/v1/organization/retention', undefined, options);
  }

  /** Update the retention settings. Changes after how many days values expire. Every night, older values are replaced by `[expired]`. An expired value cannot be restored. Null stops it. */
  update(body: UpdateRetention, options?: CallOptions): Promise<Retention> {
    return this.core.json('PATCH', '/v1/organization/retention', body, options);
  }
}

export class OrganizationResource extends Resource {
  readonly retention: OrganizationRetentionResource;

  constructor(core: Core) {
    super(core);
    this.retention = new OrganizationRetentionResource(core);
  }

  /** Get your organization. Returns the organization of your token, the company that you work for, with its settings and business hours. */
  get(options?: CallOptions): Promise<Organization> {
    return this.core.json('GET', '/v1/organization', undefined, options);
  }

  /** Update your organization. Changes the settings you send. All other settings stay unchanged, including those within `scheduling` and `text_limits`. */
  update(body: UpdateOrganization, options?: CallOptions): Promise<Organization> {
    return this.core.json('PATCH', '/v1/organization', body, options);
  }

  /** Get your quotas. Returns how many of each resource your organization has, and can have. Beyond that, creating one is refused with `quota_exceeded`. */
  quotas(options?: CallOptions): Promise<Quotas> {
    return this.core.json('GET', '/v1/organization/quotas', undefined, options);
  }

  /** Pause sending. Stops all texts and emails of the organization at once, including those that are queued: they wait with the reason `sending_paused`. Only what a gateway or mail server already has is still delivered. Webhooks and HTTP requests of playbooks continue. Pausing again changes nothing. */
  pauseSending(options?: CallOptions): Promise<Organization> {
    return this.core.json('POST', '/v1/organization/pause-sending', undefined, options);
  }

  /** Resume sending. Sends texts and emails again. Messages that waited are sent, oldest first, if they are still allowed, or discarded with `discard_waiting`. Resuming again changes nothing. */
  resumeSending(body?: ResumeSending, options?: CallOptions): Promise<Organization> {
    return this.core.json('POST', '/v1/organization/resume-sending', body, options);
  }
}

export class OrganizationsTokensResource extends Resource {
  /** Create a token for an organization. For operators: a new token with every scope, for an organization that has lost its own. It has no parent. The organization’s event log shows it with the operator as the actor. The secret is shown only once. */
  create(id: string, body?: CreateOrganizationToken, options?: CallOptions): Promise<TokenWithSecret> {
    return this.core.json('POST', `/v1/organizations/${e(id)}/tokens`, body, options);
  }
}

export class OrganizationsQuotasResource extends Resource {
  /** Update the quotas of an organization. For operators. Changes how many of a resource an organization can have, from now on. What it already has stays. */
  update(id: string, body: UpdateQuotas, options?: CallOptions): Promise<Quotas> {
    return this.core.json('PATCH', `/v1/organizations/${e(id)}/quotas`, body, options);
  }
}

export class OrganizationsResource extends Resource {
  readonly tokens: OrganizationsTokensResource;
  readonly quotas: OrganizationsQuotasResource;

  constructor(core: Core) {
    super(core);
    this.tokens = new OrganizationsTokensResource(core);
    this.quotas = new OrganizationsQuotasResource(core);
  }

  /** Create an organization. For operators who run the service for several companies. Returns the new organization and its first token, which has every scope of that organization. The token is shown only once. */
  create(body: CreateOrganization, options?: CallOptions): Promise<OrganizationWithToken> {
    return this.core.json('POST', '/v1/organizations', body, options);
  }

  /** Suspend an organization. For operators. Within a second its tokens get 403 `organization_suspended`, its forms, booking pages and calendar feeds are closed, and its messages, follow-ups, playbooks and webhooks wait. Texts and opt-outs that a gateway reports are still stored. Nothing is lost. */
  suspend(id: string, options?: CallOptions): Promise<Organization> {
    return this.core.json('POST', `/v1/organizations/${e(id)}/suspend`, undefined, options);
  }

  /** Resume an organization. For operators. Its tokens are valid again, and its work continues where it stopped: what became due in the meantime is done now. */
  resume(id: string, options?: CallOptions): Promise<Organization> {
    return this.core.json('POST', `/v1/organizations/${e(id)}/resume`, undefined, options);
  }
}

export class ServiceResource extends Resource {
  /** Get the service. For operators. Returns whether sending is paused for every organization. */
  get(options?: CallOptions): Promise<Service> {
    return this.core.json('GET', '/v1/service', undefined, options);
  }

  /** Pause sending for the whole service. For operators. Stops all texts and emails of every organization at once, in every process, like `pauseSending` does for one. Pausing again changes nothing. */
  pauseSending(options?: CallOptions): Promise<Service> {
    return this.core.json('POST', '/v1/service/pause-sending', undefined, options);
  }

  /** Resume sending for the whole service. For operators. Messages that waited are sent or discarded, except those of organizations that paused sending themselves. Resuming again changes nothing. */
  resumeSending(body?: ResumeSending, options?: CallOptions): Promise<Service> {
    return this.core.json('POST', '/v1/service/resume-sending', body, options);
  }
}

export class DemoCompanySignInLinksResource extends Resource {
  /** Create a link into the demo company. For operators. Returns a link that signs in as the owner of the demo company, for 15 minutes and once. The log of the demo company shows it with the operator as the actor. */
  create(options?: CallOptions): Promise<SignInLinkWithUrl> {
    return this.core.json('POST', '/v1/demo-company/sign-in-links', undefined, options);
  }
}

export class DemoCompanyResource extends Resource {
  readonly signInLinks: DemoCompanySignInLinksResource;

  constructor(core: Core) {
    super(core);
    this.signInLinks = new DemoCompanySignInLinksResource(core);
  }

  /** Create the demo company. For operators. Builds an organization with a month of work, in the background; `getDemoCompany` shows the progress. There is one per service: if it is being built or ready, nothing changes. It never sends a text or an email. */
  create(options?: CallOptions): Promise<DemoCompany> {
    return this.core.json('POST', '/v1/demo-company', undefined, options);
  }

  /** Get the demo company. For operators. Returns whether there is a demo company, and how far it is built. */
  get(options?: CallOptions): Promise<DemoCompany> {
    return this.core.json('GET', '/v1/demo-company', undefined, options);
  }
}

export interface TokensListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class TokensResource extends Resource {
  /** Create a token. Creates a token under your own one. It has at most your scopes, acts for your user if you have one, expires no later, and ends when your token ends or its user is deactivated. With a `user_id` it acts for that user: events name the user as the actor, and the token can do no more than the user’s role allows. Acting for another user needs `*`. The secret is shown only once. */
  create(body: CreateToken, options?: CallOptions): Promise<TokenWithSecret> {
    return this.core.json('POST', '/v1/tokens', body, options);
  }

  /** List tokens. Returns the tokens of your organization, including revoked ones, newest first. Secrets are never shown. */
  list(query?: TokensListQuery, options?: CallOptions): Pages<Token> {
    return this.core.list('/v1/tokens', query, options);
  }

  /** Revoke a token. Revokes the token and all tokens that were created with it. Every server refuses them within a second. Your own token must have all its scopes. Revoking it again changes nothing. */
  delete(id: string, options?: CallOptions): Promise<Token> {
    return this.core.json('DELETE', `/v1/tokens/${e(id)}`, undefined, options);
  }
}

export class TokenResource extends Resource {
  /** Get your token. Returns the token that you send, with the scopes that are in effect, and without its secret. Every token can use it. */
  get(options?: CallOptions): Promise<CurrentToken> {
    return this.core.json('GET', '/v1/token', undefined, options);
  }
}

export class MePreferencesResource extends Resource {
  /** Update your preferences. Changes how the console looks, such as dark, and the saved views of the user of your token, in every browser; `getMe` returns all of it. The event does not show the values. */
  update(body: UpdatePreferences, options?: CallOptions): Promise<Preferences> {
    return this.core.json('PATCH', '/v1/me/preferences', body, options);
  }
}

export interface MePasskeysListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class MePasskeysResource extends Resource {
  /** Begin to add a passkey. Returns what the browser needs to create a passkey for your account. Only in a session of the last 10 minutes that began with a password, a passkey or an invitation, and only where browsers allow passkeys: at a domain name with https, or at http://localhost. */
  options(options?: CallOptions): Promise<PasskeyOptions> {
    return this.core.json('POST', '/v1/me/passkeys/options', undefined, options);
  }

  /** Add a passkey. Adds the passkey that the browser created with the options of `createPasskeyOptions` to your account. You can sign in with it to every organization of the account. An account has at most 20. */
  create(body: CreatePasskey, options?: CallOptions): Promise<Passkey> {
    return this.core.json('POST', '/v1/me/passkeys', body, options);
  }

  /** List your passkeys. Returns the passkeys of your account, newest first. A token of a program has none. Not in a session that began with a link. */
  list(query?: MePasskeysListQuery, options?: CallOptions): Pages<Passkey> {
    return this.core.list('/v1/me/passkeys', query, options);
  }

  /** Remove a passkey. Removes a passkey from your account: no one can sign in with it any more. Sessions that began with it go on; end them with `endSession`. */
  delete(id: string, options?: CallOptions): Promise<Passkey> {
    return this.core.json('DELETE', `/v1/me/passkeys/${e(id)}`, undefined, options);
  }
}

export class MeResource extends Resource {
  readonly preferences: MePreferencesResource;
  readonly passkeys: MePasskeysResource;

  constructor(core: Core) {
    super(core);
    this.preferences = new MePreferencesResource(core);
    this.passkeys = new MePasskeysResource(core);
  }

  /** Get yourself. Returns the user that your token acts for, with the role, the scopes that are in effect, the preferences, and the organization. Every token can use it. */
  get(options?: CallOptions): Promise<Me> {
    return this.core.json('GET', '/v1/me', undefined, options);
  }

  /** Update yourself. Changes your own phone number and picture. The picture must be a file that you sent. Everything else of a user needs `updateUser`. */
  update(body: UpdateMe, options?: CallOptions): Promise<User> {
    return this.core.json('PATCH', '/v1/me', body, options);
  }

  /** Change your password. Changes the password of your account, and ends your other sessions in this organization. Only in a session of the last 10 minutes; the old password is not asked for. A session that began with a link changes it only if the account belongs to no other organization. */
  password(body: UpdatePassword, options?: CallOptions): Promise<EndedSessions> {
    return this.core.json('POST', '/v1/me/password', body, options);
  }
}

export interface SessionsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class SessionsResource extends Resource {
  /** List sessions. Returns the browsers in which you are or were signed in, newest first. With `users:write`, those of every user of your organization. */
  list(query?: SessionsListQuery, options?: CallOptions): Pages<Session> {
    return this.core.list('/v1/sessions', query, options);
  }

  /** Sign in. Signs a person in with email address and password, and sets the session as a cookie. It needs no token. A person who belongs to several organizations chooses one with `organization_id`; without it, it is the first by name. Signing in again in the same browser starts a new session. After five failures in a row, the next try has to wait, longer each time. */
  create(body: CreateSession, options?: CallOptions): Promise<SignedIn> {
    return this.core.json('POST', '/v1/sessions', body, options);
  }

  /** End a session. Signs a browser out: your own, or with `users:write` that of any user of your organization. Every server refuses it within a second. Ending it again changes nothing. */
  delete(id: string, options?: CallOptions): Promise<Session> {
    return this.core.json('DELETE', `/v1/sessions/${e(id)}`, undefined, options);
  }
}

export class UsersInvitationsResource extends Resource {
  /** Invite a user to sign in. Returns a link with which the person chooses a password and can sign in as this user from then on. It is valid for 7 days and once, and replaces an earlier one. A person who forgot the password and belongs only to your organization chooses a new one with it. Inviting an owner needs every scope (`*`). */
  create(id: string, options?: CallOptions): Promise<InvitationWithLink> {
    return this.core.json('POST', `/v1/users/${e(id)}/invitations`, undefined, options);
  }
}

export class UsersSignInLinksResource extends Resource {
  /** Create a link to sign in. Returns a link that signs in as this user, for 15 minutes and once: for a person who forgot the password, or if no email can be sent. The person can choose a new password with it, unless the account also belongs to another organization. Only for owners: it needs every scope (`*`). */
  create(id: string, options?: CallOptions): Promise<SignInLinkWithUrl> {
    return this.core.json('POST', `/v1/users/${e(id)}/sign-in-links`, undefined, options);
  }
}

export class UsersCalendarKeyResource extends Resource {
  /** Create a calendar key. Creates a key for the user’s calendar feed, and returns the address to subscribe to. `GET /v1/users/{id}/calendar.ics?key=…` returns the user’s appointments as an iCalendar feed (RFC 5545), without a token. The key is shown only once. It replaces the previous key, which stops working. */
  create(id: string, options?: CallOptions): Promise<CalendarKeyWithSecret> {
    return this.core.json('POST', `/v1/users/${e(id)}/calendar-key`, undefined, options);
  }

  /** Revoke a calendar key. Revokes the key of the user’s calendar feed, which stops working immediately. If the user has no key, nothing changes. */
  delete(id: string, options?: CallOptions): Promise<User> {
    return this.core.json('DELETE', `/v1/users/${e(id)}/calendar-key`, undefined, options);
  }
}

export interface UsersListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class UsersResource extends Collection {
  protected override readonly path = '/v1/users';
  readonly invitations: UsersInvitationsResource;
  readonly signInLinks: UsersSignInLinksResource;
  readonly calendarKey: UsersCalendarKeyResource;

  constructor(core: Core) {
    super(core);
    this.invitations = new UsersInvitationsResource(core);
    this.signInLinks = new UsersSignInLinksResource(core);
    this.calendarKey = new UsersCalendarKeyResource(core);
  }

  /** Create a user. Creates a user in your organization. The role limits the scopes of tokens that act for the user. A user without their own time zone or working hours has those of the organization. Only an owner creates owners: that needs every scope (`*`). */
  declare readonly create: (body: CreateUser, options?: CallOptions) => Promise<User>;

  /** List users. Returns the users of your organization, newest first. */
  declare readonly list: (query?: UsersListQuery, options?: CallOptions) => Pages<User>;

  /** Get a user. Returns the user, whether active or not. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<User>;

  /** Update a user. Changes the fields you send. Set the time zone or working hours to null to use those of the organization. A deactivated user keeps their history; their tokens are refused within a second, and their coming appointments are listed in `stranded`, each with an `appointment.stranded` event. In a browser, the role can only be changed in a session of the last 10 minutes. Only an owner makes someone an owner, and changes the role, the address or the activity of one: that needs every scope (`*`). */
  declare readonly update: (id: string, body: UpdateUser, options?: CallOptions) => Promise<UpdatedUser>;
}

export interface ServicesListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Set to true to also list codes of leads without a definition. */
  in_use?: boolean | undefined;
}

export class ServicesResource extends Collection {
  protected override readonly path = '/v1/services';

  /** Create a service. Defines a service that you offer: its name, duration, skills, price and questions. Leads can have codes in `service_needed` without a definition: `listServices` shows them with `in_use=true`. */
  declare readonly create: (body: CreateService, options?: CallOptions) => Promise<OfferedService>;

  /** List services. Returns your services, active and inactive, in the order of their codes. With `in_use=true`, also codes of leads without a definition, with their count. */
  declare readonly list: (query?: ServicesListQuery, options?: CallOptions) => Pages<OfferedService>;

  /** Get a service. Returns the service with this code, active or not. */
  declare readonly get: (code: string, options?: CallOptions) => Promise<OfferedService>;

  /** Update a service. Changes the fields you send. A service is not deleted: `active: false` deactivates it. */
  declare readonly update: (code: string, body: UpdateService, options?: CallOptions) => Promise<OfferedService>;
}

export interface AreasListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class AreasResource extends Collection {
  protected override readonly path = '/v1/areas';

  /** Create an area. Defines where you work, and who works there. The most specific area counts: an exact postal code, the longest beginning, a polygon, a circle; of equal ones, the oldest. Without areas, you serve everywhere. */
  declare readonly create: (body: CreateArea, options?: CallOptions) => Promise<Area>;

  /** List areas. Returns the areas that you serve, active and inactive, newest first. */
  declare readonly list: (query?: AreasListQuery, options?: CallOptions) => Pages<Area>;

  /** Get an area. Returns the area, whether it is active or not. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<Area>;

  /** Update an area. Changes the fields you send. Visits that are booked stay as they are. An area cannot be deleted: `active: false` deactivates it. */
  declare readonly update: (id: string, body: UpdateArea, options?: CallOptions) => Promise<Area>;
}

export interface CapacityRulesListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class CapacityRulesResource extends Collection {
  protected override readonly path = '/v1/capacity-rules';

  /** Limit the visits per day. Sets how many visits are taken per day: of a service, in an area, on a weekday or a date, or of all. Visits that are booked already count and stay. Beyond the limit, bookings fail with `capacity_reached`. If several rules apply, all of them must have room. */
  declare readonly create: (body: CreateCapacityRule, options?: CallOptions) => Promise<CapacityRule>;

  /** List limits of visits. Returns the maximums of visits per day, active and inactive, newest first. */
  declare readonly list: (query?: CapacityRulesListQuery, options?: CallOptions) => Pages<CapacityRule>;

  /** Get a limit of visits. Returns the rule, whether it is active or not. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<CapacityRule>;

  /** Update a limit of visits. Changes the maximum, or activates or deactivates the rule. Visits beyond a lower maximum stay booked. */
  declare readonly update: (id: string, body: UpdateCapacityRule, options?: CallOptions) => Promise<CapacityRule>;
}

export interface PriceItemsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Return only items of this kind. */
  kind?: "labour" | "part" | "fee" | "discount" | undefined;
  /** Return only active items, or only inactive ones. */
  active?: boolean | undefined;
}

export class PriceItemsResource extends Collection {
  protected override readonly path = '/v1/price-items';

  /** Create a price item. Adds an item to your price list. Lines of estimates can name it by its code. */
  declare readonly create: (body: CreatePriceItem, options?: CallOptions) => Promise<PriceItem>;

  /** List price items. Returns your price items, active or not. */
  declare readonly list: (query?: PriceItemsListQuery, options?: CallOptions) => Pages<PriceItem>;

  /** Get a price item. Returns the price item with this code, active or not. */
  declare readonly get: (code: string, options?: CallOptions) => Promise<PriceItem>;

  /** Update a price item. Changes the fields you send. Estimates keep their prices. `active: false` deactivates it. */
  declare readonly update: (code: string, body: UpdatePriceItem, options?: CallOptions) => Promise<PriceItem>;
}

export interface TeamsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class TeamsResource extends Collection {
  protected override readonly path = '/v1/teams';

  /** Create a team. Creates a team of active users of your organization. A user can be in several teams. */
  declare readonly create: (body: CreateTeam, options?: CallOptions) => Promise<Team>;

  /** List teams. Returns the teams of your organization, active and inactive, newest first. */
  declare readonly list: (query?: TeamsListQuery, options?: CallOptions) => Pages<Team>;

  /** Get a team. Returns the team with its members, whether it is active or not. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<Team>;

  /** Update a team. Changes the fields you send; `members` replaces the whole list. A team cannot be deleted: `active: false` deactivates it, and another team can then use its name. */
  declare readonly update: (id: string, body: UpdateTeam, options?: CallOptions) => Promise<Team>;
}

export interface TimeOffListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
  /** Only time off of this user. `me` is the user of your token. */
  user_id?: string | undefined;
  /** Only time off that ends after this. A time with an offset, or a date in the organization’s time zone. */
  from?: string | Time | undefined;
  /** Only time off that starts before this; a date is included. A time with an offset, or a date in the organization’s time zone. */
  to?: string | Time | undefined;
}

export class TimeOffResource extends ReadCollection {
  protected override readonly path = '/v1/time-off';

  /** Create time off. Records that a user does not work between two times, regardless of their working hours. It can overlap other time off of the same user. Booked appointments in that time stay assigned; they are listed in `stranded`, and each emits `appointment.stranded`. */
  create(body: CreateTimeOff, options?: CallOptions): Promise<NewTimeOff> {
    return this.core.json('POST', '/v1/time-off', body, options);
  }

  /** List time off. Returns the time off of your organization, newest first. Filters are combined. Deleted time off is left out. */
  declare readonly list: (query?: TimeOffListQuery, options?: CallOptions) => Pages<TimeOff>;

  /** Get time off. Returns the time off, even if it is deleted. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<TimeOff>;

  /** Delete time off. Sets `deleted_at`. The time off no longer counts and lists leave it out, but you can still get it by id. Deleting it again returns the same `deleted_at`. */
  delete(id: string, options?: CallOptions): Promise<TimeOff> {
    return this.core.json('DELETE', this.at(id), undefined, options);
  }
}

export interface FailedTasksListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class FailedTasksResource extends Resource {
  /** List failed tasks. Returns background tasks of your organization that used up their retries and need your attention, newest first. An empty list means that no task has failed. */
  list(query?: FailedTasksListQuery, options?: CallOptions): Pages<FailedTask> {
    return this.core.list('/v1/failed-tasks', query, options);
  }

  /** Retry a failed task. Puts the task back into its queue with all its retries. Use it after you have fixed the cause. */
  retry(id: string, options?: CallOptions): Promise<RetriedTask> {
    return this.core.json('POST', `/v1/failed-tasks/${e(id)}/retry`, undefined, options);
  }
}

export interface ExportsListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class ExportsResource extends ReadCollection {
  protected override readonly path = '/v1/exports';

  /** Request an export. Allows the download of all data of the organization for one hour, with getExportFile. The file contains everything except secrets, keys and tokens, and can be restored into an empty organization with createRestore. */
  create(options?: CallOptions): Promise<Export> {
    return this.core.json('POST', '/v1/exports', undefined, options);
  }

  /** List exports. Returns the exports of your organization, newest first. */
  declare readonly list: (query?: ExportsListQuery, options?: CallOptions) => Pages<Export>;

  /** Get an export. Returns the export with the result of its last download. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<Export>;

  /** Download an export. Returns all data of the organization as of now, one JSON object per line: first a header, then every row with its type, at the end counts, sums and the SHA-256 of all lines before. A file without this last line is incomplete: download it again. It is compressed if you accept gzip. An organization can download one file at a time. */
  file(id: string, options?: CallOptions): Promise<Response> {
    return this.core.send('GET', `${this.at(id)}/file`, undefined, options);
  }
}

export interface RestoresListQuery {
  /** How many items to return at most. */
  limit?: number | undefined;
}

export class RestoresResource extends ReadCollection {
  protected override readonly path = '/v1/restores';

  /** Restore an export. Restores the file of an export into an empty organization: one without users, leads, playbooks of its own or any other data. The response is sent when the whole file was received and checked; it is then written in one transaction, so all of it becomes visible at once, or nothing. Ids, lifecycle numbers, invoice numbers and times stay the same, and the events of the file continue the log. Nothing is sent: channels, playbooks and webhook endpoints are restored disabled, with new keys and secrets, and scheduled messages, active runs and holds are ended. Tokens are not restored. */
  create(file: Upload<'application/x-ndjson' | 'application/gzip'>, options?: CallOptions): Promise<Restore> {
    return this.core.json('POST', '/v1/restores', file, options);
  }

  /** List restores. Returns the restores of your organization, newest first. */
  declare readonly list: (query?: RestoresListQuery, options?: CallOptions) => Pages<Restore>;

  /** Get a restore. Returns the progress and result of a restore. */
  declare readonly get: (id: string, options?: CallOptions) => Promise<Restore>;
}

export class SignInLinksResource extends Resource {
  /** Ask for a link to sign in. Sends an email with a link that is valid for 15 minutes and once. It needs no token. The response is the same whether the address is known or not. A person who belongs to several organizations gets one email from each, or only from `organization_id`; a link signs in to its own organization. Without an email channel nothing is sent: then an owner creates a link. */
  create(body: RequestSignInLink, options?: CallOptions): Promise<RequestedSignInLink> {
    return this.core.json('POST', '/v1/sign-in-links', body, options);
  }

  /** Sign in with a link. Signs in to the organization of the link, and sets the session as a cookie. It needs no token, only the key of the link, which then is used up. For 10 minutes the person can choose a new password, without the old one; if the account also belongs to another organization, that needs a sign-in with its password or a passkey. */
  use(body: UseSignInLink, options?: CallOptions): Promise<SignedIn> {
    return this.core.json('POST', '/v1/sign-in-links/use', body, options);
  }
}

export class PasskeySessionsResource extends Resource {
  /** Begin to sign in with a passkey. Returns what the browser needs to let a person choose a passkey. It needs no token, and no email address. */
  options(body: CreatePasskeySignInOptions, options?: CallOptions): Promise<PasskeyOptions> {
    return this.core.json('POST', '/v1/passkey-sessions/options', body, options);
  }

  /** Sign in with a passkey. Signs a person in with the passkey that the browser used with the options of `createPasskeySignInOptions`, and sets the session as a cookie. It needs no token. `organization_id` chooses one of several organizations, as for `createSession`. */
  create(body: CreatePasskeySession, options?: CallOptions): Promise<SignedIn> {
    return this.core.json('POST', '/v1/passkey-sessions', body, options);
  }
}

export class InvitationsResource extends Resource {
  /** Look at an invitation. Returns who is invited to which organization, and whether the password of an existing account is needed. It needs no token, only the key of the link, and changes nothing. */
  check(body: CheckInvitation, options?: CallOptions): Promise<InvitationDetails> {
    return this.core.json('POST', '/v1/invitations/check', body, options);
  }

  /** Accept an invitation. Signs the invited person in, and sets the session as a cookie. It needs no token, only the key of the link. Without an account for the address, the password becomes that of a new account. If the account also belongs to another organization, the password must be the right one: an invitation is no way into it. */
  accept(body: AcceptInvitation, options?: CallOptions): Promise<SignedIn> {
    return this.core.json('POST', '/v1/invitations/accept', body, options);
  }
}

/** Every resource of the API. */
export class Resources {
  readonly leads: LeadsResource;
  readonly inbox: InboxResource;
  readonly imports: ImportsResource;
  readonly customers: CustomersResource;
  readonly properties: PropertiesResource;
  readonly equipment: EquipmentResource;
  readonly lifecycles: LifecyclesResource;
  readonly contacts: ContactsResource;
  readonly search: SearchResource;
  readonly availability: AvailabilityResource;
  readonly bookings: BookingsResource;
  readonly appointments: AppointmentsResource;
  readonly myDay: MyDayResource;
  readonly dispatch: DispatchResource;
  readonly jobs: JobsResource;
  readonly checklistItems: ChecklistItemsResource;
  readonly warrantyClaims: WarrantyClaimsResource;
  readonly files: FilesResource;
  readonly invoices: InvoicesResource;
  readonly paymentProviders: PaymentProvidersResource;
  readonly checkouts: CheckoutsResource;
  readonly payments: PaymentsResource;
  readonly estimates: EstimatesResource;
  readonly links: LinksResource;
  readonly communications: CommunicationsResource;
  readonly messages: MessagesResource;
  readonly optOuts: OptOutsResource;
  readonly channels: ChannelsResource;
  readonly templates: TemplatesResource;
  readonly followUps: FollowUpsResource;
  readonly forms: FormsResource;
  readonly sources: SourcesResource;
  readonly receipts: ReceiptsResource;
  readonly quarantine: QuarantineResource;
  readonly bookingPages: BookingPagesResource;
  readonly playbooks: PlaybooksResource;
  readonly playbookRuns: PlaybookRunsResource;
  readonly automation: AutomationResource;
  readonly secrets: SecretsResource;
  readonly events: EventsResource;
  readonly eventTypes: EventTypesResource;
  readonly webhookEndpoints: WebhookEndpointsResource;
  readonly reports: ReportsResource;
  readonly spend: SpendResource;
  readonly erasures: ErasuresResource;
  readonly organization: OrganizationResource;
  readonly organizations: OrganizationsResource;
  readonly service: ServiceResource;
  readonly demoCompany: DemoCompanyResource;
  readonly tokens: TokensResource;
  readonly token: TokenResource;
  readonly me: MeResource;
  readonly sessions: SessionsResource;
  readonly users: UsersResource;
  readonly services: ServicesResource;
  readonly areas: AreasResource;
  readonly capacityRules: CapacityRulesResource;
  readonly priceItems: PriceItemsResource;
  readonly teams: TeamsResource;
  readonly timeOff: TimeOffResource;
  readonly failedTasks: FailedTasksResource;
  readonly exports: ExportsResource;
  readonly restores: RestoresResource;
  readonly signInLinks: SignInLinksResource;
  readonly passkeySessions: PasskeySessionsResource;
  readonly invitations: InvitationsResource;

  constructor(core: Core) {
    this.leads = new LeadsResource(core);
    this.inbox = new InboxResource(core);
    this.imports = new ImportsResource(core);
    this.customers = new CustomersResource(core);
    this.properties = new PropertiesResource(core);
    this.equipment = new EquipmentResource(core);
    this.lifecycles = new LifecyclesResource(core);
    this.contacts = new ContactsResource(core);
    this.search = new SearchResource(core);
    this.availability = new AvailabilityResource(core);
    this.bookings = new BookingsResource(core);
    this.appointments = new AppointmentsResource(core);
    this.myDay = new MyDayResource(core);
    this.dispatch = new DispatchResource(core);
    this.jobs = new JobsResource(core);
    this.checklistItems = new ChecklistItemsResource(core);
    this.warrantyClaims = new WarrantyClaimsResource(core);
    this.files = new FilesResource(core);
    this.invoices = new InvoicesResource(core);
    this.paymentProviders = new PaymentProvidersResource(core);
    this.checkouts = new CheckoutsResource(core);
    this.payments = new PaymentsResource(core);
    this.estimates = new EstimatesResource(core);
    this.links = new LinksResource(core);
    this.communications = new CommunicationsResource(core);
    this.messages = new MessagesResource(core);
    this.optOuts = new OptOutsResource(core);
    this.channels = new ChannelsResource(core);
    this.templates = new TemplatesResource(core);
    this.followUps = new FollowUpsResource(core);
    this.forms = new FormsResource(core);
    this.sources = new SourcesResource(core);
    this.receipts = new ReceiptsResource(core);
    this.quarantine = new QuarantineResource(core);
    this.bookingPages = new BookingPagesResource(core);
    this.playbooks = new PlaybooksResource(core);
    this.playbookRuns = new PlaybookRunsResource(core);
    this.automation = new AutomationResource(core);
    this.secrets = new SecretsResource(core);
    this.events = new EventsResource(core);
    this.eventTypes = new EventTypesResource(core);
    this.webhookEndpoints = new WebhookEndpointsResource(core);
    this.reports = new ReportsResource(core);
    this.spend = new SpendResource(core);
    this.erasures = new ErasuresResource(core);
    this.organization = new OrganizationResource(core);
    this.organizations = new OrganizationsResource(core);
    this.service = new ServiceResource(core);
    this.demoCompany = new DemoCompanyResource(core);
    this.tokens = new TokensResource(core);
    this.token = new TokenResource(core);
    this.me = new MeResource(core);
    this.sessions = new SessionsResource(core);
    this.users = new UsersResource(core);
    this.services = new ServicesResource(core);
    this.areas = new AreasResource(core);
    this.capacityRules = new CapacityRulesResource(core);
    this.priceItems = new PriceItemsResource(core);
    this.teams = new TeamsResource(core);
    this.timeOff = new TimeOffResource(core);
    this.failedTasks = new FailedTasksResource(core);
    this.exports = new ExportsResource(core);
    this.restores = new RestoresResource(core);
    this.signInLinks = new SignInLinksResource(core);
    this.passkeySessions = new PasskeySessionsResource(core);
    this.invitations = new InvitationsResource(core);
  }
}
