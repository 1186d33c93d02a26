import type { FieldError } from '../../platform/errors.ts';
import { type GivenText, readTemplates, templateErrors } from '../messaging/index.ts';

/** The rules of templates, but without `variables`: when a follow-up is due, no caller supplies them. */
export async function liquidErrors(
  organizationId: string,
  given: readonly GivenText[],
): Promise<FieldError[]> {
  const errors = await templateErrors(organizationId, given);
  if (errors.length > 0) return errors;
  return (await readTemplates(organizationId, given)).flatMap(({ pointer, read }) => {
    const names = 'names' in read ? read.names.filter(([root]) => root === 'variables') : [];
    return [...new Set(names.map((segments) => segments.join('.')))].map((name) => ({
      pointer,
      code: 'unknown_variable',
      detail: `A follow-up has no variables, so ${name} cannot be used. Write the value into the text, or use a field such as lead.name.`,
    }));
  });
}
