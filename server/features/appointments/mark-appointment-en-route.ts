import { readDoneAt } from '../../domain/done-at.ts';
import { mutation } from '../../platform/http/operation.ts';
import { appointmentEnRoute, EnRouteBody, knownBy } from '../calendar/index.ts';
import { stepOperation, takeStep } from './appointment-steps.ts';
import { changeEta, etaIn } from './eta.ts';

const EN_ROUTE = {
  id: 'markAppointmentEnRoute',
  step: 'en-route',
  event: appointmentEnRoute,
  summary: 'Mark an appointment as en route',
  description:
    'Records that the assigned user is on the way, and with `eta_minutes` when they are expected. Sent again with another `eta_minutes`, it only changes the expected time.',
} as const;

export const markAppointmentEnRoute = mutation({
  ...stepOperation(EN_ROUTE),
  path: '/v1/appointments/{id}/en-route',
  body: EnRouteBody,
  isBodyOptional: true,
  async run(tx, { params, body, caller }) {
    const known = knownBy(caller, body);
    const setOutAt = body.at === undefined ? tx.now : new Date(body.at);
    const eta = etaIn(body.eta_minutes ?? null, setOutAt);
    const after = await takeStep(tx, params.id, EN_ROUTE, eta, known, body.at);
    if (eta === null || after.eta_minutes === eta.eta_minutes) return { status: 200, body: after };
    readDoneAt(tx, body.at);
    return { status: 200, body: await changeEta(tx, params.id, eta, known) };
  },
});
