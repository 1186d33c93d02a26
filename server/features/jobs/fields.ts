import { TEXT_LIMITS, textField } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';

/** Fields that a job shows and takes, and those that everything kept under a job shows. */

export const title = textField('title', 'What was sold, in a line.', 'Replace the water heater');
export const service = {
  maxLength: TEXT_LIMITS.code,
  pattern: field.CODE_FORM,
  description: 'The service that was sold, as a code.',
  examples: ['water_heater_replacement'],
};
export const warrantyMonths = {
  minimum: 0,
  maximum: 1200,
  description: 'How many months of the calendar the warranty runs; 0 for none.',
  examples: [12],
};
export const assignedTo = textField(
  'id',
  'Id of the user who answers for the job.',
  'user_01h455vb4pex5vsknk084sn02q',
);

export const itemTitle = { description: 'What is to be done.', examples: ['Shut off the gas'] };

export const ofJob = {
  job_id: field.id('job', 'Id of the job.'),
  lifecycle_number: field.lifecycleNumber,
};
export const timestamps = { created_at: field.createdAt, updated_at: field.updatedAt };
