export { createForm } from './create-form.ts';
export * as formEvents from './events.ts';
export { serveFormPages } from './form-pages.ts';
export { listForms } from './list-forms.ts';
export { readForm } from './read-form.ts';
export { updateForm } from './update-form.ts';
