import Type, { type Static } from 'typebox';
import { ATTRIBUTION_NAMES, METADATA_KEY_FORM } from '../../domain/origin-names.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { MAX_BYTES } from '../../platform/http/body-limit.ts';
import * as field from '../../platform/http/fields.ts';

/** What is known of a lead besides the request itself: values of your own, and the campaign that it came from. */

export const MAX_METADATA_KEYS = 50;
export const MAX_METADATA_LENGTH = 500;

export const Metadata = Type.Unsafe<Record<string, string>>({
  type: 'object',
  title: 'Metadata',
  description:
    'Values of your own by key, at most 50. Lists can be filtered by them: `metadata.plan=gold`.',
  propertyNames: { pattern: METADATA_KEY_FORM },
  additionalProperties: {
    type: 'string',
    maxLength: MAX_METADATA_LENGTH,
    description: 'The value.',
    examples: ['gold'],
  },
  maxProperties: MAX_METADATA_KEYS,
  [MAX_BYTES]: MAX_METADATA_KEYS * (MAX_METADATA_LENGTH * 6 + 100),
  examples: [{ plan: 'gold' }],
});

const MAX_PARAMETER = 500;

function parameter(description: string, example: string) {
  return Type.Optional(
    field.nullable({ maxLength: MAX_PARAMETER, description, examples: [example] }),
  );
}

function address(description: string, example: string) {
  return Type.Optional(
    field.nullable({ maxLength: TEXT_LIMITS.url, description, examples: [example] }),
  );
}

export const Attribution = field.closedObject(
  'Attribution',
  'The campaign and the page that a lead came from, as advertising and analytics name them.',
  {
    utm_source: parameter('Who sent the visitor.', 'google'),
    utm_medium: parameter('Kind of the link, such as `cpc`.', 'cpc'),
    utm_campaign: parameter('Campaign in the link.', 'spring_tune_up'),
    utm_term: parameter('Words that were searched for.', 'water heater repair'),
    utm_content: parameter('Which of several links.', 'headline_b'),
    gclid: parameter('Click id of Google Ads.', 'EAIaIQobChMI'),
    fbclid: parameter('Click id of Facebook.', 'IwAR2x'),
    landing_page: address(
      'First page that the visitor saw.',
      'https://alder.example.com/water-heaters',
    ),
    referrer: address('Page before it.', 'https://www.google.com/'),
    campaign: parameter(
      'Name of the campaign, for lists and reports. Default: `utm_campaign`.',
      'spring_tune_up',
    ),
  },
);
export type Attribution = Static<typeof Attribution>;

export const ATTRIBUTION_FIELDS: readonly (keyof Attribution)[] = ATTRIBUTION_NAMES;

/** A click id or a parameter of an address, which a page can pass on as it is. */
export const LINK_PARAMETERS = ATTRIBUTION_FIELDS.filter(
  (name) => name.startsWith('utm_') || name === 'gclid' || name === 'fbclid',
);
