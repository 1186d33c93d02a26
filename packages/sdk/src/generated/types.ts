// Made from openapi.json by `npm run generate`. Do not edit it.

import type { Time } from '../time.ts';

/** What the customer chose, and the signature. */
export interface AcceptEstimate {
  /** Name or position (from 0) of the option; needed if there are several. */
  option?: string | number | undefined;
  /** Positions (from 0) of the optional lines to take. */
  optional_lines?: readonly number[] | undefined;
  signature: SignatureBody;
}

/** An invitation, and the password of the person who accepts it. */
export interface AcceptInvitation {
  /** The key at the end of the link. */
  key: string;
  /** The new password, 10 to 200 characters. There are no other rules: length is what counts. */
  password: string;
}

/** An accepted estimate, with the job and the deposit invoice that it made. */
export interface AcceptedEstimate {
  estimate: Estimate;
  /** The job with its contract. */
  job: Job | null;
  /** The deposit invoice; null without a deposit. */
  invoice: Invoice | null;
}

/** Who caused the event. */
export interface Actor {
  /** `user`, `token` (without a user) or `system` (the service itself). */
  type: "user" | "token" | "system" | (string & {});
  /** Id of the user or token; null for the service itself. */
  id: string | null;
  /** Name of the actor at the time of the event. */
  name: string;
  /** `mcp` if a model acted for the user or token; otherwise left out. */
  via?: "mcp" | (string & {});
}

/** A plan that was applied. */
export interface AppliedReplan {
  replan: Replan;
  /** Its appointments as they are now. */
  appointments: Appointment[];
  /** Appointments whose new time is confirmed to the contact. */
  notified: string[];
}

/** How to apply the plan. */
export interface ApplyReplan {
  /** Whether to run the ready playbook “Visit confirmation” for appointments with a new time. Default false. */
  notify?: boolean | undefined;
}

