/** How long a visit is if nothing says it. */
export const DEFAULT_VISIT_MINUTES = 60;
