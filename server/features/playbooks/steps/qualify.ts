import { qualify } from '../../leads/index.ts';
import type { PerformStep } from './step.ts';
import { leadOf } from './subject.ts';

export const qualifyStep: PerformStep<'qualify'> = async ({ tx, run }) => {
  const lead = await qualify(tx, leadOf(run));
  const { lead_id, status } = lead;
  return { status: 'completed', output: { lead_id, status }, now: { lead } };
};
