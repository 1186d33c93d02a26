import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SCOPES } from '../../domain/scopes.ts';
import { holds, isOwn } from '../../platform/auth/scopes.ts';
import { routes } from '../../routes.ts';
import { sample } from '../../testing/every-operation.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { randomFor } from '../../testing/seed.ts';
import { sized } from '../../testing/sized.ts';
import { newToken, newUser } from '../../testing/tokens.ts';

/** Operations that every role can use to read. */
const VISIBLE_TO_ALL = [
  'getFile',
  'getFileContent',
  'getMyDay',
  'listSessions',
  'endSession',
  'updatePassword',
  'updateMe',
  'updatePreferences',
  'createPasskeyOptions',
  'createPasskey',
  'listPasskeys',
  'deletePasskey',
  'listLeads',
  'getLead',
  'listCustomers',
  'getCustomer',
  'listProperties',
  'getProperty',
  'listEquipment',
  'getEquipment',
  'getLifecycle',
  'listInbox',
  'getInboxSummary',
  'findAnything',
  'getAvailability',
  'listAppointments',
  'getAppointment',
  'listJobs',
  'countJobs',
  'getJob',
  'listJobNotes',
  'listJobAttachments',
  'listJobWarrantyClaims',
  'listWarrantyClaims',
  'getWarrantyClaim',
  'listInvoices',
  'countInvoices',
  'getInvoice',
  'getInvoiceDocument',
  'getCheckout',
  'listEstimates',
  'getEstimate',
  'getEstimateDocument',
  'verifyEstimate',
  'listCommunications',
  'getCommunication',
  'listTemplates',
  'getTemplate',
  'listFollowUps',
  'getFollowUp',
  'getOrganization',
  'getMe',
  'getToken',
  'getQuotas',
  'getRetention',
  'listUsers',
  'getUser',
  'listTeams',
  'getTeam',
  'listTimeOff',
  'getTimeOff',
  'listServices',
  'listPriceItems',
  'getPriceItem',
  'getServiceByCode',
  'listAreas',
  'getArea',
  'listCapacityRules',
  'getCapacityRule',
];
/** Read operations that technicians cannot use. */
const VISIBLE_TO_OFFICE = [
  'lookupContact',
  'listLeadDuplicates',
  'listImports',
  'getImport',
  'getDispatchBoard',
  'suggestAssignee',
  'suggestSlots',
  'getReplan',
  'listOptOuts',
  'getOptOut',
  'listForms',
  'getForm',
  'listLinks',
  'getLink',
  'listBookingPages',
  'getBookingPage',
  'listPayments',
  'getPayment',
  'listPlaybooks',
  'getPlaybook',
  'listPlaybookVersions',
  'getPlaybookVersion',
  'listPlaybookRuns',
  'getPlaybookRun',
  'getAutomationHealth',
  'listEvents',
  'streamEvents',
  'listEventTypes',
  'getEventType',
  'getFunnel',
  'getSpeedToLead',
  'getRevenue',
  'getUtilization',
  'getSourcesReport',
  'listSources',
  'getSource',
  'previewSource',
  'listSourceReceipts',
  'getReceipt',
  'listQuarantine',
  'listSpend',
];
/** Operations for technicians and dispatchers. */
const FIELD_WORK = [
  'uploadFile',
  'collectPayment',
  'createInvoice',
  'updateInvoice',
  'sendInvoice',
  'createEstimate',
  'updateEstimate',
  'sendEstimate',
  'reviseEstimate',
  'declineEstimate',
  'acceptEstimate',
  'recordPayment',
  'createCheckout',
  'createLink',
  'recordCommunication',
  'sendMessage',
  'retryCommunication',
  'bookAppointment',
  'updateAppointment',
  'confirmAppointment',
  'dispatchAppointment',
  'markAppointmentEnRoute',
  'markAppointmentRunningLate',
  'startAppointment',
  'completeAppointment',
  'markAppointmentNoShow',
  'cancelAppointment',
  'undoAppointmentStep',
  'startJob',
  'pauseJob',
  'resumeJob',
  'completeJob',
  'createChecklistItem',
  'checkChecklistItem',
  'uncheckChecklistItem',
  'createJobNote',
  'createJobAttachment',
  'createFollowUp',
  'cancelFollowUp',
  'completeFollowUp',
  'rescheduleFollowUp',
];
/** Operations for dispatchers only (and owners). */
const OFFICE_WORK = [
  'createBooking',
  'createProperty',
  'updateProperty',
  'createEquipment',
  'updateEquipment',
  'createSource',
  'updateSource',
  'releaseQuarantined',
  'discardQuarantined',
  'setSpend',
  'importSpend',
  'createService',
  'createPriceItem',
  'updatePriceItem',
  'updateService',
  'createArea',
  'updateArea',
  'createCapacityRule',
  'updateCapacityRule',
  'attachLead',
  'detachLead',
  'loseLead',
  'reopenLead',
  'holdAppointment',
  'moveAppointments',
  'planReassignment',
  'applyReplan',
  'createJob',
  'updateJob',
  'scheduleJob',
  'enrollWarranty',
  'closeJob',
  'cancelJob',
  'createWarrantyClaim',
  'scheduleWarrantyClaim',
  'closeWarrantyClaim',
  'captureLead',
  'updateLead',
  'deleteLead',
  'restoreLead',
  'qualifyLead',
  'disqualifyLead',
  'markLeadContacted',
  'mergeLead',
  'unmergeLead',
  'dismissLeadDuplicate',
  'reopenLeadDuplicate',
  'updateInboxItem',
  'convertLead',
  'createImport',
  'updateCustomer',
  'voidInvoice',
  'recordRefund',
  'matchPayment',
  'createOptOut',
  'revokeOptOut',
  'listChannels',
  'getChannel',
  'listPaymentProviders',
  'getPaymentProvider',
  'createTemplate',
  'updateTemplate',
  'previewTemplate',
  'createForm',
  'updateForm',
  'previewForm',
  'revokeLink',
  'createBookingPage',
  'updateBookingPage',
  'createPlaybook',
  'updatePlaybook',
  'dryRunPlaybook',
  'runPlaybook',
  'cancelPlaybookRun',
  'retryPlaybookRun',
  'rotateAutomationSecret',
  'listWebhookEndpoints',
  'getWebhookEndpoint',
  'listWebhookDeliveries',
  'getWebhookDelivery',
  'listWebhookReplays',
  'getWebhookReplay',
  'createTeam',
  'updateTeam',
  'createTimeOff',
  'deleteTimeOff',
  'listFailedTasks',
];

