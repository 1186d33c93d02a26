import type { TSchema } from 'typebox';
import { meets, type Needs } from '../platform/auth/needs.ts';
import { holds, isOwn } from '../platform/auth/scopes.ts';
import type { Operation } from '../platform/http/operation.ts';
import { eventTypes, routes } from '../routes.ts';

/** What a token sees, as far as the declarations of operations, event types and fields say. */

/** What the schemas of responses and events show. A new schema needs a line here. */
const SHOWN_BY_SCHEMA: Readonly<Record<string, readonly string[]>> = {
  Lead: ['leads', 'contacts'],
  DeletedLead: ['leads', 'contacts'],
  Customer: ['customers', 'contacts'],
  ContactPoint: ['customers', 'contacts'],
  CustomerWithHistory: ['customers', 'contacts'],
  Property: ['customers'],
  Equipment: ['customers'],
  EquipmentDetails: ['customers'],
  Appointment: ['appointments'],
  Replan: ['appointments'],
  Job: ['jobs'],
  JobNote: ['jobs'],
  JobAttachment: ['jobs'],
  StoredFile: ['files'],
  StoredFileWithName: ['files'],
  Due: ['invoices'],
  WarrantyClaim: ['jobs'],
  ContactLookup: ['leads', 'contacts'],
  InboxItem: ['leads', 'contacts'],
  InboxSummary: ['leads'],
  LastMessage: ['communications'],
  FailedMessage: ['communications'],
  DueFollowUp: ['follow-ups'],
  Balance: ['invoices'],
  Estimate: ['estimates'],
  AcceptedEstimate: ['estimates'],
  EstimateVerification: ['estimates'],
  Link: ['links'],
  LinkWithUrl: ['links'],
  Invoice: ['invoices'],
  InvoiceWithPayment: ['invoices'],
  InvoiceWithPayments: ['invoices'],
  Communication: ['communications'],
  OptOut: ['opt-outs'],
  Channel: ['channels'],
  Template: ['templates'],
  FollowUp: ['follow-ups'],
  Form: ['forms'],
  LeadSource: ['sources'],
  SourceReceipt: ['sources', 'leads', 'contacts'],
  QuarantineChange: ['sources'],
  BookingPage: ['booking pages'],
  PaymentProvider: ['payment providers'],
  Checkout: ['invoices'],
  LoggedCheckout: ['invoices'],
  ReceivedPayment: ['invoices'],
  Playbook: ['playbooks'],
  PlaybookState: ['playbooks'],
  PlaybookVersion: ['playbooks'],
  PlaybookRun: ['playbook runs'],
  PlaybookRunWithSteps: ['playbook runs'],
  DryRun: ['playbook runs'],
  AutomationHealth: ['playbooks'],
  WebhookEndpoint: ['webhook endpoints'],
  WebhookEndpointWithSecret: ['webhook endpoints'],
  WebhookEndpointWithHealth: ['webhook endpoints'],
  WebhookDelivery: ['webhook endpoints'],
  WebhookDeliveryWithAttempts: ['webhook endpoints'],
  WebhookReplay: ['webhook endpoints'],
  Organization: ['organization'],
  OrganizationWithToken: ['organization'],
  Erasure: ['erasures'],
  Export: ['exports'],
  Restore: ['exports'],
  Quotas: ['organization'],
  Token: ['tokens'],
  Secret: ['secrets'],
  TokenWithSecret: ['tokens'],
  User: ['users'],
  UpdatedUser: ['users'],
  OfferedService: ['services'],
  Area: ['services'],
  CapacityRule: ['services'],
  PriceItem: ['price items'],
  Team: ['teams'],
  TimeOff: ['time off'],
  NewTimeOff: ['time off'],
  StrandedVisit: ['appointments'],
  FailedTask: ['tasks'],
  Import: ['imports'],
  ImportReport: ['imports'],
  Funnel: ['figures'],
  SpeedToLead: ['figures'],
  Revenue: ['figures'],
  Utilization: ['figures'],
  SourcesReport: ['figures'],
  Spend: ['figures'],
  SpendImport: ['figures'],
  JobCounts: ['jobs'],
  InvoiceCounts: ['invoices'],
  NextVisit: ['appointments'],
};

