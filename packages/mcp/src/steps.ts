/** Steps that move a record on. None of them ends anything or sends a message by itself. */
export const STEPS: Record<string, string> = {
  'lead.qualify': 'qualifyLead',
  'lead.contacted': 'markLeadContacted',
  'lead.convert': 'convertLead',
  'lead.restore': 'restoreLead',
  'lead.reopen': 'reopenLead',
  'appointment.confirm': 'confirmAppointment',
  'appointment.dispatch': 'dispatchAppointment',
  'appointment.en_route': 'markAppointmentEnRoute',
  'appointment.start': 'startAppointment',
  'appointment.complete': 'completeAppointment',
  'estimate.revise': 'reviseEstimate',
  'job.start': 'startJob',
  'job.pause': 'pauseJob',
  'job.resume': 'resumeJob',
  'job.complete': 'completeJob',
  'job.enroll_warranty': 'enrollWarranty',
  'follow_up.complete': 'completeFollowUp',
  'quarantine.release': 'releaseQuarantined',
};

/** Steps that end something, cannot be undone, or make something final for the customer. */
export const ENDS: Record<string, string> = {
  'lead.disqualify': 'disqualifyLead',
  'lead.lose': 'loseLead',
  'lead.delete': 'deleteLead',
  'lead.merge': 'mergeLead',
  'lead.unmerge': 'unmergeLead',
  'appointment.cancel': 'cancelAppointment',
  'appointment.no_show': 'markAppointmentNoShow',
  'estimate.send': 'sendEstimate',
  'estimate.decline': 'declineEstimate',
  'job.cancel': 'cancelJob',
  'job.close': 'closeJob',
  'invoice.send': 'sendInvoice',
  'invoice.void': 'voidInvoice',
  'follow_up.cancel': 'cancelFollowUp',
  'playbook_run.cancel': 'cancelPlaybookRun',
  'quarantine.discard': 'discardQuarantined',
};

interface Step {
  tool: 'take_step' | 'cancel_or_undo';
  name: string;
  kind: string;
}

/** The step that is this operation; null if it is none. */
export function stepOf(operationId: string): Step | null {
  const tables = [
    ['take_step', STEPS],
    ['cancel_or_undo', ENDS],
  ] as const;
  for (const [tool, steps] of tables) {
    const name = Object.keys(steps).find((step) => steps[step] === operationId);
    if (name !== undefined) return { tool, name, kind: name.slice(0, name.indexOf('.')) };
  }
  return null;
}
