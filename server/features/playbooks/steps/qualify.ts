import Type from 'typebox';
import { toPublicId } from '../../../domain/ids.ts';
import { qualify as qualifyLead } from '../../leads/index.ts';
import { CLOSED } from './fields.ts';
import { step } from './step.ts';

export const qualify = step({
  do: 'qualify',
  description: 'Qualifies the lead.',
  target: () => 'lead',
  needs: () => [['leads:write']],
  schema: Type.Object({}, CLOSED),
  isWithOptional: true,
  async perform({ tx, lockLead }) {
    const lead = qualifyLead(tx, await lockLead());
    const output = { lead_id: toPublicId('lead', lead.lead_id), status: lead.status };
    return { status: 'completed', output, lead };
  },
});
