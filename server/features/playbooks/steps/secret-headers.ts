import { withoutSecrets } from '../secret-references.ts';
import { hasLiquid } from '../texts.ts';

/** Headers that usually contain a secret. Everyone who can read a playbook could read a literal value there. */
const SECRET_HEADER =
  /^(authorization|cookie|.*(api-?key|auth|token|secret|password|passwd|credential|signature).*|(.*-)?key)$/i;

/** The longest word beside a reference that is more likely a scheme, such as `Bearer`, than a part of a secret. */
const LONGEST_WORD = 15;

export function isSecretHeader(name: string): boolean {
  return SECRET_HEADER.test(name);
}

/** Whether the value of such a header is, or contains, the secret itself instead of a reference to it. */
export function containsLiteral(value: string): boolean {
  const rest = withoutSecrets(value);
  if (!hasLiquid(value)) return value.trim() !== '';
  const quoted = /["'][^"']{8,}["']/.test(rest);
  const words = rest.replaceAll(/\{\{.*?\}\}|\{%.*?%\}/gs, ' ').split(/[\s=:,;"']+/);
  return quoted || words.some((word) => word.length > LONGEST_WORD);
}
