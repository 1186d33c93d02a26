import type { Static } from 'typebox';
import { malformedContact } from '../../../domain/contact.ts';
import { bodyValidator, type Validate } from '../../../platform/http/validation.ts';
import { changeLeadFields, UpdateLeadBody } from '../../leads/index.ts';
import { StepFailure } from '../runtime/step-failure.ts';
import type { PerformStep } from './step.ts';
import { leadOf } from './subject.ts';
import { filledInThroughout } from './texts.ts';

type Changes = Static<typeof UpdateLeadBody>;

let wrongWith: Validate | null = null;

/** As a PATCH of the lead: the same rules, the same events. */
export const updateLeadStep: PerformStep<'update_lead'> = async (work) => {
  const { tx, run, step, variables, context } = work;
  const changes = filledInThroughout(step.with, variables) as Changes;
  work.show(changes);
  const { country } = await context.organization;
  wrongWith ??= bodyValidator(UpdateLeadBody);
  const wrong = [...wrongWith(changes), ...malformedContact({ ...changes }, country)];
  if (wrong[0]) throw new StepFailure(wrong[0].code, wrong.map(({ detail }) => detail).join(' '));
  const lead = await changeLeadFields(tx, leadOf(run), changes, country);
  const output = { lead_id: lead.lead_id, updated_at: lead.updated_at };
  return { status: 'completed', output, now: { lead } };
};