/** An appointment. */
export interface Appointment {
  /** Id of the appointment. */
  appointment_id: string;
  /** Id of the hold, to book it with; present only while the status is `held`. */
  hold_id?: string;
  /** Lifecycle number of the lead; null for a hold that is for no one yet. */
  lifecycle_number: string | null;
  /** Id of the lead that the appointment is for; null for a hold that is for no one yet. */
  lead_id: string | null;
  /** Id of the customer that the appointment is for; null if the lead is not converted. */
  customer_id: string | null;
  /** Id of the job that the appointment belongs to; null if it belongs to none. */
  job_id: string | null;
  /** Id of the property, if it names one. */
  property_id: string | null;
  /** The person to meet at the appointment; null if your token has neither `leads:read` nor `customers:read`. */
  contact: {
    /** Name of the contact. */
    name: string | null;
    /** Phone number of the contact, in E.164 format. */
    phone: string | null;
    /** Email address of the contact. */
    email: string | null;
  } | null;
  /** When the appointment starts, in its `time_zone`. */
  starts_at: string;
  /** When the appointment ends, in its `time_zone`. */
  ends_at: string;
  /** Length of the appointment in minutes. */
  duration_minutes: number;
  /** Time zone of the assigned user; of the organization if no user is assigned. */
  time_zone: string;
  arrival_window: ArrivalWindow | null;
  /** Id of the assigned user; null while the appointment is unassigned and in the tray. */
  assigned_to: string | null;
  /** Users who go with the assigned user. The visit takes their time, too. */
  crew: string[];
  /** The assigned user; null while the appointment is unassigned and in the tray. */
  assignee: {
    /** Name of the user. */
    name: string;
    /** Email address of the user; null if your token lacks `users:read`. */
    email: string | null;
  } | null;
  /** Id of the team that the appointment was booked with; null if it was booked without one. */
  team_id: string | null;
  /** Type of the appointment, as a code; `Site visit` is read as `site_visit`. */
  type: string;
  /** Service that was booked, otherwise of its job, otherwise of its lead; null without `leads:read`, `customers:read` or `jobs:read`. */
  service: string | null;
  location: Location | null;
  /** Notes for the assigned user. */
  notes: string | null;
  /** Status of the appointment. */
  status: "held" | "booked" | "confirmed" | "dispatched" | "en_route" | "in_progress" | "completed" | "no_show" | "canceled" | (string & {});
  /** When the hold expires; null if the appointment was booked without a hold. */
  hold_expires_at: string | null;
  /** When the appointment was confirmed. */
  confirmed_at: string | null;
  /** When the assigned user was dispatched. */
  dispatched_at: string | null;
  /** When the assigned user set off. */
  en_route_at: string | null;
  /** In how many minutes the assigned user was expected when this was reported. */
  eta_minutes: number | null;
  /** When the assigned user is expected. */
  eta_at: string | null;
  /** When the work started. */
  started_at: string | null;
  /** When the work was completed. */
  completed_at: string | null;
  /** When the appointment was marked as a no-show. */
  no_show_at: string | null;
  /** When the appointment was canceled. */
  canceled_at: string | null;
  /** Why the appointment was canceled. */
  cancel_reason: string | null;
  /** What the customer says about the completed visit, by their link; null without a review. */
  review: {
    /** Stars, from 1 to 5. */
    rating: number;
    /** What the customer wrote. */
    comment: string | null;
    /** When the review was first given. */
    reviewed_at: string;
  } | null;
  /** Warnings about the booking or change that you made. Empty when you only read appointments. */
  warnings: AppointmentWarning[];
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** An appointment was assigned to a user, or unassigned and moved back to the tray; `previous` has the old assignee. */
export type AppointmentAssignedEvent = EventEnvelope & {
  type?: "appointment.assigned";
  data?: Appointment;
};

/** An appointment was booked. The event contains everything that an external calendar needs. */
export type AppointmentBookedEvent = EventEnvelope & {
  type?: "appointment.booked";
  data?: Appointment;
};

/** An appointment was canceled, or a hold expired before it was booked; `cancel_reason` says why. */
export type AppointmentCanceledEvent = EventEnvelope & {
  type?: "appointment.canceled";
  data?: Appointment;
};

/** The work of an appointment was completed. */
export type AppointmentCompletedEvent = EventEnvelope & {
  type?: "appointment.completed";
  data?: Appointment;
};

/** The contact confirmed an appointment. */
export type AppointmentConfirmedEvent = EventEnvelope & {
  type?: "appointment.confirmed";
  data?: Appointment;
};

/** The assigned user was dispatched to an appointment. */
export type AppointmentDispatchedEvent = EventEnvelope & {
  type?: "appointment.dispatched";
  data?: Appointment;
};

/** The assigned user is on the way to an appointment. */
export type AppointmentEnRouteEvent = EventEnvelope & {
  type?: "appointment.en_route";
  data?: Appointment;
};

/** A slot was held for a limited time. */
export type AppointmentHeldEvent = EventEnvelope & {
  type?: "appointment.held";
  data?: Appointment;
};

/** An appointment, and its new time or user. */
export interface AppointmentMove {
  /** Id of the appointment to move. */
  appointment_id: string;
  /** When the appointment starts, with its UTC offset. */
  starts_at?: Time | undefined;
  /** Length of the appointment in minutes. */
  duration_minutes?: number | undefined;
  /** Id of the user to assign; null unassigns the appointment and moves it back to the tray. */
  assigned_to?: string | null | undefined;
  /** The `updated_at` that you know; another one is `changed_meanwhile`. */
  if_updated_at?: Time | undefined;
}

/** The contact was not there at the time of an appointment. */
export type AppointmentNoShowEvent = EventEnvelope & {
  type?: "appointment.no_show";
  data?: Appointment;
};

/** An appointment was rescheduled; `previous` has the old time. */
export type AppointmentRescheduledEvent = EventEnvelope & {
  type?: "appointment.rescheduled";
  data?: Appointment;
};

/** The customer reviewed a completed appointment, or changed the review; `previous` has the earlier one. */
export type AppointmentReviewedEvent = EventEnvelope & {
  type?: "appointment.reviewed";
  data?: Appointment;
};

/** The assigned user will be late for an appointment; `eta_at` says when they are expected. */
export type AppointmentRunningLateEvent = EventEnvelope & {
  type?: "appointment.running_late";
  data?: Appointment;
};

/** The work of an appointment started. */
export type AppointmentStartedEvent = EventEnvelope & {
  type?: "appointment.started";
  data?: Appointment;
};

/** A step. */
export interface AppointmentStep {
  /** The `updated_at` that you know; another one is `changed_meanwhile`. */
  if_updated_at?: Time | undefined;
}

/** The last step of an appointment was undone: `previous.status` is what it was, `status` what it is again. */
export type AppointmentStepUndoneEvent = EventEnvelope & {
  type?: "appointment.step_undone";
  data?: Appointment;
};

/** The assigned user of a booked appointment is off at that time or was deactivated. The appointment stays assigned until someone changes it. */
export type AppointmentStrandedEvent = EventEnvelope & {
  type?: "appointment.stranded";
  data?: Appointment;
};

/** Details of an appointment changed. */
export type AppointmentUpdatedEvent = EventEnvelope & {
  type?: "appointment.updated";
  data?: Appointment;
};

/** A warning about an appointment. Warnings do not prevent a booking. */
export interface AppointmentWarning {
  /** Code of the warning. */
  code: "in_the_past" | "outside_working_hours" | "time_off" | "minimum_notice" | "beyond_horizon" | "skill_missing" | "crew_missing" | (string & {});
  /** The warning, as a sentence. */
  detail: string;
}

/** A part of the world that you serve. */
export interface Area {
  /** Id of the area. */
  area_id: string;
  /** Name of the area. */
  name: string;
  /** Postal codes of the area. Capitals, spaces and hyphens do not matter. */
  postal_codes: string[];
  circle: AreaCircle | null;
  polygon: AreaPolygon | null;
  /** Users who work there. */
  user_ids: string[];
  /** Teams that work there. Without users and teams: everyone. */
  team_ids: string[];
  /** Whether the area counts. */
  active: boolean;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** Everything within a distance of a point. */
export interface AreaCircle {
  /** Latitude in degrees. */
  latitude: number;
  /** Longitude in degrees. */
  longitude: number;
  /** Distance in kilometers. */
  radius_km: number;
}

export type AreaCircleInput = AreaCircle;

/** An area was defined. */
export type AreaCreatedEvent = EventEnvelope & {
  type?: "area.created";
  data?: Area;
};

/** A polygon as in GeoJSON. */
export interface AreaPolygon {
  /** Always `Polygon`. */
  type: "Polygon" | (string & {});
  /** The outline, then holes. Each ring ends where it begins. */
  coordinates: number[][][];
}

export type AreaPolygonInput = AreaPolygon;

/** An area changed, or was activated or deactivated. `previous` holds the values before. */
export type AreaUpdatedEvent = EventEnvelope & {
  type?: "area.updated";
  data?: Area;
};

/** The arrival times promised to the customer, independent of the start and end of the appointment. */
export interface ArrivalWindow {
  /** Earliest arrival. */
  starts_at: string;
  /** Latest arrival. */
  ends_at: string;
}

export type ArrivalWindowInput = ArrivalWindow;

/** Options of the step `assign`. */
export interface AssignOptions {
  /** Id of the user to assign. */
  user_id?: string;
  /** Id of the team whose next member is assigned. */
  team_id?: string;
}

export type AssignOptionsInput = AssignOptions;

/** Assigns the lead to a user, or to the members of a team in turn. */
export interface AssignStep {
  /** Id of the step, unique in the playbook. */
  id: string;
  /** Type of the step. */
  do: "assign";
  /** CEL condition. If it is false, the step is skipped. */
  when?: string;
  with: AssignOptions;
}

export type AssignStepInput = AssignStep;

/** The customer that the lead belongs to. */
export interface AttachLead {
  /** Id of the customer. */
  customer_id: string;
}

/** The campaign and the page that a lead came from, as advertising and analytics name them. */
export interface Attribution {
  /** Who sent the visitor. */
  utm_source?: string | null;
  /** Kind of the link, such as `cpc`. */
  utm_medium?: string | null;
  /** Campaign in the link. */
  utm_campaign?: string | null;
  /** Words that were searched for. */
  utm_term?: string | null;
  /** Which of several links. */
  utm_content?: string | null;
  /** Click id of Google Ads. */
  gclid?: string | null;
  /** Click id of Facebook. */
  fbclid?: string | null;
  /** First page that the visitor saw. */
  landing_page?: string | null;
  /** Page before it. */
  referrer?: string | null;
  /** Name of the campaign, for lists and reports. Default: `utm_campaign`. */
  campaign?: string | null;
}

export type AttributionInput = Attribution;

/** Health of the organization’s automation. Each number is counted up to 100,000. */
export interface AutomationHealth {
  /** Overall status. `late` means that at least one run or follow-up is late: check that a worker is running. */
  status: "ok" | "late" | (string & {});
  /** When these numbers were read. */
  at: string;
  /** Due time of the next run or follow-up; null if none is scheduled. */
  next_due_at: string | null;
  /** Numbers of playbook runs. */
  runs: {
    /** Number of runs that are about to start or continue. */
    queued: number;
    /** Number of runs that are executing steps. */
    running: number;
    /** Number of runs that wait for a time or an event. */
    waiting: number;
    /** Number of queued runs that are held back by the `concurrency` limit of their playbook. */
    held_back: number;
    /** Number of runs that are more than a minute past their due time and that no worker is processing. */
    late: number;
    /** Number of runs that failed in the last 24 hours. */
    failed_last_24h: number;
    /** Due time of the next one; null if none is scheduled. */
    next_due_at: string | null;
    /** Due time of the one that has been late the longest; null if none is late. */
    oldest_late_due_at: string | null;
  };
  /** Numbers of follow-ups. */
  follow_ups: {
    /** Number of follow-ups that are scheduled. */
    scheduled: number;
    /** Number of calls and tasks that are due and wait for a user. */
    due: number;
    /** Number of scheduled follow-ups that are more than a minute past their due time and were not processed. */
    late: number;
    /** Number of failed follow-ups that were due in the last 24 hours. */
    failed_last_24h: number;
    /** Due time of the next one; null if none is scheduled. */
    next_due_at: string | null;
    /** Due time of the one that has been late the longest; null if none is late. */
    oldest_late_due_at: string | null;
  };
  /** The newest 200 playbooks, each with its numbers of runs. */
  playbooks: {
    /** Id of the playbook. */
    playbook_id: string;
    /** Name of the playbook. */
    name: string;
    /** Whether events start runs. */
    enabled: boolean;
    /** Number of its runs that are about to start or continue. */
    queued: number;
    /** Number of its runs that are executing steps. */
    running: number;
    /** Number of its runs that wait for a time or an event. */
    waiting: number;
    /** Number of its runs that failed in the last 24 hours. */
    failed_last_24h: number;
  }[];
}

/** The secret that signs the requests of your playbooks. Receivers use it to verify them. */
export interface AutomationSecret {
  /** Secret that requests are signed with. Shown only once. */
  secret: string;
  /** Until when requests are also signed with the previous secret; null if there was none. */
  previous_secret_until: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** The rotation of the signing secret, without the secret itself. */
export interface AutomationSecretRotated {
  /** Until when the previous secret is valid; null if there was none. */
  previous_secret_until: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** The secret that signs the requests of playbooks was rotated. */
export type AutomationSecretRotatedEvent = EventEnvelope & {
  type?: "automation.secret_rotated";
  data?: AutomationSecretRotated;
};

/** The open slots of a user or a team. */
export interface Availability {
  /** First date of the range. */
  from: string;
  /** Last date of the range, inclusive. */
  to: string;
  /** Time zone of the dates and times: the user’s, or for a team the organization’s. */
  time_zone: string;
  /** Length of a slot in minutes. */
  duration_minutes: number;
  /** True if the place is in no area that you serve: then there are no slots. */
  outside_area: boolean;
  /** True if the postal code alone does not say whether the place is in a circle or polygon: then everyone is offered. Send `coordinates`. */
  place_unknown: boolean;
  /** Whether the way between visits is counted: `unknown` without `coordinates` of this visit or of any other, `partly` if some are known. */
  travel: "off" | "counted" | "partly" | "unknown" | (string & {});
  /** The open slots, earliest first. */
  slots: Slot[];
  /** Present with `explain=true`: all other time between the dates and why it is not open, earliest first. */
  blocked?: BlockedTime[];
}

/** What a person owes in one currency. */
export interface Balance {
  /** Currency, as in ISO 4217. */
  currency: string;
  /** The unpaid part of all sent invoices, in minor units. */
  amount: number;
}

/** A time that is not open, and why. */
export interface BlockedTime {
  /** When the blocked time starts. */
  starts_at: string;
  /** When the blocked time ends. */
  ends_at: string;
  /** Id of the user whose time is blocked. */
  user_id: string;
  /** Why the time is not open. `too_short`: the time is free, but too short for a slot of this length. `buffer`, `travel`: time kept free around an appointment, or for the way. `takes_no_visits`: a member of the team who is booked only by id. `skill`, `area`: the user lacks the skill, or does not work there. `capacity`: no more visits are taken that day. `crew`: too few users are free. */
  reason: "appointment" | "hold" | "time_off" | "buffer" | "travel" | "minimum_notice" | "beyond_horizon" | "outside_working_hours" | "too_short" | "inactive" | "takes_no_visits" | "skill" | "area" | "capacity" | "crew" | (string & {});
  /** Id of the appointment, hold or time off that blocks the time. */
  ref?: string | null;
}

/** A booking needs `starts_at` and one of `lead_id`, `customer_id`, `job_id` and `lifecycle_number`. Or give only the `hold_id` of a hold that has both. */
export interface BookAppointment {
  /** Id of the lead that the appointment is for. */
  lead_id?: string | undefined;
  /** Id of the customer that the appointment is for, instead of `lead_id`. */
  customer_id?: string | undefined;
  /** Id of the job that the appointment belongs to, instead of `lead_id` or `customer_id`. */
  job_id?: string | undefined;
  /** Lifecycle number of the lead that the appointment is for, instead of an id. */
  lifecycle_number?: string | undefined;
  /** When the appointment starts, with its UTC offset. */
  starts_at?: Time | undefined;
  /** Length of the appointment in minutes. Default: that of the service, otherwise 60. */
  duration_minutes?: number | undefined;
  /** When the appointment ends, instead of `duration_minutes`. */
  ends_at?: Time | undefined;
  /** Id of the user to assign. Without this and `team_id`, the appointment is unassigned and goes to the tray. */
  assigned_to?: string | undefined;
  /** Ids of users who go with `assigned_to`. With `team_id`, or where anyone can be chosen, the crew that the service needs is chosen too. */
  crew?: readonly string[] | undefined;
  /** Id of a team, instead of `assigned_to`: the free member with the least work that day is assigned. */
  team_id?: string | undefined;
  /** Code of the service. Its definition sets length, skills and buffer; without one, the code is the skill. */
  service?: string | undefined;
  /** Postal code of the place: decides on the area, and so on who works there. */
  postal_code?: string | undefined;
  /** Type of the appointment, as a code; `Site visit` is read as `site_visit`. Default `estimate`, or `job` for a job. */
  type?: string | undefined;
  location?: LocationInput | null | undefined;
  arrival_window?: ArrivalWindowInput | null | undefined;
  /** Notes for the assigned user. */
  notes?: string | null | undefined;
  /** Set to true to refuse the time if it would only cause a warning, such as a time in the past or outside working hours. */
  strict?: boolean | undefined;
  /** Id of the property: a place of the same person. */
  property_id?: string | null | undefined;
  /** Id of a hold to book. Fields that you leave out are taken from the hold. */
  hold_id?: string | undefined;
}

/** Options of the step `book_next_available`. */
export interface BookNextAvailableOptions {
  /** Id of the team; a free member gets the appointment. */
  team_id?: string;
  /** Id of the user who gets the appointment. */
  user_id?: string;
  /** Length of the appointment in minutes. Default: that of the service, otherwise 60. */
  duration_minutes?: number;
  /** Type of the appointment. Default `estimate`, or `job` if the run is about a job. */
  type?: string;
  /** Number of days from now to search. Default 14. */
  within_days?: number;
  /** Code of the service. Its definition sets the length, the skills and the buffer. */
  service?: string;
}

export type BookNextAvailableOptionsInput = BookNextAvailableOptions;

/** Books the next open slot of a user or a team. */
export interface BookNextAvailableStep {
  /** Id of the step, unique in the playbook. */
  id: string;
  /** Type of the step. */
  do: "book_next_available";
  /** CEL condition. If it is false, the step is skipped. */
  when?: string;
  with: BookNextAvailableOptions;
}

export type BookNextAvailableStepInput = BookNextAvailableStep;

/** The lead, and its appointment. */
export interface Booking {
  lead: Lead;
  /** The appointment; null if the time was no longer open and only the lead was kept. */
  appointment: Appointment | null;
  /** The nearest open slots, if the time was no longer open. */
  alternatives: Slot[];
}

/** The person to visit. A phone number or an email address is needed. */
export interface BookingContact {
  /** Name of the contact, stored as sent. */
  name?: string | null | undefined;
  /** Phone number. E.164 is stored unchanged; any other format is read as dialed in the organization’s country and stored as E.164. */
  phone?: string | null | undefined;
  /** Email address, stored as sent. */
  email?: string | null | undefined;
  /** Postal address of the service location, on one line. */
  address?: string | null | undefined;
  /** Language of messages to the contact; null for the organization’s. */
  language?: "en" | "es" | "fr" | "de" | "pt" | null | undefined;
}

/** A hosted page on which anyone can book a visit. */
export interface BookingPage {
  /** Id of the page. */
  booking_page_id: string;
  /** Key of the page in its public address; it never changes. */
  page_key: string;
  /** Internal name of the page. Visitors do not see it; events show it as the actor. */
  name: string;
  /** Heading of the page. */
  title: string;
  /** Codes of the services to offer, in the order shown. Visitors see those that are active and `online`. */
  services: string[];
  /** The `source` of leads that come from this page. */
  source: string;
  brand: Brand;
  /** Languages that visitors can choose. */
  languages: ("en" | "es" | "fr" | "de" | "pt" | (string & {}))[];
  /** Text on the last page; null for a ready one in the language of the visitor. */
  thank_you: string | null;
  /** An http or https address that visitors go to at the end; null for the page with the summary. */
  redirect_url: string | null;
  /** Whether the page is online. The page returns 404 otherwise. */
  active: boolean;
  /** Address of the page, to link to. */
  url: string;
  /** HTML that shows the page inside your own page, in an iframe. */
  embed_html: string;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A hosted booking page was created. */
export type BookingPageCreatedEvent = EventEnvelope & {
  type?: "booking_page.created";
  data?: BookingPage;
};

/** A hosted booking page was updated; `previous` has the old values. */
export type BookingPageUpdatedEvent = EventEnvelope & {
  type?: "booking_page.updated";
  data?: BookingPage;
};

/** Runs the steps in `then` if the condition is true, otherwise those in `else`. */
export interface BranchStep {
  /** Id of the step, unique in the playbook. */
  id: string;
  /** Type of the step. */
  do: "branch";
  /** CEL condition that chooses between `then` and `else`. */
  when: string;
  /** Steps to run if the condition is true. */
  then: PlaybookStep[];
  /** Steps to run if the condition is false. */
  else?: PlaybookStep[];
}

export type BranchStepInput = BranchStep;

/** How the page looks. */
export interface Brand {
  /** Color of the header and the buttons. Their text is white or black, to be readable. */
  color?: string | null;
  /** The https address of a picture. */
  logo_url?: string | null;
}

export type BrandInput = Brand;

/** The key of a user’s calendar feed, without its secret value. */
export interface CalendarKey {
  /** Id of the user whose calendar the key opens. */
  user_id: string;
  /** When it was created. */
  created_at: string;
  /** When the key was revoked; null while it is valid. */
  revoked_at: string | null;
}

/** A calendar key with its secret value and the address to subscribe to. */
export interface CalendarKeyWithSecret {
  /** Id of the user whose calendar the key opens. */
  user_id: string;
  /** The secret value of the key, shown only once. Only its hash is stored. */
  key: string;
  /** Address to subscribe to in a calendar app. */
  url: string;
  /** When it was created. */
  created_at: string;
}

/** Why the appointment is canceled. */
export interface CancelAppointment {
  /** Reason for the cancellation. */
  reason?: string | null | undefined;
  /** The `updated_at` that you know; another one is `changed_meanwhile`. */
  if_updated_at?: Time | undefined;
}

/** Why you cancel the follow-up. */
export interface CancelFollowUp {
  /** Why you cancel the follow-up. */
  reason?: string | null | undefined;
}

/** Why the job is canceled. */
export interface CancelJob {
  /** Why the job is canceled. */
  reason?: string | null | undefined;
}

/** Why you cancel the run (optional). */
export interface CancelPlaybookRun {
  /** Why you cancel the run. */
  reason?: string | undefined;
}

/** A maximum of visits per day. A day is one of the organization’s time zone. */
export interface CapacityRule {
  /** Id of the rule. */
  capacity_rule_id: string;
  /** Code of the service whose visits are counted; null for all. */
  service: string | null;
  /** Id of the area whose visits are counted; null for all. */
  area_id: string | null;
  /** Day of the week on which the rule counts; null for all. */
  weekday: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | null | (string & {});
  /** The only date on which the rule counts, instead of `weekday`. */
  date: string | null;
  /** How many visits are taken per day; 0 for none. */
  max_visits: number;
  /** Whether the rule counts. */
  active: boolean;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A maximum of visits per day was set. */
export type CapacityRuleCreatedEvent = EventEnvelope & {
  type?: "capacity_rule.created";
  data?: CapacityRule;
};

/** A maximum of visits per day changed. `previous` holds the values before. */
export type CapacityRuleUpdatedEvent = EventEnvelope & {
  type?: "capacity_rule.updated";
  data?: CapacityRule;
};

/** A lead needs a phone number or an email address, and a service_needed. */
export interface CaptureLead {
  /** Name of the contact, stored as sent. */
  name?: string | null | undefined;
  /** Phone number. E.164 is stored unchanged; any other format is read as dialed in the organization’s country and stored as E.164. */
  phone?: string | null | undefined;
  /** Email address, stored as sent. */
  email?: string | null | undefined;
  /** Where the lead came from. Default `api`. */
  source?: string | null | undefined;
  /** The source’s own id of the lead. Sending the same `source` and `source_ref` again returns the first lead. */
  source_ref?: string | null | undefined;
  /** Requested service, as a code in snake_case. */
  service_needed: string | null;
  /** Postal address of the service location, on one line. */
  address?: string | null | undefined;
  /** Notes about the lead, as free text. */
  notes?: string | null | undefined;
  /** Language of messages to the contact; null for the organization’s. */
  language?: "en" | "es" | "fr" | "de" | "pt" | null | undefined;
  metadata?: Metadata | undefined;
  attribution?: AttributionInput | undefined;
  consent?: ConsentAnswer | undefined;
  transcript?: Transcript | undefined;
}

/** What a token with only `leads:capture` sees of the lead. */
export interface CapturedLead {
  /** Id of the lead. */
  lead_id: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Status of the lead. */
  status: "new" | "qualified" | "unqualified" | "converted" | (string & {});
}

export type ChangedMeanwhileProblem = Problem & ({
  code: "changed_meanwhile" | (string & {});
  /** The appointment as it is now. */
  appointment: {
  };
});

/** A channel that sends texts or emails. */
export interface Channel {
  /** Id of the channel. */
  channel_id: string;
  /** `smtp` sends emails; `sms_gateway` sends texts through an HTTP gateway. */
  kind: "smtp" | "sms_gateway" | (string & {});
  /** Name of the channel, for your own use. */
  name: string;
  /** Whether messages are sent through this channel. Only one channel of each kind can be active. */
  active: boolean;
  /** Settings of the channel, without secrets. */
  settings: {
    /** `smtp`: host name or IP address of the mail server. */
    host?: string;
    /** `smtp`: port of the mail server. Default: 587. */
    port?: number;
    /** `smtp`: whether to use TLS from the start of the connection, as on port 465. Otherwise STARTTLS is used, and a password requires it. */
    secure?: boolean;
    /** `smtp`: user name for the mail server. */
    username?: string | null;
    /** `smtp`: sender address of the emails. */
    from_address?: string;
    /** `smtp`: sender name of the emails. */
    from_name?: string | null;
    /** `smtp`: whether a password is stored. */
    has_password?: boolean;
    /** `sms_gateway`: http or https URL that texts are posted to. */
    url?: string;
    /** `sms_gateway`: sender of the texts: a phone number, a short code or a name. */
    from_number?: string;
    /** `sms_gateway`: whether a secret is stored. */
    has_secret?: boolean;
  };
  /** `sms_gateway`: URL that the gateway posts inbound texts to; null for `smtp`, and if your token lacks `channels:write`: it contains a key. */
  inbound_url: string | null;
  /** `sms_gateway`: URL that the gateway posts delivery reports to; null for `smtp`, and if your token lacks `channels:write`: it contains a key. */
  status_url: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A channel was created. */
export type ChannelCreatedEvent = EventEnvelope & {
  type?: "channel.created";
  data?: Channel;
};

/** A channel was changed, enabled or disabled; `previous` has the old values. Secrets are never included. */
export type ChannelUpdatedEvent = EventEnvelope & {
  type?: "channel.updated";
  data?: Channel;
};

/** The key of an invitation. */
export interface CheckInvitation {
  /** The key at the end of the link. */
  key: string;
}

/** An item of the checklist of a job. */
export interface ChecklistItem {
  /** Id of the checklist item. */
  item_id: string;
  /** What to do. */
  title: string;
  /** When the item was checked off; null if it is not done. */
  checked_at: string | null;
  /** When the item was last checked off or unchecked. */
  changed_at: string | null;
  /** When it was created. */
  created_at: string;
}

/** A page of the payment provider on which the balance of an invoice is paid. */
export interface Checkout {
  /** Id of the checkout. */
  checkout_id: string;
  /** Id of the invoice. */
  invoice_id: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Amount to pay, in minor units. */
  amount: number;
  /** ISO 4217 code. */
  currency: string;
  /** `preparing` until there is a `url`, usually below a second. `processing`: paid in a way that takes days. `expired`: its page is closed. `failed`: see `failure_code`. */
  status: "preparing" | "open" | "processing" | "paid" | "expired" | "failed" | (string & {});
  /** `keys_refused`: the provider does not take its keys. `request_refused`: it does not take this amount. `unavailable`: it does not respond. `payment_failed`: the bank of the customer refused. */
  failure_code: "keys_refused" | "request_refused" | "unavailable" | "payment_failed" | null | (string & {});
  /** Why it failed. */
  failure: string | null;
  /** When its page closes. */
  expires_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Page on which the customer pays. Anyone who has it can pay. */
  url: string | null;
}

/** A page was asked for on which a customer pays an invoice. */
export type CheckoutCreatedEvent = EventEnvelope & {
  type?: "checkout.created";
  data?: LoggedCheckout;
};

/** The page of a checkout was opened, paid, or closed: see `status`. */
export type CheckoutUpdatedEvent = EventEnvelope & {
  type?: "checkout.updated";
  data?: LoggedCheckout;
};

/** How the warranty claim was resolved. */
export interface CloseWarrantyClaim {
  /** How the claim was resolved, stored exactly as sent. */
  resolution: string;
}

/** The payment that was taken, and what it is for if the job has no open invoice. */
export interface CollectPayment {
  /** Amount that was taken, in minor units; at most what is owed. */
  amount: number;
  /** Payment method. */
  method: "cash" | "card" | "check" | "transfer" | "other";
  /** Currency that was taken: that of the invoice or contract, which is the default. */
  currency?: string | undefined;
  /** Lines of the invoice, in order: at most 50. Their total must not be negative. */
  lines?: readonly InvoiceLineBody[] | undefined;
  /** Id of the invoice, if the job has several open ones. */
  invoice_id?: string | undefined;
  /** Reference in another system, such as the number of a check, a transfer or a charge. */
  reference?: string | null | undefined;
  /** Note about the payment, for the office. */
  note?: string | null | undefined;
  /** When it was taken, if it is sent later: at most 24 hours ago. Default: now. */
  at?: Time | undefined;
}

/** A payment that was taken on site, and the invoice that it is for. */
export interface CollectedPayment {
  invoice: InvoiceWithPayments;
  payment: Payment;
  /** What is still owed on the invoice, in minor units of the currency. */
  balance: number;
}

/** A call, chat, text, email or note. */
export interface Communication {
  /** Id of the communication. */
  communication_id: string;
  /** Lifecycle number of the contact; null for a test message, and for a STOP from an unknown number. */
  lifecycle_number: string | null;
  /** Id of the lead. */
  lead_id: string | null;
  /** Id of the customer; null if the lead was not converted at that time. */
  customer_id: string | null;
  /** Kind of communication. A `note` is for internal use only. */
  channel: "call" | "chat" | "sms" | "email" | "note" | (string & {});
  /** `inbound` is from the contact, `outbound` is to the contact; a note is `internal`. */
  direction: "inbound" | "outbound" | "internal" | (string & {});
  /** `message`, `test` of a channel, or an automatic reply: `opt_out_confirmation` to a STOP, `help` to a HELP. */
  kind: "message" | "test" | "opt_out_confirmation" | "help" | (string & {});
  /** What the message is for: `service` (about a visit, a job or a payment) is sent at any time; `marketing` waits for the end of quiet hours. Null for what the service does not send. */
  purpose: "service" | "marketing" | null | (string & {});
  /** When the message expires. If it was not sent by then, it is `not_sent` with the reason `expired`. */
  expires_at: string | null;
  /** `recorded` and `received` communications have happened. A message is `queued`, then `sending`, then `sent` and, if the gateway reports it, `delivered`. Otherwise it is `failed`; `not_sent`, because it was not allowed or there is no channel; or `unknown`, because it may or may not have been accepted: it is not sent again automatically. */
  status: "recorded" | "received" | "queued" | "sending" | "sent" | "delivered" | "failed" | "not_sent" | "unknown" | (string & {});
  /** Code for the reason of the status, such as `opted_out`, `country_not_allowed`, `sending_limit_reached`, `person_limit_reached`, `consent_missing`, `expired`, `sending_paused` (it waits) or `recipient_refused`. */
  status_reason: string | null;
  /** What the mail server or gateway replied, or more about the reason. */
  status_detail: string | null;
  /** Sender of a text or email. */
  from: string | null;
  /** Recipient of a text or email. */
  to: string | null;
  /** Subject of an email. */
  subject: string | null;
  /** Text of the communication, stored exactly as sent. */
  body: string | null;
  /** Id of the template of the message. */
  template_id: string | null;
  /** Id of the channel that received the text or that the last attempt used. */
  channel_id: string | null;
  /** Reply of the mail server, or id at the gateway, when the message was accepted. */
  provider_id: string | null;
  /** Number of attempts to send the message. */
  attempts: number;
  /** Duration of the call or chat in seconds. */
  duration_seconds: number | null;
  /** URL of the recording. */
  recording_url: string | null;
  /** When the communication started, or when the message was queued. */
  occurred_at: string;
  /** When the mail server or gateway accepted the message. */
  sent_at: string | null;
  /** When the gateway reported that the text was delivered. */
  delivered_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** The gateway reported that a text was delivered. */
export type CommunicationDeliveredEvent = EventEnvelope & {
  type?: "communication.delivered";
  data?: Communication;
};

/** A text or email was not sent before its `expires_at`. Its status is `not_sent`. */
export type CommunicationExpiredEvent = EventEnvelope & {
  type?: "communication.expired";
  data?: Communication;
};

/** A text or email could not be sent or delivered; `status_reason` says why. */
export type CommunicationFailedEvent = EventEnvelope & {
  type?: "communication.failed";
  data?: Communication;
};

/** A text or email was not sent because it is not allowed or because there is no channel; `status_reason` says why. */
export type CommunicationNotSentEvent = EventEnvelope & {
  type?: "communication.not_sent";
  data?: Communication;
};

/** A text or email was queued to be sent. */
export type CommunicationQueuedEvent = EventEnvelope & {
  type?: "communication.queued";
  data?: Communication;
};

/** A call, chat, text or email from the contact was received. */
export type CommunicationReceivedEvent = EventEnvelope & {
  type?: "communication.received";
  data?: Communication;
};

/** A call, chat, text or email to the contact, or a note, was recorded. */
export type CommunicationRecordedEvent = EventEnvelope & {
  type?: "communication.recorded";
  data?: Communication;
};

/** The mail server or gateway accepted an email or text. */
export type CommunicationSentEvent = EventEnvelope & {
  type?: "communication.sent";
  data?: Communication;
};

/** It is unknown whether a text or email was accepted. It is not sent again automatically: a user decides. */
export type CommunicationUnknownEvent = EventEnvelope & {
  type?: "communication.unknown";
  data?: Communication;
};

/** Result of the call or task. */
export interface CompleteFollowUp {
  /** Note on the result of the call or task, stored exactly as sent. */
  note?: string | null | undefined;
}

/** What to do with the remaining appointments. */
export interface CompleteJob {
  /** Whether to cancel the remaining appointments of the job, instead of leaving them booked. */
  cancel_appointments?: boolean | undefined;
}

/** What the contact agreed to or denied, by channel, with time, source and wording. */
export interface Consent {
  /** Consent for the channel call. */
  call: {
    /** Consent status: `granted`, `denied`, or `unknown` if the contact was not asked. */
    status: "granted" | "denied" | "unknown" | (string & {});
    /** When the contact gave or denied consent; null if unknown. */
    at: string | null;
    /** Where the contact gave or denied consent; null if unknown. */
    source: string | null;
    /** The wording that the contact agreed to; null if unknown. */
    wording: string | null;
  };
  /** Consent for the channel sms. */
  sms: {
    /** Consent status: `granted`, `denied`, or `unknown` if the contact was not asked. */
    status: "granted" | "denied" | "unknown" | (string & {});
    /** When the contact gave or denied consent; null if unknown. */
    at: string | null;
    /** Where the contact gave or denied consent; null if unknown. */
    source: string | null;
    /** The wording that the contact agreed to; null if unknown. */
    wording: string | null;
  };
  /** Consent for the channel email. */
  email: {
    /** Consent status: `granted`, `denied`, or `unknown` if the contact was not asked. */
    status: "granted" | "denied" | "unknown" | (string & {});
    /** When the contact gave or denied consent; null if unknown. */
    at: string | null;
    /** Where the contact gave or denied consent; null if unknown. */
    source: string | null;
    /** The wording that the contact agreed to; null if unknown. */
    wording: string | null;
  };
}

/** What the contact agreed to or denied, by channel. */
export interface ConsentAnswer {
  /** Whether the contact allows phone calls: `granted` or `denied`, or an object with `status`, as it is returned. `unknown` and null change nothing. */
  call?: string | {
    /** Consent status. */
    status: string;
    /** When the contact gave or denied consent. Default: now. */
    at?: Time | null | undefined;
    /** Where the contact gave or denied consent. Default: the source of the lead. */
    source?: string | null | undefined;
    /** The wording that the contact agreed to. */
    wording?: string | null | undefined;
  } | null | undefined;
  /** Whether the contact allows text messages: `granted` or `denied`, or an object with `status`, as it is returned. `unknown` and null change nothing. */
  sms?: string | {
    /** Consent status. */
    status: string;
    /** When the contact gave or denied consent. Default: now. */
    at?: Time | null | undefined;
    /** Where the contact gave or denied consent. Default: the source of the lead. */
    source?: string | null | undefined;
    /** The wording that the contact agreed to. */
    wording?: string | null | undefined;
  } | null | undefined;
  /** Whether the contact allows email: `granted` or `denied`, or an object with `status`, as it is returned. `unknown` and null change nothing. */
  email?: string | {
    /** Consent status. */
    status: string;
    /** When the contact gave or denied consent. Default: now. */
    at?: Time | null | undefined;
    /** Where the contact gave or denied consent. Default: the source of the lead. */
    source?: string | null | undefined;
    /** The wording that the contact agreed to. */
    wording?: string | null | undefined;
  } | null | undefined;
  /** Where the contact gave or denied consent. Default: the source of the lead. */
  source?: string | null | undefined;
  /** The wording that the contact agreed to. */
  wording?: string | null | undefined;
}

/** The person behind a phone number or an email address. */
export interface ContactLookup {
  /** Whether the person is known. */
  known: boolean;
  /** The customer; null if the person is not one. */
  customer: Customer | null;
  /** The newest 20 open leads of the person, newest first. */
  leads: Lead[];
  /** The next visit that is booked or under way; null if there is none. */
  next_visit: Appointment | null;
  /** The newest job; null if there is none. */
  last_job: Job | null;
  /** What the person owes, by currency. */
  balance: Balance[];
  /** Scopes that your token lacks to see everything. What needs them is null or empty, and its events are left out. */
  missing_scopes: string[];
}

/** A contact who had opted out opted in again. */
export type ContactOptedInEvent = EventEnvelope & {
  type?: "contact.opted_in";
  data?: OptOut;
};

/** A contact opted out of texts or emails to an address. */
export type ContactOptedOutEvent = EventEnvelope & {
  type?: "contact.opted_out";
  data?: OptOut;
};

/** A phone number or email address of a customer. */
export interface ContactPoint {
  /** Whether it is a phone number or an email address. */
  kind: "phone" | "email" | (string & {});
  /** The phone number in E.164, or the email address. */
  value: string;
  /** Until when the customer had it; null if it is still valid. Messages from it still reach the customer. */
  valid_until: string | null;
}

/** The contract; null if all of its fields are empty. */
export interface Contract {
  /** When the contract was signed. */
  signed_at: string | null;
  /** The agreed price in minor units of the currency, such as cents. */
  amount: number | null;
  /** Three-letter ISO 4217 code of the currency. */
  currency: string | null;
  /** Other terms of the contract. */
  terms: string | null;
  /** Id of the accepted estimate; null if the contract has none. */
  estimate_id: string | null;
  /** SHA-256 of what was signed: see verifyEstimate. */
  document_hash: string | null;
}

/** The contract. It is replaced as a whole: a field that you leave out becomes null. */
export interface ContractInput {
  /** When the contract was signed, with the offset from UTC. */
  signed_at?: Time | null | undefined;
  /** The agreed price in minor units of the currency, such as cents. */
  amount?: number | null | undefined;
  /** ISO 4217 code of the currency. Requires `amount`. Default: the organization’s. */
  currency?: string | null | undefined;
  /** Other terms of the contract, stored exactly as sent. */
  terms?: string | null | undefined;
  /** Ignored. */
  estimate_id?: string | null | undefined;
  /** Ignored. */
  document_hash?: string | null | undefined;
}

/** Where it is on the map. */
export interface Coordinates {
  /** In degrees. */
  latitude: number;
  /** In degrees. */
  longitude: number;
}

export type CoordinatesInput = Coordinates;

/** Lines of the file by type; null before it was complete once. */
export type CountsByType = Record<string, number>;

/** Warranty today, in the organization’s time zone. */
export interface Coverage {
  /** Whether parts are covered today. */
  parts: boolean;
  /** Whether labour is covered today. */
  labour: boolean;
  /** Last day on which either is covered; null if neither is. */
  until: string | null;
}

/** An area needs a `name` and at least one of `postal_codes`, `circle` and `polygon`. */
export interface CreateArea {
  /** Name of the area. */
  name: string;
  /** Postal codes of the area. Capitals, spaces and hyphens do not matter. */
  postal_codes?: readonly string[] | undefined;
  circle?: AreaCircleInput | null | undefined;
  polygon?: AreaPolygonInput | null | undefined;
  /** Users who work there. */
  user_ids?: readonly string[] | undefined;
  /** Teams that work there. Without users and teams: everyone. */
  team_ids?: readonly string[] | undefined;
  /** Whether the area counts. */
  active?: boolean | undefined;
}

/** A booking needs a `contact`, and `service` and `starts_at` or the `hold_id` of a hold. */
export interface CreateBooking {
  /** Code of the service. Its definition sets length, skills and buffer; without one, the code is the skill. */
  service?: string | undefined;
  /** When the appointment starts, with its UTC offset. */
  starts_at?: Time | undefined;
  /** Postal code of the place: decides on the area, and so on who works there. */
  postal_code?: string | undefined;
  location?: LocationInput | null | undefined;
  arrival_window?: ArrivalWindowInput | null | undefined;
  /** Id of a hold to book. */
  hold_id?: string | undefined;
  /** Id of the user who goes. Default: anyone who is free, can do it and works there. */
  assigned_to?: string | undefined;
  /** Ids of users who go with `assigned_to`. With `team_id`, or where anyone can be chosen, the crew that the service needs is chosen too. */
  crew?: readonly string[] | undefined;
  contact: BookingContact;
  /** Answers to the questions of the service, by their keys. */
  answers?: Record<string, string | boolean> | undefined;
  /** Notes for the assigned user. */
  notes?: string | null | undefined;
  consent?: ConsentAnswer | undefined;
  /** Where the booking came from. Default `booking`. */
  source?: string | null | undefined;
  /** The source’s own id of the lead. Sending the same `source` and `source_ref` again returns the first lead. */
  source_ref?: string | null | undefined;
  metadata?: Metadata | undefined;
  attribution?: AttributionInput | undefined;
  /** Set to true to keep the lead if the time is no longer open. */
  capture_if_taken?: boolean | undefined;
}

/** A booking page needs a `name`, a `title` and its `services`. */
export interface CreateBookingPage {
  /** Internal name of the page. Visitors do not see it; events show it as the actor. */
  name: string;
  /** Heading of the page. */
  title: string;
  /** Codes of the services to offer, in the order shown. Visitors see those that are active and `online`. */
  services: readonly string[];
  /** The `source` of leads that come from this page. Default `booking_page`. */
  source?: string | undefined;
  brand?: BrandInput | undefined;
  /** Languages that visitors can choose. */
  languages?: readonly ("en" | "es" | "fr" | "de" | "pt")[] | undefined;
  /** Text on the last page; null for a ready one in the language of the visitor. */
  thank_you?: string | null | undefined;
  /** An http or https address that visitors go to at the end; null for the page with the summary. */
  redirect_url?: string | null | undefined;
  /** Whether the page is online. The page returns 404 otherwise. */
  active?: boolean | undefined;
}

/** A rule needs `max_visits`. */
export interface CreateCapacityRule {
  /** Code of the service whose visits are counted; null for all. */
  service?: string | null | undefined;
  /** Id of the area whose visits are counted; null for all. */
  area_id?: string | null | undefined;
  /** Day of the week on which the rule counts; null for all. */
  weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | null | undefined;
  /** The only date on which the rule counts, instead of `weekday`. */
  date?: string | null | undefined;
  /** How many visits are taken per day; 0 for none. */
  max_visits: number;
  /** Whether the rule counts. */
  active?: boolean | undefined;
}

/** The channel to create: its `kind` and the `settings` of that kind. */
export interface CreateChannel {
  /** `smtp` sends emails; `sms_gateway` sends texts through an HTTP gateway. */
  kind: "smtp" | "sms_gateway";
  /** Name of the channel, for your own use. */
  name?: string | undefined;
  /** Whether messages are sent through this channel. Only one channel of each kind can be active. */
  active?: boolean | undefined;
  /** Settings of the channel. `smtp` requires `host` and `from_address`; `sms_gateway` requires `url`, `secret` and `from_number`. */
  settings: {
    /** `smtp`: host name or IP address of the mail server. */
    host?: string | undefined;
    /** `smtp`: port of the mail server. Default: 587. */
    port?: number | undefined;
    /** `smtp`: whether to use TLS from the start of the connection, as on port 465. Otherwise STARTTLS is used, and a password requires it. */
    secure?: boolean | undefined;
    /** `smtp`: user name for the mail server. */
    username?: string | null | undefined;
    /** `smtp`: sender address of the emails. */
    from_address?: string | undefined;
    /** `smtp`: sender name of the emails. */
    from_name?: string | null | undefined;
    /** `smtp`: password for the mail server. It is stored encrypted and never returned. */
    password?: string | null | undefined;
    /** `sms_gateway`: http or https URL that texts are posted to. */
    url?: string | undefined;
    /** `sms_gateway`: sender of the texts: a phone number, a short code or a name. */
    from_number?: string | undefined;
    /** `sms_gateway`: shared secret that both sides sign requests with. It is stored encrypted and never returned. See /docs/guides/sms-gateway. */
    secret?: string | undefined;
  };
}

/** The checklist item to add. */
export interface CreateChecklistItem {
  /** What to do. */
  title: string;
}

/** Where the customer goes after it. */
export interface CreateCheckout {
  /** Page for the customer after the payment, with `payment=done` or `payment=canceled` added. Default: a page that says thank you. */
  return_url?: string | undefined;
}

/** The machine, and where it is. */
export interface CreateEquipment {
  /** Id of the property. */
  property_id: string;
  /** What it is, as a code; `Water heater` is read as `water_heater`. */
  kind: string;
  /** Who made it. */
  make?: string | null | undefined;
  /** Model. */
  model?: string | null | undefined;
  /** Serial number. */
  serial?: string | null | undefined;
  /** When it was installed. */
  installed_on?: string | null | undefined;
  /** Id of the job that installed it: of the same person. */
  installed_by_job_id?: string | null | undefined;
  /** Last day of the maker’s warranty on parts. */
  manufacturer_warranty_until?: string | null | undefined;
  /** Last day of your warranty on labour. */
  labour_warranty_until?: string | null | undefined;
}

/** The estimate to create, for a lead or a customer. */
export interface CreateEstimate {
  /** Id of the lead. Send either this or `customer_id`. */
  lead_id?: string | undefined;
  /** Id of the customer. Send either this or `lead_id`. */
  customer_id?: string | undefined;
  /** Currency of all amounts, as a three-letter ISO 4217 code. Default: the organization’s. */
  currency?: string | undefined;
  /** Id of the property: a place of the same person. */
  property_id?: string | null | undefined;
  /** What is offered, in one line. */
  title: string;
  /** Last day on which it can be accepted, in the organization’s time zone. Default: 30 days from today. */
  valid_until?: string | undefined;
  /** What can be chosen: at most 5. */
  options: readonly EstimateOptionBody[];
  deposit?: EstimateDepositInput | null | undefined;
  /** Warranty of the job in months; 0 for none. */
  warranty_months?: number | undefined;
  /** Terms that become those of the contract. */
  terms?: string | null | undefined;
}

/** What to send or do, for whom, and when. */
export interface CreateFollowUp {
  /** Id of the lead the follow-up is for. */
  lead_id?: string | undefined;
  /** Id of the customer the follow-up is for, instead of `lead_id`. */
  customer_id?: string | undefined;
  /** Id of the job the follow-up is about, instead of `lead_id`. */
  job_id?: string | undefined;
  /** Id of the appointment the follow-up is about, instead of `lead_id`. */
  appointment_id?: string | undefined;
  /** Lifecycle number the follow-up belongs to, instead of `lead_id`. */
  lifecycle_number?: string | undefined;
  /** Channel of the follow-up. The service sends a text (`sms`) or email automatically; a `call` or `task` waits for a user once it is due. */
  channel: "sms" | "email" | "call" | "task";
  /** When the follow-up is due, with the offset from UTC. A time in the past is due immediately. */
  due_at?: Time | undefined;
  /** How long from now the follow-up is due, as an ISO 8601 duration. Days, weeks, months and years follow the organization’s calendar: `P1D` is tomorrow at the same time. */
  delay?: string | null | undefined;
  due_local?: LocalDueTime | null | undefined;
  /** Time of the appointment that `offset` counts from. Default `starts_at`. */
  anchor?: "starts_at" | "ends_at" | undefined;
  /** How long before (negative) or after the `anchor` the follow-up is due, as an ISO 8601 duration. It moves with the appointment. Only with `appointment_id`, instead of `due_at`. */
  offset?: string | undefined;
  /** Id of the template for the text or email, instead of `body`. */
  template?: string | undefined;
  /** Subject of the email, as a Liquid template. */
  subject?: string | null | undefined;
  /** Content of the text or email, or the description of the call or task, as a Liquid template. It is rendered when the follow-up is due. */
  body?: string | null | undefined;
  /** Id of the user the follow-up is assigned to. Default: the user the job or the lead is assigned to. */
  assigned_to?: string | null | undefined;
  /** Event types that cancel the follow-up if they happen under its lifecycle number before it is due. Default: a reply, a booking, a conversion, or a deletion if there is no customer; none with `offset`. */
  cancel_on?: readonly string[] | undefined;
  /** What the message is for: `service` (about a visit, a job or a payment) is sent at any time; `marketing` waits for the end of quiet hours. Default: that of the template, otherwise `service` with `offset` and else `marketing`. */
  purpose?: "service" | "marketing" | undefined;
  /** When the message is no longer of use, such as the end of the visit. It is not sent at this time or later. Default: never. */
  expires_at?: Time | null | undefined;
}

/** Options of the step `create_follow_up`. */
export interface CreateFollowUpOptions {
  /** Channel of the follow-up. */
  channel: "sms" | "email" | "call" | "task" | (string & {});
  /** ISO 8601 duration until the follow-up is due. Default: due now. */
  delay?: string;
  /** When the follow-up is due, instead of `delay`: RFC 3339, or Liquid that renders it. */
  due_at?: string;
  /** Id of the template to send, instead of `body`. */
  template?: string;
  /** Subject of the email, as a Liquid template. Only for an email with `body`. */
  subject?: string;
  /** Text of the message, as a Liquid template. */
  body?: string;
  /** What the message is for: `service` (about a visit, a job or a payment) is sent at any time; `marketing` waits for the end of quiet hours. Default: that of the template, otherwise `marketing`. */
  purpose?: "service" | "marketing" | (string & {});
  /** When the message is no longer of use, as a time or Liquid that renders to one. It is not sent at this time or later. */
  expires_at?: string;
  /** The texts in other languages, as Liquid templates, such as `{ "es": { "body": "…" } }`. A contact with none of these languages gets `body`. Only with `body`. */
  translations?: {
    en?: TranslatedText;
    es?: TranslatedText;
    fr?: TranslatedText;
    de?: TranslatedText;
    pt?: TranslatedText;
  };
  /** Id of the user for the follow-up. Default: the user of the job or the lead. */
  assigned_to?: string;
  /** Event types, or patterns such as `job.*`, that cancel the follow-up. */
  cancel_on?: string[];
}

/** Options of the step `create_follow_up`. */
export interface CreateFollowUpOptionsInput {
  /** Channel of the follow-up. */
  channel: "sms" | "email" | "call" | "task";
  /** ISO 8601 duration until the follow-up is due. Default: due now. */
  delay?: string | undefined;
  /** When the follow-up is due, instead of `delay`: RFC 3339, or Liquid that renders it. */
  due_at?: string | undefined;
  /** Id of the template to send, instead of `body`. */
  template?: string | undefined;
  /** Subject of the email, as a Liquid template. Only for an email with `body`. */
  subject?: string | undefined;
  /** Text of the message, as a Liquid template. */
  body?: string | undefined;
  /** What the message is for: `service` (about a visit, a job or a payment) is sent at any time; `marketing` waits for the end of quiet hours. Default: that of the template, otherwise `marketing`. */
  purpose?: "service" | "marketing" | undefined;
  /** When the message is no longer of use, as a time or Liquid that renders to one. It is not sent at this time or later. */
  expires_at?: string | undefined;
  /** The texts in other languages, as Liquid templates, such as `{ "es": { "body": "…" } }`. A contact with none of these languages gets `body`. Only with `body`. */
  translations?: {
    en?: TranslatedTextInput | undefined;
    es?: TranslatedTextInput | undefined;
    fr?: TranslatedTextInput | undefined;
    de?: TranslatedTextInput | undefined;
    pt?: TranslatedTextInput | undefined;
  } | undefined;
  /** Id of the user for the follow-up. Default: the user of the job or the lead. */
  assigned_to?: string | undefined;
  /** Event types, or patterns such as `job.*`, that cancel the follow-up. */
  cancel_on?: readonly string[] | undefined;
}

/** Creates a follow-up. Its texts are rendered when the step runs. */
export interface CreateFollowUpStep {
  /** Id of the step, unique in the playbook. */
  id: string;
  /** Type of the step. */
  do: "create_follow_up";
  /** CEL condition. If it is false, the step is skipped. */
  when?: string;
  with: CreateFollowUpOptions;
}

export type CreateFollowUpStepInput = CreateFollowUpStep;

/** A form needs a `name`, a `title` and its `services`. */
export interface CreateForm {
  /** Internal name of the form. Visitors do not see it; events show it as the actor. */
  name: string;
  /** Heading of the page. */
  title: string;
  /** Text below the heading; null for none. */
  intro?: string | null | undefined;
  /** The `source` of leads captured by this form. Default `web_form`. */
  source?: string | undefined;
  /** Services that visitors can choose, in the order shown. A form with a single service shows no choice. */
  services: readonly {
    /** Code of the service; becomes the `service_needed` of the lead. */
    code: string;
    /** Name of the service that visitors see. */
    label: string;
  }[];
  consent?: FormConsentInput | null | undefined;
  /** Text that visitors see after they send the form. */
  thank_you?: string | undefined;
  /** An http or https address that visitors go to after they send the form; null for the thank-you page. */
  redirect_url?: string | null | undefined;
  /** Whether the form is online. The page of a disabled form returns 404. */
  enabled?: boolean | undefined;
}

/** The invoice to create. */
export interface CreateInvoice {
  /** Id of the job to invoice. */
  job_id: string;
  /** Id of the property: a place of the same person. */
  property_id?: string | null | undefined;
  /** Currency of all amounts, as a three-letter ISO 4217 code. Default: that of the job’s contract, or else of the organization. */
  currency?: string | undefined;
  /** Due date: the last day on which a payment is on time. Default: 30 days from today, in the organization’s time zone. */
  due_on?: string | undefined;
  /** Lines of the invoice, in order: at most 500. Their total must not be negative. */
  lines: readonly InvoiceLineBody[];
  /** Whether a line subtracts the deposit that was invoiced when the estimate was accepted. Default true. */
  subtract_deposit?: boolean | undefined;
  /** Free text for the customer. */
  notes?: string | null | undefined;
}

/** The job to create, and its customer or lead. */
export interface CreateJob {
  /** Id of the customer. Send either this or `lead_id`. */
  customer_id?: string | undefined;
  /** Id of a qualified lead, which is converted to a customer. Send either this or `customer_id`. */
  lead_id?: string | undefined;
  /** Title of the job: the work in one line. */
  title: string;
  /** Code of the service, in snake_case. */
  service?: string | null | undefined;
  contract?: ContractInput | null | undefined;
  /** Length of the warranty in calendar months; 0 for no warranty. Default 12. */
  warranty_months?: number | undefined;
  /** Id of the user who is responsible for the job. */
  assigned_to?: string | null | undefined;
  /** Id of the property: a place of the same person. */
  property_id?: string | null | undefined;
  /** Id of the machine: of the same person. */
  equipment_id?: string | null | undefined;
}

/** A file that was uploaded, or a reference to a file that is stored elsewhere. */
export interface CreateJobAttachment {
  /** Id of an uploaded file, which gives the type and the size. */
  file_id?: string | undefined;
  /** URL of the file. It must start with https:// or http://. */
  url?: string | undefined;
  /** What it shows. Default `photo` for an image, else `document`. */
  kind?: "photo" | "signature" | "document" | undefined;
  /** Name of the file for people. Default: that of the uploaded file. */
  name?: string | undefined;
  /** Media type of the file. */
  content_type?: string | null | undefined;
  /** Size of the file in bytes. */
  size_bytes?: number | null | undefined;
}

/** The note to add. */
export interface CreateJobNote {
  /** Text of the note, stored exactly as sent. */
  text: string;
  /** When it was written, if it is sent later: at most 24 hours ago. Default: now. */
  at?: Time | undefined;
}

/** The purpose, and the id of what the link opens. */
export interface CreateLink {
  /** What the customer can do with it. */
  purpose: "visit" | "estimate" | "invoice" | "profile";
  /** With the purpose `visit`. */
  appointment_id?: string | undefined;
  /** With the purpose `estimate`. */
  estimate_id?: string | undefined;
  /** With the purpose `invoice`. */
  invoice_id?: string | undefined;
  /** With the purpose `profile`. */
  customer_id?: string | undefined;
  /** Until when it works, at most two years. Default 180 days, 30 for a `profile`; longer until 30 days after the visit, while the estimate is valid, or while the invoice is unpaid. */
  expires_at?: Time | undefined;
}

/** The opt-out to record: an address, or the lead or customer it belongs to. */
export interface CreateOptOut {
  /** Channel that the contact opted out of. */
  channel: "sms" | "email";
  /** Phone number or email address. Default: the one of the given lead or customer. */
  address?: string | undefined;
  /** Id of the lead who opted out. */
  lead_id?: string | undefined;
  /** Id of the customer who opted out. */
  customer_id?: string | undefined;
  /** How and to whom the contact said it. */
  source: string;
}

/** A new organization. */
export interface CreateOrganization {
  /** Name of the company. */
  name: string;
  /** IANA time zone of the organization’s days and hours. */
  time_zone: string;
  /** ISO 3166 country code. Phone numbers without a country code are read as dialed in this country. */
  country: string;
  /** ISO 4217 code of the currency of amounts that are sent without one. For a new organization that of its country. */
  currency?: string | undefined;
}

/** A token with every scope of the organization. */
export interface CreateOrganizationToken {
  /** Name of the token, such as its purpose. Events show it as the actor. */
  name?: string | undefined;
  /** When the token expires; null if it never expires. It never outlives the token that created it: without `expires_at` it expires with that token. */
  expires_at?: Time | null | undefined;
}

/** A new passkey, as the browser created it. */
export interface CreatePasskey {
  /** By which the person recognizes it. */
  name: string;
  /** What `toJSON()` of the browser’s credential returns. */
  credential: Record<string, unknown>;
}

/** The passkey that a person signs in with, and where. */
export interface CreatePasskeySession {
  /** What `toJSON()` of the browser’s credential returns. */
  credential: Record<string, unknown>;
  /** Id of the organization. */
  organization_id?: string | undefined;
}

/** Nothing: the person chooses the passkey in the browser. */
export interface CreatePasskeySignInOptions {
}

/** The account and its keys. */
export interface CreatePaymentProvider {
  /** Who takes the payments. */
  kind: "stripe";
  /** Secret or restricted key of the account. Stored encrypted, never returned. */
  secret_key: string;
  /** Signing secret of the endpoint at the provider. Stored encrypted, never returned. */
  webhook_secret: string;
}

/** A playbook needs a `name`, a `trigger` and `steps`. */
export interface CreatePlaybook {
  /** Name of the playbook. */
  name: string;
  /** What the playbook is for, in one sentence. */
  description?: string | null | undefined;
  /** Whether events start runs of the playbook. You can run it by request whether or not it is enabled. Default false. */
  enabled?: boolean | undefined;
  trigger: PlaybookTriggerInput;
  /** Event types of the same lifecycle that stop a run, such as a reply. Events that the run itself causes never stop it. */
  stop_on?: readonly string[] | undefined;
  /** Steps of the playbook, in order: 1 to 100 steps, including those in branches. */
  steps: readonly PlaybookStepInput[];
  /** Maximum number of runs of this playbook that execute at the same time; waiting runs do not count. Null means no limit. */
  concurrency?: number | null | undefined;
  /** While a run is active, an event starts no other run for the same `person` (all requests of the customer, merged leads and certain duplicates included) or for the same `lifecycle`. With `event`, every event starts a run. The default is `person`. Runs that you request always start. */
  once_per?: "person" | "lifecycle" | "event" | undefined;
}

/** An item needs a `code`, a `name`, a `kind` and a `unit_amount`. */
export interface CreatePriceItem {
  /** Code of the item. It cannot be changed. */
  code: string;
  /** Name of the item, as customers read it on a line. */
  name: string;
  /** What kind of item it is. It cannot be changed. */
  kind: "labour" | "part" | "fee" | "discount";
  /** Price per unit in minor units; that of a discount is negative. */
  unit_amount: number;
  /** Currency, ISO 4217. Default: the organization’s. */
  currency?: string | undefined;
  /** What one unit is. */
  unit?: string | null | undefined;
  /** Tax rate in percent, with at most 4 decimals. The tax is added to the amount. */
  tax_rate?: number | undefined;
  /** What one unit costs you, in minor units. Needs `price_items:write`. */
  cost?: number | null | undefined;
  /** Whether it can be used on new estimates. */
  active?: boolean | undefined;
}

/** The place, and whose it is. */
export interface CreateProperty {
  /** Id of the customer whose place it is. */
  customer_id?: string | undefined;
  /** Id of the lead, instead of `customer_id`. */
  lead_id?: string | undefined;
  address: PropertyAddressInput;
  coordinates?: CoordinatesInput | null | undefined;
  /** How to get in. */
  access_notes?: string | null | undefined;
  /** Id of the customer who pays for work here, if it is another one. */
  bill_to_customer_id?: string | null | undefined;
  /** Tax rate in percent, of invoice lines here that give none. */
  tax_rate?: number | null | undefined;
}

/** The secret to create: its `name` and its `value`. */
export interface CreateSecret {
  /** Name that playbooks use: `{{ secrets.crm }}`. It never changes. */
  name: string;
  /** The secret value: 8 to 4000 visible ASCII characters. It is stored encrypted and never returned. */
  value: string;
  /** The only hosts that the value is sent to. Empty means any host: then everyone who may change playbooks can send it anywhere. */
  allowed_hosts?: readonly string[] | undefined;
}

/** A service needs a `code`, a `name` and a `duration_minutes`. */
export interface CreateService {
  /** Code of the service, as leads have it in `service_needed`. It cannot be changed. */
  code: string;
  /** Name of the service, as customers read it. */
  name: string;
  /** How long a visit takes, in minutes. */
  duration_minutes: number;
  names?: ServiceNamesInput | undefined;
  /** Skills that a user needs, all of them. */
  skills?: readonly string[] | undefined;
  /** Minutes to keep free after a visit; null for the organization’s setting. */
  buffer_minutes?: number | null | undefined;
  price_hint?: PriceHintInput | null | undefined;
  deposit?: ServiceDepositInput | null | undefined;
  /** How many users a visit needs. */
  crew_size?: number | undefined;
  /** Whether customers can book it by themselves. */
  online?: boolean | undefined;
  /** Questions to ask before a visit. */
  questions?: readonly ServiceQuestionInput[] | undefined;
  /** Whether your organization still offers the service. */
  active?: boolean | undefined;
}

/** Who signs in, and where. */
export interface CreateSession {
  /** The email address of the account. */
  email: string;
  /** The password of the account. */
  password: string;
  /** Id of the organization. */
  organization_id?: string | undefined;
}

/** A source needs a `name`, a `kind` and a `source`. */
export interface CreateSource {
  /** Name of the source, for your own use. */
  name: string;
  /** What is sent to it. It cannot be changed. */
  kind: "angi" | "thumbtack" | "google_lead_form" | "google_local_services" | "facebook" | "callrail" | "json" | "form" | "email";
  /** `source` of its leads. */
  source: string;
  /** `service_needed` of leads that arrive without one. */
  default_service?: string | null | undefined;
  mapping?: SourceMapping | undefined;
  verification?: SourceVerificationBody | undefined;
  /** Whether it takes leads. Otherwise its address responds with 410. */
  active?: boolean | undefined;
}

/** Options of the step `create_task`. */
export interface CreateTaskOptions {
  /** What to do, as a Liquid template. */
  title: string;
  /** ISO 8601 duration until the task is due. Default: due now. */
  delay?: string;
  /** Id of the user for the task. Default: the user of the job or the lead. */
  assigned_to?: string;
}

export type CreateTaskOptionsInput = CreateTaskOptions;

/** Creates a task for a user: a follow-up with the channel `task`. */
export interface CreateTaskStep {
  /** Id of the step, unique in the playbook. */
  id: string;
  /** Type of the step. */
  do: "create_task";
  /** CEL condition. If it is false, the step is skipped. */
  when?: string;
  with: CreateTaskOptions;
}

export type CreateTaskStepInput = CreateTaskStep;

/** A team needs a `name`. */
export interface CreateTeam {
  /** Name of the team, unique among the active teams of the organization. */
  name: string;
  /** Ids of the members, each once. A deactivated user stays a member but gets no work. */
  members?: readonly string[] | undefined;
  /** Whether the team gets work. Another team can use the name of an inactive team. */
  active?: boolean | undefined;
}

/** The template to create: a `name`, a `channel` and a `body`, and a `subject` for an email. */
export interface CreateTemplate {
  /** Name of the template, unique in your organization. */
  name: string;
  /** Whether the template is for texts (`sms`) or emails (`email`). It cannot be changed. */
  channel: "sms" | "email";
  /** Subject of the email, in Liquid; null for a text. */
  subject?: string | null | undefined;
  /** Text of the message, in Liquid, such as `{{ lead.name }}`. The variables are listed in /docs/guides/templates; any other variable is refused. */
  body: string;
  /** The same text in other languages, such as `{ "es": { "body": "…" } }`. A contact with none of these languages gets `body`. */
  translations?: {
    en?: TranslatedTextInput | undefined;
    es?: TranslatedTextInput | undefined;
    fr?: TranslatedTextInput | undefined;
    de?: TranslatedTextInput | undefined;
    pt?: TranslatedTextInput | undefined;
  } | undefined;
  /** What the message is for: `service` (about a visit, a job or a payment) is sent at any time; `marketing` waits for the end of quiet hours. Null if the sender decides: by default `service` for a person, `marketing` for follow-ups and playbooks. */
  purpose?: "service" | "marketing" | null | undefined;
}

/** The user who is off, and the start and end of the time off. */
export interface CreateTimeOff {
  /** Id of the user who is off. */
  user_id: string;
  /** When the time off begins. */
  starts_at: Time;
  /** When the time off ends. It must be after `starts_at`, by at most 366 days. */
  ends_at: Time;
  /** Reason for the time off, for the people who plan work; null if none was given. */
  reason?: string | null | undefined;
}

/** A token needs `scopes`, or a `user_id` to get the scopes of that user’s role. */
export interface CreateToken {
  /** Name of the token, such as its purpose. Events show it as the actor. */
  name: string;
  /** Scopes of the token. */
  scopes?: readonly ("*" | "leads:read" | "leads:write" | "leads:capture" | "leads:own" | "customers:read" | "customers:write" | "customers:own" | "appointments:read" | "appointments:write" | "appointments:own" | "jobs:read" | "jobs:write" | "jobs:own" | "files:read" | "files:write" | "files:own" | "invoices:read" | "invoices:write" | "invoices:own" | "payment_providers:read" | "payment_providers:write" | "estimates:read" | "estimates:write" | "estimates:own" | "links:read" | "links:write" | "links:own" | "communications:read" | "communications:write" | "communications:own" | "channels:read" | "channels:write" | "templates:read" | "templates:write" | "follow_ups:read" | "follow_ups:write" | "follow_ups:own" | "forms:read" | "forms:write" | "sources:read" | "sources:write" | "playbooks:read" | "playbooks:write" | "secrets:read" | "secrets:write" | "events:read" | "events:write" | "webhooks:read" | "webhooks:write" | "reports:read" | "spend:read" | "spend:write" | "organization:read" | "organization:write" | "tokens:read" | "tokens:write" | "users:read" | "users:write" | "teams:read" | "teams:write" | "time_off:read" | "time_off:write" | "services:read" | "services:write" | "price_items:read" | "price_items:write" | "tasks:read" | "tasks:write" | "exports:write" | "privacy:read" | "privacy:write" | "operator")[] | undefined;
  /** Id of the user the token acts for; null for none. The token can do no more than the user’s role allows. */
  user_id?: string | null | undefined;
  /** When the token expires; null if it never expires. It never outlives the token that created it: without `expires_at` it expires with that token. */
  expires_at?: Time | null | undefined;
  /** Origins of the pages that may use the token in a browser. Only for tokens with nothing but `leads:capture`. Empty for a token of a server. */
  allowed_origins?: readonly string[] | undefined;
}

/** A new user. */
export interface CreateUser {
  /** Name of the user. */
  name: string;
  /** Email address of the user, unique in the organization. */
  email: string;
  /** Role of the user: a named set of scopes. */
  role: "owner" | "dispatcher" | "technician" | "viewer";
  /** IANA time zone of the user’s days and hours; null for the organization’s time zone. */
  time_zone?: string | null | undefined;
  /** Services the user can be sent to do, each once. */
  skills?: readonly string[] | undefined;
  /** Working hours of the user, in the user’s local time; null for the organization’s hours. */
  working_hours?: WorkingHoursInput | null | undefined;
  /** Whether the user has a lane on the dispatch board, is suggested, and is offered in teams. Null: by role, only technicians. */
  takes_visits?: boolean | null | undefined;
  /** Phone number of the user, for colleagues; null for none. */
  phone?: string | null | undefined;
  start_location?: StartLocationInput | null | undefined;
  /** Whether the user is active. Tokens of an inactive user are refused. */
  active?: boolean | undefined;
}

/** What is wrong, and optionally the appointment to book. */
export interface CreateWarrantyClaim {
  /** What is wrong, stored exactly as sent. */
  description: string;
  /** Id of the machine: of the same person. */
  equipment_id?: string | null | undefined;
  /** When the appointment starts, with its UTC offset. */
  starts_at?: Time | undefined;
  /** Length of the appointment in minutes. Default: that of the service, otherwise 60. */
  duration_minutes?: number | undefined;
  /** When the appointment ends, instead of `duration_minutes`. */
  ends_at?: Time | undefined;
  /** Id of the user who goes to the appointment. Without `assigned_to` and `team_id` the appointment is unassigned. */
  assigned_to?: string | null | undefined;
  /** Ids of users who go with `assigned_to`. With `team_id`, or where anyone can be chosen, the crew that the service needs is chosen too. */
  crew?: readonly string[] | undefined;
  /** Id of a team, instead of `assigned_to`. The free member with the least booked time that day is assigned. */
  team_id?: string | null | undefined;
  /** Code of the service. Its definition sets length, skills and buffer; without one, the code is the skill. */
  service?: string | undefined;
  /** Postal code of the place: decides on the area, and so on who works there. */
  postal_code?: string | undefined;
  /** Type of the appointment, as a code; `Site visit` is read as `site_visit`. Default `estimate`, or `job` for a job. */
  type?: string | undefined;
  location?: LocationInput | null | undefined;
  arrival_window?: ArrivalWindowInput | null | undefined;
  /** Notes for the assigned user. */
  notes?: string | null | undefined;
  /** Set to true to refuse the time if it would only cause a warning, such as a time in the past or outside working hours. */
  strict?: boolean | undefined;
}

/** The endpoint to create. Only `url` is required. */
export interface CreateWebhookEndpoint {
  /** URL that events are posted to: https or http, without a user name, password or fragment. */
  url: string;
  /** Events to send to this endpoint: event types such as `lead.qualified`, all events of a resource such as `lead.*`, or `*` for everything that your token can read (the default). */
  event_types?: readonly string[] | undefined;
  /** Your own note about what the endpoint is for. */
  description?: string | null | undefined;
  /** Whether events are sent to the endpoint. While it is disabled, events are queued; they are sent when it is enabled again. */
  enabled?: boolean | undefined;
  /** Maximum number of requests per second; null for no fixed limit. */
  rate_limit_per_second?: number | null | undefined;
  /** Order of events. `lifecycle`: an event waits until all earlier events of its lifecycle are delivered or have failed for good. `none`: each event is sent as soon as possible. A change applies to later events. */
  ordering?: "none" | "lifecycle" | undefined;
  /** Your own signing secret: `whsec_` followed by 24 to 64 bytes in base64. Leave it out to have one generated. */
  secret?: string | undefined;
}

/** Exactly one of `event_ids`, `from_seq` and `failed_since`. */
export interface CreateWebhookReplay {
  /** Ids of the events to send, regardless of the patterns of the endpoint. */
  event_ids?: readonly string[] | undefined;
  /** Send the events from this `seq` on that match the patterns of the endpoint. */
  from_seq?: number | undefined;
  /** Last `seq` to send, together with `from_seq`. Default: the end of the log. */
  to_seq?: number | undefined;
  /** Send the events whose deliveries to this endpoint failed for good at this time or later. */
  failed_since?: Time | undefined;
}

/** The token of the request, with the scopes that are in effect. */
export interface CurrentToken {
  /** Id of the token. */
  token_id: string;
  /** Name of the token, such as its purpose. Events show it as the actor. */
  name: string;
  /** Scopes that are in effect: for a token that acts for a user, only those that the user’s role allows too. */
  scopes: string[];
  /** Id of the user the token acts for; null for none. The token can do no more than the user’s role allows. */
  user_id: string | null;
  /** Origins of the pages that may use the token in a browser. Only for tokens with nothing but `leads:capture`. Empty for a token of a server. */
  allowed_origins: string[];
  /** Id of the token that created it; null for the first token and those of the operator. When that token ends, so does this one. */
  parent_token_id: string | null;
  /** Who created the token. */
  created_by: Actor;
  /** When the token expires; null if it never expires. It never outlives the token that created it: without `expires_at` it expires with that token. */
  expires_at: string | null;
  /** When the token was revoked; null unless revoked. */
  revoked_at: string | null;
  /** When the token was last used, to the minute; null if never. */
  last_used_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A customer: one person with any number of requests. It has the lifecycle number of the lead that was first converted to it. */
export interface Customer {
  /** Id of the customer. */
  customer_id: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Id of the lead that was first converted to this customer. */
  lead_id: string;
  /** Name of the customer. */
  name: string | null;
  /** Phone number of the customer in E.164. */
  phone: string | null;
  /** Email address of the customer. */
  email: string | null;
  /** Postal address of the customer, on one line. */
  address: string | null;
  /** Language of messages to the contact; null for the organization’s. */
  language: "en" | "es" | "fr" | "de" | "pt" | null | (string & {});
  consent: Consent;
  /** Whether to block all messages to the customer, even if consent was granted. */
  do_not_contact: boolean;
  /** Id of the customer that represents this one after a merge; null unless merged. */
  merged_into: string | null;
  /** The lifecycle numbers of all requests of the customer, oldest first. */
  lifecycle_numbers: string[];
  /** All phone numbers and email addresses of the customer, also earlier ones. */
  contact_points: ContactPoint[];
  next_visit?: NextVisit | null;
  /** Only in lists: what is owed, by currency. */
  balance?: Balance[];
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** Whether customers can move and cancel visits with their link. */
export interface CustomerChanges {
  /** Whether they can. Default true. */
  allowed: boolean;
  /** Until how many hours before the visit. Default 24. */
  until_hours_before: number;
}

export type CustomerChangesInput = CustomerChanges;

/** A customer was created by converting a lead. */
export type CustomerCreatedEvent = EventEnvelope & {
  type?: "customer.created";
  data?: Customer;
};

/** A customer was merged into another one: they are one person. `merged_into` is the id of the other. */
export type CustomerMergedEvent = EventEnvelope & {
  type?: "customer.merged";
  data?: Customer;
};

/** A merged customer is separate again. */
export type CustomerUnmergedEvent = EventEnvelope & {
  type?: "customer.unmerged";
  data?: Customer;
};

/** A customer was updated. */
export type CustomerUpdatedEvent = EventEnvelope & {
  type?: "customer.updated";
  data?: Customer;
};

/** A customer with its newest records and the history of all its lifecycles. */
export type CustomerWithHistory = Customer & ({
  /** The newest 20 jobs, or fewer if they are very long. GET /v1/jobs lists them all. */
  jobs: Job[];
  /** The newest 20 appointments, or fewer if they are very long. GET /v1/appointments lists them all. */
  appointments: Appointment[];
  /** The newest 20 estimates, or fewer. */
  estimates: Estimate[];
  /** The newest 20 invoices, or fewer if they are very long. GET /v1/invoices lists them all. */
  invoices: Invoice[];
  /** The newest 20 follow-ups. GET /v1/follow-ups lists them all. */
  follow_ups: FollowUp[];
  /** All events under the lifecycle numbers of the customer, in the order that you ask for. */
  history: HistoryEntry[];
  /** Scopes that your token lacks to see everything. What needs them is null or empty, and its events are left out. */
  missing_scopes: string[];
  /** Whether there is another page. */
  has_more: boolean;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
});

/** Why the customer declined. */
export interface DeclineEstimate {
  /** Why it was declined. */
  reason: string;
}

/** A deleted lead. */
export interface DeletedLead {
  /** Id of the lead. */
  lead_id: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Id of the lead this one likely duplicates; present only if one was found at capture. */
  duplicate_of?: string;
  /** Name of the contact, stored as sent. */
  name: string | null;
  /** Phone number in E.164. */
  phone: string | null;
  /** Email address, stored as sent. */
  email: string | null;
  /** Where the lead came from. */
  source: string;
  /** The source’s own id of the lead. */
  source_ref: string | null;
  /** Requested service, as a code in snake_case. */
  service_needed: string;
  /** Postal address of the service location, on one line. */
  address: string | null;
  /** Notes about the lead, as free text. */
  notes: string | null;
  /** Status of the lead. */
  status: "new" | "qualified" | "unqualified" | "converted" | (string & {});
  /** Why the lead is unqualified; null unless it is. */
  unqualified_reason: string | null;
  /** Id of the user the lead is assigned to; null if unassigned. */
  assigned_to: string | null;
  duplicate_match: DuplicateMatch | null;
  /** When a person decided that the lead is not a duplicate; null if that is open, or if none was found. */
  duplicate_dismissed_at: string | null;
  /** Id of the lead that this one was merged into; null unless merged. */
  merged_into: string | null;
  /** Language of messages to the contact; null for the organization’s. */
  language: "en" | "es" | "fr" | "de" | "pt" | null | (string & {});
  metadata: Metadata;
  attribution: Attribution;
  consent: Consent;
  /** When the lead was qualified, by the policy or by a person. */
  qualified_at: string | null;
  /** When a person first contacted the lead: an outbound message or call, an answered call or chat, or a booking. This stops the speed-to-lead clock. */
  first_contacted_at: string | null;
  /** When a playbook or a follow-up sent the first automatic message; null if there was none before a person contacted the lead. */
  first_response_at: string | null;
  /** When the lead was converted to a customer. */
  converted_at: string | null;
  /** Id of the customer of this lead: known at capture by a certain match, attached, or created by conversion; null if none. */
  customer_id: string | null;
  /** `returning`: the person was a customer already when the lead came. Else `new`. */
  relation: "new" | "returning" | (string & {});
  /** `won`: a job was sold. `lost`: no job will be sold. Null while it is open. */
  outcome: "won" | "lost" | null | (string & {});
  /** When the outcome was decided. */
  outcome_at: string | null;
  /** Why the lead was lost; null unless it is. */
  lost_reason: string | null;
  /** Whether a visit is booked or took place. Canceled and missed visits do not count. */
  booked: boolean;
  /** When anything last happened with the lead, its visits, jobs, invoices or messages. */
  last_activity_at: string;
  next_visit?: NextVisit | null;
  /** Only in lists: what is owed, by currency. */
  balance?: Balance[];
  /** When the lead was deleted. You can still get it by id. */
  deleted_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Present if there are any: visits of the lead that are still to come. Cancel them if no one should go. Empty if your token lacks `appointments:read`. */
  warnings?: LeadWarning[];
}

/** An invented company with a month of work, to look around in. */
export interface DemoCompany {
  /** `none` before it was requested. After `failed`, request it again. */
  status: "none" | "building" | "ready" | "failed" | (string & {});
  /** How much is done, in percent. */
  progress: number;
  /** Why it could not be built; null unless the status is `failed`. */
  failure: string | null;
  /** Id of its organization; null until it is ready. */
  organization_id: string | null;
  /** When it was last requested. */
  requested_at: string | null;
}

/** The demo company could not be built; `failure` says why. Nothing of it exists. */
export type DemoCompanyFailedEvent = EventEnvelope & {
  type?: "demo_company.failed";
  data?: DemoCompany;
};

/** The demo company is complete. */
export type DemoCompanyReadyEvent = EventEnvelope & {
  type?: "demo_company.ready";
  data?: DemoCompany;
};

/** The operator asked for a demo company. Only in the log of the operator’s organization, like what follows. */
export type DemoCompanyRequestedEvent = EventEnvelope & {
  type?: "demo_company.requested";
  data?: DemoCompany;
};

/** Why it is no lead. */
export interface DiscardQuarantined {
  /** Why it is no lead. */
  reason: string;
}

/** The dispatch board of one day or of up to seven: one lane per user, and the tray of unassigned appointments. */
export interface DispatchBoard {
  /** First date of the board, the same as `from`. */
  date: string;
  /** First date of the board. */
  from: string;
  /** Last date of the board, inclusive. */
  to: string;
  /** The organization’s time zone. Days start and end at midnight in this zone. */
  time_zone: string;
  /** One lane per user, sorted by name; at most 200. */
  lanes: DispatchLane[];
  /** Whether there are more users than are shown. If so, filter by `team_id`. */
  lanes_has_more: boolean;
  /** Unassigned appointments that start then, earliest first; at most 200. With `team_id`, appointments of other teams are left out. */
  tray: Appointment[];
  /** Whether the tray has more appointments than are shown. */
  tray_has_more: boolean;
  /** Number of unassigned appointments from days before these that are still in the tray, counted up to 200. List them with `GET /v1/appointments?unassigned=true`. */
  late_count: number;
}

/** The day of one user, or several days. */
export interface DispatchLane {
  /** Id of the user. */
  user_id: string;
  /** Name of the user. */
  name: string;
  /** Whether the user is active. An inactive user is shown only if they still have appointments then. */
  active: boolean;
  /** Whether the user takes visits. Others are shown only if they have appointments then. */
  takes_visits: boolean;
  /** Time zone of the user. */
  time_zone: string;
  /** Skills of the user. */
  skills: string[];
  /** Shifts of the user, earliest first. A shift that continues into another day is shown in full. */
  shifts: Shift[];
  /** Time off of the user, earliest first. */
  time_off: LaneTimeOff[];
  /** Appointments of the user, earliest first. Includes holds, completed appointments and no-shows, but not canceled ones. */
  appointments: Appointment[];
  /** Appointments of the lane that the user will not make, because they are off or inactive. */
  stranded: StrandedCard[];
  /** Travel between the appointments of a day, in order; the first from `start_location`, if the user has one. */
  travel: Travel[];
  /** Minutes that are booked, without no-shows. */
  scheduled_minutes: number;
  /** Working minutes, without time off. */
  shift_minutes: number;
  /** Share of the working time that is booked, from 0 to 1; null without working time. */
  utilisation: number | null;
  /** How full each day is. */
  days: LaneDay[];
}

/** The reason to disqualify a lead. */
export interface DisqualifyLead {
  /** Why the lead is not worth pursuing. */
  reason: string;
}

/** When the step was taken. */
export interface DoneAt {
  /** When it was done, if it is sent later: at most 24 hours ago. Default: now. */
  at?: Time | undefined;
}

/** What would happen, shown as a finished run. Nothing was sent, changed or stored, so the ids of created resources do not exist. */
export interface DryRun {
  /** Always null: a dry run is not stored. */
  run_id: string | null;
  /** Id of the playbook; null if it is not saved. */
  playbook_id: string | null;
  /** Name of the playbook when the run started. */
  playbook_name: string;
  /** Version of the playbook; null if it is not saved. */
  version: number | null;
  /** Status of the run: `queued` to start or continue, `running`, `waiting` for a time or an event, `completed`, `stopped` by an event or a step, `failed` (you can retry it), or `canceled` by request. */
  status: "queued" | "running" | "waiting" | "completed" | "stopped" | "failed" | "canceled" | (string & {});
  /** Why the run was stopped or canceled; null otherwise. */
  reason: string | null;
  error: RunError | null;
  /** Lifecycle number the run is about; null if it was started by an event without one. */
  lifecycle_number: string | null;
  /** Id of the lead the run is about; null if there is none. */
  lead_id: string | null;
  /** Id of the customer the run is about; null if there is none. */
  customer_id: string | null;
  /** Id of the job the run is about; null if there is none. */
  job_id: string | null;
  /** Id of the appointment the run is about; null if there is none. */
  appointment_id: string | null;
  /** Id of the invoice the run is about; null if there is none. */
  invoice_id: string | null;
  /** What started the run. */
  trigger: {
    /** Event type that started the run; null if it was started by a request. */
    event: string | null;
    /** Sequence number of that event in the event log. */
    seq: number | null;
    /** Who caused the event or requested the run. */
    actor: {
      /** Type of actor: `user`, `token` or `system` (the service). */
      type: string;
      /** Id of the user, token or run; null for the service itself. */
      id: string | null;
      /** Name of the actor at that time. */
      name: string;
    };
  };
  /** The `input` of the request that started the run; empty if an event started it, and without the scopes of the trace. */
  input: Record<string, unknown>;
  /** How many runs led to this run, each started by an event of the previous one; 0 if no run did. */
  depth: number;
  /** Id of the current step; null after the last one. */
  step_id: string | null;
  /** Event type that the run waits for; null if it does not wait for an event. */
  waiting_for: string | null;
  /** When the run continues, or when its wait for an event times out; null once it has ended. */
  due_at: string | null;
  /** When the run was found to be late; null unless it is late. */
  late_at: string | null;
  /** Whether the outcome of at least one step is unknown. */
  has_unknown: boolean;
  /** Number of events that did not start another run while this run was active, because of `once_per`. */
  skipped_triggers: number;
  /** Id of the run that continues from the wait of this one, because the appointment was moved after this run had passed it. */
  next_run_id: string | null;
  /** When it was created. */
  created_at: string;
  /** When the first step started. */
  started_at: string | null;
  /** When the run ended; null until then. */
  finished_at: string | null;
  /** When it last changed. */
  updated_at: string;
  /** Always true. */
  dry_run: boolean;
  /** Trace of the executed steps, in order. */
  steps: PlaybookRunStep[];
}

/** The definition of a playbook, and what the run is about: one id or the lifecycle number, or nothing if no step needs it. */
export interface DryRunPlaybook {
  trigger: PlaybookTriggerInput;
  /** Event types of the same lifecycle that stop a run, such as a reply. Events that the run itself causes never stop it. */
  stop_on?: readonly string[] | undefined;
  /** Steps of the playbook, in order: 1 to 100 steps, including those in branches. */
  steps: readonly PlaybookStepInput[];
  /** Maximum number of runs of this playbook that execute at the same time; waiting runs do not count. Null means no limit. */
  concurrency?: number | null | undefined;
  /** While a run is active, an event starts no other run for the same `person` (all requests of the customer, merged leads and certain duplicates included) or for the same `lifecycle`. With `event`, every event starts a run. The default is `person`. Runs that you request always start. */
  once_per?: "person" | "lifecycle" | "event" | undefined;
  /** Id of the lead the run is about. */
  lead_id?: string | undefined;
  /** Id of the customer the run is about. */
  customer_id?: string | undefined;
  /** Id of the job the run is about. */
  job_id?: string | undefined;
  /** Id of the appointment the run is about. */
  appointment_id?: string | undefined;
  /** Id of the invoice the run is about. */
  invoice_id?: string | undefined;
  /** Lifecycle number the run is about, instead of an id. */
  lifecycle_number?: string | undefined;
  /** Values that conditions and texts can use as `input`; at most 64 KiB. */
  input?: Record<string, unknown> | undefined;
}

/** What collectPayment would collect for a job. */
export interface Due {
  /** Balance of the open invoices, or the part of the contract without an invoice. */
  amount: number;
  /** Currency, as in ISO 4217. */
  currency: string;
  /** Id of the open invoice; null if there is none, or more than one. */
  invoice_id: string | null;
}

/** A call or task that is due. */
export interface DueFollowUp {
  /** Id of the follow-up. */
  follow_up_id: string;
  /** What is due. */
  channel: "call" | "task" | (string & {});
  /** When it became due. */
  due_at: string;
  /** What to do. */
  text: string | null;
  /** Id of the user it is assigned to; null if unassigned. */
  assigned_to: string | null;
}

/** The lead this one likely duplicates, how sure the match is, and why; null if none was found. */
export interface DuplicateMatch {
  /** Id of the lead that is likely duplicated: the oldest one of its chain that is not deleted. */
  lead_id: string;
  /** Id of the customer that lead was converted to. */
  customer_id?: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** How sure the match is, up to 1. From 0.5 it is likely, from 0.9 it is certain. */
  score: number;
  /** `likely`: a person should review the match. `certain`: safe to merge without review. */
  confidence: "likely" | "certain" | (string & {});
  /** Reasons for and against the match. */
  reasons: string[];
}

/** When the assigned user arrives. */
export interface EnRoute {
  /** In how many minutes the assigned user arrives, from now or from `at`. */
  eta_minutes?: number | null | undefined;
  /** The `updated_at` that you know; another one is `changed_meanwhile`. */
  if_updated_at?: Time | undefined;
  /** When it was done, if it is sent later: at most 24 hours ago. Default: now. */
  at?: Time | undefined;
}

/** Sessions that were ended. */
export interface EndedSessions {
  /** The sessions, oldest first. */
  ended: Session[];
}

/** Options of the step `enroll_warranty`. */
export interface EnrollWarrantyOptions {
  /** Length of the warranty in months. Default: the months of the job. */
  months?: number;
}

export type EnrollWarrantyOptionsInput = EnrollWarrantyOptions;

/** Enrolls the warranty of the completed job of the run. */
export interface EnrollWarrantyStep {
  /** Id of the step, unique in the playbook. */
  id: string;
  /** Type of the step. */
  do: "enroll_warranty";
  /** CEL condition. If it is false, the step is skipped. */
  when?: string;
  with?: EnrollWarrantyOptions;
}

export type EnrollWarrantyStepInput = EnrollWarrantyStep;

/** A machine in a property, and whether it is still covered. */
export interface Equipment {
  /** Id of the machine. */
  equipment_id: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Id of the property. */
  property_id: string;
  /** What it is. */
  kind: string;
  /** Who made it. */
  make: string | null;
  /** Model. */
  model: string | null;
  /** Serial number. */
  serial: string | null;
  /** When it was installed. */
  installed_on: string | null;
  /** Id of the job that installed it: of the same person. */
  installed_by_job_id: string | null;
  /** Last day of the maker’s warranty on parts. */
  manufacturer_warranty_until: string | null;
  /** Last day of your warranty on labour. */
  labour_warranty_until: string | null;
  coverage: Coverage;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A machine was added. */
export type EquipmentCreatedEvent = EventEnvelope & {
  type?: "equipment.created";
  data?: Equipment;
};

/** A machine and its history. */
export interface EquipmentDetails {
  /** Id of the machine. */
  equipment_id: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Id of the property. */
  property_id: string;
  /** What it is. */
  kind: string;
  /** Who made it. */
  make: string | null;
  /** Model. */
  model: string | null;
  /** Serial number. */
  serial: string | null;
  /** When it was installed. */
  installed_on: string | null;
  /** Id of the job that installed it: of the same person. */
  installed_by_job_id: string | null;
  /** Last day of the maker’s warranty on parts. */
  manufacturer_warranty_until: string | null;
  /** Last day of your warranty on labour. */
  labour_warranty_until: string | null;
  coverage: Coverage;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** At most 50, newest first. */
  history: EquipmentHistoryItem[];
}

/** A job or warranty claim that names the machine, or a visit for one. */
export interface EquipmentHistoryItem {
  /** What it is. */
  kind: "job" | "claim" | "visit" | (string & {});
  /** Id of the job, the claim or the appointment. */
  id: string;
  /** When the visit starts, or when the job or claim was created. */
  at: string;
}

/** A machine changed. `previous` holds the values before. */
export type EquipmentUpdatedEvent = EventEnvelope & {
  type?: "equipment.updated";
  data?: Equipment;
};

/** The erasure of a person. */
export interface Erasure {
  /** Id of the erasure. */
  erasure_id: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Status of the erasure. When it is `completed`, no value of the person is left. */
  status: "running" | "completed" | (string & {});
  /** The leads of the person: merged ones and certain duplicates too. */
  lead_ids: string[];
  /** The customers of the person. */
  customer_ids: string[];
  /** The lifecycle numbers of the person. */
  lifecycle_numbers: string[];
  /** How many records were erased so far, by kind. */
  counts: Record<string, number>;
  /** When the erasure was completed; null until then. */
  completed_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** One version of an offer to a contact. */
export interface Estimate {
  /** Id of this version of the estimate. */
  estimate_id: string;
  /** Number of the estimate, the same for all versions. Numbers have no gaps. */
  number: string;
  /** Version, counted from 1. */
  version: number;
  /** Status of this version. */
  status: "draft" | "sent" | "viewed" | "accepted" | "declined" | "expired" | "superseded" | (string & {});
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Id of the lead. */
  lead_id: string;
  /** Id of the customer; null until it is one. */
  customer_id: string | null;
  /** Current name of the contact. */
  contact_name: string | null;
  /** Id of the property, if it names one. */
  property_id: string | null;
  /** What is offered, in one line. */
  title: string;
  /** Currency of all amounts, as a three-letter ISO 4217 code. */
  currency: string;
  /** Last day on which it can be accepted, in the organization’s time zone. */
  valid_until: string;
  /** What can be chosen, in order. */
  options: EstimateOption[];
  deposit: EstimateDeposit | null;
  /** Warranty of the job in months; 0 for none. */
  warranty_months: number;
  /** Terms that become those of the contract. */
  terms: string | null;
  /** How it was sent; `issued`: only marked as sent. */
  delivery: "issued" | "email" | "sms" | null | (string & {});
  /** Id of its newest message. */
  communication_id: string | null;
  /** Why it was only marked as sent, such as `no_channel` or `opted_out`. */
  delivery_reason: string | null;
  acceptance: EstimateAcceptance | null;
  /** Why it was declined. */
  decline_reason: string | null;
  /** Id of the version before. */
  supersedes: string | null;
  /** Id of the version after. */
  superseded_by: string | null;
  /** When it was sent. */
  sent_at: string | null;
  /** When the customer first opened it. */
  viewed_at: string | null;
  /** When it was accepted. */
  accepted_at: string | null;
  /** When it was declined. */
  declined_at: string | null;
  /** When it expired. */
  expired_at: string | null;
  /** When a new version replaced it. */
  superseded_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** What the customer accepted. */
export interface EstimateAcceptance {
  /** Position of the option, from 0. */
  option: number;
  /** Name of the option. */
  option_name: string;
  /** Positions of chosen optional lines. */
  optional_lines: number[];
  /** What was agreed, with tax, in minor units. */
  amount: number;
  /** Name of the person who signed. */
  signature_name: string;
  /** How it was signed. */
  signature_kind: "typed" | "drawn" | (string & {});
  /** When it was signed. */
  signed_at: string;
  /** SHA-256 of exactly what was shown and signed. */
  document_hash: string;
  /** Id of the job. */
  job_id: string;
  /** Id of the deposit invoice. */
  invoice_id: string | null;
}

/** An estimate was accepted and signed. `job.created` comes with it. */
export type EstimateAcceptedEvent = EventEnvelope & {
  type?: "estimate.accepted";
  data?: Estimate;
};

/** A draft of an estimate was created. */
export type EstimateCreatedEvent = EventEnvelope & {
  type?: "estimate.created";
  data?: Estimate;
};

/** The customer declined an estimate. */
export type EstimateDeclinedEvent = EventEnvelope & {
  type?: "estimate.declined";
  data?: Estimate;
};

/** What is invoiced on acceptance: either a `percent` of the total or an `amount`. */
export interface EstimateDeposit {
  /** Percentage of the total. */
  percent?: number;
  /** Amount in minor units. */
  amount?: number;
}

export type EstimateDepositInput = EstimateDeposit;

/** The last day of an open estimate passed. */
export type EstimateExpiredEvent = EventEnvelope & {
  type?: "estimate.expired";
  data?: Estimate;
};

/** A line of an option. */
export interface EstimateLine {
  /** Code of the price item; null for a line without one. */
  price_item: string | null;
  /** Kind of the price item. */
  kind: "labour" | "part" | "fee" | "discount" | null | (string & {});
  /** What the line is for. */
  description: string;
  /** Quantity, with at most 3 decimals. */
  quantity: number;
  /** What one unit is. */
  unit: string | null;
  /** Price per unit in minor units of the currency, such as cents; negative for a discount. */
  unit_amount: number;
  /** Tax rate in percent, with at most 4 decimals. The tax is added to the amount. */
  tax_rate: number;
  /** Whether the customer can leave it out. */
  optional: boolean;
  /** Quantity times price per unit, rounded, in minor units. */
  amount: number;
  /** Tax on the amount, rounded, in minor units. */
  tax: number;
}

/** A line: a `price_item`, or a `description` with a `unit_amount`. */
export interface EstimateLineBody {
  /** Code of a price item, for what is not sent. */
  price_item?: string | undefined;
  /** What the line is for. */
  description?: string | undefined;
  /** Quantity, with at most 3 decimals. Default: 1. */
  quantity?: number | undefined;
  /** Price per unit in minor units of the currency, such as cents; negative for a discount. */
  unit_amount?: number | undefined;
  /** Tax rate in percent, with at most 4 decimals. The tax is added to the amount. Default: that of the price item, else of the property, or 0. */
  tax_rate?: number | undefined;
  /** Whether the customer can leave it out. */
  optional?: boolean | undefined;
}

/** Something to choose. Its totals are without the optional lines. */
export interface EstimateOption {
  /** Name of the option, unique in the estimate. */
  name: string;
  /** Whether you recommend this option. */
  recommended: boolean;
  /** Lines of the option, in order. */
  lines: EstimateLine[];
  /** Sum of the amounts, in minor units. */
  subtotal: number;
  /** Sum of the taxes, in minor units. */
  tax: number;
  /** Subtotal plus tax, in minor units. */
  total: number;
  /** What is invoiced on acceptance, in minor units. */
  deposit: number;
}

/** Something that the customer can choose. */
export interface EstimateOptionBody {
  /** Name of the option, unique in the estimate. */
  name: string;
  /** Whether you recommend this option. */
  recommended?: boolean | undefined;
  /** Lines, in order: at most 100. Their total must not be negative. */
  lines: readonly EstimateLineBody[];
}

/** A sent estimate was sent again: see `delivery`. */
export type EstimateResentEvent = EventEnvelope & {
  type?: "estimate.resent";
  data?: Estimate;
};

/** A new version of an estimate was created, as a draft. */
export type EstimateRevisedEvent = EventEnvelope & {
  type?: "estimate.revised";
  data?: Estimate;
};

/** An estimate was sent: see `delivery`. It cannot be changed any more. */
export type EstimateSentEvent = EventEnvelope & {
  type?: "estimate.sent";
  data?: Estimate;
};

export type EstimateStateProblem = Problem & ({
  code: "estimate_not_draft" | "estimate_not_sent" | "estimate_accepted" | "estimate_declined" | "estimate_expired" | "estimate_superseded" | (string & {});
  /** The status of the resource. */
  status_now: string;
  /** The steps that are allowed from here. */
  allowed: string[];
  /** Id of the version that replaced it. */
  superseded_by: string | null;
});

/** A version was replaced by `superseded_by`. */
export type EstimateSupersededEvent = EventEnvelope & {
  type?: "estimate.superseded";
  data?: Estimate;
};

/** A draft of an estimate was changed. */
export type EstimateUpdatedEvent = EventEnvelope & {
  type?: "estimate.updated";
  data?: Estimate;
};

/** Whether what was signed is still what is stored. */
export interface EstimateVerification {
  /** Whether all hashes are the same. */
  valid: boolean;
  /** SHA-256 of when it was signed. */
  document_hash: string;
  /** SHA-256 of the canonical JSON (RFC 8785) of `document`. */
  computed_hash: string;
  /** A user for the customer, or the customer by the own link. */
  accepted_by: "user" | "link" | (string & {});
  /** IP address of the customer. */
  address: string | null;
  /** Program of the customer. */
  user_agent: string | null;
  /** Whether the document was erased with the person. */
  erased: boolean;
  /** Exactly what was shown and signed. */
  document: Record<string, unknown>;
}

/** The customer opened an estimate. */
export type EstimateViewedEvent = EventEnvelope & {
  type?: "estimate.viewed";
  data?: Estimate;
};

/** Something that happened, exactly once. `type` says what, and which `data` it has. */
export type Event = AppointmentAssignedEvent | AppointmentBookedEvent | AppointmentCanceledEvent | AppointmentCompletedEvent | AppointmentConfirmedEvent | AppointmentDispatchedEvent | AppointmentEnRouteEvent | AppointmentHeldEvent | AppointmentNoShowEvent | AppointmentRescheduledEvent | AppointmentReviewedEvent | AppointmentRunningLateEvent | AppointmentStartedEvent | AppointmentStepUndoneEvent | AppointmentStrandedEvent | AppointmentUpdatedEvent | AreaCreatedEvent | AreaUpdatedEvent | AutomationSecretRotatedEvent | BookingPageCreatedEvent | BookingPageUpdatedEvent | CapacityRuleCreatedEvent | CapacityRuleUpdatedEvent | ChannelCreatedEvent | ChannelUpdatedEvent | CheckoutCreatedEvent | CheckoutUpdatedEvent | CommunicationDeliveredEvent | CommunicationExpiredEvent | CommunicationFailedEvent | CommunicationNotSentEvent | CommunicationQueuedEvent | CommunicationReceivedEvent | CommunicationRecordedEvent | CommunicationSentEvent | CommunicationUnknownEvent | ContactOptedInEvent | ContactOptedOutEvent | CustomerCreatedEvent | CustomerMergedEvent | CustomerUnmergedEvent | CustomerUpdatedEvent | DemoCompanyFailedEvent | DemoCompanyReadyEvent | DemoCompanyRequestedEvent | EquipmentCreatedEvent | EquipmentUpdatedEvent | EstimateAcceptedEvent | EstimateCreatedEvent | EstimateDeclinedEvent | EstimateExpiredEvent | EstimateResentEvent | EstimateRevisedEvent | EstimateSentEvent | EstimateSupersededEvent | EstimateUpdatedEvent | EstimateViewedEvent | ExampleSentEvent | ExportCompletedEvent | ExportFailedEvent | ExportRequestedEvent | ExportStartedEvent | FileUploadedEvent | FollowUpCanceledEvent | FollowUpCompletedEvent | FollowUpCreatedEvent | FollowUpDeferredEvent | FollowUpDueEvent | FollowUpFailedEvent | FollowUpRescheduledEvent | FollowUpSentEvent | FollowUpSkippedEvent | FormCreatedEvent | FormUpdatedEvent | ImportCompletedEvent | ImportFailedEvent | ImportStartedEvent | InboxItemUpdatedEvent | InvitationAcceptedEvent | InvitationCreatedEvent | InvitationRevokedEvent | InvoiceCreatedEvent | InvoicePaidEvent | InvoicePaymentRecordedEvent | InvoiceRefundedEvent | InvoiceResentEvent | InvoiceSentEvent | InvoiceUpdatedEvent | InvoiceVoidedEvent | JobAssignedEvent | JobAttachmentAddedEvent | JobCanceledEvent | JobChecklistChangedEvent | JobClosedEvent | JobCompletedEvent | JobCreatedEvent | JobNoteAddedEvent | JobPausedEvent | JobResumedEvent | JobScheduledEvent | JobStartedEvent | JobUpdatedEvent | JobWarrantyEnrolledEvent | JobWarrantyExpiredEvent | LeadAssignedEvent | LeadAttachedEvent | LeadContactedEvent | LeadConvertedEvent | LeadCreatedEvent | LeadDeletedEvent | LeadDetachedEvent | LeadDuplicateDismissedEvent | LeadDuplicateReopenedEvent | LeadLostEvent | LeadMergedEvent | LeadQualifiedEvent | LeadReopenedEvent | LeadRespondedEvent | LeadRestoredEvent | LeadUnmergedEvent | LeadUnqualifiedEvent | LeadUpdatedEvent | LeadWonEvent | LinkCreatedEvent | LinkRevokedEvent | OrganizationCreatedEvent | OrganizationQuotasUpdatedEvent | OrganizationResumedEvent | OrganizationSendingPausedEvent | OrganizationSendingResumedEvent | OrganizationSuspendedEvent | OrganizationUpdatedEvent | PasskeyCreatedEvent | PasskeyRefusedEvent | PasskeyRevokedEvent | PaymentDisputeClosedEvent | PaymentDisputedEvent | PaymentMatchedEvent | PaymentRefundFailedEvent | PaymentRefundedEvent | PaymentUnmatchedEvent | PaymentProviderCreatedEvent | PaymentProviderUpdatedEvent | PersonErasedEvent | PersonErasureRequestedEvent | PlaybookCreatedEvent | PlaybookUpdatedEvent | PlaybookRunCanceledEvent | PlaybookRunCompletedEvent | PlaybookRunFailedEvent | PlaybookRunLateEvent | PlaybookRunRetriedEvent | PlaybookRunStartedEvent | PlaybookRunStoppedEvent | PlaybookRunWaitingEvent | PreferencesUpdatedEvent | PriceItemCreatedEvent | PriceItemUpdatedEvent | PropertyCreatedEvent | PropertyUpdatedEvent | QuarantineAddedEvent | QuarantineDiscardedEvent | QuarantineReleasedEvent | ReplanAppliedEvent | ReplanCreatedEvent | RestoreCompletedEvent | RestoreFailedEvent | RestoreStartedEvent | RetentionAppliedEvent | RetentionUpdatedEvent | SecretCreatedEvent | SecretDeletedEvent | SecretUpdatedEvent | ServiceCreatedEvent | ServiceSendingPausedEvent | ServiceSendingResumedEvent | ServiceUpdatedEvent | SessionEndedEvent | SessionStartedEvent | SignInLinkCreatedEvent | SignInLinkNotSentEvent | SignInLinkRevokedEvent | SignInLinkSentEvent | SignInLinkUsedEvent | SourceCreatedEvent | SourceUpdatedEvent | SpendImportedEvent | SpendUpdatedEvent | TaskRetriedEvent | TeamCreatedEvent | TeamUpdatedEvent | TemplateCreatedEvent | TemplateUpdatedEvent | TimeOffCreatedEvent | TimeOffDeletedEvent | TokenCreatedEvent | TokenRestoredEvent | TokenRevokedEvent | UserCalendarKeyCreatedEvent | UserCalendarKeyRevokedEvent | UserCreatedEvent | UserPasswordChangedEvent | UserUpdatedEvent | WarrantyClaimClosedEvent | WarrantyClaimOpenedEvent | WarrantyClaimScheduledEvent | WebhookDeliveryRetriedEvent | WebhookEndpointCreatedEvent | WebhookEndpointDeletedEvent | WebhookEndpointDisabledEvent | WebhookEndpointEnabledEvent | WebhookEndpointReplayCanceledEvent | WebhookEndpointReplayCompletedEvent | WebhookEndpointReplayStartedEvent | WebhookEndpointSecretRotatedEvent | WebhookEndpointUpdatedEvent;

/** What every event has. */
export interface EventEnvelope {
  /** Id of the event. */
  id: string;
  /** Position of the event in the organization’s log: counted from 1, without gaps, in commit order. */
  seq: number;
  /** The event type, written as `resource.past_tense`. */
  type: string;
  /** When the event happened. */
  timestamp: string;
  /** Lifecycle number of the event; null if it belongs to no lifecycle. */
  lifecycle_number: string | null;
  actor: Actor;
  /** The resource after the event. */
  data: Record<string, unknown>;
  /** Previous values of the fields that changed; null if the resource is new. */
  previous: Record<string, unknown> | null;
}

/** An event type with its schema. */
export interface EventType {
  /** Name of the event type, written as `resource.past_tense`. */
  type: string;
  /** When the event is emitted. */
  description: string;
  /** JSON Schema of a complete event of this type, including `data`. */
  schema: Record<string, unknown>;
  example: Event;
}

/** An event type. */
export interface EventTypeSummary {
  /** Name of the event type, written as `resource.past_tense`. */
  type: string;
  /** When the event is emitted. */
  description: string;
}

export type EventsDroppedProblem = Problem & ({
  code: "events_dropped" | (string & {});
  /** The seq of the oldest event that is kept. */
  first_seq: number;
});

/** An event that did not really happen, sent to test a receiver. Webhook endpoints and `throughline listen` get the content of `event` as if it had happened. Its `seq` is 0, because it has no position in the log. */
export interface ExampleEvent {
  /** Event type of the example. */
  event_type: string;
  /** Id of the webhook endpoint that the example is for; null if it is sent to all subscribers of its event type. */
  webhook_endpoint_id: string | null;
  /** Something that happened in your organization, recorded exactly once. */
  event: EventEnvelope;
}

/** An example of an event was sent to test a receiver. Receivers get the example itself. */
export type ExampleSentEvent = EventEnvelope & {
  type?: "example.sent";
  data?: ExampleEvent;
};

/** Permission to download all data of the organization, and what the last complete download contained. */
export interface Export {
  /** Id of the export. */
  export_id: string;
  /** `ready` until the first download, `running` during one, then `completed` or `failed`. Each can be downloaded again until it expires. */
  status: "ready" | "running" | "completed" | "failed" | (string & {});
  /** Who requested the export. */
  requested_by: Actor;
  /** How often a download has started. */
  downloads: number;
  /** The `seq` of the last event in the file; null before it was complete once. */
  event_seq: number | null;
  counts: CountsByType | null;
  sums: ExportSums | null;
  /** SHA-256 of all lines before the last one; null before it was complete once. */
  sha256: string | null;
  /** Why the last download failed; null unless the status is `failed`. */
  failure: string | null;
  /** When it can no longer be downloaded. */
  expires_at: string;
  /** When the last complete download ended. */
  completed_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A download of all data of the organization was complete. */
export type ExportCompletedEvent = EventEnvelope & {
  type?: "export.completed";
  data?: Export;
};

/** A download of an export broke off; `failure` says why. A part of the data may have been received. */
export type ExportFailedEvent = EventEnvelope & {
  type?: "export.failed";
  data?: Export;
};

/** Permission to download all data of the organization was created. */
export type ExportRequestedEvent = EventEnvelope & {
  type?: "export.requested";
  data?: Export;
};

/** A download of all data of the organization has started. */
export type ExportStartedEvent = EventEnvelope & {
  type?: "export.started";
  data?: Export;
};

/** Sums of money in the file; null before it was complete once. */
export interface ExportSums {
  /** Totals of all invoices, by currency, in minor units. */
  invoiced: Record<string, number>;
  /** What invoices count as paid, by currency, in minor units. */
  paid: Record<string, number>;
  /** All payments, by currency, in minor units. */
  payments: Record<string, number>;
  /** All refunds, by currency, in minor units. */
  refunds: Record<string, number>;
}

/** The newest message that could not be sent; null unless one waits for a person. */
export interface FailedMessage {
  /** Id of the communication. */
  communication_id: string;
  /** Channel of the message. */
  channel: "sms" | "email" | (string & {});
  /** Code for the reason of the status, such as `opted_out`, `country_not_allowed`, `sending_limit_reached`, `person_limit_reached`, `consent_missing`, `expired`, `sending_paused` (it waits) or `recipient_refused`. */
  reason: string | null;
  /** What the mail server or gateway replied, or more about the reason. */
  detail: string | null;
}

/** A background task that used up its retries. */
export interface FailedTask {
  /** Id of the failed task. */
  task_id: string;
  /** Name of the task. */
  task: string;
  /** Number of attempts. */
  attempts: number;
  /** Error of the last attempt. */
  error: string;
  /** When the task was first queued. */
  queued_at: string;
  /** When the task used up its retries. */
  failed_at: string;
}

/** One thing that is wrong with a field. */
export interface FieldProblem {
  /** JSON pointer to the field, or a slash and the name of the query parameter. */
  pointer: string;
  /** What is wrong, for a program. */
  code: string;
  /** What is wrong, for a person. */
  detail: string;
}

/** A file was stored. */
export type FileUploadedEvent = EventEnvelope & {
  type?: "file.uploaded";
  data?: StoredFile;
};

/** A text or email to send, or a call or task to do, at a set time. */
export interface FollowUp {
  /** Id of the follow-up. */
  follow_up_id: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Id of the lead the follow-up is for. */
  lead_id: string;
  /** Id of the customer, if the lead was already a customer when the follow-up was created. */
  customer_id: string | null;
  /** Id of the job the follow-up is about. */
  job_id: string | null;
  /** Id of the appointment the follow-up is about. */
  appointment_id: string | null;
  /** Time of the appointment that `offset` counts from. */
  anchor: "starts_at" | "ends_at" | null | (string & {});
  /** How long before (negative) or after the `anchor` the follow-up is due, as an ISO 8601 duration. It moves with the appointment. */
  offset: string | null;
  /** Id of the follow-up that takes the place of this one, because the appointment was moved after this one had done its work. */
  next_follow_up_id: string | null;
  /** Channel of the follow-up. The service sends a text (`sms`) or email automatically; a `call` or `task` waits for a user once it is due. */
  channel: "sms" | "email" | "call" | "task" | (string & {});
  /** Status of the follow-up. It is `scheduled` until its due time. A call or task is then `due` until it is `done`; a text or email stays `scheduled` until it is confirmed as `sent`. A follow-up that must not be sent is `skipped`, and one that could not be sent is `failed`. For these and for `canceled`, see `reason`. */
  status: "scheduled" | "due" | "sent" | "done" | "skipped" | "failed" | "canceled" | (string & {});
  /** Why the follow-up was skipped, failed or canceled: a code such as `opted_out`, the event type that canceled it, or the reason given in the cancel request. */
  reason: string | null;
  /** Explanation of the reason, or why the text of a call or task is shown as it was written. */
  detail: string | null;
  /** When the follow-up is due. Quiet hours move a marketing text or email to the next minute in which it can be sent. */
  due_at: string;
  /** Id of the user the follow-up is assigned to. */
  assigned_to: string | null;
  /** Id of the template for the text or email. */
  template_id: string | null;
  /** Subject of the email, as a Liquid template. */
  subject: string | null;
  /** Content of the text or email, or the description of the call or task, as a Liquid template. It is rendered when the follow-up is due. */
  body: string | null;
  /** Description of the call or task, rendered when it became due. */
  text: string | null;
  /** Event types that cancel the follow-up if they happen under its lifecycle number before it is due. Default: a reply, a booking, a conversion, or a deletion if there is no customer; none with `offset`. */
  cancel_on: string[];
  /** What the message is for: `service` (about a visit, a job or a payment) is sent at any time; `marketing` waits for the end of quiet hours. Null for a call or a task. */
  purpose: "service" | "marketing" | null | (string & {});
  /** When the text or email expires. If it was not sent by then, the follow-up is `skipped` with the reason `expired`. */
  expires_at: string | null;
  /** Note on the result of the call or task. */
  note: string | null;
  /** Id of the communication: the text or email of this follow-up. */
  communication_id: string | null;
  /** Id of the playbook run that created the follow-up. */
  run_id: string | null;
  /** Who created the follow-up. */
  created_by: Actor;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A follow-up was canceled by request, or by an event under its lifecycle number: see `reason`. */
export type FollowUpCanceledEvent = EventEnvelope & {
  type?: "follow_up.canceled";
  data?: FollowUp;
};

/** A call or task was completed. */
export type FollowUpCompletedEvent = EventEnvelope & {
  type?: "follow_up.completed";
  data?: FollowUp;
};

/** A follow-up was created. */
export type FollowUpCreatedEvent = EventEnvelope & {
  type?: "follow_up.created";
  data?: FollowUp;
};

/** A text or email was due in quiet hours. It was moved to the next minute in which it can be sent. */
export type FollowUpDeferredEvent = EventEnvelope & {
  type?: "follow_up.deferred";
  data?: FollowUp;
};

/** A call or task is due and waits for a user to do it. */
export type FollowUpDueEvent = EventEnvelope & {
  type?: "follow_up.due";
  data?: FollowUp;
};

/** The text or email of a follow-up could not be sent: see `reason`. */
export type FollowUpFailedEvent = EventEnvelope & {
  type?: "follow_up.failed";
  data?: FollowUp;
};

/** A follow-up was rescheduled. */
export type FollowUpRescheduledEvent = EventEnvelope & {
  type?: "follow_up.rescheduled";
  data?: FollowUp;
};

/** The text or email of a follow-up was sent. */
export type FollowUpSentEvent = EventEnvelope & {
  type?: "follow_up.sent";
  data?: FollowUp;
};

/** A follow-up was skipped because the contact was deleted, cannot or must not be contacted, or the job was canceled: see `reason`. */
export type FollowUpSkippedEvent = EventEnvelope & {
  type?: "follow_up.skipped";
  data?: FollowUp;
};

/** A hosted form: a public page that captures leads. */
export interface Form {
  /** Id of the form. */
  form_id: string;
  /** Key of the form in its public address; it never changes. */
  form_key: string;
  /** Internal name of the form. Visitors do not see it; events show it as the actor. */
  name: string;
  /** Heading of the page. */
  title: string;
  /** Text below the heading; null for none. */
  intro: string | null;
  /** The `source` of leads captured by this form. */
  source: string;
  /** Services that visitors can choose, in the order shown. A form with a single service shows no choice. */
  services: {
    /** Code of the service; becomes the `service_needed` of the lead. */
    code: string;
    /** Name of the service that visitors see. */
    label: string;
  }[];
  consent: FormConsent | null;
  /** Text that visitors see after they send the form. */
  thank_you: string;
  /** An http or https address that visitors go to after they send the form; null for the thank-you page. */
  redirect_url: string | null;
  /** Whether the form is online. The page of a disabled form returns 404. */
  enabled: boolean;
  /** Address of the page, to link to. */
  url: string;
  /** HTML that shows the form inside your own page, in an iframe. */
  embed_html: string;
  /** The form as plain HTML in the language of your organization, to paste into your own page and style there. */
  form_html: string;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** The consent checkbox; null if the form does not ask for consent. Without consent a lead gets no automatic text. */
export interface FormConsent {
  /** Text beside the checkbox; it is stored with the consent. */
  text: string;
  /** Channels for which the checked box grants consent. */
  channels: ("call" | "sms" | "email" | (string & {}))[];
}

/** The consent checkbox; null if the form does not ask for consent. Without consent a lead gets no automatic text. Default: a checkbox for texts. */
export interface FormConsentInput {
  /** Text beside the checkbox; it is stored with the consent. */
  text: string;
  /** Channels for which the checked box grants consent. */
  channels: readonly ("call" | "sms" | "email")[];
}

/** A hosted form was created. */
export type FormCreatedEvent = EventEnvelope & {
  type?: "form.created";
  data?: Form;
};

/** The pages that visitors would see. Nothing can be sent from them. */
export interface FormPreview {
  /** The page with the form. */
  page_html: string;
  /** The page after a visitor sent the form. */
  thanks_html: string;
}

/** A hosted form was updated, enabled or disabled; `previous` has the old values. */
export type FormUpdatedEvent = EventEnvelope & {
  type?: "form.updated";
  data?: Form;
};

/** How many of the leads captured in a date range have reached each stage so far. */
export interface Funnel {
  /** First day of the report. */
  from: string;
  /** Last day of the report. */
  to: string;
  /** Time zone of the organization. Days begin and end in this time zone. */
  time_zone: string;
  /** Length of a period. A week begins on Monday. */
  period: "day" | "week" | "month" | (string & {});
  /** One row per period and source or user with leads, in this order. */
  data: FunnelRow[];
  totals: FunnelStages;
}

/** The leads of one period, from one source or of one user. */
export interface FunnelRow {
  /** First day of the period. The first period starts with the report. */
  starts_on: string;
  /** Last day of the period. The last period ends with the report. */
  ends_on: string;
  /** Source of the leads. */
  source?: string;
  /** Id of the user; null for none. */
  user_id?: string | null;
  /** Name of the user. */
  user_name?: string | null;
  /** Number of leads captured. */
  captured: number;
  /** Number of captured leads that were qualified and not disqualified since. */
  qualified: number;
  /** Number of captured leads that had an appointment booked. */
  booked: number;
  /** Number of captured leads that were converted to a customer. */
  converted: number;
  /** Number of captured leads that had a job created. */
  sold: number;
  /** Number of captured leads that paid an invoice. */
  paid: number;
}

/** How many of the captured leads have reached each stage so far. */
export interface FunnelStages {
  /** Number of leads captured. */
  captured: number;
  /** Number of captured leads that were qualified and not disqualified since. */
  qualified: number;
  /** Number of captured leads that had an appointment booked. */
  booked: number;
  /** Number of captured leads that were converted to a customer. */
  converted: number;
  /** Number of captured leads that had a job created. */
  sold: number;
  /** Number of captured leads that paid an invoice. */
  paid: number;
}

/** What the event says about its resource at that time. What does not apply is left out. */
export interface HistoryDetails {
  /** Status after the event. */
  status?: string;
  /** Code or text of the reason, if it failed or was not sent. */
  reason?: string;
  /** More about the reason. */
  detail?: string;
  /** Channel of the message or follow-up. */
  channel?: string;
  /** Direction of the message. */
  direction?: string;
  /** Subject of the email. */
  subject?: string;
  /** The first 5,000 characters of the text. */
  text?: string;
  /** Result of the call or task. */
  note?: string;
  /** Who wrote the note. */
  author?: string;
  /** Title of the job. */
  title?: string;
  /** Name of the user who has the visit. */
  assignee?: string;
  /** When the visit starts. */
  starts_at?: string;
  /** When the visit ends. */
  ends_at?: string;
  /** When the follow-up or the run is due. */
  due_at?: string;
}

/** An event in the history of a lifecycle number. */
export interface HistoryEntry {
  /** Position of the event in the event log. */
  seq: number;
  /** Event type. */
  type: string;
  /** Lifecycle number of the event: the lifecycle’s own number, or one merged with it. */
  lifecycle_number: string;
  /** When the event happened. */
  at: string;
  actor: Actor;
  /** What happened, in one line. */
  summary: string;
  details: HistoryDetails;
  /** Ids of the resources that the event is about. */
  ids: Record<string, string>;
}

/** A hold needs `starts_at`, and a `service` or one of `lead_id`, `customer_id`, `job_id` and `lifecycle_number`. */
export interface HoldAppointment {
  /** Id of the lead that the appointment is for. */
  lead_id?: string | undefined;
  /** Id of the customer that the appointment is for, instead of `lead_id`. */
  customer_id?: string | undefined;
  /** Id of the job that the appointment belongs to, instead of `lead_id` or `customer_id`. */
  job_id?: string | undefined;
  /** Lifecycle number of the lead that the appointment is for, instead of an id. */
  lifecycle_number?: string | undefined;
  /** When the appointment starts, with its UTC offset. */
  starts_at: Time;
  /** Length of the appointment in minutes. Default: that of the service, otherwise 60. */
  duration_minutes?: number | undefined;
  /** When the appointment ends, instead of `duration_minutes`. */
  ends_at?: Time | undefined;
  /** Id of the user to assign. Without this and `team_id`, the appointment is unassigned and goes to the tray. */
  assigned_to?: string | undefined;
  /** Ids of users who go with `assigned_to`. With `team_id`, or where anyone can be chosen, the crew that the service needs is chosen too. */
  crew?: readonly string[] | undefined;
  /** Id of a team, instead of `assigned_to`: the free member with the least work that day is assigned. */
  team_id?: string | undefined;
  /** Code of the service. Its definition sets length, skills and buffer; without one, the code is the skill. */
  service?: string | undefined;
  /** Postal code of the place: decides on the area, and so on who works there. */
  postal_code?: string | undefined;
  /** Type of the appointment, as a code; `Site visit` is read as `site_visit`. Default `estimate`, or `job` for a job. */
  type?: string | undefined;
  location?: LocationInput | null | undefined;
  arrival_window?: ArrivalWindowInput | null | undefined;
  /** Notes for the assigned user. */
  notes?: string | null | undefined;
  /** Set to true to refuse the time if it would only cause a warning, such as a time in the past or outside working hours. */
  strict?: boolean | undefined;
  /** How many seconds to hold the time. Default 300. */
  ttl_seconds?: number | undefined;
}

/** Options of the step `http_request`. */
export interface HttpRequestOptions {
  /** HTTP method. Default `POST`. */
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | (string & {});
  /** URL that starts with https:// or http://, as a Liquid template. */
  url: string;
  /** Headers by name, each value a Liquid template. `{{ secrets.crm }}` is the value of the secret `crm`. */
  headers?: Record<string, string>;
  /** Body, sent as JSON. Every string in it is a Liquid template, and can use `{{ secrets.crm }}`. */
  body?: unknown;
  /** Whether the receiver supports Idempotency-Key, so that a request with an unknown outcome can be sent again. */
  idempotent?: boolean;
  /** Seconds to wait for the response. Default 15. */
  timeout_seconds?: number;
}

export type HttpRequestOptionsInput = HttpRequestOptions;

/** Sends a signed HTTP request to another system, at a public address. */
export interface HttpRequestStep {
  /** Id of the step, unique in the playbook. */
  id: string;
  /** Type of the step. */
  do: "http_request";
  /** CEL condition. If it is false, the step is skipped. */
  when?: string;
  with: HttpRequestOptions;
}

export type HttpRequestStepInput = HttpRequestStep;

/** An import, with its progress. */
export interface Import {
  /** Id of the import. */
  import_id: string;
  /** Status of the import; `running` until all rows are processed. */
  status: "running" | "completed" | "failed" | (string & {});
  /** Number of rows processed so far: accepted, repeated and rejected. */
  total: number;
  /** Number of rows that became leads, including duplicates. */
  accepted: number;
  /** Number of accepted rows that are probably duplicates of another lead. */
  duplicates: number;
  /** Number of rows whose `source` and `source_ref` already exist; no lead was created. */
  repeated: number;
  /** Number of rows that were rejected; `errors` says why. */
  rejected: number;
  /** Size of the file in bytes, as UTF-8. */
  bytes_total: number;
  /** Number of bytes processed so far. */
  bytes_done: number;
  /** Why the import failed; null unless the status is `failed`. */
  failure: string | null;
  /** When the import completed or failed; null while it runs. */
  completed_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** All rows of an import were processed. */
export type ImportCompletedEvent = EventEnvelope & {
  type?: "import.completed";
  data?: Import;
};

/** Why a row was rejected. */
export interface ImportError {
  /** Line of the file on which the row begins; the first line is 1. */
  line: number;
  /** Code of the error, for programs. */
  code: string;
  /** What is wrong, and how to fix it. */
  detail: string;
}

/** An import failed before all rows were processed; `failure` says why. Rows accepted before the failure stay. */
export type ImportFailedEvent = EventEnvelope & {
  type?: "import.failed";
  data?: Import;
};

/** An import of leads from a file, with its progress and the errors of its rejected rows. */
export interface ImportReport {
  /** Id of the import. */
  import_id: string;
  /** Status of the import; `running` until all rows are processed. */
  status: "running" | "completed" | "failed" | (string & {});
  /** Number of rows processed so far: accepted, repeated and rejected. */
  total: number;
  /** Number of rows that became leads, including duplicates. */
  accepted: number;
  /** Number of accepted rows that are probably duplicates of another lead. */
  duplicates: number;
  /** Number of rows whose `source` and `source_ref` already exist; no lead was created. */
  repeated: number;
  /** Number of rows that were rejected; `errors` says why. */
  rejected: number;
  /** Size of the file in bytes, as UTF-8. */
  bytes_total: number;
  /** Number of bytes processed so far. */
  bytes_done: number;
  /** Why the import failed; null unless the status is `failed`. */
  failure: string | null;
  /** When the import completed or failed; null while it runs. */
  completed_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Errors of the rejected rows, in the order of the file. A row can have several. At most 1,000 per page. */
  errors: ImportError[];
  /** Whether there is another page of errors. */
  has_more: boolean;
  /** Pass this as `cursor` to get the next page of errors; null on the last page. */
  next_cursor: string | null;
}

/** A file of leads was received. Its rows are now captured, one after another. */
export type ImportStartedEvent = EventEnvelope & {
  type?: "import.started";
  data?: Import;
};

/** The number of items by view. */
export interface InboxCounts {
  /** Items in the view `mine`, 0 if your token does not act for a user; 1,000 means at least 1,000. */
  mine: number;
  /** Items in the view `everyone`; 1,000 means at least 1,000. */
  everyone: number;
  /** Items in the view `snoozed`; 1,000 means at least 1,000. */
  snoozed: number;
}

/** A lifecycle number with everything under it that waits for a person. */
export interface InboxItem {
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Id of the lead. */
  lead_id: string;
  /** Id of the customer; null if the lead has none. */
  customer_id: string | null;
  /** Name of the contact, stored as sent. */
  name: string | null;
  /** Phone number in E.164. */
  phone: string | null;
  /** Email address, stored as sent. */
  email: string | null;
  /** Requested service, as a code in snake_case. */
  service_needed: string;
  /** Where the lead came from. */
  source: string;
  /** Status of the lead. */
  status: "new" | "qualified" | "unqualified" | "converted" | (string & {});
  /** Id of the user the lead is assigned to; null if unassigned. */
  assigned_to: string | null;
  /** Why it waits. `new_lead`: no person has contacted the lead. `reply_unanswered`: no person has answered the last message. `duplicate_to_decide`: merge or attach the lead, or dismiss the duplicate. `call_due`, `task_due`: complete or move it. `message_failed`: a message could not be sent. */
  reasons: ("new_lead" | "reply_unanswered" | "duplicate_to_decide" | "call_due" | "task_due" | "message_failed" | (string & {}))[];
  /** When the newest reason arose, or when the snooze ended; null if nothing waits. The list is in this order. */
  waiting_since: string | null;
  /** When the lead was captured. */
  captured_at: string;
  /** When a person first contacted the lead. */
  first_contacted_at: string | null;
  last_message: LastMessage | null;
  failed_message: FailedMessage | null;
  duplicate: PossibleDuplicate | null;
  /** The first ten calls and tasks that are due, oldest first. */
  follow_ups: DueFollowUp[];
  /** Until when it is hidden; null unless it is snoozed at present. */
  snoozed_until: string | null;
  /** When it was marked as done; null if something newer waits. */
  done_at: string | null;
  /** When it last changed. */
  updated_at: string;
}

/** An item of the inbox was marked as done or snoozed, or brought back. */
export type InboxItemUpdatedEvent = EventEnvelope & {
  type?: "inbox_item.updated";
  data?: InboxItem;
};

/** What waits in the inbox. */
export interface InboxSummary {
  counts: InboxCounts;
  /** Median time until a person contacted a lead, of the leads captured today that were contacted; null if there is none. Of more than 1,000 leads, the newest 1,000 count. */
  median_response_seconds_today: number | null;
}

/** A link by which a person becomes a user who can sign in. */
export interface Invitation {
  /** Id of the invitation. */
  invitation_id: string;
  /** Id of the user. */
  user_id: string;
  /** Until when it can be accepted. */
  expires_at: string;
  /** When it was accepted. */
  accepted_at: string | null;
  /** When a newer invitation replaced it. */
  revoked_at: string | null;
  /** Who invited the user. */
  created_by: Actor;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A user accepted the invitation and can sign in. */
export type InvitationAcceptedEvent = EventEnvelope & {
  type?: "invitation.accepted";
  data?: Invitation;
};

/** A user was invited to sign in. */
export type InvitationCreatedEvent = EventEnvelope & {
  type?: "invitation.created";
  data?: Invitation;
};

/** What a person needs to know to accept an invitation. */
export interface InvitationDetails {
  /** Name of the organization. */
  organization: string;
  /** Name of the user. */
  name: string;
  /** Email address of the user. */
  email: string;
  /** Whether an account with this address exists: then its password is asked for. */
  has_account: boolean;
  /** Until when it can be accepted. */
  expires_at: string;
}

/** A newer invitation replaced this one. */
export type InvitationRevokedEvent = EventEnvelope & {
  type?: "invitation.revoked";
  data?: Invitation;
};

/** A new invitation with its link. */
export type InvitationWithLink = Invitation & {
  /** The link, shown only once. Give it to the person, and to no one else. */
  url: string;
};

/** An invoice for a job. */
export interface Invoice {
  /** Id of the invoice. */
  invoice_id: string;
  /** Number of the invoice. Each organization has its own sequence without gaps. */
  number: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Id of the invoiced job. */
  job_id: string;
  /** Id of the customer who pays the invoice. */
  customer_id: string;
  /** Id of the property, if it names one. */
  property_id: string | null;
  /** Current name of the customer. */
  customer_name: string | null;
  /** Title of the job. */
  job_title: string | null;
  /** Status of the invoice. */
  status: "draft" | "sent" | "partially_paid" | "paid" | "void" | (string & {});
  /** Whether it is the deposit that was invoiced when an estimate was accepted. The invoice for the work subtracts it. */
  is_deposit: boolean;
  /** Currency of all amounts, as a three-letter ISO 4217 code. */
  currency: string;
  /** Due date: the last day on which a payment is on time. */
  due_on: string;
  /** Whether the invoice is past the due date with a balance, in the organization’s time zone. */
  is_overdue: boolean;
  /** Lines of the invoice, in order. */
  lines: InvoiceLine[];
  /** Sum of the amounts of all lines, in minor units of the currency. */
  subtotal: number;
  /** Sum of the taxes of all lines, in minor units of the currency. */
  tax: number;
  /** Subtotal plus tax, in minor units of the currency. */
  total: number;
  /** Payments minus refunds, in minor units of the currency. */
  paid: number;
  /** Total minus paid, in minor units of the currency. */
  balance: number;
  /** Free text for the customer. */
  notes: string | null;
  /** How it was sent; `issued`: only marked as sent. */
  delivery: "issued" | "email" | "sms" | null | (string & {});
  /** Id of its newest message. */
  communication_id: string | null;
  /** Why it was only marked as sent, such as `no_channel` or `opted_out`. */
  delivery_reason: string | null;
  /** When the invoice was sent. */
  sent_at: string | null;
  /** When the last payment of a paid invoice was received; null while there is a balance. */
  paid_at: string | null;
  /** When the invoice was voided. */
  voided_at: string | null;
  /** Why the invoice was voided. */
  void_reason: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** How many invoices there are, and what they sum to. */
export interface InvoiceCounts {
  /** One entry per status, also for a status without invoices. */
  data: ({
    /** Status of the invoices. */
    status: "draft" | "sent" | "partially_paid" | "paid" | "void" | (string & {});
    /** Number of invoices. */
    count: number;
    /** How many of them are overdue. */
    overdue: number;
    /** Their sums, one entry per currency. */
    amounts: {
      /** Currency. */
      currency: string;
      /** Sum of the totals, in minor units. */
      total: number;
      /** Sum of the balances. */
      balance: number;
      /** Sum of the balances that are overdue. */
      overdue: number;
    }[];
  })[];
}

/** A draft invoice was created. */
export type InvoiceCreatedEvent = EventEnvelope & {
  type?: "invoice.created";
  data?: Invoice;
};

/** A line of an invoice. */
export interface InvoiceLine {
  /** What the line is for. */
  description: string;
  /** Quantity, with at most 3 decimals. */
  quantity: number;
  /** Price per unit in minor units of the currency, such as cents; negative for a discount. */
  unit_amount: number;
  /** Tax rate in percent, with at most 4 decimals. The tax is added to the amount. */
  tax_rate: number;
  /** Quantity times price per unit, rounded, in minor units of the currency. */
  amount: number;
  /** Tax on the amount, rounded, in minor units of the currency. */
  tax: number;
}

/** A line of an invoice: an item or a discount. */
export interface InvoiceLineBody {
  /** What the line is for. */
  description: string;
  /** Quantity, with at most 3 decimals. */
  quantity: number;
  /** Price per unit in minor units of the currency, such as cents; negative for a discount. */
  unit_amount: number;
  /** Tax rate in percent, with at most 4 decimals. The tax is added to the amount. Default: that of the property, or 0. */
  tax_rate?: number | undefined;
}

/** An invoice was paid in full. The event is sent again if the invoice is refunded and then paid again. */
export type InvoicePaidEvent = EventEnvelope & {
  type?: "invoice.paid";
  data?: Invoice;
};

/** A payment was recorded for an invoice; `payment` has the details. */
export type InvoicePaymentRecordedEvent = EventEnvelope & {
  type?: "invoice.payment_recorded";
  data?: InvoiceWithPayment;
};

/** A refund was recorded for an invoice; `payment` has the details. */
export type InvoiceRefundedEvent = EventEnvelope & {
  type?: "invoice.refunded";
  data?: InvoiceWithPayment;
};

/** A sent invoice was sent again: see `delivery`. */
export type InvoiceResentEvent = EventEnvelope & {
  type?: "invoice.resent";
  data?: Invoice;
};

/** An invoice was sent: see `delivery`. It cannot be changed any more. */
export type InvoiceSentEvent = EventEnvelope & {
  type?: "invoice.sent";
  data?: Invoice;
};

/** A draft invoice was changed. */
export type InvoiceUpdatedEvent = EventEnvelope & {
  type?: "invoice.updated";
  data?: Invoice;
};

/** An invoice was voided, so it must not be paid. */
export type InvoiceVoidedEvent = EventEnvelope & {
  type?: "invoice.voided";
  data?: Invoice;
};

/** An invoice, and the payment or refund that changed it. */
export type InvoiceWithPayment = Invoice & {
  payment: Payment;
};

/** An invoice with its payments and refunds. */
export type InvoiceWithPayments = Invoice & {
  /** Payments and refunds, oldest first. */
  payments: Payment[];
};

/** A job, from the contract to the end of the warranty. */
export interface Job {
  /** Id of the job. */
  job_id: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Id of the customer. */
  customer_id: string;
  /** Current name of the customer. */
  customer_name: string | null;
  /** Id of the lead that became the customer. */
  lead_id: string;
  /** Title of the job: the work in one line. */
  title: string;
  /** Code of the service, in snake_case. */
  service: string | null;
  /** Status of the job. */
  status: "contracted" | "scheduled" | "in_progress" | "on_hold" | "completed" | "in_warranty" | "closed" | "canceled" | (string & {});
  contract: Contract | null;
  /** Length of the warranty in calendar months; 0 for no warranty. */
  warranty_months: number;
  /** First day of the warranty; null before the warranty is enrolled. */
  warranty_starts_on: string | null;
  /** Last day of the warranty, in the organization’s time zone; null before the warranty is enrolled. */
  warranty_ends_on: string | null;
  /** Id of the user who is responsible for the job. */
  assigned_to: string | null;
  /** Id of the property, if it names one. */
  property_id: string | null;
  /** Id of the machine, if it names one. */
  equipment_id: string | null;
  /** Why the job is paused. */
  pause_reason: string | null;
  /** Why the job was canceled. */
  cancel_reason: string | null;
  /** The checklist of the job, in the order in which the items were added. */
  checklist: ChecklistItem[];
  /** Number of notes of the job. */
  notes_count: number;
  /** Number of attachments of the job. */
  attachments_count: number;
  /** Number of open warranty claims of the job. */
  open_claims_count: number;
  next_visit?: NextVisit | null;
  /** When the job was last scheduled. */
  scheduled_at: string | null;
  /** When the work was started. */
  started_at: string | null;
  /** When the job was paused; null if it is not on hold. */
  paused_at: string | null;
  /** When the job was last resumed. */
  resumed_at: string | null;
  /** When the job was completed. */
  completed_at: string | null;
  /** When the warranty was enrolled. */
  enrolled_at: string | null;
  /** When the job was closed. */
  closed_at: string | null;
  /** When the job was canceled. */
  canceled_at: string | null;
  /** Only in the response of a request that booked appointments: what is unusual about them, if anything is. Empty if your token lacks `appointments:read`. */
  warnings?: VisitWarning[];
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A job was assigned to a user or unassigned; `previous` has the old value. */
export type JobAssignedEvent = EventEnvelope & {
  type?: "job.assigned";
  data?: Job;
};

/** A file that belongs to a job. */
export interface JobAttachment {
  /** Id of the attachment. */
  attachment_id: string;
  /** Id of the job. */
  job_id: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** What it shows. */
  kind: "photo" | "signature" | "document" | (string & {});
  /** URL of a file that is stored elsewhere. */
  url: string | null;
  /** Id of an uploaded file: getFileContent returns it. */
  file_id: string | null;
  /** Name of the file for people. */
  name: string;
  /** Media type of the file. */
  content_type: string | null;
  /** Size of the file in bytes. */
  size_bytes: number | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A reference to a file was added to a job. */
export type JobAttachmentAddedEvent = EventEnvelope & {
  type?: "job.attachment_added";
  data?: JobAttachment;
};

/** A job and its appointments were canceled. */
export type JobCanceledEvent = EventEnvelope & {
  type?: "job.canceled";
  data?: Job;
};

/** A checklist item of a job was added, checked off or unchecked. */
export type JobChecklistChangedEvent = EventEnvelope & {
  type?: "job.checklist_changed";
  data?: Job;
};

/** A job was closed. */
export type JobClosedEvent = EventEnvelope & {
  type?: "job.closed";
  data?: Job;
};

/** The work on a job was completed. Use it to enroll the warranty or to ask for a review. */
export type JobCompletedEvent = EventEnvelope & {
  type?: "job.completed";
  data?: Job;
};

/** How many jobs there are, and what they sum to. */
export interface JobCounts {
  /** One entry per status, also for a status without jobs. */
  data: ({
    /** Status of the jobs. */
    status: "contracted" | "scheduled" | "in_progress" | "on_hold" | "completed" | "in_warranty" | "closed" | "canceled" | (string & {});
    /** Number of jobs. */
    count: number;
    /** Sums of their contracts, one per currency. */
    amounts: {
      /** Currency. */
      currency: string;
      /** Sum in minor units. */
      amount: number;
    }[];
  })[];
}

/** A job was created. */
export type JobCreatedEvent = EventEnvelope & {
  type?: "job.created";
  data?: Job;
};

/** A note of a job. */
export interface JobNote {
  /** Id of the note. */
  note_id: string;
  /** Id of the job. */
  job_id: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Text of the note, stored exactly as sent. */
  text: string;
  /** Name of the user or token that wrote the note, at that time. */
  author: string;
  /** When it was written; `created_at` is when it arrived. */
  written_at: string;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A note was added to a job. */
export type JobNoteAddedEvent = EventEnvelope & {
  type?: "job.note_added";
  data?: JobNote;
};

/** A job was paused. */
export type JobPausedEvent = EventEnvelope & {
  type?: "job.paused";
  data?: Job;
};

/** A paused job was resumed. It has the status from before the pause. */
export type JobResumedEvent = EventEnvelope & {
  type?: "job.resumed";
  data?: Job;
};

/** A job was scheduled. */
export type JobScheduledEvent = EventEnvelope & {
  type?: "job.scheduled";
  data?: Job;
};

/** Work on a job was started. */
export type JobStartedEvent = EventEnvelope & {
  type?: "job.started";
  data?: Job;
};

/** Fields of a job were changed; `previous` has their old values. */
export type JobUpdatedEvent = EventEnvelope & {
  type?: "job.updated";
  data?: Job;
};

/** A visit of the job. */
export interface JobVisit {
  /** When the appointment starts, with its UTC offset. */
  starts_at?: Time | undefined;
  /** Length of the appointment in minutes. Default: that of the service, otherwise 60. */
  duration_minutes?: number | undefined;
  /** When the appointment ends, instead of `duration_minutes`. */
  ends_at?: Time | undefined;
  /** Id of the user who goes to the appointment. Without `assigned_to` and `team_id` the appointment is unassigned. */
  assigned_to?: string | null | undefined;
  /** Ids of users who go with `assigned_to`. With `team_id`, or where anyone can be chosen, the crew that the service needs is chosen too. */
  crew?: readonly string[] | undefined;
  /** Id of a team, instead of `assigned_to`. The free member with the least booked time that day is assigned. */
  team_id?: string | null | undefined;
  /** Type of the appointment, as a code; `Site visit` is read as `site_visit`. Default `estimate`, or `job` for a job. */
  type?: string | undefined;
  /** Notes for the assigned user. */
  notes?: string | null | undefined;
}

/** The warranty of a job was enrolled and is running. */
export type JobWarrantyEnrolledEvent = EventEnvelope & {
  type?: "job.warranty_enrolled";
  data?: Job;
};

/** The warranty of a job ended after its last day; `job.closed` follows. */
export type JobWarrantyExpiredEvent = EventEnvelope & {
  type?: "job.warranty_expired";
  data?: Job;
};

/** How full one day of a user is. */
export interface LaneDay {
  /** The day. */
  date: string;
  /** Share of the working time that is booked, from 0 to 1; null without working time. */
  utilisation: number | null;
}

/** A period of time off. */
export interface LaneTimeOff {
  /** Id of the time off. */
  time_off_id: string;
  /** When the time off starts. */
  starts_at: string;
  /** When the time off ends. */
  ends_at: string;
  /** Reason for the time off; null if your token lacks `time_off:read`. */
  reason: string | null;
}

/** The newest call, chat, text or email; null if there is none. */
export interface LastMessage {
  /** Id of the communication. */
  communication_id: string;
  /** Channel of the message. */
  channel: "sms" | "email" | "call" | "chat" | (string & {});
  /** `inbound` is from the contact. */
  direction: "inbound" | "outbound" | (string & {});
  /** The first 200 characters of the text. */
  text: string | null;
  /** When it was created. */
  created_at: string;
}

/** A lead. */
export interface Lead {
  /** Id of the lead. */
  lead_id: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Id of the lead this one likely duplicates; present only if one was found at capture. */
  duplicate_of?: string;
  /** Name of the contact, stored as sent. */
  name: string | null;
  /** Phone number in E.164. */
  phone: string | null;
  /** Email address, stored as sent. */
  email: string | null;
  /** Where the lead came from. */
  source: string;
  /** The source’s own id of the lead. */
  source_ref: string | null;
  /** Requested service, as a code in snake_case. */
  service_needed: string;
  /** Postal address of the service location, on one line. */
  address: string | null;
  /** Notes about the lead, as free text. */
  notes: string | null;
  /** Status of the lead. */
  status: "new" | "qualified" | "unqualified" | "converted" | (string & {});
  /** Why the lead is unqualified; null unless it is. */
  unqualified_reason: string | null;
  /** Id of the user the lead is assigned to; null if unassigned. */
  assigned_to: string | null;
  duplicate_match: DuplicateMatch | null;
  /** When a person decided that the lead is not a duplicate; null if that is open, or if none was found. */
  duplicate_dismissed_at: string | null;
  /** Id of the lead that this one was merged into; null unless merged. */
  merged_into: string | null;
  /** Language of messages to the contact; null for the organization’s. */
  language: "en" | "es" | "fr" | "de" | "pt" | null | (string & {});
  metadata: Metadata;
  attribution: Attribution;
  consent: Consent;
  /** When the lead was qualified, by the policy or by a person. */
  qualified_at: string | null;
  /** When a person first contacted the lead: an outbound message or call, an answered call or chat, or a booking. This stops the speed-to-lead clock. */
  first_contacted_at: string | null;
  /** When a playbook or a follow-up sent the first automatic message; null if there was none before a person contacted the lead. */
  first_response_at: string | null;
  /** When the lead was converted to a customer. */
  converted_at: string | null;
  /** Id of the customer of this lead: known at capture by a certain match, attached, or created by conversion; null if none. */
  customer_id: string | null;
  /** `returning`: the person was a customer already when the lead came. Else `new`. */
  relation: "new" | "returning" | (string & {});
  /** `won`: a job was sold. `lost`: no job will be sold. Null while it is open. */
  outcome: "won" | "lost" | null | (string & {});
  /** When the outcome was decided. */
  outcome_at: string | null;
  /** Why the lead was lost; null unless it is. */
  lost_reason: string | null;
  /** Whether a visit is booked or took place. Canceled and missed visits do not count. */
  booked: boolean;
  /** When anything last happened with the lead, its visits, jobs, invoices or messages. */
  last_activity_at: string;
  next_visit?: NextVisit | null;
  /** Only in lists: what is owed, by currency. */
  balance?: Balance[];
  /** When the lead was deleted. You can still get it by id. */
  deleted_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A lead was assigned to a user, reassigned, or unassigned. `previous` holds the assignee before. */
export type LeadAssignedEvent = EventEnvelope & {
  type?: "lead.assigned";
  data?: Lead;
};

/** A lead was attached to the customer that it belongs to, by a user or because the person became a customer. */
export type LeadAttachedEvent = EventEnvelope & {
  type?: "lead.attached";
  data?: Lead;
};

/** A person contacted a lead for the first time. Automatic messages cause `lead.responded` instead. */
export type LeadContactedEvent = EventEnvelope & {
  type?: "lead.contacted";
  data?: Lead;
};

/** A lead was converted to a customer. */
export type LeadConvertedEvent = EventEnvelope & {
  type?: "lead.converted";
  data?: Lead;
};

/** A lead was captured. */
export type LeadCreatedEvent = EventEnvelope & {
  type?: "lead.created";
  data?: Lead;
};

/** A lead was deleted. It is still stored, with its `deleted_at`. */
export type LeadDeletedEvent = EventEnvelope & {
  type?: "lead.deleted";
  data?: Lead;
};

/** A lead was detached from a customer: it is a request of another person. */
export type LeadDetachedEvent = EventEnvelope & {
  type?: "lead.detached";
  data?: Lead;
};

/** A person decided that a lead is not a duplicate. */
export type LeadDuplicateDismissedEvent = EventEnvelope & {
  type?: "lead.duplicate_dismissed";
  data?: Lead;
};

/** The decision that a lead is not a duplicate was undone. */
export type LeadDuplicateReopenedEvent = EventEnvelope & {
  type?: "lead.duplicate_reopened";
  data?: Lead;
};

/** A lead was marked as lost. `lost_reason` holds the reason. */
export type LeadLostEvent = EventEnvelope & {
  type?: "lead.lost";
  data?: Lead;
};

/** A lead was merged into another lead, which now represents both. `merged_into` is the id of that lead. */
export type LeadMergedEvent = EventEnvelope & {
  type?: "lead.merged";
  data?: Lead;
};

/** A lead was qualified, by the organization’s policy or by a person. Pass it on to a dispatcher. */
export type LeadQualifiedEvent = EventEnvelope & {
  type?: "lead.qualified";
  data?: Lead;
};

/** A lost lead was reopened. */
export type LeadReopenedEvent = EventEnvelope & {
  type?: "lead.reopened";
  data?: Lead;
};

/** A playbook or a follow-up sent the first automatic message to a lead that no person has contacted yet. */
export type LeadRespondedEvent = EventEnvelope & {
  type?: "lead.responded";
  data?: Lead;
};

/** A deleted lead was restored. */
export type LeadRestoredEvent = EventEnvelope & {
  type?: "lead.restored";
  data?: Lead;
};

/** An address that leads are sent to. */
export interface LeadSource {
  /** Id of the source. */
  source_id: string;
  /** Key in its address; it never changes. */
  source_key: string;
  /** Address that leads are sent to. */
  url: string;
  /** Name of the source, for your own use. */
  name: string;
  /** What is sent to it. It cannot be changed. */
  kind: "angi" | "thumbtack" | "google_lead_form" | "google_local_services" | "facebook" | "callrail" | "json" | "form" | "email" | (string & {});
  /** `source` of its leads. */
  source: string;
  /** `service_needed` of leads that arrive without one. */
  default_service: string | null;
  mapping: SourceMapping;
  verification: SourceVerification;
  /** Whether it takes leads. Otherwise its address responds with 410. */
  active: boolean;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A merge was undone. The lead is separate again. */
export type LeadUnmergedEvent = EventEnvelope & {
  type?: "lead.unmerged";
  data?: Lead;
};

/** A lead was marked as not worth pursuing. `unqualified_reason` holds the reason. */
export type LeadUnqualifiedEvent = EventEnvelope & {
  type?: "lead.unqualified";
  data?: Lead;
};

/** A lead was updated. */
export type LeadUpdatedEvent = EventEnvelope & {
  type?: "lead.updated";
  data?: Lead;
};

/** Something that the deletion of a lead leaves open. */
export interface LeadWarning {
  /** Code of the warning. */
  code: string;
  /** The warning, as a sentence. */
  detail: string;
  /** Id of the appointment that is still booked. */
  appointment_id: string;
}

/** A job was sold to the lead. */
export type LeadWonEvent = EventEnvelope & {
  type?: "lead.won";
  data?: Lead;
};

/** Everything under one lifecycle number. */
export interface Lifecycle {
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Lifecycle number that represents this one after their leads were merged; null unless merged. */
  merged_into: string | null;
  /** Lifecycle numbers that were merged into this one. */
  merged_numbers: string[];
  lead: Lead;
  /** The customer that this lead, or the lead it was merged into, was converted to; null until then. */
  customer: Customer | null;
  /** The newest 20 jobs, or fewer if they are very long. GET /v1/jobs lists them all. */
  jobs: Job[];
  /** The newest 20 appointments, or fewer if they are very long. GET /v1/appointments lists them all. */
  appointments: Appointment[];
  /** The newest 20 estimates, or fewer. */
  estimates: Estimate[];
  /** The newest 20 invoices, or fewer if they are very long. GET /v1/invoices lists them all. */
  invoices: Invoice[];
  /** The newest 20 follow-ups. GET /v1/follow-ups lists them all. */
  follow_ups: FollowUp[];
  /** The newest 20 communications, or fewer if they are very long. GET /v1/communications lists them all. */
  communications: Communication[];
  /** The newest 20 playbook runs, or fewer if they are very long. GET /v1/playbook-runs lists them all. */
  playbook_runs: PlaybookRun[];
  /** All events under this lifecycle number and the numbers merged with it, in the order that you ask for. */
  timeline: HistoryEntry[];
  /** Scopes that your token lacks to see everything. What needs them is null or empty, and its events are left out. */
  missing_scopes: string[];
  /** Whether there is another page. */
  has_more: boolean;
  /** Pass it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
}

/** A link of a customer to one thing. Its address is not stored. */
export interface Link {
  /** Id of the link. It opens nothing. */
  link_id: string;
  /** What the customer can do with it. */
  purpose: "visit" | "estimate" | "invoice" | "profile" | (string & {});
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Id of the appointment that it opens, if it does. */
  appointment_id: string | null;
  /** Id of the estimate that it opens, if it does. */
  estimate_id: string | null;
  /** Id of the invoice that it opens, if it does. */
  invoice_id: string | null;
  /** Id of the customer that it opens, if it does. */
  customer_id: string | null;
  /** Id of the message that brings it, if one does. */
  communication_id: string | null;
  /** Until when it works. */
  expires_at: string;
  /** Since when it is revoked; null while it works. */
  revoked_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A link of a customer was created. */
export type LinkCreatedEvent = EventEnvelope & {
  type?: "link.created";
  data?: Link;
};

/** A link of a customer was revoked. */
export type LinkRevokedEvent = EventEnvelope & {
  type?: "link.revoked";
  data?: Link;
};

/** A new link with its address. */
export type LinkWithUrl = Link & {
  /** Address for the customer. It is shown only here. */
  url: string;
};

/** Due date and time on the local clock. If the clocks skip that time, the follow-up is due after the gap. If the time occurs twice, the first one counts. */
export interface LocalDueTime {
  /** Calendar date, YYYY-MM-DD. */
  date: string;
  /** Local time of day, HH:MM (24-hour clock). */
  time: string;
  /** IANA time zone of the local time. Default: the organization’s time zone. */
  time_zone?: string | undefined;
}

/** Where the appointment takes place. */
export interface Location {
  /** Postal address on one line. */
  address?: string;
  /** Latitude in degrees, positive to the north. */
  latitude?: number;
  /** Longitude in degrees, positive to the east. */
  longitude?: number;
  coordinates?: Coordinates | null;
}

export type LocationInput = Location;

/** A checkout without its address. */
export interface LoggedCheckout {
  /** Id of the checkout. */
  checkout_id: string;
  /** Id of the invoice. */
  invoice_id: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Amount to pay, in minor units. */
  amount: number;
  /** ISO 4217 code. */
  currency: string;
  /** `preparing` until there is a `url`, usually below a second. `processing`: paid in a way that takes days. `expired`: its page is closed. `failed`: see `failure_code`. */
  status: "preparing" | "open" | "processing" | "paid" | "expired" | "failed" | (string & {});
  /** `keys_refused`: the provider does not take its keys. `request_refused`: it does not take this amount. `unavailable`: it does not respond. `payment_failed`: the bank of the customer refused. */
  failure_code: "keys_refused" | "request_refused" | "unavailable" | "payment_failed" | null | (string & {});
  /** Why it failed. */
  failure: string | null;
  /** When its page closes. */
  expires_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** The reason why a lead was lost. */
export interface LoseLead {
  /** Why the person will not buy. */
  reason: string;
}

/** Where a payment belongs. */
export interface MatchPayment {
  /** Id of the invoice that it pays. */
  invoice_id: string;
}

/** Who a token is, and what it can do. */
export interface Me {
  /** Id of the token. */
  token_id: string;
  /** Id of the session; null for a token of a program. */
  session_id: string | null;
  /** The user the token acts for; null for none. */
  user: User | null;
  /** Role of the user; null for a token that acts for none. */
  role: "owner" | "dispatcher" | "technician" | "viewer" | null | (string & {});
  /** How the user wants the console to be; null for no user. */
  preferences: Preferences | null;
  /** Scopes that are in effect: for a token that acts for a user, only those that the user’s role allows too. */
  scopes: string[];
  /** The organization of the token. */
  organization: {
    /** Id of the organization. */
    organization_id: string;
    /** Name of the company. */
    name: string;
    /** IANA time zone of the organization’s days and hours. */
    time_zone: string;
    /** ISO 3166 country code. Phone numbers without a country code are read as dialed in this country. */
    country: string;
    /** ISO 4217 code of the currency of amounts that are sent without one. For a new organization that of its country. */
    currency: string;
  };
}

/** The lead to merge into. */
export interface MergeLead {
  /** Id of the lead that represents both after the merge. */
  into: string;
}

export type MergedProblem = Problem & ({
  code: "lead_merged" | (string & {});
  /** Id of the lead it was merged into. */
  merged_into: string;
});

/** Values of your own by key, at most 50. Lists can be filtered by them: `metadata.plan=gold`. */
export type Metadata = Record<string, string>;

/** The appointments to move, each once. */
export interface MoveAppointments {
  /** The moves: all of them are made, or none. */
  moves: readonly AppointmentMove[];
}

/** The moved appointments. */
export interface MovedAppointments {
  /** The appointments after the moves, in the order of the request. */
  appointments: Appointment[];
}

/** Two days of a user. */
export interface MyDay {
  /** Id of the user. */
  user_id: string;
  /** Time zone of the days. */
  time_zone: string;
  /** When the first visit after these days starts; null if there is none. */
  next_visit_at: string | null;
  /** The day that you asked for, and the next one. */
  days: {
    /** Date. */
    date: string;
    /** Visits of that day, in order. */
    visits: MyVisit[];
  }[];
}

/** A visit, with all that is needed on site. */
export interface MyVisit {
  /** What to do next; null if nothing is left. */
  next_step: "en_route" | "start" | "complete" | "collect" | null | (string & {});
  appointment: Appointment;
  /** Where to go: the location of the appointment, or the address of the contact. */
  address: string | null;
  /** Notes of the lead, such as a gate code. */
  lead_notes: string | null;
  /** The job; null for none. */
  job: Job | null;
  /** Newest 50 notes of the job. */
  notes: JobNote[];
  /** Newest 50 attachments of the job. */
  attachments: JobAttachment[];
  /** What is still to be collected for the job; null for nothing. */
  due: Due | null;
}

/** Time off, with the booked appointments in that time. */
export interface NewTimeOff {
  /** Id of the time off. */
  time_off_id: string;
  /** Id of the user who is off. */
  user_id: string;
  /** When the time off begins. */
  starts_at: string;
  /** When the time off ends. */
  ends_at: string;
  /** Reason for the time off, for the people who plan work; null if none was given. */
  reason: string | null;
  /** When the time off was deleted; null unless deleted. */
  deleted_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Present if there are any: booked appointments of the user that this change leaves without someone to do them. Assign them to another user, or move them. Empty if your token lacks `appointments:read`. */
  stranded?: StrandedVisit[];
}

/** Only in lists: the next visit that is booked or under way; null if there is none. */
export interface NextVisit {
  /** Id of the appointment. */
  appointment_id: string;
  /** When it starts, in the time zone of its user. */
  starts_at: string;
  /** When it ends. */
  ends_at: string;
  /** Id of its user. */
  assigned_to: string | null;
  /** Name of its user. */
  assignee_name: string | null;
}

export type NotDeliverableProblem = Problem & ({
  code: "document_not_deliverable" | (string & {});
  /** Why not. */
  reason: string;
});

/** Something that customers can have done, or a code of leads without a definition. */
export interface OfferedService {
  /** Code of the service, as leads have it in `service_needed`. It cannot be changed. */
  code: string;
  /** Name of the service, as customers read it. */
  name: string;
  names: ServiceNames;
  /** How long a visit takes, in minutes. */
  duration_minutes: number;
  /** Skills that a user needs, all of them. */
  skills: string[];
  /** Minutes to keep free after a visit; null for the organization’s setting. */
  buffer_minutes: number | null;
  price_hint: PriceHint | null;
  deposit: ServiceDeposit | null;
  /** How many users a visit needs. */
  crew_size: number;
  /** Whether customers can book it by themselves. */
  online: boolean;
  /** Questions to ask before a visit. */
  questions: ServiceQuestion[];
  /** Whether your organization still offers the service. */
  active: boolean;
  /** False for a code without a definition, which takes an hour and is its own skill. */
  defined: boolean;
  /** Without a definition: how many of the newest 100,000 leads have it. */
  count: number | null;
  /** When it was defined; null without a definition. */
  created_at: string | null;
  /** When it last changed; null without a definition. */
  updated_at: string | null;
}

export type OpenInvoicesProblem = Problem & ({
  code: "invoice_to_choose" | "invoice_open" | (string & {});
  /** Numbers of the invoices that are not paid or void. */
  invoices: string[];
});

export type OpenWorkProblem = Problem & ({
  code: "work_open" | (string & {});
  /** Ids of the open appointments. */
  appointments: string[];
  /** Ids of the jobs that are open or have an open warranty claim. */
  jobs: string[];
});

/** An address that no messages are sent to, for every contact that has it. */
export interface OptOut {
  /** Id of the opt-out. */
  opt_out_id: string;
  /** Lifecycle number of the contact who opted out; null if the contact is unknown. */
  lifecycle_number: string | null;
  /** Channel that the contact opted out of. */
  channel: "sms" | "email" | (string & {});
  /** Phone number, or email address in canonical form. */
  address: string;
  /** How the contact opted out: by a `text` or an email (`mail`) to you, by the unsubscribe `link` in an email, or by telling the `office`. */
  said_by: "text" | "mail" | "link" | "office" | (string & {});
  /** Text of the contact, or how the contact opted out. */
  source: string;
  /** When the contact opted out. */
  opted_out_at: string;
  /** When the opt-out was revoked; null while it is active. */
  revoked_at: string | null;
  /** How the contact asked to receive messages again. */
  revoked_source: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** One company. */
export interface Organization {
  /** Id of the organization. */
  organization_id: string;
  /** Name of the company. */
  name: string;
  /** IANA time zone of the organization’s days and hours. */
  time_zone: string;
  /** ISO 3166 country code. Phone numbers without a country code are read as dialed in this country. */
  country: string;
  /** ISO 4217 code of the currency of amounts that are sent without one. For a new organization that of its country. */
  currency: string;
  /** Which leads are qualified at capture: `auto` (all), `auto_except_duplicates` (all except likely duplicates), `manual` (none; a person decides), or a CEL rule about `lead`. */
  qualification_policy: string;
  working_hours: WorkingHours;
  scheduling: Scheduling;
  quiet_hours: QuietHours;
  text_limits: TextLimits;
  /** Phone number of the company, in E.164. The reply to a HELP names it, and templates can use it. */
  phone: string | null;
  /** Address of the company, for documents. */
  address: string | null;
  /** Tax number of the company, for documents. */
  tax_id: string | null;
  /** Id of a file with the logo: PNG or JPEG, at most 1 MiB. */
  logo_file_id: string | null;
  /** On the pages of customers’ links: color of the header and the buttons. Their text is white or black, to be readable. */
  brand_color: string | null;
  /** How invoices can be paid, for their PDF and their page. */
  payment_instructions: string | null;
  /** Language of the organization: for contacts without a language of their own, and for ready texts. Default `en`. */
  language: "en" | "es" | "fr" | "de" | "pt" | (string & {});
  /** The most messages of follow-ups and playbooks to one person in a day of the organization’s calendar. One more is `not_sent`, with the reason `person_limit_reached`. Messages that a user sends do not count. Default 6. */
  messages_per_person_per_day: number;
  /** Since when texts and emails wait, because sending is paused; null while they are sent. */
  sending_paused_at: string | null;
  /** Since when the operator has suspended the organization; null while it works. */
  suspended_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** The organization was created. */
export type OrganizationCreatedEvent = EventEnvelope & {
  type?: "organization.created";
  data?: Organization;
};

/** The operator changed how many of each resource the organization can have. */
export type OrganizationQuotasUpdatedEvent = EventEnvelope & {
  type?: "organization.quotas_updated";
  data?: Quotas;
};

/** The operator resumed the organization: its tokens are valid again and its work continues. */
export type OrganizationResumedEvent = EventEnvelope & {
  type?: "organization.resumed";
  data?: Organization;
};

/** The organization’s texts and emails wait from now on. */
export type OrganizationSendingPausedEvent = EventEnvelope & {
  type?: "organization.sending_paused";
  data?: Organization;
};

/** The organization’s texts and emails are sent again. */
export type OrganizationSendingResumedEvent = EventEnvelope & {
  type?: "organization.sending_resumed";
  data?: Organization;
};

/** The operator suspended the organization: its tokens are refused and its work stands still. */
export type OrganizationSuspendedEvent = EventEnvelope & {
  type?: "organization.suspended";
  data?: Organization;
};

/** The settings of the organization were updated. */
export type OrganizationUpdatedEvent = EventEnvelope & {
  type?: "organization.updated";
  data?: Organization;
};

/** An organization with its first token. */
export type OrganizationWithToken = Organization & {
  /** The secret of the token. It is shown only once; the service stores only its hash. */
  token: string;
};

export type OverpaymentProblem = Problem & ({
  code: "overpayment" | (string & {});
  /** What is still owed, in minor units. */
  balance: number;
  /** ISO 4217 code of the currency. */
  currency: string;
});

/** A passkey of your account. */
export interface Passkey {
  /** Id of the passkey. */
  passkey_id: string;
  /** Id of the user that the account belongs to here. */
  user_id: string;
  /** By which the person recognizes it. */
  name: string;
  /** Whether it is on several devices of the person. */
  synced: boolean;
  /** When the person last signed in with it. */
  last_used_at: string | null;
  /** When it was last refused, because it may have been copied. */
  refused_at: string | null;
  /** When it was removed. */
  revoked_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A user added a passkey to their account. */
export type PasskeyCreatedEvent = EventEnvelope & {
  type?: "passkey.created";
  data?: Passkey;
};

/** What the browser needs to use a passkey. */
export interface PasskeyOptions {
  /** The `publicKey` of `navigator.credentials`, for `parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()`. */
  options: Record<string, unknown>;
  /** Until when it can be used, once. */
  expires_at: string;
}

/** A passkey was refused because its counter did not grow: it may have been copied. */
export type PasskeyRefusedEvent = EventEnvelope & {
  type?: "passkey.refused";
  data?: Passkey;
};

/** A user removed a passkey from their account. */
export type PasskeyRevokedEvent = EventEnvelope & {
  type?: "passkey.revoked";
  data?: Passkey;
};

/** Why the job is paused. */
export interface PauseJob {
  /** Why the job is paused. */
  reason?: string | null | undefined;
}

/** A payment or a refund. It is never changed or deleted. */
export interface Payment {
  /** Id of the payment or refund. */
  payment_id: string;
  /** Amount of the payment; negative for a refund, in minor units of the currency. */
  amount: number;
  /** Payment method; null for a refund. */
  method: "cash" | "card" | "check" | "transfer" | "other" | null | (string & {});
  /** Reference in another system, such as the number of a check, a transfer or a charge. */
  reference: string | null;
  /** Note about the payment, for the office. */
  note: string | null;
  /** Reason for the refund; null for a payment. */
  reason: string | null;
  /** For a refund, id of the refunded payment; null if the refund is not for a single payment. */
  refund_of: string | null;
  /** Provider that reported it; null if a person recorded it. */
  provider: "stripe" | null | (string & {});
  /** The provider’s own id of it. */
  provider_payment_id: string | null;
  /** When the payment was received or the refund was recorded. */
  paid_at: string;
  /** When it was created. */
  created_at: string;
}

/** A dispute of a payment. */
export interface PaymentDispute {
  /** `needs_response`: send evidence at the provider. `other`: look there. */
  status: "needs_response" | "under_review" | "won" | "lost" | "closed" | "other" | (string & {});
  /** Reason, by the provider. */
  reason: string;
  /** Disputed amount, in minor units. */
  amount: number;
  /** Its ISO 4217 code. */
  currency: string;
}

/** The dispute of a payment has ended: see `dispute`. */
export type PaymentDisputeClosedEvent = EventEnvelope & {
  type?: "payment.dispute_closed";
  data?: ReceivedPayment;
};

/** A customer disputes a payment at the bank: see `dispute`. Respond at the provider. */
export type PaymentDisputedEvent = EventEnvelope & {
  type?: "payment.disputed";
  data?: ReceivedPayment;
};

/** A payment that was unmatched was recorded on an invoice. */
export type PaymentMatchedEvent = EventEnvelope & {
  type?: "payment.matched";
  data?: ReceivedPayment;
};

/** An account at a provider of payments. */
export interface PaymentProvider {
  /** Id of the payment provider. */
  payment_provider_id: string;
  /** Who takes the payments. */
  kind: "stripe" | (string & {});
  /** Whether its keys move real money. */
  mode: "test" | "live" | (string & {});
  /** A disabled one opens no checkouts. What it still reports is recorded. */
  status: "active" | "disabled" | (string & {});
  /** Key in its address; it never changes. */
  provider_key: string;
  /** Address for the webhooks of the provider. */
  webhook_url: string;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A payment provider was connected. */
export type PaymentProviderCreatedEvent = EventEnvelope & {
  type?: "payment_provider.created";
  data?: PaymentProvider;
};

/** A payment provider was disabled or activated, or its keys were replaced. */
export type PaymentProviderUpdatedEvent = EventEnvelope & {
  type?: "payment_provider.updated";
  data?: PaymentProvider;
};

/** The provider could not refund a payment: the customer does not have the money. */
export type PaymentRefundFailedEvent = EventEnvelope & {
  type?: "payment.refund_failed";
  data?: ReceivedPayment;
};

/** The provider has refunded a payment, or a part of it: see `refunded`. */
export type PaymentRefundedEvent = EventEnvelope & {
  type?: "payment.refunded";
  data?: ReceivedPayment;
};

/** A payment arrived that fits no open invoice: see `unmatched_reason`. It waits for a person. */
export type PaymentUnmatchedEvent = EventEnvelope & {
  type?: "payment.unmatched";
  data?: ReceivedPayment;
};

/** All values of a person were replaced by marks. The data contains only ids and counts. Erase the person in your own systems, too. */
export type PersonErasedEvent = EventEnvelope & {
  type?: "person.erased";
  data?: Erasure;
};

/** The erasure of a person was requested. No new records of the person are accepted. */
export type PersonErasureRequestedEvent = EventEnvelope & {
  type?: "person.erasure_requested";
  data?: Erasure;
};

/** The day to plan again, and why. */
export interface PlanReassignment {
  /** The day, in the organization’s time zone. */
  date: string;
  /** Id of the user who cannot work; with `appointment_id`, of the user to take it. */
  user_id?: string | undefined;
  /** Why the day is planned again. */
  reason: "sick" | "emergency" | "weather";
  /** For an emergency: the appointment to place that day. */
  appointment_id?: string | undefined;
}

/** An automation: a trigger and the steps that the service then executes automatically. */
export interface Playbook {
  /** Id of the playbook. */
  playbook_id: string;
  /** Key of a ready playbook; null for a playbook that you created. */
  key: string | null;
  /** Name of the playbook. */
  name: string;
  /** What the playbook is for, in one sentence. */
  description: string | null;
  /** Whether events start runs of the playbook. You can run it by request whether or not it is enabled. */
  enabled: boolean;
  /** When the playbook was archived; null unless it is archived. */
  archived_at: string | null;
  /** Version of the playbook. It starts at 1 and increases with every change of the definition. */
  version: number;
  trigger: PlaybookTrigger;
  /** Event types of the same lifecycle that stop a run, such as a reply. Events that the run itself causes never stop it. */
  stop_on: string[];
  /** Steps of the playbook, in order: 1 to 100 steps, including those in branches. */
  steps: PlaybookStep[];
  /** Maximum number of runs of this playbook that execute at the same time; waiting runs do not count. Null means no limit. */
  concurrency: number | null;
  /** While a run is active, an event starts no other run for the same `person` (all requests of the customer, merged leads and certain duplicates included) or for the same `lifecycle`. With `event`, every event starts a run. The default is `person`. Runs that you request always start. */
  once_per: "person" | "lifecycle" | "event" | (string & {});
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Number of runs that have not ended, of all versions. Each run keeps the version that it started with. */
  in_flight: number;
  /** Number of runs that have not ended per version, newest version first. Versions without such runs are left out. */
  in_flight_by_version: {
    /** Version of the playbook. It starts at 1 and increases with every change of the definition. */
    version: number;
    /** Number of runs of this version that have not ended. */
    runs: number;
  }[];
}

/** A playbook was created. */
export type PlaybookCreatedEvent = EventEnvelope & {
  type?: "playbook.created";
  data?: PlaybookState;
};

/** One execution of a playbook version. */
export interface PlaybookRun {
  /** Id of the run. */
  run_id: string;
  /** Id of the playbook. */
  playbook_id: string;
  /** Name of the playbook when the run started. */
  playbook_name: string;
  /** Version of the playbook that the run uses. Later changes of the playbook do not affect the run. */
  version: number;
  /** Status of the run: `queued` to start or continue, `running`, `waiting` for a time or an event, `completed`, `stopped` by an event or a step, `failed` (you can retry it), or `canceled` by request. */
  status: "queued" | "running" | "waiting" | "completed" | "stopped" | "failed" | "canceled" | (string & {});
  /** Why the run was stopped or canceled; null otherwise. */
  reason: string | null;
  error: RunError | null;
  /** Lifecycle number the run is about; null if it was started by an event without one. */
  lifecycle_number: string | null;
  /** Id of the lead the run is about; null if there is none. */
  lead_id: string | null;
  /** Id of the customer the run is about; null if there is none. */
  customer_id: string | null;
  /** Id of the job the run is about; null if there is none. */
  job_id: string | null;
  /** Id of the appointment the run is about; null if there is none. */
  appointment_id: string | null;
  /** Id of the invoice the run is about; null if there is none. */
  invoice_id: string | null;
  /** What started the run. */
  trigger: {
    /** Event type that started the run; null if it was started by a request. */
    event: string | null;
    /** Sequence number of that event in the event log. */
    seq: number | null;
    /** Who caused the event or requested the run. */
    actor: {
      /** Type of actor: `user`, `token` or `system` (the service). */
      type: string;
      /** Id of the user, token or run; null for the service itself. */
      id: string | null;
      /** Name of the actor at that time. */
      name: string;
    };
  };
  /** The `input` of the request that started the run; empty if an event started it, and without the scopes of the trace. */
  input: Record<string, unknown>;
  /** How many runs led to this run, each started by an event of the previous one; 0 if no run did. */
  depth: number;
  /** Id of the current step; null after the last one. */
  step_id: string | null;
  /** Event type that the run waits for; null if it does not wait for an event. */
  waiting_for: string | null;
  /** When the run continues, or when its wait for an event times out; null once it has ended. */
  due_at: string | null;
  /** When the run was found to be late; null unless it is late. */
  late_at: string | null;
  /** Whether the outcome of at least one step is unknown. */
  has_unknown: boolean;
  /** Number of events that did not start another run while this run was active, because of `once_per`. */
  skipped_triggers: number;
  /** Id of the run that continues from the wait of this one, because the appointment was moved after this run had passed it. */
  next_run_id: string | null;
  /** When it was created. */
  created_at: string;
  /** When the first step started. */
  started_at: string | null;
  /** When the run ended; null until then. */
  finished_at: string | null;
  /** When it last changed. */
  updated_at: string;
}

/** A playbook run was canceled by request. */
export type PlaybookRunCanceledEvent = EventEnvelope & {
  type?: "playbook_run.canceled";
  data?: PlaybookRun;
};

/** A playbook run was completed. */
export type PlaybookRunCompletedEvent = EventEnvelope & {
  type?: "playbook_run.completed";
  data?: PlaybookRun;
};

/** A playbook run failed: a step or a condition failed, or the run was part of a loop or exceeded the limit of runs per hour. See `error`. The run can be retried. */
export type PlaybookRunFailedEvent = EventEnvelope & {
  type?: "playbook_run.failed";
  data?: PlaybookRun;
};

/** A playbook run is more than a minute past its due time, and no worker is processing it. */
export type PlaybookRunLateEvent = EventEnvelope & {
  type?: "playbook_run.late";
  data?: PlaybookRun;
};

/** A failed playbook run was retried. It continues at the step that failed. */
export type PlaybookRunRetriedEvent = EventEnvelope & {
  type?: "playbook_run.retried";
  data?: PlaybookRun;
};

/** A playbook run started. */
export type PlaybookRunStartedEvent = EventEnvelope & {
  type?: "playbook_run.started";
  data?: PlaybookRun;
};

/** One executed step of a run. */
export interface PlaybookRunStep {
  /** Id of the step in the definition. */
  step_id: string;
  /** Type of the step. */
  do: string;
  /** Status of the step. `unknown` means that the worker was lost while the request was in progress, or that no response arrived: the request may or may not have had an effect. It is not repeated automatically. */
  status: "running" | "waiting" | "completed" | "skipped" | "failed" | "unknown" | (string & {});
  /** Unique key of the step in this run. Requests send it as `Idempotency-Key`. */
  key: string;
  /** Input of the step, with its texts rendered. Null without the scopes to read everything that a run can: see /docs/guides/scopes. */
  input: unknown;
  /** Output of the step. Null without the scopes to read everything that a run can: see /docs/guides/scopes. */
  output: unknown;
  /** Why the step failed or is unknown; null otherwise. */
  error: RunError | null;
  /** How often the step was started. */
  attempts: number;
  /** When the step started. */
  started_at: string;
  /** When the step ended; null until then. */
  finished_at: string | null;
  /** Duration of the last attempt in milliseconds; null until the step ends. */
  duration_ms: number | null;
}

/** A playbook run was stopped by an event in `stop_on`, or by a step: see `reason`. */
export type PlaybookRunStoppedEvent = EventEnvelope & {
  type?: "playbook_run.stopped";
  data?: PlaybookRun;
};

/** A playbook run is waiting for a time, or for an event with a timeout. */
export type PlaybookRunWaitingEvent = EventEnvelope & {
  type?: "playbook_run.waiting";
  data?: PlaybookRun;
};

/** A run with the trace of every step. */
export type PlaybookRunWithSteps = PlaybookRun & {
  /** Trace of the executed steps, in order. */
  steps: PlaybookRunStep[];
};

/** A playbook. */
export interface PlaybookState {
  /** Id of the playbook. */
  playbook_id: string;
  /** Key of a ready playbook; null for a playbook that you created. */
  key: string | null;
  /** Name of the playbook. */
  name: string;
  /** What the playbook is for, in one sentence. */
  description: string | null;
  /** Whether events start runs of the playbook. You can run it by request whether or not it is enabled. */
  enabled: boolean;
  /** When the playbook was archived; null unless it is archived. */
  archived_at: string | null;
  /** Version of the playbook. It starts at 1 and increases with every change of the definition. */
  version: number;
  trigger: PlaybookTrigger;
  /** Event types of the same lifecycle that stop a run, such as a reply. Events that the run itself causes never stop it. */
  stop_on: string[];
  /** Steps of the playbook, in order: 1 to 100 steps, including those in branches. */
  steps: PlaybookStep[];
  /** Maximum number of runs of this playbook that execute at the same time; waiting runs do not count. Null means no limit. */
  concurrency: number | null;
  /** While a run is active, an event starts no other run for the same `person` (all requests of the customer, merged leads and certain duplicates included) or for the same `lifecycle`. With `event`, every event starts a run. The default is `person`. Runs that you request always start. */
  once_per: "person" | "lifecycle" | "event" | (string & {});
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** One step of a playbook. /docs/guides/playbooks describes each type of step. */
export type PlaybookStep = SendMessageStep | CreateFollowUpStep | AssignStep | UpdateLeadStep | QualifyStep | CreateTaskStep | BookNextAvailableStep | EnrollWarrantyStep | HttpRequestStep | WaitStep | BranchStep | StopStep;

/** One step of a playbook. /docs/guides/playbooks describes each type of step. */
export type PlaybookStepInput = SendMessageStepInput | CreateFollowUpStepInput | AssignStepInput | UpdateLeadStepInput | QualifyStepInput | CreateTaskStepInput | BookNextAvailableStepInput | EnrollWarrantyStepInput | HttpRequestStepInput | WaitStepInput | BranchStepInput | StopStepInput;

/** What starts a run: an event, or a request (`{ "manual": true }`). */
export interface PlaybookTrigger {
  /** Event type that starts a run. */
  event?: string;
  /** CEL condition on the event. Without a condition, every event of this type starts a run. */
  when?: string;
  /** Instead of `event`: no event starts the playbook; it runs only when a user or another system requests it. */
  manual?: true;
}

export type PlaybookTriggerInput = PlaybookTrigger;

/** A playbook was changed, enabled, disabled, archived or restored: see `previous`. */
export type PlaybookUpdatedEvent = EventEnvelope & {
  type?: "playbook.updated";
  data?: PlaybookState;
};

/** One version of the definition of a playbook. A version never changes. */
export interface PlaybookVersion {
  /** Id of the playbook. */
  playbook_id: string;
  /** Version of the playbook. It starts at 1 and increases with every change of the definition. */
  version: number;
  trigger: PlaybookTrigger;
  /** Event types of the same lifecycle that stop a run, such as a reply. Events that the run itself causes never stop it. */
  stop_on: string[];
  /** Steps of the playbook, in order: 1 to 100 steps, including those in branches. */
  steps: PlaybookStep[];
  /** Maximum number of runs of this playbook that execute at the same time; waiting runs do not count. Null means no limit. */
  concurrency: number | null;
  /** While a run is active, an event starts no other run for the same `person` (all requests of the customer, merged leads and certain duplicates included) or for the same `lifecycle`. With `event`, every event starts a run. The default is `person`. Runs that you request always start. */
  once_per: "person" | "lifecycle" | "event" | (string & {});
  /** Who created this version. */
  created_by: {
    /** Type of actor. */
    type: "user" | "token" | "system" | (string & {});
    /** Id of the actor; null for the service itself. */
    id: string | null;
    /** Name of the actor. */
    name: string;
  };
  /** When it was created. */
  created_at: string;
}

/** The lead that this one may duplicate; null unless a person has to decide. */
export interface PossibleDuplicate {
  /** Id of the lead. */
  lead_id: string;
  /** Id of its customer; null if it has none. */
  customer_id: string | null;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Name of the contact, stored as sent. */
  name: string | null;
  /** How sure the match is, up to 1. From 0.5 it is likely, from 0.9 it is certain. */
  score: number;
  /** `likely`: a person should review the match. `certain`: safe to merge without review. */
  confidence: "likely" | "certain" | (string & {});
  /** Reasons for and against the match. */
  reasons: string[];
}

/** How a user wants the console to be, in every browser. */
export interface Preferences {
  /** Colors of the console; null: as the device is set. */
  theme: "light" | "dark" | null | (string & {});
  /** How high rows are; null: between the two. */
  density: "compact" | "touch" | null | (string & {});
  /** Whether single letters are shortcuts. Default true. */
  letter_keys: boolean;
  /** Language of the console, where it has it; null: as the browser is set. */
  language: "en" | "es" | "fr" | "de" | "pt" | null | (string & {});
  /** Saved views by screen. */
  saved_views: Record<string, SavedView[]>;
}

/** Which preferences a user has changed. */
export interface PreferencesChange {
  /** Id of the user. */
  user_id: string;
  /** What has changed. */
  changed: string[];
}

/** A user changed how the console looks for them; the values are not in the event. */
export type PreferencesUpdatedEvent = EventEnvelope & {
  type?: "preferences.updated";
  data?: PreferencesChange;
};

/** What would be sent, or a receipt with what was. */
export interface PreviewSource {
  /** The body of the request: a JSON value, or the text of a mail or a form. */
  payload?: Record<string, unknown> | readonly unknown[] | string | undefined;
  /** Instead of a payload: something that this source sent. */
  receipt_id?: string | undefined;
  mapping?: SourceMapping | undefined;
  /** Type of a text. Default: what its kind sends. */
  content_type?: string | undefined;
}

/** The texts of a template, and the lead, customer or lifecycle number to render them for. */
export interface PreviewTemplate {
  /** Id of the lead. */
  lead_id?: string | undefined;
  /** Id of the customer, instead of `lead_id`. */
  customer_id?: string | undefined;
  /** Lifecycle number, instead of `lead_id`. */
  lifecycle_number?: string | undefined;
  /** Whether the template is for texts (`sms`) or emails (`email`). It cannot be changed. */
  channel: "sms" | "email";
  /** Subject of the email, in Liquid; null for a text. */
  subject?: string | null | undefined;
  /** Text of the message, in Liquid, such as `{{ lead.name }}`. The variables are listed in /docs/guides/templates; any other variable is refused. */
  body: string;
  /** The same text in other languages, such as `{ "es": { "body": "…" } }`. A contact with none of these languages gets `body`. */
  translations?: {
    en?: TranslatedTextInput | undefined;
    es?: TranslatedTextInput | undefined;
    fr?: TranslatedTextInput | undefined;
    de?: TranslatedTextInput | undefined;
    pt?: TranslatedTextInput | undefined;
  } | undefined;
  /** Values that the template can use as `variables.…`. */
  variables?: Record<string, string | number | boolean> | undefined;
}

/** What customers are told about the price. */
export interface PriceHint {
  /** Whether the visit is free, costs at least the amount, or exactly the amount. */
  kind: "free" | "from" | "fixed" | (string & {});
  /** Amount in minor units of the currency, such as cents. */
  amount?: number;
  /** Currency of the amount, ISO 4217. Default: the organization’s. */
  currency?: string;
}

export type PriceHintInput = PriceHint;

/** An item of your list of prices. */
export interface PriceItem {
  /** Code of the item. It cannot be changed. */
  code: string;
  /** Name of the item, as customers read it on a line. */
  name: string;
  /** What kind of item it is. It cannot be changed. */
  kind: "labour" | "part" | "fee" | "discount" | (string & {});
  /** Price per unit in minor units; that of a discount is negative. */
  unit_amount: number;
  /** Currency of all amounts, as a three-letter ISO 4217 code. */
  currency: string;
  /** What one unit is. */
  unit: string | null;
  /** Tax rate in percent, with at most 4 decimals. The tax is added to the amount. */
  tax_rate: number;
  /** What one unit costs you, in minor units. Needs `price_items:write`. */
  cost: number | null;
  /** Whether it can be used on new estimates. */
  active: boolean;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A price item was created. */
export type PriceItemCreatedEvent = EventEnvelope & {
  type?: "price_item.created";
  data?: PriceItem;
};

/** A price item changed. `previous` holds the values before. */
export type PriceItemUpdatedEvent = EventEnvelope & {
  type?: "price_item.updated";
  data?: PriceItem;
};

/** An error response (RFC 9457). */
export interface Problem {
  /** A URN with the code. */
  type: string;
  /** The status in words. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What is wrong and what to do next, for a person. */
  detail: string;
  /** What is wrong, for a program. Codes never change; new ones may be added. */
  code: "bad_request" | "bad_url" | "body_missing" | "malformed_json" | "upload_broken_off" | "unauthorized" | "bad_signature" | "webhook_not_verified" | "address_closed" | "sign_in_again" | "origin_mismatch" | "organization_suspended" | "scope_missing" | "own_work_only" | "host_not_allowed" | "origin_not_allowed" | "not_found" | "method_not_allowed" | "request_timeout" | "idempotency_key_in_use" | "quota_exceeded" | "body_too_large" | "unsupported_media_type" | "unsupported_charset" | "validation_failed" | "dry_run_not_supported" | "idempotency_key_reused" | "rate_limited" | "too_many_streams" | "upload_limit_reached" | "headers_too_large" | "internal_error" | "evaluation_busy" | "database_busy" | "database_unavailable" | "storage_full" | "secret_unreadable" | "source_busy" | "stopping" | "server_at_capacity" | "too_many_uploads" | "too_many_downloads" | "scope_not_held" | "wrong_credentials" | "no_organization" | "no_account" | "invitation_not_valid" | "sign_in_link_not_valid" | "user_without_account" | "passkeys_unavailable" | "passkey_not_valid" | "passkey_exists" | "too_many_passkeys" | "passkey_refused" | "account_exists" | "account_in_use" | "too_many_sign_ins" | "own_organization" | "token_chain_too_long" | "lead_not_actionable" | "lead_not_qualified" | "lead_deleted" | "lead_merged" | "lead_converted" | "lead_won" | "lead_has_jobs" | "lead_made_customer" | "source_ref_taken" | "import_empty" | "slot_taken" | "capacity_reached" | "outside_area" | "in_the_past" | "outside_working_hours" | "time_off" | "minimum_notice" | "beyond_horizon" | "skill_missing" | "crew_missing" | "hold_lapsed" | "hold_taken" | "appointment_held" | "appointment_over" | "appointment_under_way" | "changed_meanwhile" | "nothing_to_undo" | "board_changed" | "replan_expired" | "undo_too_late" | "appointment_unassigned" | "transition_not_allowed" | "job_over" | "job_scheduled" | "contract_signed" | "no_warranty" | "warranty_enrolled" | "not_in_warranty" | "claim_closed" | "claim_scheduled" | "checklist_full" | "invoice_not_draft" | "invoice_not_sent" | "invoice_void" | "invoice_to_choose" | "invoice_has_payments" | "nothing_paid" | "overpayment" | "refund_exceeds_paid" | "too_many_payments" | "nothing_owed" | "payment_already_recorded" | "payment_returned" | "payment_provider_active" | "payment_provider_missing" | "estimate_not_draft" | "estimate_not_sent" | "estimate_accepted" | "estimate_not_accepted" | "too_many_versions" | "estimate_declined" | "estimate_expired" | "estimate_superseded" | "document_not_deliverable" | "document_busy" | "document_too_long" | "demo_sends_nothing" | "demo_company_not_ready" | "channel_active" | "secret_key_missing" | "template_name_taken" | "communication_not_retryable" | "opted_out_by_text" | "follow_up_under_way" | "playbook_changed" | "secret_name_taken" | "secret_deleted" | "playbook_archived" | "run_over" | "run_not_failed" | "webhook_endpoint_deleted" | "delivery_settled" | "replay_completed" | "invoice_open" | "work_open" | "import_running" | "person_erased" | "email_taken" | "user_inactive" | "not_in_quarantine" | "service_exists" | "price_item_exists" | "team_name_taken" | "file_erased" | "export_expired" | "export_in_progress" | "organization_not_empty" | "restore_in_progress" | "restore_file_invalid" | "events_dropped" | (string & {});
  /** Id of the request in the log of the service. Quote it when you ask for help. */
  request_id: string;
  /** Everything that is wrong with the request. */
  errors?: FieldProblem[];
}

/** A place of a person. */
export interface Property {
  /** Id of the property. */
  property_id: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Id of the lead whose place it is. */
  lead_id: string;
  /** Id of the customer; null before the conversion. */
  customer_id: string | null;
  address: PropertyAddress;
  coordinates: Coordinates | null;
  /** How to get in. */
  access_notes: string | null;
  /** Id of the customer who pays for work here, if it is another one. */
  bill_to_customer_id: string | null;
  /** Tax rate in percent, of invoice lines here that give none. */
  tax_rate: number | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** Postal address in parts. */
export interface PropertyAddress {
  /** Street and number. */
  line1: string;
  /** Unit. */
  line2?: string | null;
  /** City. */
  city: string;
  /** State or region; empty where there is none. */
  region: string;
  /** Postal code. */
  postal_code: string;
  /** ISO 3166 code of the country. */
  country: string;
}

export type PropertyAddressInput = PropertyAddress;

/** A place of a person was added. */
export type PropertyCreatedEvent = EventEnvelope & {
  type?: "property.created";
  data?: Property;
};

/** A place of a person changed. `previous` holds the values before. */
export type PropertyUpdatedEvent = EventEnvelope & {
  type?: "property.updated";
  data?: Property;
};

/** Options of the step `qualify`. */
export interface QualifyOptions {
}

export type QualifyOptionsInput = QualifyOptions;

/** Qualifies the lead. */
export interface QualifyStep {
  /** Id of the step, unique in the playbook. */
  id: string;
  /** Type of the step. */
  do: "qualify";
  /** CEL condition. If it is false, the step is skipped. */
  when?: string;
  with?: QualifyOptions;
}

export type QualifyStepInput = QualifyStep;

/** Something arrived that could not become a lead. It waits for a person. */
export type QuarantineAddedEvent = EventEnvelope & {
  type?: "quarantine.added";
  data?: QuarantineChange;
};

/** What happened to something in quarantine. */
export interface QuarantineChange {
  /** Id of the receipt. */
  receipt_id: string;
  /** Id of the source. */
  source_id: string;
  /** `captured` or `released`: it became a lead. `attached`: it belongs to a lead that was already there. `pending`: its fields are being fetched. `ignored`: it is not about a new lead. */
  outcome: "pending" | "captured" | "attached" | "quarantined" | "released" | "discarded" | "ignored" | (string & {});
  /** Code of why it did not become a lead by itself. */
  reason: string | null;
  /** Id of its lead; null if none. */
  lead_id: string | null;
  /** When it first arrived. */
  received_at: string;
}

/** A person decided that what was in quarantine is no lead. */
export type QuarantineDiscardedEvent = EventEnvelope & {
  type?: "quarantine.discarded";
  data?: QuarantineChange;
};

/** A person made a lead of what was in quarantine. */
export type QuarantineReleasedEvent = EventEnvelope & {
  type?: "quarantine.released";
  data?: QuarantineChange;
};

/** When marketing texts and emails may be sent, in the recipient’s local time. One due at another time waits for the next allowed minute. Messages with the purpose `service` are sent at any time. Default 08:00 to 21:00. */
export interface QuietHours {
  /** Time of day from which texts and emails may be sent, as HH:MM. */
  allowed_from: string;
  /** Time of day until which texts and emails may be sent, as HH:MM. Use 24:00 for the end of the day. */
  allowed_until: string;
}

export type QuietHoursInput = QuietHours;

export type QuotaProblem = Problem & ({
  code: "quota_exceeded" | (string & {});
  /** What there are too many of. */
  resource: string;
  /** How many the organization can have. */
  limit: number;
});

/** How many of each resource an organization has, and can have. */
export interface Quotas {
  /** Id of the organization. */
  organization_id: string;
  /** Channels. */
  channels: {
    /** How many it can have. */
    limit: number;
    /** How many it has. */
    used: number;
  };
  /** Megabytes of files. */
  file_megabytes: {
    /** How many it can have. */
    limit: number;
    /** How many it has. */
    used: number;
  };
  /** Forms, enabled or not. */
  forms: {
    /** How many it can have. */
    limit: number;
    /** How many it has. */
    used: number;
  };
  /** Playbooks, archived or not, without the ready ones. */
  playbooks: {
    /** How many it can have. */
    limit: number;
    /** How many it has. */
    used: number;
  };
  /** Sources of leads, active or not. */
  sources: {
    /** How many it can have. */
    limit: number;
    /** How many it has. */
    used: number;
  };
  /** Templates. */
  templates: {
    /** How many it can have. */
    limit: number;
    /** How many it has. */
    used: number;
  };
  /** Tokens that are valid. */
  tokens: {
    /** How many it can have. */
    limit: number;
    /** How many it has. */
    used: number;
  };
  /** Users, active or not. */
  users: {
    /** How many it can have. */
    limit: number;
    /** How many it has. */
    used: number;
  };
  /** Webhook endpoints that are not deleted. */
  webhook_endpoints: {
    /** How many it can have. */
    limit: number;
    /** How many it has. */
    used: number;
  };
}

/** A payment that was received, by whatever way. */
export interface ReceivedPayment {
  /** Id of the payment. */
  payment_id: string;
  /** `recorded` on its invoice. `unmatched`: on no invoice, a person decides. `returned`: unmatched, and refunded in full. */
  status: "recorded" | "unmatched" | "returned" | (string & {});
  /** Why it is on no invoice. */
  unmatched_reason: "unknown_checkout" | "other_currency" | "other_amount" | "invoice_void" | "invoice_paid" | "exceeds_balance" | "too_many_payments" | "other_mode" | null | (string & {});
  /** Id of the invoice it is meant for. */
  invoice_id: string | null;
  /** Id of the customer. */
  customer_id: string | null;
  /** Lifecycle number. */
  lifecycle_number: string | null;
  /** Id of its checkout. */
  checkout_id: string | null;
  /** Amount, in minor units. */
  amount: number;
  /** How much of it was refunded, in minor units. */
  refunded: number;
  /** ISO 4217 code. */
  currency: string;
  /** How it was paid. */
  method: "cash" | "card" | "check" | "transfer" | "other" | (string & {});
  /** Reference of the payment. */
  reference: string | null;
  /** Provider that reported it; null if a person recorded it. */
  provider: "stripe" | null | (string & {});
  /** The provider’s own id of it. */
  provider_payment_id: string | null;
  /** The dispute of it, or the last one. */
  dispute: PaymentDispute | null;
  /** When it was received. */
  paid_at: string;
  /** When it was created. */
  created_at: string;
}

/** What happened, and the lead, customer or lifecycle number it belongs to. */
export interface RecordCommunication {
  /** Id of the lead. */
  lead_id?: string | undefined;
  /** Id of the customer, instead of `lead_id`. */
  customer_id?: string | undefined;
  /** Lifecycle number, instead of `lead_id`. */
  lifecycle_number?: string | undefined;
  /** Kind of communication. A `note` is for internal use only. */
  channel: "call" | "chat" | "sms" | "email" | "note";
  /** `inbound` is from the contact, `outbound` is to the contact; a note is `internal`. */
  direction?: "inbound" | "outbound" | "internal" | undefined;
  /** Sender of an inbound text or email. Default: the contact’s own address. A STOP opts out this address. */
  from?: string | undefined;
  /** Recipient of an outbound text or email that was sent elsewhere. */
  to?: string | undefined;
  /** Subject of an email. */
  subject?: string | null | undefined;
  /** Text of the communication, stored exactly as sent. */
  body?: string | null | undefined;
  /** Duration of the call or chat in seconds. */
  duration_seconds?: number | undefined;
  /** Whether someone took an inbound call or chat; the lead is then contacted. Default: true if it has a `body` or a `duration_seconds` above 0. Send `false` for a voicemail. */
  answered?: boolean | undefined;
  /** URL of the recording. */
  recording_url?: string | undefined;
  /** When the communication started. Default: now. */
  occurred_at?: Time | undefined;
}

/** The payment to record. */
export interface RecordPayment {
  /** Amount of the payment in minor units of the currency, such as cents; at most the balance. */
  amount: number;
  /** Payment method. */
  method: "cash" | "card" | "check" | "transfer" | "other";
  /** Reference in another system, such as the number of a check, a transfer or a charge. */
  reference?: string | null | undefined;
  /** Note about the payment, for the office. */
  note?: string | null | undefined;
  /** When the payment was received. Default: now. */
  paid_at?: Time | undefined;
}

/** The refund to record. */
export interface RecordRefund {
  /** Amount of the refund in minor units of the currency, such as cents; at most the amount paid. */
  amount: number;
  /** Why the payment is refunded. */
  reason: string;
  /** Id of the payment to refund. The amount can then be at most what is left of this payment. */
  payment_id?: string | null | undefined;
}

export type RefundProblem = Problem & ({
  code: "refund_exceeds_paid" | (string & {});
  /** What can be refunded, in minor units. */
  refundable: number;
  /** ISO 4217 code of the currency. */
  currency: string;
});

/** What is missing or wrong. These fields replace those that were read. */
export interface ReleaseQuarantined {
  /** Fields of the lead. */
  fields?: {
    /** Name of the contact, stored as sent. */
    name?: string | null | undefined;
    /** Phone number. E.164 is stored unchanged; any other format is read as dialed in the organization’s country and stored as E.164. */
    phone?: string | null | undefined;
    /** Email address, stored as sent. */
    email?: string | null | undefined;
    /** Where the lead came from. Default `api`. */
    source?: string | null | undefined;
    /** Requested service, as a code in snake_case. */
    service_needed?: string | null | undefined;
    /** Postal address of the service location, on one line. */
    address?: string | null | undefined;
    /** Notes about the lead, as free text. */
    notes?: string | null | undefined;
    /** Language of messages to the contact; null for the organization’s. */
    language?: "en" | "es" | "fr" | "de" | "pt" | null | undefined;
    metadata?: Metadata | undefined;
    attribution?: AttributionInput | undefined;
    consent?: ConsentAnswer | undefined;
  } | undefined;
}

/** A proposal of new places for the appointments of a day. */
export interface Replan {
  /** Id of the plan. */
  replan_id: string;
  /** The day, in the organization’s time zone. */
  date: string;
  /** Id of the user, if the plan is about one. */
  user_id: string | null;
  /** The appointment to place, if there is one. */
  appointment_id: string | null;
  /** Why the day is planned again. */
  reason: "sick" | "emergency" | "weather" | (string & {});
  /** Status of the plan. */
  status: "proposed" | "applied" | "expired" | (string & {});
  /** What moves, earliest first. */
  moves: ReplanMove[];
  /** What no one can take. */
  unplaced: ReplanUnplaced[];
  /** Until when it can be applied. */
  expires_at: string;
  /** When it was applied; null if it was not. */
  applied_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A plan was applied. Each appointment that it moved has its own events, too. */
export type ReplanAppliedEvent = EventEnvelope & {
  type?: "replan.applied";
  data?: Replan;
};

/** A plan was made who takes the appointments of a user on a day. Nothing has moved yet. */
export type ReplanCreatedEvent = EventEnvelope & {
  type?: "replan.created";
  data?: Replan;
};

/** An appointment with a new place. */
export interface ReplanMove {
  /** Id of the appointment. */
  appointment_id: string;
  /** Its last change: with another one, the plan is void. */
  updated_at: string;
  from: ReplanPlace;
  to: ReplanPlace;
  /** Why this user takes it. */
  why: SuggestionReason[];
}

/** A user and a time. */
export interface ReplanPlace {
  /** Id of the user; null for the tray. */
  user_id: string | null;
  /** When it starts, in the organization’s time zone. */
  starts_at: string;
  /** When it ends. */
  ends_at: string;
}

/** An appointment that no one can take. */
export interface ReplanUnplaced {
  /** Id of the appointment. */
  appointment_id: string;
  /** Its last change: with another one, the plan is void. */
  updated_at: string;
  from: ReplanPlace;
  /** Whether it goes to the tray; after it was dispatched it stays. */
  to_tray: boolean;
  /** Why no one takes it. */
  why: SuggestionReason[];
}

/** Who wants to sign in, and where. */
export interface RequestSignInLink {
  /** The email address of the account. */
  email: string;
  /** Id of the organization. */
  organization_id?: string | undefined;
}

/** A link that is sent if the address is known. */
export interface RequestedSignInLink {
  /** The email address of the account. */
  email: string;
  /** Until when the link can be used. */
  expires_at: string;
}

/** The new due time: one of `due_at`, `delay` and `due_local`. */
export interface RescheduleFollowUp {
  /** When the follow-up is due, with the offset from UTC. A time in the past is due immediately. */
  due_at?: Time | undefined;
  /** How long from now the follow-up is due, as an ISO 8601 duration. Days, weeks, months and years follow the organization’s calendar: `P1D` is tomorrow at the same time. */
  delay?: string | null | undefined;
  due_local?: LocalDueTime | null | undefined;
}

/** A file of an export that is written into an empty organization, with its progress. */
export interface Restore {
  /** Id of the restore. */
  restore_id: string;
  /** `running` until all lines are written. Nothing of a restore is visible before it is `completed`, and nothing of one that `failed` stays. */
  status: "running" | "completed" | "failed" | (string & {});
  /** Who uploaded the file. */
  requested_by: Actor;
  /** Id of the organization that was exported. */
  from_organization_id: string;
  /** When the file was exported. */
  exported_at: string;
  /** SHA-256 of all lines before the last one. */
  sha256: string;
  /** Lines of the file by type. */
  counts: CountsByType | null;
  sums: ExportSums | null;
  /** Number of lines in the file. */
  lines_total: number;
  /** Number of lines written so far. */
  lines_done: number;
  /** Rows that were in progress and were ended instead of continued, by type; null until the restore is completed. */
  stopped: CountsByType | null;
  /** Why the restore failed; null unless the status is `failed`. */
  failure: string | null;
  /** Line of the file that could not be restored; null if there is none. */
  failure_line: number | null;
  /** When the restore completed or failed; null while it runs. */
  completed_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** All lines of a file were restored. Events before this one, and after `restore.started`, come from the file. */
export type RestoreCompletedEvent = EventEnvelope & {
  type?: "restore.completed";
  data?: Restore;
};

/** A file could not be restored; `failure` says why. Nothing of it was written. */
export type RestoreFailedEvent = EventEnvelope & {
  type?: "restore.failed";
  data?: Restore;
};

export type RestoreFileProblem = Problem & ({
  code: "restore_file_invalid" | (string & {});
  /** Line of the file; the first line is 1. */
  line: number;
});

/** The file of an export was received and checked. It is now written into the organization. */
export type RestoreStartedEvent = EventEnvelope & {
  type?: "restore.started";
  data?: Restore;
};

/** What happens to the messages that wait. */
export interface ResumeSending {
  /** True: messages that wait are not sent, and get the status `not_sent`. Default false: they are sent now. */
  discard_waiting?: boolean | undefined;
}

/** After how many days values are replaced by `[expired]`. Records are never deleted. */
export interface Retention {
  /** Id of your organization. */
  organization_id: string;
  /** Days until transcripts and recordings of calls and chats expire. 7 to 3650; null, the default, stores them without a limit. */
  transcripts_days: number | null;
  /** Days until subjects and bodies of texts, emails and notes expire. 7 to 3650; null, the default, stores them without a limit. */
  messages_days: number | null;
  /** Days until responses of webhook receivers expire. 7 to 3650; null, the default, stores them without a limit. */
  deliveries_days: number | null;
  /** Days until reports of imports, which can quote the file, and what sources sent (receipts) expire. 7 to 3650; null, the default, stores them without a limit. */
  raw_payloads_days: number | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** Values that were older than the retention settings allow were replaced by marks. */
export type RetentionAppliedEvent = EventEnvelope & {
  type?: "retention.applied";
  data?: RetentionSummary;
};

/** How many records had their values replaced. */
export interface RetentionSummary {
  /** Number of transcripts, and of events that contained them. */
  transcripts: number;
  /** Number of messages, and of events that contained them. */
  messages: number;
  /** Number of webhook deliveries. */
  deliveries: number;
  /** Number of errors in reports of imports, and of receipts of sources. */
  raw_payloads: number;
}

/** The retention settings were updated. */
export type RetentionUpdatedEvent = EventEnvelope & {
  type?: "retention.updated";
  data?: Retention;
};

/** A failed task that was queued again. */
export interface RetriedTask {
  /** Id of the new task in the queue. */
  task_id: string;
  /** Id of the failed task that it repeats. */
  retry_of: string;
  /** Name of the task. */
  task: string;
}

/** What was invoiced and paid in a date range. */
export interface Revenue {
  /** First day of the report. */
  from: string;
  /** Last day of the report. */
  to: string;
  /** Time zone of the organization. Days begin and end in this time zone. */
  time_zone: string;
  /** Length of a period. A week begins on Monday. */
  period: "day" | "week" | "month" | (string & {});
  /** One row per period and currency with amounts, and per source or user if you send `by`. */
  data: RevenueRow[];
  /** One row per currency. */
  totals: RevenueRow[];
}

/** Sums in minor units of one currency. */
export interface RevenueRow {
  /** First day of the period. The first period starts with the report. */
  starts_on?: string;
  /** Last day of the period. The last period ends with the report. */
  ends_on?: string;
  /** Source of the leads. */
  source?: string;
  /** Id of the user; null for none. */
  user_id?: string | null;
  /** Name of the user. */
  user_name?: string | null;
  /** Currency of the amounts. */
  currency: string;
  /** Total of the invoices sent in the period that are not void. */
  invoiced: number;
  /** What of `invoiced` is unpaid now. */
  outstanding: number;
  /** Payments received in the period, for any invoice. */
  paid: number;
  /** Refunds recorded in the period. */
  refunded: number;
}

/** The evidence that the contact wants to receive messages again. */
export interface RevokeOptOut {
  /** How and when the contact asked to receive messages again, and who heard it. */
  source: string;
}

/** Empty, or your own secret. */
export interface RotateWebhookSecret {
  /** Your own signing secret: `whsec_` followed by 24 to 64 bytes in base64. Leave it out to have one generated. */
  secret?: string | undefined;
}

/** Why the run failed; null unless it failed. */
export interface RunError {
  /** Stable code of the error. */
  code: string;
  /** Explanation of the error, for display. */
  detail: string;
}

/** What the run is about: one id or the lifecycle number. Left out for a manual playbook whose steps need none. */
export interface RunPlaybook {
  /** Id of the lead the run is about. */
  lead_id?: string | undefined;
  /** Id of the customer the run is about. */
  customer_id?: string | undefined;
  /** Id of the job the run is about. */
  job_id?: string | undefined;
  /** Id of the appointment the run is about. */
  appointment_id?: string | undefined;
  /** Id of the invoice the run is about. */
  invoice_id?: string | undefined;
  /** Lifecycle number the run is about, instead of an id. */
  lifecycle_number?: string | undefined;
  /** Values that conditions and texts can use as `input`; at most 64 KiB. */
  input?: Record<string, unknown> | undefined;
  /** Whether to only show what would happen: nothing is sent, changed or stored. */
  dry_run?: boolean | undefined;
}

/** When the assigned user arrives. */
export interface RunningLate {
  /** In how many minutes the assigned user arrives, from now. */
  eta_minutes: number;
}

/** Filters of a screen, under a name. */
export interface SavedView {
  /** Its name, once per screen. */
  name: string;
  /** The filters, as the address of the screen has them. */
  filters: Record<string, string>;
}

export type SavedViewInput = SavedView;

/** The appointment to book, or several as `visits`. Leave the body empty to schedule the job without booking one. */
export interface ScheduleJob {
  /** When the appointment starts, with its UTC offset. */
  starts_at?: Time | undefined;
  /** Length of the appointment in minutes. Default: that of the service, otherwise 60. */
  duration_minutes?: number | undefined;
  /** When the appointment ends, instead of `duration_minutes`. */
  ends_at?: Time | undefined;
  /** Id of the user who goes to the appointment. Without `assigned_to` and `team_id` the appointment is unassigned. */
  assigned_to?: string | null | undefined;
  /** Ids of users who go with `assigned_to`. With `team_id`, or where anyone can be chosen, the crew that the service needs is chosen too. */
  crew?: readonly string[] | undefined;
  /** Id of a team, instead of `assigned_to`. The free member with the least booked time that day is assigned. */
  team_id?: string | null | undefined;
  /** Code of the service. Its definition sets length, skills and buffer; without one, the code is the skill. */
  service?: string | undefined;
  /** Postal code of the place: decides on the area, and so on who works there. */
  postal_code?: string | undefined;
  /** Type of the appointment, as a code; `Site visit` is read as `site_visit`. Default `estimate`, or `job` for a job. */
  type?: string | undefined;
  location?: LocationInput | null | undefined;
  arrival_window?: ArrivalWindowInput | null | undefined;
  /** Notes for the assigned user. */
  notes?: string | null | undefined;
  /** Set to true to refuse the time if it would only cause a warning, such as a time in the past or outside working hours. */
  strict?: boolean | undefined;
  /** Several appointments instead of one, such as one for each day: all are booked, or none. */
  visits?: readonly JobVisit[] | undefined;
}

/** The appointment to book for the claim. */
export interface ScheduleWarrantyClaim {
  /** When the appointment starts, with its UTC offset. */
  starts_at?: Time | undefined;
  /** Length of the appointment in minutes. Default: that of the service, otherwise 60. */
  duration_minutes?: number | undefined;
  /** When the appointment ends, instead of `duration_minutes`. */
  ends_at?: Time | undefined;
  /** Id of the user who goes to the appointment. Without `assigned_to` and `team_id` the appointment is unassigned. */
  assigned_to?: string | null | undefined;
  /** Ids of users who go with `assigned_to`. With `team_id`, or where anyone can be chosen, the crew that the service needs is chosen too. */
  crew?: readonly string[] | undefined;
  /** Id of a team, instead of `assigned_to`. The free member with the least booked time that day is assigned. */
  team_id?: string | null | undefined;
  /** Code of the service. Its definition sets length, skills and buffer; without one, the code is the skill. */
  service?: string | undefined;
  /** Postal code of the place: decides on the area, and so on who works there. */
  postal_code?: string | undefined;
  /** Type of the appointment, as a code; `Site visit` is read as `site_visit`. Default `estimate`, or `job` for a job. */
  type?: string | undefined;
  location?: LocationInput | null | undefined;
  arrival_window?: ArrivalWindowInput | null | undefined;
  /** Notes for the assigned user. */
  notes?: string | null | undefined;
  /** Set to true to refuse the time if it would only cause a warning, such as a time in the past or outside working hours. */
  strict?: boolean | undefined;
}

/** Rules for offering appointments. */
export interface Scheduling {
  /** Minimum time between booking an appointment and its start, in minutes. Default 0. */
  minimum_notice_minutes: number;
  /** Free time before and after each appointment, in minutes. Default 0. */
  buffer_minutes: number;
  /** Time between two offered appointment starts, in minutes. Default 30. */
  step_minutes: number;
  /** How many days ahead appointments are offered. Default 365. */
  horizon_days: number;
  /** The arrival window that new appointments and offered slots get; null for none. */
  arrival_window: {
    /** Length of a window, from 15 minutes to a day, as an ISO 8601 duration. */
    duration: string;
    /** Whether windows start at multiples of their length, counted from midnight (08:00, 10:00, …). If not, a window starts with its appointment. Default true. */
    aligned?: boolean;
  } | null;
  /** How long the way between two visits takes whose coordinates are known; null to not count it. */
  travel: {
    /** Speed in kilometers per hour, on the direct line. */
    speed_kmh: number;
    /** Minutes that every way takes, such as for parking. */
    base_minutes: number;
  } | null;
  customer_changes: CustomerChanges;
}

/** Rules for offering appointments; fields you leave out stay unchanged. */
export interface SchedulingChange {
  /** Minimum time between booking an appointment and its start, in minutes. Default 0. */
  minimum_notice_minutes?: number | undefined;
  /** Free time before and after each appointment, in minutes. Default 0. */
  buffer_minutes?: number | undefined;
  /** Time between two offered appointment starts, in minutes. Default 30. */
  step_minutes?: number | undefined;
  /** How many days ahead appointments are offered. Default 365. */
  horizon_days?: number | undefined;
  /** The arrival window that new appointments and offered slots get; null for none. */
  arrival_window?: {
    /** Length of a window, from 15 minutes to a day, as an ISO 8601 duration. */
    duration: string;
    /** Whether windows start at multiples of their length, counted from midnight (08:00, 10:00, …). If not, a window starts with its appointment. Default true. */
    aligned?: boolean | undefined;
  } | null | undefined;
  /** How long the way between two visits takes whose coordinates are known; null to not count it. */
  travel?: {
    /** Speed in kilometers per hour, on the direct line. */
    speed_kmh: number;
    /** Minutes that every way takes, such as for parking. */
    base_minutes: number;
  } | null | undefined;
  customer_changes?: CustomerChangesInput | undefined;
}

export type ScopeProblem = Problem & ({
  code: "scope_missing" | "scope_not_held" | (string & {});
  /** The scopes that the token lacks; for an operation, one of them is enough. */
  required_scopes: string[];
});

/** Something that a search found. */
export interface SearchResult {
  /** What was found. */
  kind: "lifecycle" | "customer" | "lead" | "job" | "invoice" | "estimate" | (string & {});
  /** Its id; for a lifecycle, its number. */
  id: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Its name for people. */
  title: string;
  /** What distinguishes it from others with this name. */
  subtitle: string | null;
  /** How well it matches: 1 is exactly what was typed. */
  score: number;
}

/** A secret, without its value. */
export interface Secret {
  /** Id of the secret. */
  secret_id: string;
  /** Name that playbooks use: `{{ secrets.crm }}`. It never changes. */
  name: string;
  /** The only hosts that the value is sent to. Empty means any host: then everyone who may change playbooks can send it anywhere. */
  allowed_hosts: string[];
  /** When a playbook last sent the value, to the minute; null if never. */
  last_used_at: string | null;
  /** When the secret was deleted; null unless deleted. */
  deleted_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A secret was created. The event does not contain its value. */
export type SecretCreatedEvent = EventEnvelope & {
  type?: "secret.created";
  data?: Secret;
};

/** A secret was deleted, and its value with it. */
export type SecretDeletedEvent = EventEnvelope & {
  type?: "secret.deleted";
  data?: Secret;
};

/** A secret got a new value. The event does not contain it. */
export type SecretUpdatedEvent = EventEnvelope & {
  type?: "secret.updated";
  data?: Secret;
};

/** How to send it. */
export interface SendDocument {
  /** Default: email if possible, otherwise a text. */
  channel?: "email" | "sms" | undefined;
}

/** The event type to send an example of. */
export interface SendExampleEvent {
  /** An event type from `GET /v1/event-types`. */
  event_type: string;
}

/** The message, and the lead, customer or lifecycle number to send it to. */
export interface SendMessage {
  /** Id of the lead. */
  lead_id?: string | undefined;
  /** Id of the customer, instead of `lead_id`. */
  customer_id?: string | undefined;
  /** Lifecycle number, instead of `lead_id`. */
  lifecycle_number?: string | undefined;
  /** Channel of the message: text (`sms`) or email (`email`). */
  channel: "sms" | "email";
  /** Phone number or email address of the recipient. Default: the one of the customer or lead. */
  to?: string | undefined;
  /** Subject of an email. */
  subject?: string | null | undefined;
  /** Text of the communication, stored exactly as sent. */
  body?: string | null | undefined;
  /** Id of the template to render, instead of `body`. */
  template_id?: string | undefined;
  /** Values that the template can use as `variables.…`. */
  variables?: Record<string, string | number | boolean> | undefined;
  /** Id of the appointment for the `appointment` variables of the template. Default: the next appointment, or the last one if none is upcoming. */
  appointment_id?: string | undefined;
  /** Id of the job for the `job` variables of the template. Default: the newest job. */
  job_id?: string | undefined;
  /** Id of the invoice for the `invoice` variables of the template. Default: the newest sent invoice. */
  invoice_id?: string | undefined;
  /** What the message is for: `service` (about a visit, a job or a payment) is sent at any time; `marketing` waits for the end of quiet hours. Default: that of the template, otherwise `service`. */
  purpose?: "service" | "marketing" | undefined;
  /** When the message is no longer of use, such as the end of the visit. It is not sent at this time or later. Default: never. */
  expires_at?: Time | null | undefined;
}

/** Options of the step `send_message`. */
export interface SendMessageOptions {
  /** Channel of the message. */
  channel: "sms" | "email" | (string & {});
  /** Id of the template to send, instead of `body`. */
  template?: string;
  /** Subject of the email, as a Liquid template. Only for an email with `body`. */
  subject?: string;
  /** Text of the message, as a Liquid template. */
  body?: string;
  /** What the message is for: `service` (about a visit, a job or a payment) is sent at any time; `marketing` waits for the end of quiet hours. Default: that of the template, otherwise `marketing`. */
  purpose?: "service" | "marketing" | (string & {});
  /** When the message is no longer of use, as a time or Liquid that renders to one. It is not sent at this time or later. */
  expires_at?: string;
  /** The texts in other languages, as Liquid templates, such as `{ "es": { "body": "…" } }`. A contact with none of these languages gets `body`. Only with `body`. */
  translations?: {
    en?: TranslatedText;
    es?: TranslatedText;
    fr?: TranslatedText;
    de?: TranslatedText;
    pt?: TranslatedText;
  };
}

/** Options of the step `send_message`. */
export interface SendMessageOptionsInput {
  /** Channel of the message. */
  channel: "sms" | "email";
  /** Id of the template to send, instead of `body`. */
  template?: string | undefined;
  /** Subject of the email, as a Liquid template. Only for an email with `body`. */
  subject?: string | undefined;
  /** Text of the message, as a Liquid template. */
  body?: string | undefined;
  /** What the message is for: `service` (about a visit, a job or a payment) is sent at any time; `marketing` waits for the end of quiet hours. Default: that of the template, otherwise `marketing`. */
  purpose?: "service" | "marketing" | undefined;
  /** When the message is no longer of use, as a time or Liquid that renders to one. It is not sent at this time or later. */
  expires_at?: string | undefined;
  /** The texts in other languages, as Liquid templates, such as `{ "es": { "body": "…" } }`. A contact with none of these languages gets `body`. Only with `body`. */
  translations?: {
    en?: TranslatedTextInput | undefined;
    es?: TranslatedTextInput | undefined;
    fr?: TranslatedTextInput | undefined;
    de?: TranslatedTextInput | undefined;
    pt?: TranslatedTextInput | undefined;
  } | undefined;
}

/** Sends a text or an email to the contact, in the contact’s language if the message has it. Without consent or after `expires_at` the step is skipped. In quiet hours a marketing message waits until they end. */
export interface SendMessageStep {
  /** Id of the step, unique in the playbook. */
  id: string;
  /** Type of the step. */
  do: "send_message";
  /** CEL condition. If it is false, the step is skipped. */
  when?: string;
  with: SendMessageOptions;
}

export type SendMessageStepInput = SendMessageStep;

/** The service as a whole. */
export interface Service {
  /** Since when the texts and emails of every organization wait; null while they are sent. */
  sending_paused_at: string | null;
}

/** A service was defined. */
export type ServiceCreatedEvent = EventEnvelope & {
  type?: "service.created";
  data?: OfferedService;
};

/** What is to be paid in advance: either an `amount` or a `percent`. */
export interface ServiceDeposit {
  /** Amount in minor units of the organization’s currency, such as cents. */
  amount?: number;
  /** Percentage of the price. */
  percent?: number;
}

export type ServiceDepositInput = ServiceDeposit;

/** The name in other languages. */
export interface ServiceNames {
  /** The name in this language. */
  en?: string;
  /** The name in this language. */
  es?: string;
  /** The name in this language. */
  fr?: string;
  /** The name in this language. */
  de?: string;
  /** The name in this language. */
  pt?: string;
}

export type ServiceNamesInput = ServiceNames;

/** What to ask the customer before a visit. */
export interface ServiceQuestion {
  /** Key of the answer, unique within the service. */
  key: string;
  /** The question, as customers read it. */
  label: string;
  /** How it is answered. A `choice` has `choices`. */
  kind: "text" | "choice" | "yes_no" | (string & {});
  /** The possible answers of a `choice`. */
  choices?: string[];
  /** Whether it has to be answered. */
  required: boolean;
}

export type ServiceQuestionInput = ServiceQuestion;

/** The operator paused sending for every organization. Only in the log of the operator’s organization. */
export type ServiceSendingPausedEvent = EventEnvelope & {
  type?: "service.sending_paused";
  data?: Service;
};

/** The operator resumed sending. Only in the log of the operator’s organization. */
export type ServiceSendingResumedEvent = EventEnvelope & {
  type?: "service.sending_resumed";
  data?: Service;
};

/** A service changed, or was activated or deactivated. `previous` holds the values before. */
export type ServiceUpdatedEvent = EventEnvelope & {
  type?: "service.updated";
  data?: OfferedService;
};

/** A browser in which a user is signed in. */
export interface Session {
  /** Id of the session. */
  session_id: string;
  /** Id of the user. */
  user_id: string;
  /** How the user signed in. */
  method: "password" | "invitation" | "link" | "passkey" | (string & {});
  /** When the user last proved who they are. */
  signed_in_at: string;
  /** When it was last used, to the minute. */
  last_used_at: string | null;
  /** When it ends, also if it is used. */
  expires_at: string;
  /** When it was ended; null while it is open. */
  ended_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** What the browser calls itself. */
  user_agent: string | null;
  /** The network address at the last sign-in. */
  address: string | null;
}

/** A session was ended. */
export type SessionEndedEvent = EventEnvelope & {
  type?: "session.ended";
  data?: SessionOfUser;
};

/** A session, without the browser and its address. */
export interface SessionOfUser {
  /** Id of the session. */
  session_id: string;
  /** Id of the user. */
  user_id: string;
  /** How the user signed in. */
  method: "password" | "invitation" | "link" | "passkey" | (string & {});
  /** When the user last proved who they are. */
  signed_in_at: string;
  /** When it was last used, to the minute. */
  last_used_at: string | null;
  /** When it ends, also if it is used. */
  expires_at: string;
  /** When it was ended; null while it is open. */
  ended_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A user signed in. */
export type SessionStartedEvent = EventEnvelope & {
  type?: "session.started";
  data?: SessionOfUser;
};

/** What was spent on a source on a day. */
export interface SetSpend {
  /** Source of the leads, as leads have it. */
  source: string;
  /** The day, in the organization’s time zone. */
  date: string;
  /** What was spent that day, in minor units, such as cents. */
  amount: number;
  /** Currency, ISO 4217. */
  currency: string;
}

/** A shift. */
export interface Shift {
  /** When the shift starts. */
  starts_at: string;
  /** When the shift ends. */
  ends_at: string;
}

/** A link with which a user signs in, once. */
export interface SignInLink {
  /** Id of the link. */
  sign_in_link_id: string;
  /** Id of the user. */
  user_id: string;
  /** How the user gets it: by email, or from an owner. */
  delivery: "email" | "copy" | (string & {});
  /** Until when it can be used. */
  expires_at: string;
  /** When the mail server accepted it. */
  sent_at: string | null;
  /** Why the email was not sent, or may not have been. */
  not_sent_reason: string | null;
  /** When the user signed in with it. */
  used_at: string | null;
  /** When it was replaced by another way in. */
  revoked_at: string | null;
  /** Who created it. */
  created_by: Actor;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A user asked for a link to sign in, or an owner created one. */
export type SignInLinkCreatedEvent = EventEnvelope & {
  type?: "sign_in_link.created";
  data?: SignInLink;
};

/** A link to sign in was not sent, or may not have been. */
export type SignInLinkNotSentEvent = EventEnvelope & {
  type?: "sign_in_link.not_sent";
  data?: SignInLink;
};

/** A link to sign in is no longer valid. */
export type SignInLinkRevokedEvent = EventEnvelope & {
  type?: "sign_in_link.revoked";
  data?: SignInLink;
};

/** The mail server accepted the email with a link to sign in. */
export type SignInLinkSentEvent = EventEnvelope & {
  type?: "sign_in_link.sent";
  data?: SignInLink;
};

/** A user signed in with a link. */
export type SignInLinkUsedEvent = EventEnvelope & {
  type?: "sign_in_link.used";
  data?: SignInLink;
};

/** A new link with its address. */
export type SignInLinkWithUrl = SignInLink & {
  /** The link, shown only once. Give it to the person, and to no one else. */
  url: string;
};

/** Who signs, and how. */
export interface SignatureBody {
  /** Full name of the person who signs. */
  name: string;
  /** A `drawn` one needs `image`. */
  kind: "typed" | "drawn";
  /** PNG image of at most 192 KiB, in base64 or as a data URL. */
  image?: string | null | undefined;
}

/** The new session. */
export interface SignedIn {
  /** Id of the session. */
  session_id: string;
  /** Id of the user. */
  user_id: string;
  /** How the user signed in. */
  method: "password" | "invitation" | "link" | "passkey" | (string & {});
  /** When the user last proved who they are. */
  signed_in_at: string;
  /** When it was last used, to the minute. */
  last_used_at: string | null;
  /** When it ends, also if it is used. */
  expires_at: string;
  /** When it was ended; null while it is open. */
  ended_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** What the browser calls itself. */
  user_agent: string | null;
  /** The network address at the last sign-in. */
  address: string | null;
  /** Id of the organization. */
  organization_id: string;
  /** The organizations that the account can sign in to, by name. */
  organizations: ({
    /** Id of the organization. */
    organization_id: string;
    /** Name of the organization. */
    name: string;
    /** Role of the user there. */
    role: "owner" | "dispatcher" | "technician" | "viewer" | (string & {});
  })[];
}

export type SizeProblem = Problem & ({
  code: "body_too_large" | (string & {});
  /** The largest body that the operation accepts, in bytes. */
  limit_bytes: number;
});

/** An open slot. */
export interface Slot {
  /** When the slot starts, in the `time_zone` of the response. */
  starts_at: string;
  /** When the slot ends, in the `time_zone` of the response. */
  ends_at: string;
  window?: SlotWindow;
  /** Ids of the users who are free for this slot. */
  user_ids: string[];
}

export type SlotProblem = Problem & ({
  code: "slot_taken" | "capacity_reached" | (string & {});
  /** The nearest open slots, at most three. */
  alternatives: {
    /** When the slot starts. */
    starts_at: string;
    /** When it ends. */
    ends_at: string;
    /** Ids of the users who are free. */
    user_ids: string[];
  }[];
});

/** The arrival window to promise for this slot. */
export interface SlotWindow {
  /** Earliest arrival. */
  starts_at: string;
  /** Latest arrival. */
  ends_at: string;
}

/** Leads, and how far they came. */
export interface SourceCounts {
  /** Leads captured in the range. */
  leads: number;
  /** Of those, qualified. */
  qualified: number;
  /** Of those, with a visit booked so far. */
  booked: number;
  /** Of those, with a job sold so far. */
  sold: number;
}

/** A source of leads was created. */
export type SourceCreatedEvent = EventEnvelope & {
  type?: "source.created";
  data?: LeadSource;
};

/** For `json` and `form`: field of the lead to JSON Pointer (`/contact/phone`) or Liquid template (`{{ payload.first }} {{ payload.last }}`). Fields: `id` (the sender’s own id), `name`, `phone`, `email`, `service_needed`, `address`, `notes`, `language`, `metadata.<key>`, `attribution.<field>`. Empty: the usual names are understood. */
export type SourceMapping = Record<string, string>;

/** Sums in one currency, in minor units. */
export interface SourceMoney {
  /** Currency, ISO 4217. */
  currency: string;
  /** What the leads paid so far, without refunds. */
  revenue: number;
  /** Of that, by new customers. */
  revenue_new: number;
  /** Of that, by returning customers. */
  revenue_returning: number;
  /** What was spent in the range. */
  spend: number;
  /** Spend per lead; null without either. */
  cost_per_lead: number | null;
  /** Spend per booked lead; null without either. */
  cost_per_booking: number | null;
  /** Spend per sold lead; null without either. */
  cost_per_sale: number | null;
  /** Revenue divided by spend; null without spend. */
  return: number | null;
}

/** What would become of it. Nothing was written. */
export interface SourcePreview {
  /** One for each lead in the payload, at most 50. */
  results: SourcePreviewResult[];
}

/** One of the leads that were sent. */
export interface SourcePreviewResult {
  /** What would become of it. */
  outcome: "captured" | "quarantined" | "ignored" | "pending" | (string & {});
  /** Code of why it did not become a lead by itself. */
  reason: string | null;
  /** What to do about it. */
  detail: string | null;
  /** Fields of a lead that were read in it. */
  fields: Record<string, unknown>;
}

/** Something that a source sent. */
export interface SourceReceipt {
  /** Id of the receipt. */
  receipt_id: string;
  /** Id of the source. */
  source_id: string;
  /** `captured` or `released`: it became a lead. `attached`: it belongs to a lead that was already there. `pending`: its fields are being fetched. `ignored`: it is not about a new lead. */
  outcome: "pending" | "captured" | "attached" | "quarantined" | "released" | "discarded" | "ignored" | (string & {});
  /** Code of why it did not become a lead by itself. */
  reason: string | null;
  /** Id of its lead; null if none. */
  lead_id: string | null;
  /** When it first arrived. */
  received_at: string;
  /** What to do about it. */
  detail: string | null;
  /** Why it was discarded. */
  discard_reason: string | null;
  /** Number of its lead; null if none. */
  lifecycle_number: string | null;
  /** Fields of a lead that were read in it. */
  fields: Record<string, unknown>;
  /** Type of the payload. */
  content_type: string;
  /** What arrived. A list shows the first 8 KiB. Null after it has expired or was erased. */
  payload: string | null;
  /** `base64` for what is not UTF-8, or has a NUL. */
  payload_encoding: "text" | "base64" | (string & {});
  /** How long it was. At most 256 KiB of it are kept. */
  payload_bytes: number;
  /** How often it arrived. */
  deliveries: number;
  /** When a person decided about it. */
  settled_at: string | null;
}

/** A source of leads was changed, activated or deactivated; `previous` has the old values. */
export type SourceUpdatedEvent = EventEnvelope & {
  type?: "source.updated";
  data?: LeadSource;
};

/** How requests prove where they come from. */
export interface SourceVerification {
  /** What is checked. */
  method: "none" | "header" | "query" | "basic" | "google_key" | "facebook_signature" | "callrail_signature" | (string & {});
  /** Header that carries the secret. */
  header: string | null;
  /** Query parameter that carries the secret. */
  query: string | null;
  /** User name of basic authentication; the secret is its password. */
  username: string | null;
  /** Whether it is set. */
  has_verify_token: boolean;
  /** Whether it is set. */
  has_access_token: boolean;
}

/** How requests prove where they come from. Without a secret, the key in the address is the only proof. */
export interface SourceVerificationBody {
  /** The key, password, `google_key`, signing key or app secret. Stored encrypted, never returned. */
  secret?: string | null | undefined;
  /** Header that carries the secret. */
  header?: string | null | undefined;
  /** Query parameter that carries the secret. */
  query?: string | null | undefined;
  /** User name of basic authentication; the secret is its password. */
  username?: string | null | undefined;
  /** Of Facebook: the token that you enter with the address. */
  verify_token?: string | null | undefined;
  /** Of Facebook: reads the fields of a lead from the Graph API. */
  access_token?: string | null | undefined;
}

/** What each source brought and cost. */
export interface SourcesReport {
  /** First day of the report. */
  from: string;
  /** Last day of the report. */
  to: string;
  /** Time zone of the organization. Days begin and end in this time zone. */
  time_zone: string;
  /** One row per source with leads or spend in the range, by name. */
  data: SourcesReportRow[];
  /** Figures of all sources together. */
  totals: {
    /** Leads captured in the range. */
    leads: number;
    /** Of those, qualified. */
    qualified: number;
    /** Of those, with a visit booked so far. */
    booked: number;
    /** Of those, with a job sold so far. */
    sold: number;
    new: SourceCounts;
    returning: SourceCounts;
    /** One entry per currency. */
    money: SourceMoney[];
  };
}

/** Figures of one source. */
export interface SourcesReportRow {
  /** The source. */
  source: string;
  /** Leads captured in the range. */
  leads: number;
  /** Of those, qualified. */
  qualified: number;
  /** Of those, with a visit booked so far. */
  booked: number;
  /** Of those, with a job sold so far. */
  sold: number;
  new: SourceCounts;
  returning: SourceCounts;
  /** One entry per currency. */
  money: SourceMoney[];
}

/** How soon the leads captured in a date range were first contacted, and first answered automatically. */
export interface SpeedToLead {
  /** First day of the report. */
  from: string;
  /** Last day of the report. */
  to: string;
  /** Time zone of the organization. Days begin and end in this time zone. */
  time_zone: string;
  /** Number of leads captured. */
  captured: number;
  /** Number of captured leads that a person contacted. */
  contacted: number;
  /** Median time from capture to first contact, in seconds; null if no lead was contacted. */
  median_seconds: number | null;
  /** 90th percentile of the time from capture to first contact, in seconds; null if no lead was contacted. */
  p90_seconds: number | null;
  /** Number of leads contacted at most 300 seconds after capture. */
  within_5_minutes: number;
  /** `within_5_minutes` as a share of `captured`, from 0 to 1; null if no lead was captured. */
  share_within_5_minutes: number | null;
  /** The first automatic message, by a playbook or a follow-up, before a person contacted the lead. */
  response: {
    /** Number of captured leads that got an automatic message. */
    responded: number;
    /** Median time from capture to that message, in seconds; null if there was none. */
    median_seconds: number | null;
    /** 90th percentile of that time, in seconds; null if there was no message. */
    p90_seconds: number | null;
    /** Number of leads with such a message within 300 seconds. */
    within_5_minutes: number;
    /** `within_5_minutes` as a share of `captured`, from 0 to 1; null if no lead was captured. */
    share_within_5_minutes: number | null;
  };
  /** The same figures per source, for each source with leads. */
  by_source: SpeedToLeadRow[];
  /** The same figures per user, if you send `by`. Leads of no user, or not contacted yet, are last. */
  by_user?: SpeedToLeadRow[];
  /** The same figures per period with leads, if you send `period`. */
  by_period?: SpeedToLeadRow[];
}

/** The same figures for a part of the leads. */
export interface SpeedToLeadRow {
  /** First day of the period. The first period starts with the report. */
  starts_on?: string;
  /** Last day of the period. The last period ends with the report. */
  ends_on?: string;
  /** Source of the leads. */
  source?: string;
  /** Id of the user; null for none. */
  user_id?: string | null;
  /** Name of the user. */
  user_name?: string | null;
  /** Number of leads captured. */
  captured: number;
  /** Number of captured leads that a person contacted. */
  contacted: number;
  /** Median time from capture to first contact, in seconds; null if no lead was contacted. */
  median_seconds: number | null;
  /** 90th percentile of the time from capture to first contact, in seconds; null if no lead was contacted. */
  p90_seconds: number | null;
  /** Number of leads contacted at most 300 seconds after capture. */
  within_5_minutes: number;
  /** `within_5_minutes` as a share of `captured`, from 0 to 1; null if no lead was captured. */
  share_within_5_minutes: number | null;
  /** The first automatic message, by a playbook or a follow-up, before a person contacted the lead. */
  response: {
    /** Number of captured leads that got an automatic message. */
    responded: number;
    /** Median time from capture to that message, in seconds; null if there was none. */
    median_seconds: number | null;
    /** 90th percentile of that time, in seconds; null if there was no message. */
    p90_seconds: number | null;
    /** Number of leads with such a message within 300 seconds. */
    within_5_minutes: number;
    /** `within_5_minutes` as a share of `captured`, from 0 to 1; null if no lead was captured. */
    share_within_5_minutes: number | null;
  };
}

/** What was spent on a source on a day. */
export interface Spend {
  /** Source of the leads, as leads have it. */
  source: string;
  /** The day, in the organization’s time zone. */
  date: string;
  /** What was spent that day, in minor units, such as cents. */
  amount: number;
  /** Currency, ISO 4217. */
  currency: string;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** What an import of spend changed. */
export interface SpendImport {
  /** Rows of the file. */
  rows: number;
  /** Days that are new or other than before. */
  changed: number;
  /** First changed day; null if none. */
  from: string | null;
  /** Last changed day; null if none. */
  to: string | null;
}

/** A file with what was spent was imported. */
export type SpendImportedEvent = EventEnvelope & {
  type?: "spend.imported";
  data?: SpendImport;
};

/** What was spent on a source on a day was set. `previous` holds the values before. */
export type SpendUpdatedEvent = EventEnvelope & {
  type?: "spend.updated";
  data?: Spend;
};

/** Where the user’s days start; the board, suggestions and plans count the way from there. Null if unknown. */
export interface StartLocation {
  /** Postal address on one line. */
  address?: string;
  /** Latitude in degrees, positive to the north. */
  latitude?: number;
  /** Longitude in degrees, positive to the east. */
  longitude?: number;
}

/** Where the user’s days start; the board, suggestions and plans count the way from there. Null if unknown. */
export interface StartLocationInput {
  /** Postal address on one line. */
  address?: string | undefined;
  /** Latitude in degrees, positive to the north. */
  latitude?: number | undefined;
  /** Longitude in degrees, positive to the east. */
  longitude?: number | undefined;
}

export type StateProblem = Problem & ({
  code: "transition_not_allowed" | "invoice_not_draft" | "invoice_not_sent" | "invoice_void" | "invoice_has_payments" | "nothing_paid" | "nothing_owed" | "follow_up_under_way" | (string & {});
  /** The status of the resource. */
  status_now: string;
  /** The steps that are allowed from here. */
  allowed: string[];
});

/** Options of the step `stop`. */
export interface StopOptions {
  /** Why the run ends. Default `stop_step`. */
  reason?: string;
}

export type StopOptionsInput = StopOptions;

/** Ends the run with the status `stopped`. */
export interface StopStep {
  /** Id of the step, unique in the playbook. */
  id: string;
  /** Type of the step. */
  do: "stop";
  /** CEL condition. If it is false, the step is skipped. */
  when?: string;
  with?: StopOptions;
}

export type StopStepInput = StopStep;

/** A file that was stored. */
export interface StoredFile {
  /** Id of the file. */
  file_id: string;
  /** Media type, detected from the content. */
  content_type: "image/jpeg" | "image/png" | "image/webp" | "application/pdf" | (string & {});
  /** Size in bytes. */
  size_bytes: number;
  /** Id of the user who sent it; null for a token without a user. */
  uploaded_by: string | null;
  /** When its content was erased with a person. */
  erased_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A stored file with its name. */
export type StoredFileWithName = StoredFile & {
  /** Name of the file for people. */
  name: string;
};

/** An appointment that the user will not make. */
export interface StrandedCard {
  /** Id of the appointment. */
  appointment_id: string;
  /** Why the user will not make it. */
  reason: "inactive" | "time_off" | (string & {});
}

/** A booked appointment that the assigned user will not make. */
export interface StrandedVisit {
  /** Id of the appointment. */
  appointment_id: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** When the appointment starts. */
  starts_at: string;
  /** When the appointment ends. */
  ends_at: string;
}

export type StrictBookingProblem = Problem & ({
  code: "in_the_past" | "outside_working_hours" | "time_off" | "minimum_notice" | "beyond_horizon" | "skill_missing" | "crew_missing" | (string & {});
  /** Everything that is unusual about the time. */
  warnings: {
    /** What is unusual, for a program. */
    code: string;
    /** What is unusual, for a person. */
    detail: string;
  }[];
  /** The nearest open slots, at most three. */
  alternatives: {
    /** When the slot starts. */
    starts_at: string;
    /** When it ends. */
    ends_at: string;
    /** Ids of the users who are free. */
    user_ids: string[];
  }[];
});

/** The appointment to find users for. */
export interface SuggestAssignee {
  /** Id of the appointment to assign. */
  appointment_id: string;
  /** Suggest only members of this team. Default: all users. */
  team_id?: string | undefined;
  /** Maximum number of suggestions. Default 10. */
  limit?: number | undefined;
}

/** The new appointment. */
export interface SuggestSlots {
  /** Id of the lead that the appointment is for. */
  lead_id?: string | undefined;
  /** Lifecycle number of the lead, instead of its id. */
  lifecycle_number?: string | undefined;
  /** Code of the service. Default: the lead’s `service_needed`. */
  service?: string | undefined;
  /** Suggest only members of this team. */
  team_id?: string | undefined;
  /** Postal code of the place: decides on the area, and so on who works there. */
  postal_code?: string | undefined;
  location?: LocationInput | null | undefined;
  /** Length in minutes. Default: that of the service, otherwise 60. */
  duration_minutes?: number | undefined;
  /** First date, in the organization’s time zone. */
  from: string;
  /** Last date, inclusive; at most 14 days. */
  to: string;
  /** Maximum number of suggestions. Default 10. */
  limit?: number | undefined;
}

/** A user and a time. */
export interface SuggestedSlot {
  /** Id of the user. */
  user_id: string;
  /** Ids of those who go along, if the service needs more than one. */
  crew: string[];
  /** Name of the user. */
  name: string;
  /** When it starts, in the organization’s time zone. */
  starts_at: string;
  /** When it ends. */
  ends_at: string;
  /** How well the slot fits, from 0 to 1. */
  score: number;
  /** Reasons for and against it. */
  reasons: SuggestionReason[];
}

/** Slots for a new appointment. */
export interface SuggestedSlots {
  /** The suggested slots, best first. */
  suggestions: SuggestedSlot[];
}

/** A user who could take the appointment. */
export interface Suggestion {
  /** Id of the user. */
  user_id: string;
  /** Name of the user. */
  name: string;
  /** How well the user fits, from 0 to 1. */
  score: number;
  /** Whether the user works at that time and has no time off and no other appointment, buffers included. */
  is_free: boolean;
  /** Reasons for and against the user. */
  reasons: SuggestionReason[];
}

/** A reason for or against a user. */
export interface SuggestionReason {
  /** Code of the reason. */
  code: "free" | "busy" | "outside_working_hours" | "time_off" | "skill_matches" | "generalist" | "skill_missing" | "travel" | "load" | "no_taker" | "crew" | (string & {});
  /** The reason, as a sentence. */
  detail: string;
}

/** Users who could take an appointment. */
export interface Suggestions {
  /** Id of the appointment. */
  appointment_id: string;
  /** The suggested users, best first. Users who are not free are left out, unless no user is free. */
  suggestions: Suggestion[];
}

/** A task that used up its retries was queued again. */
export type TaskRetriedEvent = EventEnvelope & {
  type?: "task.retried";
  data?: RetriedTask;
};

/** A group of users who share work. */
export interface Team {
  /** Id of the team. */
  team_id: string;
  /** Name of the team, unique among the active teams of the organization. */
  name: string;
  /** Ids of the members, each once. A deactivated user stays a member but gets no work. */
  members: string[];
  /** Whether the team gets work. Another team can use the name of an inactive team. */
  active: boolean;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A team was created. */
export type TeamCreatedEvent = EventEnvelope & {
  type?: "team.created";
  data?: Team;
};

/** The name or the members of a team changed, or the team was activated or deactivated. `previous` holds the values before. */
export type TeamUpdatedEvent = EventEnvelope & {
  type?: "team.updated";
  data?: Team;
};

/** A reusable text or email. */
export interface Template {
  /** Id of the template. */
  template_id: string;
  /** Name of the template, unique in your organization. */
  name: string;
  /** Whether the template is for texts (`sms`) or emails (`email`). It cannot be changed. */
  channel: "sms" | "email" | (string & {});
  /** Subject of the email, in Liquid; null for a text. */
  subject: string | null;
  /** Text of the message, in Liquid, such as `{{ lead.name }}`. The variables are listed in /docs/guides/templates; any other variable is refused. */
  body: string;
  /** The same text in other languages, such as `{ "es": { "body": "…" } }`. A contact with none of these languages gets `body`. */
  translations: {
    en?: TranslatedText;
    es?: TranslatedText;
    fr?: TranslatedText;
    de?: TranslatedText;
    pt?: TranslatedText;
  };
  /** What the message is for: `service` (about a visit, a job or a payment) is sent at any time; `marketing` waits for the end of quiet hours. Null if the sender decides: by default `service` for a person, `marketing` for follow-ups and playbooks. */
  purpose: "service" | "marketing" | null | (string & {});
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A template was created. */
export type TemplateCreatedEvent = EventEnvelope & {
  type?: "template.created";
  data?: Template;
};

/** The message as the contact would get it. */
export interface TemplatePreview {
  /** Subject of the email; null for a text. */
  subject: string | null;
  /** Text of the message. */
  body: string;
  /** Language of the contact. */
  language: "en" | "es" | "fr" | "de" | "pt" | (string & {});
}

/** A template was changed; `previous` has the old values. */
export type TemplateUpdatedEvent = EventEnvelope & {
  type?: "template.updated";
  data?: Template;
};

/** The recipient of the test message. */
export interface TestChannel {
  /** Phone number or email address that the test message is sent to. */
  to: string;
}

/** Empty, or the event type to send an example of. */
export interface TestWebhookEndpoint {
  /** Event type to send an example of, regardless of the patterns. Default `lead.qualified`, or `webhook_endpoint.updated` without `leads:read`. */
  event_type?: string | undefined;
}

/** Which texts are sent, and how many. A text beyond a limit is `not_sent`, with `country_not_allowed` or `sending_limit_reached` as the reason. */
export interface TextLimits {
  /** ISO 3166 codes of the countries that texts can be sent to. Default: the organization’s own country. */
  countries: string[];
  /** The most texts in any hour. Default 200. */
  per_hour: number;
  /** The most texts in any 24 hours. Default 1000. */
  per_day: number;
  /** The most texts to one number in any hour. Default 10. */
  per_number_per_hour: number;
  /** The most texts to one number in any 24 hours. Default 30. */
  per_number_per_day: number;
}

/** Which texts are sent, and how many; fields you leave out stay unchanged. */
export interface TextLimitsChange {
  /** ISO 3166 codes of the countries that texts can be sent to. Default: the organization’s own country. Null for the default. */
  countries?: readonly string[] | null | undefined;
  /** The most texts in any hour. Default 200. */
  per_hour?: number | undefined;
  /** The most texts in any 24 hours. Default 1000. */
  per_day?: number | undefined;
  /** The most texts to one number in any hour. Default 10. */
  per_number_per_hour?: number | undefined;
  /** The most texts to one number in any 24 hours. Default 30. */
  per_number_per_day?: number | undefined;
}

/** A period in which a user does not work, regardless of their working hours. */
export interface TimeOff {
  /** Id of the time off. */
  time_off_id: string;
  /** Id of the user who is off. */
  user_id: string;
  /** When the time off begins. */
  starts_at: string;
  /** When the time off ends. */
  ends_at: string;
  /** Reason for the time off, for the people who plan work; null if none was given. */
  reason: string | null;
  /** When the time off was deleted; null unless deleted. */
  deleted_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** Time off was created for a user. */
export type TimeOffCreatedEvent = EventEnvelope & {
  type?: "time_off.created";
  data?: TimeOff;
};

/** Time off was deleted and no longer counts. */
export type TimeOffDeletedEvent = EventEnvelope & {
  type?: "time_off.deleted";
  data?: TimeOff;
};

/** A token, without its secret. */
export interface Token {
  /** Id of the token. */
  token_id: string;
  /** Name of the token, such as its purpose. Events show it as the actor. */
  name: string;
  /** Scopes of the token. */
  scopes: ("*" | "leads:read" | "leads:write" | "leads:capture" | "leads:own" | "customers:read" | "customers:write" | "customers:own" | "appointments:read" | "appointments:write" | "appointments:own" | "jobs:read" | "jobs:write" | "jobs:own" | "files:read" | "files:write" | "files:own" | "invoices:read" | "invoices:write" | "invoices:own" | "payment_providers:read" | "payment_providers:write" | "estimates:read" | "estimates:write" | "estimates:own" | "links:read" | "links:write" | "links:own" | "communications:read" | "communications:write" | "communications:own" | "channels:read" | "channels:write" | "templates:read" | "templates:write" | "follow_ups:read" | "follow_ups:write" | "follow_ups:own" | "forms:read" | "forms:write" | "sources:read" | "sources:write" | "playbooks:read" | "playbooks:write" | "secrets:read" | "secrets:write" | "events:read" | "events:write" | "webhooks:read" | "webhooks:write" | "reports:read" | "spend:read" | "spend:write" | "organization:read" | "organization:write" | "tokens:read" | "tokens:write" | "users:read" | "users:write" | "teams:read" | "teams:write" | "time_off:read" | "time_off:write" | "services:read" | "services:write" | "price_items:read" | "price_items:write" | "tasks:read" | "tasks:write" | "exports:write" | "privacy:read" | "privacy:write" | "operator" | (string & {}))[];
  /** Id of the user the token acts for; null for none. The token can do no more than the user’s role allows. */
  user_id: string | null;
  /** Origins of the pages that may use the token in a browser. Only for tokens with nothing but `leads:capture`. Empty for a token of a server. */
  allowed_origins: string[];
  /** Id of the token that created it; null for the first token and those of the operator. When that token ends, so does this one. */
  parent_token_id: string | null;
  /** Who created the token. */
  created_by: Actor;
  /** When the token expires; null if it never expires. It never outlives the token that created it: without `expires_at` it expires with that token. */
  expires_at: string | null;
  /** When the token was revoked; null unless revoked. */
  revoked_at: string | null;
  /** When the token was last used, to the minute; null if never. */
  last_used_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A token was created. */
export type TokenCreatedEvent = EventEnvelope & {
  type?: "token.created";
  data?: Token;
};

/** A token is valid again, because the service was started with it as the bootstrap token. */
export type TokenRestoredEvent = EventEnvelope & {
  type?: "token.restored";
  data?: Token;
};

/** A token was revoked. */
export type TokenRevokedEvent = EventEnvelope & {
  type?: "token.revoked";
  data?: Token;
};

/** A token with its secret. */
export type TokenWithSecret = Token & {
  /** The secret of the token. It is shown only once; the service stores only its hash. */
  token: string;
};

/** The call or chat that the lead came from. It is stored as an inbound communication under the lead’s lifecycle number. */
export interface Transcript {
  /** Channel of the conversation: a phone call or a chat. */
  channel: "call" | "chat";
  /** Text of the conversation, stored as sent. */
  text: string;
  /** When the conversation began. Default: now. */
  occurred_at?: Time | undefined;
  /** Length of the conversation in seconds. */
  duration_seconds?: number | undefined;
  /** Whether someone took the call or the chat; the lead is then contacted. Default true. Send `false` for a voicemail. */
  answered?: boolean | undefined;
  /** URL of the recording. */
  recording_url?: string | undefined;
}

/** The text in this language. */
export interface TranslatedText {
  /** Subject of the email. */
  subject?: string | null;
  /** Text of the message. */
  body: string;
}

export type TranslatedTextInput = TranslatedText;

/** Travel to an appointment. */
export interface Travel {
  /** Id of the earlier appointment; null: from where the day of the user starts. */
  from_appointment_id: string | null;
  /** Id of the next appointment. */
  to_appointment_id: string;
  /** Minutes from the end of the earlier appointment, or the start of the shift, to the start of the next one. */
  gap_minutes: number;
  /** Straight-line distance in km; null unless both places have coordinates. */
  distance_km: number | null;
  /** Whether the gap is too short to travel the distance at 40 km/h, never for the first one of a day; null without a distance. */
  is_tight: boolean | null;
}

/** The fields to change. Null clears a field; fields that you leave out stay unchanged. */
export interface UpdateAppointment {
  /** When the appointment starts, with its UTC offset. */
  starts_at?: Time | undefined;
  /** Length of the appointment in minutes. */
  duration_minutes?: number | undefined;
  /** When the appointment ends, instead of `duration_minutes`. */
  ends_at?: Time | undefined;
  /** Id of the user to assign; null unassigns the appointment and moves it back to the tray. */
  assigned_to?: string | null | undefined;
  /** Ids of the users who go with the assigned one, instead of those before. */
  crew?: readonly string[] | undefined;
  /** Id of a job of the same customer that the appointment belongs to. */
  job_id?: string | undefined;
  /** Type of the appointment, as a code; `Site visit` is read as `site_visit`. */
  type?: string | undefined;
  /** Id of the property: a place of the same person. */
  property_id?: string | null | undefined;
  location?: LocationInput | null | undefined;
  arrival_window?: ArrivalWindowInput | null | undefined;
  /** Notes for the assigned user. */
  notes?: string | null | undefined;
  /** Set to true to refuse the time if it would only cause a warning, such as a time in the past or outside working hours. */
  strict?: boolean | undefined;
  /** The `updated_at` that you know; another one is `changed_meanwhile`. */
  if_updated_at?: Time | undefined;
}

/** The fields to change; fields that you leave out stay unchanged. Lists are replaced as a whole. */
export interface UpdateArea {
  /** Name of the area. */
  name?: string | undefined;
  /** Postal codes of the area. Capitals, spaces and hyphens do not matter. */
  postal_codes?: readonly string[] | undefined;
  circle?: AreaCircleInput | null | undefined;
  polygon?: AreaPolygonInput | null | undefined;
  /** Users who work there. */
  user_ids?: readonly string[] | undefined;
  /** Teams that work there. Without users and teams: everyone. */
  team_ids?: readonly string[] | undefined;
  /** Whether the area counts. */
  active?: boolean | undefined;
}

/** The fields to change. Null clears a field; fields that you leave out stay unchanged. */
export interface UpdateBookingPage {
  /** Internal name of the page. Visitors do not see it; events show it as the actor. */
  name?: string | undefined;
  /** Heading of the page. */
  title?: string | undefined;
  /** Codes of the services to offer, in the order shown. Visitors see those that are active and `online`. */
  services?: readonly string[] | undefined;
  /** The `source` of leads that come from this page. */
  source?: string | undefined;
  brand?: BrandInput | undefined;
  /** Languages that visitors can choose. */
  languages?: readonly ("en" | "es" | "fr" | "de" | "pt")[] | undefined;
  /** Text on the last page; null for a ready one in the language of the visitor. */
  thank_you?: string | null | undefined;
  /** An http or https address that visitors go to at the end; null for the page with the summary. */
  redirect_url?: string | null | undefined;
  /** Whether the page is online. The page returns 404 otherwise. */
  active?: boolean | undefined;
}

/** The fields to change. What a rule counts stays: make another rule for that. */
export interface UpdateCapacityRule {
  /** How many visits are taken per day; 0 for none. */
  max_visits?: number | undefined;
  /** Whether the rule counts. */
  active?: boolean | undefined;
}

/** The fields to change. Fields and settings that you leave out stay unchanged. If you change `host` or `url`, send the secret again. */
export interface UpdateChannel {
  /** Name of the channel, for your own use. */
  name?: string | undefined;
  /** Whether messages are sent through this channel. Only one channel of each kind can be active. */
  active?: boolean | undefined;
  /** Settings of the channel. `smtp` requires `host` and `from_address`; `sms_gateway` requires `url`, `secret` and `from_number`. */
  settings?: {
    /** `smtp`: host name or IP address of the mail server. */
    host?: string | undefined;
    /** `smtp`: port of the mail server. Default: 587. */
    port?: number | undefined;
    /** `smtp`: whether to use TLS from the start of the connection, as on port 465. Otherwise STARTTLS is used, and a password requires it. */
    secure?: boolean | undefined;
    /** `smtp`: user name for the mail server. */
    username?: string | null | undefined;
    /** `smtp`: sender address of the emails. */
    from_address?: string | undefined;
    /** `smtp`: sender name of the emails. */
    from_name?: string | null | undefined;
    /** `smtp`: password for the mail server. It is stored encrypted and never returned. */
    password?: string | null | undefined;
    /** `sms_gateway`: http or https URL that texts are posted to. */
    url?: string | undefined;
    /** `sms_gateway`: sender of the texts: a phone number, a short code or a name. */
    from_number?: string | undefined;
    /** `sms_gateway`: shared secret that both sides sign requests with. It is stored encrypted and never returned. See /docs/guides/sms-gateway. */
    secret?: string | undefined;
  } | undefined;
}

/** The fields to change. Null clears a field; fields you leave out stay unchanged. */
export interface UpdateCustomer {
  /** Name of the customer. */
  name?: string | null | undefined;
  /** Phone number of the customer in E.164. */
  phone?: string | null | undefined;
  /** Email address of the customer. */
  email?: string | null | undefined;
  /** Postal address of the customer, on one line. */
  address?: string | null | undefined;
  /** Language of messages to the contact; null for the organization’s. */
  language?: "en" | "es" | "fr" | "de" | "pt" | null | undefined;
  consent?: ConsentAnswer | undefined;
  /** Whether to block all messages to the customer, even if consent was granted. */
  do_not_contact?: boolean | undefined;
}

/** The fields to change; null clears a field. */
export interface UpdateEquipment {
  /** What it is, as a code; `Water heater` is read as `water_heater`. */
  kind?: string | undefined;
  /** Who made it. */
  make?: string | null | undefined;
  /** Model. */
  model?: string | null | undefined;
  /** Serial number. */
  serial?: string | null | undefined;
  /** When it was installed. */
  installed_on?: string | null | undefined;
  /** Id of the job that installed it: of the same person. */
  installed_by_job_id?: string | null | undefined;
  /** Last day of the maker’s warranty on parts. */
  manufacturer_warranty_until?: string | null | undefined;
  /** Last day of your warranty on labour. */
  labour_warranty_until?: string | null | undefined;
}

/** The fields to change; those you leave out stay. `options` replaces all options. */
export interface UpdateEstimate {
  /** Id of the property: a place of the same person. */
  property_id?: string | null | undefined;
  /** What is offered, in one line. */
  title?: string | undefined;
  /** Last day on which it can be accepted, in the organization’s time zone. Default: 30 days from today. */
  valid_until?: string | undefined;
  /** What can be chosen: at most 5. */
  options?: readonly EstimateOptionBody[] | undefined;
  deposit?: EstimateDepositInput | null | undefined;
  /** Warranty of the job in months; 0 for none. */
  warranty_months?: number | undefined;
  /** Terms that become those of the contract. */
  terms?: string | null | undefined;
}

/** The fields to change. Null clears a field; fields that you leave out stay unchanged. */
export interface UpdateForm {
  /** Internal name of the form. Visitors do not see it; events show it as the actor. */
  name?: string | undefined;
  /** Heading of the page. */
  title?: string | undefined;
  /** Text below the heading; null for none. */
  intro?: string | null | undefined;
  /** The `source` of leads captured by this form. */
  source?: string | undefined;
  /** Services that visitors can choose, in the order shown. A form with a single service shows no choice. */
  services?: readonly {
    /** Code of the service; becomes the `service_needed` of the lead. */
    code: string;
    /** Name of the service that visitors see. */
    label: string;
  }[] | undefined;
  /** The consent checkbox; null if the form does not ask for consent. Without consent a lead gets no automatic text. */
  consent?: FormConsentInput | null | undefined;
  /** Text that visitors see after they send the form. */
  thank_you?: string | undefined;
  /** An http or https address that visitors go to after they send the form; null for the thank-you page. */
  redirect_url?: string | null | undefined;
  /** Whether the form is online. The page of a disabled form returns 404. */
  enabled?: boolean | undefined;
}

/** The mark: either `done` or `snoozed_until`. */
export interface UpdateInboxItem {
  /** `true` hides it until something new waits. `false` brings it back. */
  done?: boolean | undefined;
  /** Hides it until then, or until something new waits. It is then no longer done. Null ends the snooze. */
  snoozed_until?: Time | null | undefined;
}

/** The fields of a draft to change. `lines` replaces all lines; fields that you leave out stay unchanged. */
export interface UpdateInvoice {
  /** Id of the property: a place of the same person. */
  property_id?: string | null | undefined;
  /** Due date: the last day on which a payment is on time. */
  due_on?: string | undefined;
  /** Lines of the invoice, in order: at most 500. Their total must not be negative. */
  lines?: readonly InvoiceLineBody[] | undefined;
  /** Free text for the customer. */
  notes?: string | null | undefined;
}

/** The fields to change. Send null to clear a field; fields that you leave out stay unchanged. */
export interface UpdateJob {
  /** Title of the job: the work in one line. */
  title?: string | undefined;
  /** Code of the service, in snake_case. */
  service?: string | null | undefined;
  contract?: ContractInput | null | undefined;
  /** Length of the warranty in calendar months; 0 for no warranty. */
  warranty_months?: number | undefined;
  /** Id of the user who is responsible for the job. */
  assigned_to?: string | null | undefined;
  /** Id of the property: a place of the same person. */
  property_id?: string | null | undefined;
  /** Id of the machine: of the same person. */
  equipment_id?: string | null | undefined;
}

/** The fields to change. Null clears a field; fields you leave out stay unchanged. `metadata` and `attribution` are replaced as a whole. */
export interface UpdateLead {
  /** Name of the contact, stored as sent. */
  name?: string | null | undefined;
  /** Phone number. E.164 is stored unchanged; any other format is read as dialed in the organization’s country and stored as E.164. */
  phone?: string | null | undefined;
  /** Email address, stored as sent. */
  email?: string | null | undefined;
  /** Where the lead came from. */
  source?: string | undefined;
  /** Requested service, as a code in snake_case. */
  service_needed?: string | undefined;
  /** Postal address of the service location, on one line. */
  address?: string | null | undefined;
  /** Notes about the lead, as free text. */
  notes?: string | null | undefined;
  /** Language of messages to the contact; null for the organization’s. */
  language?: "en" | "es" | "fr" | "de" | "pt" | null | undefined;
  metadata?: Metadata | undefined;
  attribution?: AttributionInput | undefined;
  consent?: ConsentAnswer | undefined;
  /** Id of the active user the lead is assigned to; null to unassign it. */
  assigned_to?: string | null | undefined;
}

/** At least one field to change. Each value is a Liquid template; null clears the field. */
export interface UpdateLeadOptions {
  /** Name of the contact. */
  name?: string | null;
  /** Phone number of the contact. */
  phone?: string | null;
  /** Email address of the contact. */
  email?: string | null;
  /** Where the lead came from. */
  source?: string;
  /** Requested service, as a code in snake_case. */
  service_needed?: string;
  /** Postal address. */
  address?: string | null;
  /** Notes about the lead. */
  notes?: string | null;
}

export type UpdateLeadOptionsInput = UpdateLeadOptions;

/** Changes fields of the lead, with the same rules as PATCH /v1/leads/{id}. */
export interface UpdateLeadStep {
  /** Id of the step, unique in the playbook. */
  id: string;
  /** Type of the step. */
  do: "update_lead";
  /** CEL condition. If it is false, the step is skipped. */
  when?: string;
  with: UpdateLeadOptions;
}

export type UpdateLeadStepInput = UpdateLeadStep;

/** The fields to change; fields you leave out stay unchanged. */
export interface UpdateMe {
  /** Phone number of the user, for colleagues; null for none. */
  phone?: string | null | undefined;
  /** Id of a file with a picture of the user; null for none. */
  avatar_file_id?: string | null | undefined;
}

/** The settings to change; settings you leave out stay unchanged. */
export interface UpdateOrganization {
  /** Name of the company. */
  name?: string | undefined;
  /** IANA time zone of the organization’s days and hours. */
  time_zone?: string | undefined;
  /** ISO 3166 country code. Phone numbers without a country code are read as dialed in this country. */
  country?: string | undefined;
  /** ISO 4217 code of the currency of amounts that are sent without one. For a new organization that of its country. */
  currency?: string | undefined;
  /** Which leads are qualified at capture: `auto` (all), `auto_except_duplicates` (all except likely duplicates), `manual` (none; a person decides), or a CEL rule about `lead`. */
  qualification_policy?: string | undefined;
  working_hours?: WorkingHoursInput | undefined;
  scheduling?: SchedulingChange | undefined;
  quiet_hours?: QuietHoursInput | undefined;
  text_limits?: TextLimitsChange | undefined;
  /** Phone number of the company, in E.164. The reply to a HELP names it, and templates can use it. */
  phone?: string | null | undefined;
  /** Address of the company, for documents. */
  address?: string | null | undefined;
  /** Tax number of the company, for documents. */
  tax_id?: string | null | undefined;
  /** Id of a file with the logo: PNG or JPEG, at most 1 MiB. */
  logo_file_id?: string | null | undefined;
  /** On the pages of customers’ links: color of the header and the buttons. Their text is white or black, to be readable. */
  brand_color?: string | null | undefined;
  /** How invoices can be paid, for their PDF and their page. */
  payment_instructions?: string | null | undefined;
  /** Language of the organization: for contacts without a language of their own, and for ready texts. Default `en`. */
  language?: "en" | "es" | "fr" | "de" | "pt" | undefined;
  /** The most messages of follow-ups and playbooks to one person in a day of the organization’s calendar. One more is `not_sent`, with the reason `person_limit_reached`. Messages that a user sends do not count. Default 6. */
  messages_per_person_per_day?: number | undefined;
}

/** The new password of your account. */
export interface UpdatePassword {
  /** The new password, 10 to 200 characters. There are no other rules: length is what counts. */
  password: string;
}

/** The fields to change; fields you leave out stay unchanged. */
export interface UpdatePaymentProvider {
  /** Secret or restricted key of the account. Stored encrypted, never returned. */
  secret_key?: string | undefined;
  /** Signing secret of the endpoint at the provider. Stored encrypted, never returned. */
  webhook_secret?: string | undefined;
  /** A disabled one opens no checkouts. What it still reports is recorded. */
  status?: "active" | "disabled" | undefined;
}

/** The fields to change; omitted fields stay unchanged. */
export interface UpdatePlaybook {
  /** Name of the playbook. */
  name?: string | undefined;
  /** What the playbook is for, in one sentence. */
  description?: string | null | undefined;
  /** Whether events start runs of the playbook. You can run it by request whether or not it is enabled. */
  enabled?: boolean | undefined;
  /** Whether the playbook is archived: disabled and hidden from the list. Nothing is deleted, and active runs continue until they end. */
  archived?: boolean | undefined;
  /** Version that your change is based on. If the playbook has a newer version, the request fails with `playbook_changed`. */
  version?: number | undefined;
  trigger?: PlaybookTriggerInput | undefined;
  /** Event types of the same lifecycle that stop a run, such as a reply. Events that the run itself causes never stop it. */
  stop_on?: readonly string[] | undefined;
  /** Steps of the playbook, in order: 1 to 100 steps, including those in branches. */
  steps?: readonly PlaybookStepInput[] | undefined;
  /** Maximum number of runs of this playbook that execute at the same time; waiting runs do not count. Null means no limit. */
  concurrency?: number | null | undefined;
  /** While a run is active, an event starts no other run for the same `person` (all requests of the customer, merged leads and certain duplicates included) or for the same `lifecycle`. With `event`, every event starts a run. The default is `person`. Runs that you request always start. */
  once_per?: "person" | "lifecycle" | "event" | undefined;
}

/** The fields to change; fields you leave out stay unchanged. Of `saved_views`, only the screens that you send are replaced; an empty list removes one. */
export interface UpdatePreferences {
  /** Colors of the console; null: as the device is set. */
  theme?: "light" | "dark" | null | undefined;
  /** How high rows are; null: between the two. */
  density?: "compact" | "touch" | null | undefined;
  /** Whether single letters are shortcuts. Default true. */
  letter_keys?: boolean | undefined;
  /** Language of the console, where it has it; null: as the browser is set. */
  language?: "en" | "es" | "fr" | "de" | "pt" | null | undefined;
  /** Saved views by screen. */
  saved_views?: Record<string, readonly SavedViewInput[]> | undefined;
}

/** The fields to change; fields you leave out stay unchanged. */
export interface UpdatePriceItem {
  /** Name of the item, as customers read it on a line. */
  name?: string | undefined;
  /** Price per unit in minor units; that of a discount is negative. */
  unit_amount?: number | undefined;
  /** Currency, ISO 4217. Default: the organization’s. */
  currency?: string | undefined;
  /** What one unit is. */
  unit?: string | null | undefined;
  /** Tax rate in percent, with at most 4 decimals. The tax is added to the amount. */
  tax_rate?: number | undefined;
  /** What one unit costs you, in minor units. Needs `price_items:write`. */
  cost?: number | null | undefined;
  /** Whether it can be used on new estimates. */
  active?: boolean | undefined;
}

/** The fields to change; null clears a field. The address is replaced as a whole. */
export interface UpdateProperty {
  address?: PropertyAddressInput | undefined;
  coordinates?: CoordinatesInput | null | undefined;
  /** How to get in. */
  access_notes?: string | null | undefined;
  /** Id of the customer who pays for work here, if it is another one. */
  bill_to_customer_id?: string | null | undefined;
  /** Tax rate in percent, of invoice lines here that give none. */
  tax_rate?: number | null | undefined;
}

/** The quotas to change; those you leave out stay unchanged. */
export interface UpdateQuotas {
  /** How many it can have. Default 50. */
  channels?: number | undefined;
  /** How many it can have. Default 20000. */
  file_megabytes?: number | undefined;
  /** How many it can have. Default 200. */
  forms?: number | undefined;
  /** How many it can have. Default 500. */
  playbooks?: number | undefined;
  /** How many it can have. Default 200. */
  sources?: number | undefined;
  /** How many it can have. Default 1000. */
  templates?: number | undefined;
  /** How many it can have. Default 1000. */
  tokens?: number | undefined;
  /** How many it can have. Default 2000. */
  users?: number | undefined;
  /** How many it can have. Default 50. */
  webhook_endpoints?: number | undefined;
}

/** The settings to change. Settings you leave out stay unchanged. */
export interface UpdateRetention {
  /** Days until transcripts and recordings of calls and chats expire. 7 to 3650; null, the default, stores them without a limit. */
  transcripts_days?: number | null | undefined;
  /** Days until subjects and bodies of texts, emails and notes expire. 7 to 3650; null, the default, stores them without a limit. */
  messages_days?: number | null | undefined;
  /** Days until responses of webhook receivers expire. 7 to 3650; null, the default, stores them without a limit. */
  deliveries_days?: number | null | undefined;
  /** Days until reports of imports, which can quote the file, and what sources sent (receipts) expire. 7 to 3650; null, the default, stores them without a limit. */
  raw_payloads_days?: number | null | undefined;
}

/** The new `value`. To change `allowed_hosts`, send the value again. */
export interface UpdateSecret {
  /** The secret value: 8 to 4000 visible ASCII characters. It is stored encrypted and never returned. */
  value: string;
  /** The only hosts that the value is sent to. Empty means any host: then everyone who may change playbooks can send it anywhere. */
  allowed_hosts?: readonly string[] | undefined;
}

/** The fields to change; fields you leave out stay unchanged. Lists and objects are replaced as a whole. */
export interface UpdateService {
  /** Name of the service, as customers read it. */
  name?: string | undefined;
  /** How long a visit takes, in minutes. */
  duration_minutes?: number | undefined;
  names?: ServiceNamesInput | undefined;
  /** Skills that a user needs, all of them. */
  skills?: readonly string[] | undefined;
  /** Minutes to keep free after a visit; null for the organization’s setting. */
  buffer_minutes?: number | null | undefined;
  price_hint?: PriceHintInput | null | undefined;
  deposit?: ServiceDepositInput | null | undefined;
  /** How many users a visit needs. */
  crew_size?: number | undefined;
  /** Whether customers can book it by themselves. */
  online?: boolean | undefined;
  /** Questions to ask before a visit. */
  questions?: readonly ServiceQuestionInput[] | undefined;
  /** Whether your organization still offers the service. */
  active?: boolean | undefined;
}

/** The fields to change; fields you leave out stay unchanged. In `verification`, null removes a value. */
export interface UpdateSource {
  /** Name of the source, for your own use. */
  name?: string | undefined;
  /** `source` of its leads. */
  source?: string | undefined;
  /** `service_needed` of leads that arrive without one. */
  default_service?: string | null | undefined;
  mapping?: SourceMapping | undefined;
  verification?: SourceVerificationBody | undefined;
  /** Whether it takes leads. Otherwise its address responds with 410. */
  active?: boolean | undefined;
}

/** The fields to change; fields you leave out stay unchanged. `members` replaces the whole list. */
export interface UpdateTeam {
  /** Name of the team, unique among the active teams of the organization. */
  name?: string | undefined;
  /** Ids of the members, each once. A deactivated user stays a member but gets no work. */
  members?: readonly string[] | undefined;
  /** Whether the team gets work. Another team can use the name of an inactive team. */
  active?: boolean | undefined;
}

/** The fields to change. Fields that you leave out stay unchanged. */
export interface UpdateTemplate {
  /** Name of the template, unique in your organization. */
  name?: string | undefined;
  /** Subject of the email, in Liquid; null for a text. */
  subject?: string | null | undefined;
  /** Text of the message, in Liquid, such as `{{ lead.name }}`. The variables are listed in /docs/guides/templates; any other variable is refused. */
  body?: string | undefined;
  /** The same text in other languages, such as `{ "es": { "body": "…" } }`. A contact with none of these languages gets `body`. */
  translations?: {
    en?: TranslatedTextInput | undefined;
    es?: TranslatedTextInput | undefined;
    fr?: TranslatedTextInput | undefined;
    de?: TranslatedTextInput | undefined;
    pt?: TranslatedTextInput | undefined;
  } | undefined;
  /** What the message is for: `service` (about a visit, a job or a payment) is sent at any time; `marketing` waits for the end of quiet hours. Null if the sender decides: by default `service` for a person, `marketing` for follow-ups and playbooks. */
  purpose?: "service" | "marketing" | null | undefined;
}

/** The fields to change; fields you leave out stay unchanged. `skills` and `working_hours` are each replaced as a whole. */
export interface UpdateUser {
  /** Name of the user. */
  name?: string | undefined;
  /** Email address of the user, unique in the organization. */
  email?: string | undefined;
  /** Role of the user: a named set of scopes. */
  role?: "owner" | "dispatcher" | "technician" | "viewer" | undefined;
  /** IANA time zone of the user’s days and hours; null for the organization’s time zone. */
  time_zone?: string | null | undefined;
  /** Services the user can be sent to do, each once. */
  skills?: readonly string[] | undefined;
  /** Working hours of the user, in the user’s local time; null for the organization’s hours. */
  working_hours?: WorkingHoursInput | null | undefined;
  /** Whether the user has a lane on the dispatch board, is suggested, and is offered in teams. Null: by role, only technicians. */
  takes_visits?: boolean | null | undefined;
  /** Phone number of the user, for colleagues; null for none. */
  phone?: string | null | undefined;
  start_location?: StartLocationInput | null | undefined;
  /** Id of a file with a picture of the user; null for none. */
  avatar_file_id?: string | null | undefined;
  /** Whether the user is active. Tokens of an inactive user are refused. */
  active?: boolean | undefined;
}

/** Fields to change. To change the secret, use `rotate-secret`. */
export interface UpdateWebhookEndpoint {
  /** URL that events are posted to: https or http, without a user name, password or fragment. */
  url?: string | undefined;
  /** Events to send to this endpoint: event types such as `lead.qualified`, all events of a resource such as `lead.*`, or `*` for everything that your token can read (the default). */
  event_types?: readonly string[] | undefined;
  /** Your own note about what the endpoint is for. */
  description?: string | null | undefined;
  /** Whether events are sent to the endpoint. While it is disabled, events are queued; they are sent when it is enabled again. */
  enabled?: boolean | undefined;
  /** Maximum number of requests per second; null for no fixed limit. */
  rate_limit_per_second?: number | null | undefined;
  /** Order of events. `lifecycle`: an event waits until all earlier events of its lifecycle are delivered or have failed for good. `none`: each event is sent as soon as possible. A change applies to later events. */
  ordering?: "none" | "lifecycle" | undefined;
}

/** A user, with the appointments that a deactivation strands. */
export interface UpdatedUser {
  /** Id of the user. */
  user_id: string;
  /** Name of the user. */
  name: string;
  /** Email address of the user, unique in the organization. */
  email: string;
  /** Role of the user: a named set of scopes. */
  role: "owner" | "dispatcher" | "technician" | "viewer" | (string & {});
  /** IANA time zone of the user’s days and hours; null for the organization’s time zone. */
  time_zone: string | null;
  /** Services the user can be sent to do, each once. */
  skills: string[];
  /** Working hours of the user, in the user’s local time; null for the organization’s hours. */
  working_hours: WorkingHours | null;
  /** Whether the user has a lane on the dispatch board, is suggested, and is offered in teams. */
  takes_visits: boolean;
  /** Phone number of the user, for colleagues; null for none. */
  phone: string | null;
  start_location: StartLocation | null;
  /** Id of a file with a picture of the user; null for none. */
  avatar_file_id: string | null;
  /** Whether the user is active. Tokens of an inactive user are refused. */
  active: boolean;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Present if there are any: booked appointments of the user that this change leaves without someone to do them. Assign them to another user, or move them. Empty if your token lacks `appointments:read`. */
  stranded?: StrandedVisit[];
}

/** The key of a link. */
export interface UseSignInLink {
  /** The key at the end of the link. */
  key: string;
}

/** A person who works for the organization. */
export interface User {
  /** Id of the user. */
  user_id: string;
  /** Name of the user. */
  name: string;
  /** Email address of the user, unique in the organization. */
  email: string;
  /** Role of the user: a named set of scopes. */
  role: "owner" | "dispatcher" | "technician" | "viewer" | (string & {});
  /** IANA time zone of the user’s days and hours; null for the organization’s time zone. */
  time_zone: string | null;
  /** Services the user can be sent to do, each once. */
  skills: string[];
  /** Working hours of the user, in the user’s local time; null for the organization’s hours. */
  working_hours: WorkingHours | null;
  /** Whether the user has a lane on the dispatch board, is suggested, and is offered in teams. */
  takes_visits: boolean;
  /** Phone number of the user, for colleagues; null for none. */
  phone: string | null;
  start_location: StartLocation | null;
  /** Id of a file with a picture of the user; null for none. */
  avatar_file_id: string | null;
  /** Whether the user is active. Tokens of an inactive user are refused. */
  active: boolean;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A calendar key was created for a user. The previous key, if any, is no longer valid. */
export type UserCalendarKeyCreatedEvent = EventEnvelope & {
  type?: "user.calendar_key_created";
  data?: CalendarKey;
};

/** The calendar key of a user was revoked. */
export type UserCalendarKeyRevokedEvent = EventEnvelope & {
  type?: "user.calendar_key_revoked";
  data?: CalendarKey;
};

/** A user was created. */
export type UserCreatedEvent = EventEnvelope & {
  type?: "user.created";
  data?: User;
};

/** A user changed the password of their account. */
export type UserPasswordChangedEvent = EventEnvelope & {
  type?: "user.password_changed";
  data?: User;
};

/** A user was updated. */
export type UserUpdatedEvent = EventEnvelope & {
  type?: "user.updated";
  data?: User;
};

/** How full the calendars are. */
export interface Utilization {
  /** First day of the report. */
  from: string;
  /** Last day of the report. */
  to: string;
  /** Time zone of the organization. Days begin and end in this time zone. */
  time_zone: string;
  /** Length of a period. A week begins on Monday. */
  period: "day" | "week" | "month" | (string & {});
  /** One row per period and user, by name. */
  data: UtilizationRow[];
  /** Each user over the whole date range. */
  by_user: UtilizationRow[];
  totals: UtilizationRow;
  /** Whether there are more users than the 200 that are shown. */
  has_more: boolean;
}

/** How much of the working time is scheduled. */
export interface UtilizationRow {
  /** First day of the period. The first period starts with the report. */
  starts_on?: string;
  /** Last day of the period. The last period ends with the report. */
  ends_on?: string;
  /** Id of the user; null for none. */
  user_id?: string | null;
  /** Name of the user. */
  user_name?: string | null;
  /** Working time without time off, in minutes. */
  shift_minutes: number;
  /** Time of visits, also outside the working time, in minutes. */
  scheduled_minutes: number;
  /** The share of the working time that is scheduled, from 0 to 1; null without working time. */
  utilisation: number | null;
}

export type VersionProblem = Problem & ({
  code: "playbook_changed" | (string & {});
  /** The current version. */
  version: number;
});

/** A warning about a visit that was booked. Warnings do not prevent a booking. */
export interface VisitWarning {
  /** Code of the warning. */
  code: "in_the_past" | "outside_working_hours" | "time_off" | "minimum_notice" | "beyond_horizon" | "skill_missing" | "crew_missing" | (string & {});
  /** The warning, as a sentence. */
  detail: string;
  /** Id of the appointment that was booked. */
  appointment_id: string;
  /** When it starts, in its time zone. */
  starts_at: string;
}

/** The reason for voiding the invoice. */
export interface VoidInvoice {
  /** Why the invoice is voided. */
  reason: string;
}

/** Options of the step `wait`. */
export interface WaitOptions {
  /** How long to wait, as an ISO 8601 duration. */
  duration?: string;
  /** When the wait ends: RFC 3339, or Liquid that renders it. */
  until?: string;
  /** How long before the appointment of the run starts, as an ISO 8601 duration. It moves with the appointment. If that time is over, the run stops. */
  before?: string;
  /** How long after the appointment of the run ends, as an ISO 8601 duration. It moves with the appointment. */
  after?: string;
  /** Time of the appointment to count from. Default `starts_at` for `before`, `ends_at` for `after`. */
  anchor?: "starts_at" | "ends_at" | (string & {});
  /** Event type, or a pattern such as `job.*`, to wait for in the lifecycle of the run. */
  event?: string;
  /** Longest time to wait for the event, as an ISO 8601 duration. Required with `event`. */
  timeout?: string;
  /** CEL condition on the event, only with `event`. If it is false, the wait continues. */
  when?: string;
}

export type WaitOptionsInput = WaitOptions;

/** Waits for a duration, until a time, before or after the appointment of the run, or for an event; at most 400 days. */
export interface WaitStep {
  /** Id of the step, unique in the playbook. */
  id: string;
  /** Type of the step. */
  do: "wait";
  /** CEL condition. If it is false, the step is skipped. */
  when?: string;
  with: WaitOptions;
}

export type WaitStepInput = WaitStep;

/** A claim of a customer under the warranty of a job. */
export interface WarrantyClaim {
  /** Id of the warranty claim. */
  claim_id: string;
  /** Id of the job. */
  job_id: string;
  /** Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit. */
  lifecycle_number: string;
  /** Whether the claim is open or closed. */
  status: "open" | "closed" | (string & {});
  /** What is wrong, stored exactly as sent. */
  description: string;
  /** Id of the machine, if it names one. */
  equipment_id: string | null;
  /** How the claim was resolved, stored exactly as sent. */
  resolution: string | null;
  /** Id of the last appointment booked for the claim; null if there is none. */
  appointment_id: string | null;
  /** When the claim was closed; null while it is open. */
  closed_at: string | null;
  /** Only in the response of a request that booked appointments: what is unusual about them, if anything is. Empty if your token lacks `appointments:read`. */
  warnings?: VisitWarning[];
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A warranty claim was closed. */
export type WarrantyClaimClosedEvent = EventEnvelope & {
  type?: "warranty_claim.closed";
  data?: WarrantyClaim;
};

/** A warranty claim was opened. */
export type WarrantyClaimOpenedEvent = EventEnvelope & {
  type?: "warranty_claim.opened";
  data?: WarrantyClaim;
};

/** An appointment was booked for an open warranty claim. */
export type WarrantyClaimScheduledEvent = EventEnvelope & {
  type?: "warranty_claim.scheduled";
  data?: WarrantyClaim;
};

/** The delivery of one event to one endpoint. */
export interface WebhookDelivery {
  /** Id of the delivery. */
  delivery_id: string;
  /** Id of the endpoint that the event is sent to. */
  webhook_endpoint_id: string;
  /** Id of the event; also sent as the `webhook-id` header of every attempt. */
  event_id: string;
  /** Position of the event in the event log. */
  event_seq: number;
  /** The event type. */
  event_type: string;
  /** Lifecycle number of the event; null if it belongs to no lifecycle. */
  lifecycle_number: string | null;
  /** Id of the replay that created this delivery; null if it was not a replay. */
  replay_id: string | null;
  /** Status of the delivery: `pending` until the receiver accepts it (`delivered`), ten attempts fail (`failed`), or its endpoint is deleted or its replay canceled (`canceled`). */
  status: "pending" | "delivered" | "failed" | "canceled" | (string & {});
  /** Number of attempts so far. */
  attempt_count: number;
  /** HTTP status of the response; null if there was no response. */
  last_status_code: number | null;
  /** Why the attempt failed, as a code such as `timeout`; null if it succeeded. */
  last_error: string | null;
  /** When the next attempt is due; null once the delivery is settled. */
  next_attempt_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When the delivery was delivered, failed or canceled; null while it is pending. */
  settled_at: string | null;
}

/** A user asked to retry a delivery now instead of at its planned time. */
export type WebhookDeliveryRetriedEvent = EventEnvelope & {
  type?: "webhook_delivery.retried";
  data?: WebhookDelivery;
};

/** The delivery of one event to one endpoint, with every attempt. */
export type WebhookDeliveryWithAttempts = WebhookDelivery & ({
  /** Every attempt, oldest first. */
  attempts: ({
    /** When the attempt started. */
    at: string;
    /** Duration of the attempt in milliseconds. */
    duration_ms: number;
    /** HTTP status of the response; null if there was no response. */
    status_code: number | null;
    /** Why the attempt failed, as a code such as `timeout`; null if it succeeded. */
    error: string | null;
    /** Start of the response body, at most 1 KiB; null if there was none. */
    response: string | null;
  })[];
});

/** A URL to send events to. */
export interface WebhookEndpoint {
  /** Id of the endpoint. */
  webhook_endpoint_id: string;
  /** URL that events are posted to: https or http, without a user name, password or fragment. */
  url: string;
  /** Events to send to this endpoint: event types such as `lead.qualified`, all events of a resource such as `lead.*`, or `*` for everything that your token can read (the default). */
  event_types: string[];
  /** The endpoint gets only events that these scopes can read. They are those of the token that created it. A token that sends `url` or `event_types` in an update limits them to its own; one with `*` sets them to `*`. */
  scopes: string[];
  /** Your own note about what the endpoint is for. */
  description: string | null;
  /** Whether events are sent to the endpoint. While it is disabled, events are queued; they are sent when it is enabled again. */
  enabled: boolean;
  /** When the endpoint was disabled; null while it is enabled. */
  disabled_at: string | null;
  /** Why the endpoint is disabled: `by_request` (a user disabled it), `gone` (it responded with 410) or `failing` (every attempt failed for 120 hours); null while it is enabled. */
  disabled_reason: "by_request" | "gone" | "failing" | null | (string & {});
  /** Maximum number of requests per second; null for no fixed limit. */
  rate_limit_per_second: number | null;
  /** Order of events. `lifecycle`: an event waits until all earlier events of its lifecycle are delivered or have failed for good. `none`: each event is sent as soon as possible. A change applies to later events. */
  ordering: "none" | "lifecycle" | (string & {});
  /** Until when requests are also signed with the previous secret; null if the secret was never rotated. */
  previous_secret_until: string | null;
  /** When the endpoint was deleted; null if it was not. */
  deleted_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

/** A webhook endpoint was created. */
export type WebhookEndpointCreatedEvent = EventEnvelope & {
  type?: "webhook_endpoint.created";
  data?: WebhookEndpoint;
};

/** A webhook endpoint was deleted and its pending deliveries were canceled. */
export type WebhookEndpointDeletedEvent = EventEnvelope & {
  type?: "webhook_endpoint.deleted";
  data?: WebhookEndpoint;
};

/** A webhook endpoint was disabled. Events are queued until it is enabled again. See `disabled_reason`. */
export type WebhookEndpointDisabledEvent = EventEnvelope & {
  type?: "webhook_endpoint.disabled";
  data?: WebhookEndpoint;
};

/** A webhook endpoint was enabled. Events are sent to it again, starting with those that were queued. */
export type WebhookEndpointEnabledEvent = EventEnvelope & {
  type?: "webhook_endpoint.enabled";
  data?: WebhookEndpoint;
};

/** A replay was canceled, with its pending deliveries. */
export type WebhookEndpointReplayCanceledEvent = EventEnvelope & {
  type?: "webhook_endpoint.replay_canceled";
  data?: WebhookReplay;
};

/** All deliveries of a replay have been queued. */
export type WebhookEndpointReplayCompletedEvent = EventEnvelope & {
  type?: "webhook_endpoint.replay_completed";
  data?: WebhookReplay;
};

/** A replay of events to a webhook endpoint was started. */
export type WebhookEndpointReplayStartedEvent = EventEnvelope & {
  type?: "webhook_endpoint.replay_started";
  data?: WebhookReplay;
};

/** A webhook endpoint has a new secret. Requests are also signed with the previous one until `previous_secret_until`. */
export type WebhookEndpointSecretRotatedEvent = EventEnvelope & {
  type?: "webhook_endpoint.secret_rotated";
  data?: WebhookEndpoint;
};

/** A webhook endpoint was updated. See `previous` for the old values. */
export type WebhookEndpointUpdatedEvent = EventEnvelope & {
  type?: "webhook_endpoint.updated";
  data?: WebhookEndpoint;
};

/** An endpoint with its delivery health. */
export type WebhookEndpointWithHealth = WebhookEndpoint & ({
  /** Delivery health of the endpoint. */
  health: {
    /** When the endpoint last accepted an event; null if never. */
    last_success_at: string | null;
    /** When an attempt last failed; null if never. */
    last_failure_at: string | null;
    /** Since when every attempt has failed; null if the last attempt succeeded. After 120 hours the endpoint is disabled. */
    failing_since: string | null;
    /** Number of pending deliveries, counted up to 10,000. */
    pending: number;
  };
});

/** An endpoint with its secret, which is shown only once. */
export type WebhookEndpointWithSecret = WebhookEndpoint & {
  /** Secret that requests are signed with. Store it: it is not shown again. */
  secret: string;
};

/** Events that are sent to an endpoint again, in the background. */
export interface WebhookReplay {
  /** Id of the replay. */
  replay_id: string;
  /** Id of the endpoint that events are sent to again. */
  webhook_endpoint_id: string;
  /** How the events were selected: `events` by `event_ids`, `range` by `from_seq`, `failed` by `failed_since`. */
  kind: "events" | "range" | "failed" | (string & {});
  /** Status of the replay. It is `completed` once all of its deliveries are queued; see `pending` for how many are not settled yet. */
  status: "running" | "completed" | "canceled" | (string & {});
  /** First `seq` of a `range` replay; otherwise null. */
  from_seq: number | null;
  /** Last `seq` of a `range` replay; otherwise null. */
  to_seq: number | null;
  /** Start time of a `failed` replay; otherwise null. */
  failed_since: string | null;
  /** Number of events that the replay covers: those in `event_ids`, all in the range (matching the patterns or not), or those that failed. */
  total: number;
  /** Number of deliveries queued so far. */
  queued: number;
  /** Number of queued deliveries that were delivered. */
  delivered: number;
  /** Number of queued deliveries that failed for good. */
  failed: number;
  /** Number of queued deliveries that are pending. */
  pending: number;
  /** Number of queued deliveries that were canceled. */
  canceled: number;
  /** When it was created. */
  created_at: string;
  /** When the last delivery was queued or the replay was canceled; null while it is running. */
  completed_at: string | null;
}

/** When the step was taken, and what you know of the appointment. */
export interface WorkStep {
  /** When it was done, if it is sent later: at most 24 hours ago. Default: now. */
  at?: Time | undefined;
  /** The `updated_at` that you know; another one is `changed_meanwhile`. */
  if_updated_at?: Time | undefined;
}

/** Working hours, in local time. Default: Monday to Friday, 08:00 to 17:00. */
export interface WorkingHours {
  /** Working hours of every week. */
  weekly: ({
    /** Weekday on which the hours begin. */
    day: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | (string & {});
    /** When work begins, in local time. */
    start: string;
    /** When work ends, in local time, at most `24:00`. An end at or before the start is on the next day. */
    end: string;
  })[];
  /** Dates with their own working hours instead of those of their weekday. */
  exceptions: {
    /** Local date of the exception. */
    date: string;
    /** Working hours on the date; empty for a day off. */
    intervals: {
      /** When work begins, in local time. */
      start: string;
      /** When work ends, in local time, at most `24:00`. An end at or before the start is on the next day. */
      end: string;
    }[];
  }[];
}

/** Working hours, in local time. Default: Monday to Friday, 08:00 to 17:00. */
export interface WorkingHoursInput {
  /** Working hours of every week. */
  weekly: readonly ({
    /** Weekday on which the hours begin. */
    day: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
    /** When work begins, in local time. */
    start: string;
    /** When work ends, in local time, at most `24:00`. An end at or before the start is on the next day. */
    end: string;
  })[];
  /** Dates with their own working hours instead of those of their weekday. */
  exceptions: readonly {
    /** Local date of the exception. */
    date: string;
    /** Working hours on the date; empty for a day off. */
    intervals: readonly {
      /** When work begins, in local time. */
      start: string;
      /** When work ends, in local time, at most `24:00`. An end at or before the start is on the next day. */
      end: string;
    }[];
  }[];
}

/** Every code that a problem of this version can have. */
export type ProblemCode =
  | "bad_request"
  | "bad_url"
  | "body_missing"
  | "malformed_json"
  | "upload_broken_off"
  | "unauthorized"
  | "bad_signature"
  | "webhook_not_verified"
  | "address_closed"
  | "sign_in_again"
  | "origin_mismatch"
  | "organization_suspended"
  | "scope_missing"
  | "own_work_only"
  | "host_not_allowed"
  | "origin_not_allowed"
  | "not_found"
  | "method_not_allowed"
  | "request_timeout"
  | "idempotency_key_in_use"
  | "quota_exceeded"
  | "body_too_large"
  | "unsupported_media_type"
  | "unsupported_charset"
  | "validation_failed"
  | "dry_run_not_supported"
  | "idempotency_key_reused"
  | "rate_limited"
  | "too_many_streams"
  | "upload_limit_reached"
  | "headers_too_large"
  | "internal_error"
  | "evaluation_busy"
  | "database_busy"
  | "database_unavailable"
  | "storage_full"
  | "secret_unreadable"
  | "source_busy"
  | "stopping"
  | "server_at_capacity"
  | "too_many_uploads"
  | "too_many_downloads"
  | "scope_not_held"
  | "wrong_credentials"
  | "no_organization"
  | "no_account"
  | "invitation_not_valid"
  | "sign_in_link_not_valid"
  | "user_without_account"
  | "passkeys_unavailable"
  | "passkey_not_valid"
  | "passkey_exists"
  | "too_many_passkeys"
  | "passkey_refused"
  | "account_exists"
  | "account_in_use"
  | "too_many_sign_ins"
  | "own_organization"
  | "token_chain_too_long"
  | "lead_not_actionable"
  | "lead_not_qualified"
  | "lead_deleted"
  | "lead_merged"
  | "lead_converted"
  | "lead_won"
  | "lead_has_jobs"
  | "lead_made_customer"
  | "source_ref_taken"
  | "import_empty"
  | "slot_taken"
  | "capacity_reached"
  | "outside_area"
  | "in_the_past"
  | "outside_working_hours"
  | "time_off"
  | "minimum_notice"
  | "beyond_horizon"
  | "skill_missing"
  | "crew_missing"
  | "hold_lapsed"
  | "hold_taken"
  | "appointment_held"
  | "appointment_over"
  | "appointment_under_way"
  | "changed_meanwhile"
  | "nothing_to_undo"
  | "board_changed"
  | "replan_expired"
  | "undo_too_late"
  | "appointment_unassigned"
  | "transition_not_allowed"
  | "job_over"
  | "job_scheduled"
  | "contract_signed"
  | "no_warranty"
  | "warranty_enrolled"
  | "not_in_warranty"
  | "claim_closed"
  | "claim_scheduled"
  | "checklist_full"
  | "invoice_not_draft"
  | "invoice_not_sent"
  | "invoice_void"
  | "invoice_to_choose"
  | "invoice_has_payments"
  | "nothing_paid"
  | "overpayment"
  | "refund_exceeds_paid"
  | "too_many_payments"
  | "nothing_owed"
  | "payment_already_recorded"
  | "payment_returned"
  | "payment_provider_active"
  | "payment_provider_missing"
  | "estimate_not_draft"
  | "estimate_not_sent"
  | "estimate_accepted"
  | "estimate_not_accepted"
  | "too_many_versions"
  | "estimate_declined"
  | "estimate_expired"
  | "estimate_superseded"
  | "document_not_deliverable"
  | "document_busy"
  | "document_too_long"
  | "demo_sends_nothing"
  | "demo_company_not_ready"
  | "channel_active"
  | "secret_key_missing"
  | "template_name_taken"
  | "communication_not_retryable"
  | "opted_out_by_text"
  | "follow_up_under_way"
  | "playbook_changed"
  | "secret_name_taken"
  | "secret_deleted"
  | "playbook_archived"
  | "run_over"
  | "run_not_failed"
  | "webhook_endpoint_deleted"
  | "delivery_settled"
  | "replay_completed"
  | "invoice_open"
  | "work_open"
  | "import_running"
  | "person_erased"
  | "email_taken"
  | "user_inactive"
  | "not_in_quarantine"
  | "service_exists"
  | "price_item_exists"
  | "team_name_taken"
  | "file_erased"
  | "export_expired"
  | "export_in_progress"
  | "organization_not_empty"
  | "restore_in_progress"
  | "restore_file_invalid"
  | "events_dropped";

/** Problems with further fields. */
export interface ProblemsByCode {
  changed_meanwhile: ChangedMeanwhileProblem;
  estimate_not_draft: EstimateStateProblem;
  estimate_not_sent: EstimateStateProblem;
  estimate_accepted: EstimateStateProblem;
  estimate_declined: EstimateStateProblem;
  estimate_expired: EstimateStateProblem;
  estimate_superseded: EstimateStateProblem;
  events_dropped: EventsDroppedProblem;
  lead_merged: MergedProblem;
  document_not_deliverable: NotDeliverableProblem;
  invoice_to_choose: OpenInvoicesProblem;
  invoice_open: OpenInvoicesProblem;
  work_open: OpenWorkProblem;
  overpayment: OverpaymentProblem;
  quota_exceeded: QuotaProblem;
  refund_exceeds_paid: RefundProblem;
  restore_file_invalid: RestoreFileProblem;
  scope_missing: ScopeProblem;
  scope_not_held: ScopeProblem;
  body_too_large: SizeProblem;
  slot_taken: SlotProblem;
  capacity_reached: SlotProblem;
  transition_not_allowed: StateProblem;
  invoice_not_draft: StateProblem;
  invoice_not_sent: StateProblem;
  invoice_void: StateProblem;
  invoice_has_payments: StateProblem;
  nothing_paid: StateProblem;
  nothing_owed: StateProblem;
  follow_up_under_way: StateProblem;
  in_the_past: StrictBookingProblem;
  outside_working_hours: StrictBookingProblem;
  time_off: StrictBookingProblem;
  minimum_notice: StrictBookingProblem;
  beyond_horizon: StrictBookingProblem;
  skill_missing: StrictBookingProblem;
  crew_missing: StrictBookingProblem;
  playbook_changed: VersionProblem;
}
