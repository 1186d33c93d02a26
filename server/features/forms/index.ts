export {
  type Answer,
  type ChallengedPage,
  Challenges,
  isProof,
  MIN_AGE_MS,
  outcomeOf,
  signatureOf,
  type UsableChallenge,
  WAIT_MS,
} from './challenge.ts';
export { createForm } from './create-form.ts';
export * as formEvents from './events.ts';
export { HONEYPOT, wordingOf } from './form-fields.ts';
export { serveFormPages } from './form-pages.ts';
export { getForm } from './get-form.ts';
export { cut, cutAll, hiddenText, html, Markup } from './html.ts';
export { listForms } from './list-forms.ts';
export { SCRIPT, SCRIPT_HASH } from './page-script.ts';
export { brandStyle, hashOf, STYLE } from './page-style.ts';
export { previewForm } from './preview-form.ts';
export {
  BODY_LIMIT_BYTES,
  type PageServices,
  readFormBodies,
  sendErrorsAsPages,
} from './public-page.ts';
export { purgeFormChallenges } from './purge-form-challenges.task.ts';
export { takeChallenge } from './queries.ts';
export { Form } from './schemas.ts';
export { updateForm } from './update-form.ts';
export { linkParameters, readReferrer, thatFit } from './visit.ts';
