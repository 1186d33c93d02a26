import Type from 'typebox';
import { malformedContact } from '../../../domain/contact.ts';
import { toPublicId } from '../../../domain/ids.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { nullable } from '../../../platform/http/fields.ts';
import { bodyValidator } from '../../../platform/http/validation.ts';
import { changeLeadFields, UpdateLeadBody } from '../../leads/index.ts';
import { checkTexts } from './checks.ts';
import { CLOSED } from './fields.ts';
import { step } from './step.ts';
import { StepFailure } from './step-failure.ts';
import { render } from './texts.ts';

/** Longer than the field of the lead, because this limits the Liquid, not the rendered value. */
const LIQUID = 500;
const liquid = (description: string, example: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: LIQUID, description, examples: [example] }));
/** Null clears the field, as in PATCH /v1/leads/{id}. */
const liquidOrNull = (description: string, example: string, maxLength: number = LIQUID) =>
  Type.Optional(nullable({ maxLength, description, examples: [example] }));

const validate = bodyValidator(UpdateLeadBody);

export const updateLead = step({
  do: 'update_lead',
  description: 'Changes fields of the lead, with the same rules as PATCH /v1/leads/{id}.',
  target: () => 'lead',
  needs: () => [['leads:write']],
  schema: Type.Object(
    {
      name: liquidOrNull('Name of the contact.', '{{ data.name }}'),
      phone: liquidOrNull('Phone number of the contact.', '+14155550134'),
      email: liquidOrNull('Email address of the contact.', 'dana@example.com'),
      source: liquid('Where the lead came from.', 'web_form'),
      service_needed: liquid('Requested service, as a code in snake_case.', 'water_heater_repair'),
      address: liquidOrNull('Postal address.', '1418 Alder St, Portland, OR 97205', 1_000),
      notes: liquidOrNull('Notes about the lead.', 'Called twice.', TEXT_LIMITS.notes),
    },
    {
      ...CLOSED,
      description:
        'At least one field to change. Each value is a Liquid template; null clears the field.',
    },
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
  async perform({ tx, step, variables, organization, lockLead, traceInput }) {
    const changes = await render(tx, step.with, variables);
    traceInput(changes);
    const { country } = await organization();
    const errors = [...validate(changes), ...malformedContact({ ...changes }, country)];
    if (errors[0]) {
      throw new StepFailure(errors[0].code, errors.map(({ detail }) => detail).join(' '));
    }
    const lead = await changeLeadFields(tx, await lockLead(), changes, country);
    const output = {
      lead_id: toPublicId('lead', lead.lead_id),
      updated_at: lead.updated_at.toISOString(),
    };
    return { status: 'completed', output, lead };
  },
});
