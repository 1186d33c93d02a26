/** Names of what is known of where a lead came from. Also for the console, which reads the columns of a file itself. */
export const ATTRIBUTION_NAMES = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'gclid',
  'fbclid',
  'landing_page',
  'referrer',
  'campaign',
] as const;

/** Letters, digits and a few marks, so that a key can be part of the name of a query parameter. */
export const METADATA_KEY_FORM = '^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,39}$';
