export { createSecret } from './create-secret.ts';
export { deleteSecret } from './delete-secret.ts';
export * as secretEvents from './events.ts';
export { getSecret } from './get-secret.ts';
export { listSecrets } from './list-secrets.ts';
export { sealedSecrets } from './queries.ts';
export { updateSecret } from './update-secret.ts';
export { knownSecretNames, useSecrets } from './use-secrets.ts';
