export { createTemplate } from './create-template.ts';
export * as templateEvents from './events.ts';
export { getTemplate } from './get-template.ts';
export { type GivenText, readTemplates, renderTexts, templateErrors } from './liquid.ts';
export { listTemplates } from './list-templates.ts';
export { findTemplateOrNull } from './queries.ts';
export { Template } from './schemas.ts';
export {
  type Translated,
  type Translations,
  textsIn,
  translationsField,
  translationsIn,
} from './translations.ts';
export { updateTemplate } from './update-template.ts';
export { type TemplateData, VARIABLES } from './variables.ts';