describe('a token, tried on every operation', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  /** Of operations that the token may use, which all find nothing at this path. */
  async function allowedWith(token: string): Promise<string[]> {
    const allowed: string[] = [];
    for (const { id, method, path } of routes) {
      const { status } = await service.as(token).call(method, path.replaceAll(/\{\w+\}/g, 'x'));
      assert.notEqual(status, 401, id);
      if (status !== 403) allowed.push(id);
    }
    return allowed.sort();
  }

  it('allows every operation with one of its scopes, and those that it also needs', async () => {
    const { user_id } = await newUser(service.operator, 'owner');
    const tokens = new Map<string, string>();
    for (const { id, method, path, scopes, alsoNeeds = [] } of routes) {
      for (const scope of scopes) {
        const others = alsoNeeds.flatMap(([first]) => first ?? []);
        const needed = [...new Set([scope, ...others])];
        const name = needed.join();
        if (!tokens.has(name)) {
          const body = { scopes: needed, ...(isOwn(scope) && { user_id }) };
          tokens.set(name, (await newToken(service.operator, body)).token);
        }
        const api = service.as(tokens.get(name) ?? assert.fail(name));
        const { status } = await api.call(method, path.replaceAll(/\{\w+\}/g, 'x'));
        assert(status !== 401 && status !== 403, `${id} returned ${status} for ${scope}`);
      }
    }
  });

  it('includes every scope except operator in *', async () => {
    const { token } = await newToken(service.operator, { scopes: ['*'] });
    const ofOrganizations = routes.filter(({ scopes }) => !scopes.includes('operator'));
    assert.deepEqual(await allowedWith(token), ofOrganizations.map(({ id }) => id).sort());
  });

  const allowed: Record<string, string[]> = {
    owner: routes.filter(({ scopes }) => !scopes.includes('operator')).map(({ id }) => id),
    dispatcher: [...VISIBLE_TO_ALL, ...VISIBLE_TO_OFFICE, ...FIELD_WORK, ...OFFICE_WORK],
    technician: [...VISIBLE_TO_ALL, ...FIELD_WORK],
    viewer: [...VISIBLE_TO_ALL, ...VISIBLE_TO_OFFICE],
  };
  for (const [role, operations] of Object.entries(allowed)) {
    it(`is limited to the role ${role}, whatever its own scopes are`, async () => {
      const { user_id } = await newUser(organization.api, role);
      const everyScope = SCOPES.filter((scope) => scope !== 'operator');
      const tokens: string[] = [];
      for (const scopes of [undefined, ['*'], everyScope]) {
        const { token } = await newToken(organization.api, { user_id, ...(scopes && { scopes }) });
        tokens.push(token);
      }
      // In effect they have the same scopes, so it is enough to try one of them on every operation.
      const inEffect = new Set<string>();
      for (const token of tokens) {
        const { body } = await service.as(token).get('/v1/me');
        inEffect.add(SCOPES.filter((scope) => holds(body.scopes, scope)).join());
      }
      assert.equal(inEffect.size, 1);
      const tried = sample(randomFor(role), tokens, sized({ long: 1, nightly: tokens.length }));
      for (const token of tried) assert.deepEqual(await allowedWith(token), operations.toSorted());
    });
  }
});
