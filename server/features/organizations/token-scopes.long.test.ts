import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SCOPES } from '../../domain/scopes.ts';
import { isOwn } from '../../platform/auth/scopes.ts';
import { routes } from '../../routes.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
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

  const createToken = (body: Record<string, unknown>, by = organization.api) => newToken(by, body);
  const createUser = (role: string, { api } = organization) => newUser(api, role);

  it('refuses every operation without its scope, and names the required scopes', async () => {
    for (const operation of routes.filter(({ scopes }) => scopes.length > 0)) {
      // Who can read and write everything of a resource can do so with their own work.
      const others = SCOPES.filter((scope) => !operation.scopes.includes(scope) && !isOwn(scope));
      const { token } = await createToken({ scopes: others }, service.operator);
      const path = operation.path.replaceAll(/\{\w+\}/g, 'x');
      const { status, body } = await service.as(token).call(operation.method, path, undefined);
      assert.equal(status, 403, operation.id);
      assert.equal(body.code, 'scope_missing');
      assert.deepEqual(body.required_scopes, operation.scopes);
    }
  });

  it('allows every operation with one of its scopes, and those that it also needs', async () => {
    const body = { name: 'Olu', email: 'olu@example.com', role: 'owner' };
    const { user_id } = (await service.operator.post('/v1/users', body)).body;
    for (const operation of routes) {
      for (const scope of operation.scopes) {
        const user = isOwn(scope) ? { user_id } : {};
        const others = (operation.alsoNeeds ?? []).flatMap(([first]) => first ?? []);
        const scopes = [...new Set([scope, ...others])];
        const { token } = await createToken({ scopes, ...user }, service.operator);
        const path = operation.path.replaceAll(/\{\w+\}/g, 'x');
        const { status } = await service.as(token).call(operation.method, path, undefined);
        assert(status !== 401 && status !== 403, `${operation.id} returned ${status} for ${scope}`);
      }
    }
  });

  it('includes every scope except operator in *', async () => {
    const { token } = await createToken({ scopes: ['*'] }, service.operator);
    for (const operation of routes) {
      const path = operation.path.replaceAll(/\{\w+\}/g, 'x');
      const { status } = await service.as(token).call(operation.method, path, undefined);
      assert.equal(status === 403, operation.scopes.includes('operator'), operation.id);
    }
  });

  const allowed: Record<string, string[]> = {
    owner: routes.filter(({ scopes }) => !scopes.includes('operator')).map(({ id }) => id),
    dispatcher: [...VISIBLE_TO_ALL, ...VISIBLE_TO_OFFICE, ...FIELD_WORK, ...OFFICE_WORK],
    technician: [...VISIBLE_TO_ALL, ...FIELD_WORK],
    viewer: [...VISIBLE_TO_ALL, ...VISIBLE_TO_OFFICE],
  };
  for (const [role, operations] of Object.entries(allowed)) {
    it(`is limited to the role ${role}, whatever its own scopes are`, async () => {
      const { user_id } = await createUser(role);
      for (const scopes of [undefined, ['*'], SCOPES.filter((scope) => scope !== 'operator')]) {
        const { token } = await createToken({ user_id, ...(scopes ? { scopes } : {}) });
        const open: string[] = [];
        for (const { id, method, path } of routes) {
          const { status } = await service
            .as(token)
            .call(method, path.replaceAll(/\{\w+\}/g, 'x'), undefined);
          if (status !== 403) open.push(id);
        }
        assert.deepEqual(open.sort(), operations.toSorted());
      }
    });
  }
});
