import Type, { type Static } from 'typebox';
import { shownWith } from '../../platform/auth/hidden-fields.ts';
import * as field from '../../platform/http/fields.ts';
import { Lead } from './schemas.ts';

const DeletionWarning = field.closedObject(
  'LeadWarning',
  'Something that the deletion of a lead leaves open.',
  {
    code: Type.String({ description: 'Code of the warning.', examples: ['coming_visit'] }),
    detail: Type.String({
      description: 'The warning, as a sentence.',
      examples: ['A visit is still booked for 2027-03-02T17:00:00.000Z.'],
    }),
    appointment_id: field.id('appointment', 'Id of the appointment that is still booked.'),
  },
);
export type DeletionWarning = Static<typeof DeletionWarning>;

export const DeletedLead = field.closedObject('DeletedLead', 'A deleted lead.', {
  ...Lead.properties,
  warnings: Type.Optional(
    Type.Array(DeletionWarning, {
      description:
        'Present if there are any: visits of the lead that are still to come. Cancel them if no one should go. Empty if your token lacks `appointments:read`.',
      ...shownWith(['appointments:read']),
    }),
  ),
});