/** Schemas that show nothing of their own: parts of others, and what the caller has sent itself. */
const NOTHING = new Set([
  // Whether the operator has paused sending.
  'Service',
  // How far the demo company is built, for operators.
  'DemoCompany',
  // The caller’s own, and which of them a user has changed.
  ...['Preferences', 'SavedView', 'PreferencesChange'],
  // Of a user, for those who manage users.
  'StartLocation',
  'Retention',
  'RetentionSummary',
  'ExportSums',
  'CountsByType',
  // Who signs in: the caller’s own sessions, and with users:write those of the organization.
  ...['Session', 'SessionOfUser', 'EndedSessions', 'Invitation', 'InvitationWithLink'],
  // Only what the token can read in the lists: findAnything leaves out the other kinds.
  'SearchResult',
  ...['InboxCounts', 'PossibleDuplicate', 'HistoryDetails'],
  ...['SignInLink', 'SignInLinkWithUrl', 'RequestedSignInLink', 'Passkey', 'PasskeyOptions'],
  // Rendered only with what the token can read.
  'TemplatePreview',
  'FormPreview',
  // The same text as the template, in other languages.
  'TranslatedText',
  ...['Actor', 'AppointmentWarning', 'ArrivalWindow', 'Availability', 'BlockedTime', 'Slot'],
  ...['AutomationSecret', 'AutomationSecretRotated', 'CalendarKey', 'CalendarKeyWithSecret'],
  ...['CapturedLead', 'ChecklistItem', 'Consent', 'Contract', 'DuplicateMatch', 'Event'],
  ...['EstimateAcceptance', 'EstimateDeposit', 'EstimateLine', 'EstimateOption'],
  ...['DispatchBoard', 'DispatchLane', 'EventEnvelope', 'EventType', 'EventTypeSummary', 'Shift'],
  ...['ExampleEvent', 'FormConsent', 'FunnelRow', 'FunnelStages', 'HistoryEntry', 'ImportError'],
  ...[
    'TextLimits',
    'InvoiceLine',
    'LaneTimeOff',
    'Lifecycle',
    'Location',
    'Payment',
    'PaymentDispute',
    'PlaybookRunStep',
  ],
  'CustomerChanges',
  ...['PlaybookTrigger', 'QuietHours', 'RetriedTask', 'RunError', 'Scheduling', 'Suggestion'],
  ...[
    'LeadWarning',
    'VisitWarning',
    'SlotWindow',
    'StrandedCard',
    'LaneDay',
    'SuggestedSlot',
    'SuggestedSlots',
  ],
  ...['MovedAppointments', 'AppliedReplan', 'ReplanPlace', 'ReplanMove', 'ReplanUnplaced'],
  ...['CollectedPayment', 'MyDay', 'MyVisit'],
  ...['PropertyAddress', 'Coordinates', 'Coverage', 'EquipmentHistoryItem'],
  ...['AreaCircle', 'AreaPolygon', 'Booking'],
  ...['PriceHint', 'ServiceDeposit', 'ServiceNames', 'ServiceQuestion'],
  // Parts of a lead.
  ...['Attribution', 'Metadata'],
  ...['SourcesReportRow', 'SourceCounts', 'SourceMoney'],
  // Parts of a source, and what the caller has sent itself.
  ...['SourceMapping', 'SourceVerification', 'SourcePreview', 'SourcePreviewResult'],
  'Brand',
  ...[
    'SpeedToLeadRow',
    'RevenueRow',
    'UtilizationRow',
    'SuggestionReason',
    'Suggestions',
    'Travel',
    'WorkingHours',
  ],
]);

interface Schema extends TSchema {
  title?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  'x-needs'?: Needs;
}

/** Everything in the schema that a token with these scopes sees. */
function shownBy(schema: Schema, granted: readonly string[]): string[] {
  if (schema['x-needs'] && !meets(granted, schema['x-needs'])) return [];
  const { title } = schema;
  // They show every token itself, and nothing else.
  if (title === 'Me' || title === 'CurrentToken') return [];
  const isStep = title?.endsWith('Step') || title?.endsWith('Options');
  const own = title === undefined ? [] : (SHOWN_BY_SCHEMA[title] ?? []);
  if (title !== undefined && own.length === 0 && !NOTHING.has(title) && !isStep) {
    throw new Error(`What does ${title} show? Add it to shown-to.ts.`);
  }
  const { properties = {}, anyOf = [], items } = schema;
  const inner = [...Object.values(properties), ...anyOf, ...(items ? [items] : [])];
  const deeper = inner.flatMap((one) => shownBy(one, granted));
  return [...own, ...deeper];
}

export function mayCall(
  { scopes, alsoNeeds = [] }: Operation,
  granted: readonly string[],
): boolean {
  return meets(granted, [scopes, ...alsoNeeds]);
}

/** The kinds of data that a token with these scopes sees, in responses, events, streams and webhooks. */
export function shownTo(scopes: readonly string[]): Set<string> {
  const operations = routes.filter((operation) => mayCall(operation, scopes));
  // Limited to own work, an `own` scope reads its resource wherever it appears.
  const granted = scopes.flatMap((scope) =>
    isOwn(scope) ? [scope, scope.replace(':own', ':read')] : [scope],
  );
  const shown = operations.flatMap((operation) => {
    // Those for every token show the caller, and nothing else.
    if (operation.kind === 'stream' || operation.scopes.length === 0) return [];
    if (operation.kind === 'download') return ['everything, in the file of an export'];
    const brief = operation.kind === 'mutation' ? operation.brief : null;
    if (brief && !brief.unless.some((scope) => holds(granted, scope))) {
      return shownBy(brief.body, granted);
    }
    return Object.values(operation.responses).flatMap(({ body }) => shownBy(body, granted));
  });
  const readsLog = operations.some(
    ({ id }) => id === 'listEvents' || id === 'createWebhookEndpoint',
  );
  const events = readsLog ? eventTypes.filter(({ scopes }) => meets(granted, [scopes])) : [];
  return new Set([...shown, ...events.flatMap(({ data }) => shownBy(data, granted))].sort());
}
