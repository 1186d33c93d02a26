export { createForm } from './create-form.ts';
export * as formEvents from './events.ts';
export { serveFormPages } from './form-pages.ts';
export { getForm } from './get-form.ts';
export { listForms } from './list-forms.ts';
export { purgeFormChallenges } from './purge-form-challenges.task.ts';
export { Form } from './schemas.ts';
export { updateForm } from './update-form.ts';
