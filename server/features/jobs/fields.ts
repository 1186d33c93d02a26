import { TEXT_LIMITS, textField } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';

/** Fields of a job, and fields that all records of a job share. */

export const title = textField(
  'title',
  'Title of the job: the work in one line.',
  'Replace the water heater',
);
export const service = {
  maxLength: TEXT_LIMITS.code,
  pattern: field.CODE_FORM,
  description: 'Code of the service, in snake_case.',
  examples: ['water_heater_replacement'],
};
export const warrantyMonths = {
  minimum: 0,
  maximum: 1200,
  description: 'Length of the warranty in calendar months; 0 for no warranty.',
  examples: [12],
};
export const assignedTo = textField(
  'id',
  'Id of the user who is responsible for the job.',
  'user_01h455vb4pex5vsknk084sn02q',
);

export const itemTitle = { description: 'What to do.', examples: ['Shut off the gas'] };

export const ofJob = {
  job_id: field.id('job', 'Id of the job.'),
  lifecycle_number: field.lifecycleNumber,
};
export const timestamps = { created_at: field.createdAt, updated_at: field.updatedAt };
