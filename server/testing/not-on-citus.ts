/** What npm run test:citus does not run, and why. */
export const notOnCitus: {
  /** By path. */
  files: Record<string, string>;
  /** By title. */
  tests: Record<string, string>;
} = {
  files: {},
  tests: {},
};
