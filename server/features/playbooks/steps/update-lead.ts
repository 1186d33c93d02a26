import Type from 'typebox';
import { malformedContact } from '../../../domain/contact.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { bodyValidator } from '../../../platform/http/validation.ts';
import { changeLeadFields, UpdateLeadBody } from '../../leads/index.ts';
import { checkTexts } from './checks.ts';
import { CLOSED } from './fields.ts';
import { step } from './step.ts';
import { StepFailure } from './step-failure.ts';
import { leadOf } from './subject.ts';
import { renderDeep } from './texts.ts';

/** Longer than the field of the lead, because this limits the Liquid, not the rendered value. */
const LIQUID = 500;
const liquid = Type.String({ minLength: 1, maxLength: LIQUID });
/** Null clears the field, as in PATCH /v1/leads/{id}. */
const liquidOrNull = (maxLength: number) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength });

const validate = bodyValidator(UpdateLeadBody);

/** Updates the lead with the same rules and events as PATCH /v1/leads/{id}. */
export const updateLead = step({
  do: 'update_lead',
  schema: Type.Object(
    {
      name: Type.Optional(liquidOrNull(LIQUID)),
      phone: Type.Optional(liquidOrNull(LIQUID)),
      email: Type.Optional(liquidOrNull(LIQUID)),
      source: Type.Optional(liquid),
      service_needed: Type.Optional(liquid),
      address: Type.Optional(liquidOrNull(1_000)),
      notes: Type.Optional(liquidOrNull(TEXT_LIMITS.notes)),
    },
    CLOSED,
  ),
  check(check, given, pointer) {
    if (Object.keys(given).length === 0) {
      check.add(
        pointer,
        'too_short',
        'Give at least one field of the lead to change, such as notes.',
      );
    }
    checkTexts(check, given, Object.keys(given), pointer);
  },
  async perform({ tx, run, step, variables, organization, traceInput }) {
    const changes = renderDeep(step.with, variables);
    traceInput(changes);
    const { country } = await organization();
    const errors = [...validate(changes), ...malformedContact({ ...changes }, country)];
    if (errors[0]) {
      throw new StepFailure(errors[0].code, errors.map(({ detail }) => detail).join(' '));
    }
    const lead = await changeLeadFields(tx, leadOf(run), changes, country);
    const output = { lead_id: lead.lead_id, updated_at: lead.updated_at };
    return { status: 'completed', output, updated: { lead } };
  },
});
