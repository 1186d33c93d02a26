import Type from 'typebox';
import { qualify as qualifyLead } from '../../leads/index.ts';
import { CLOSED } from './fields.ts';
import { step } from './step.ts';
import { leadOf } from './subject.ts';

export const qualify = step({
  do: 'qualify',
  description: 'Qualifies the lead.',
  target: () => 'lead',
  needs: () => [['leads:write']],
  schema: Type.Object({}, CLOSED),
  isWithOptional: true,
  async perform({ tx, run }) {
    const lead = await qualifyLead(tx, leadOf(run));
    const { lead_id, status } = lead;
    return { status: 'completed', output: { lead_id, status }, updated: { lead } };
  },
});
