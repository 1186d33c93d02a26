import type {
  CreateSource,
  LeadSource,
  SourceVerificationBody,
} from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import * as text from '../../../text/en.ts';
import { typed } from '../../../ui/use-form.ts';
import type { Entered } from '../shared/use-editor.ts';
import { isChecked } from '../shared/values.ts';
import { mappingIn, TARGETS } from './mapping.ts';

const words = text.settings.sources;

export const KINDS = [
  ...(['angi', 'thumbtack', 'google_lead_form', 'google_local_services', 'facebook'] as const),
  ...(['callrail', 'json', 'form', 'email'] as const),
];
export const PLACES = ['', 'header', 'query', 'username'] as const;
const SECRETS = ['secret', 'verify_token', 'access_token'] as const;

/** Of the fields, in the order of the page. */
export const SOURCE_NAMES = [
  ...['name', 'kind', 'source', 'default_service'],
  ...TARGETS.map((target) => `mapping/${target}`),
  'mapping',
  ...['secret', 'header', 'query', 'username', 'verify_token', 'access_token'].map(
    (name) => `verification/${name}`,
  ),
];

export function placeOf(source: LeadSource | null): (typeof PLACES)[number] {
  return PLACES.find((place) => place !== '' && source?.verification[place] != null) ?? '';
}

export function sourceIn(values: FormData): Entered<CreateSource> {
  const mapped = mappingIn(
    (target) => typed(values, `mapping/${target}`),
    typed(values, 'mapping'),
  );
  if ('wrongLine' in mapped) return { wrong: { mapping: words.wrongLine(mapped.wrongLine) } };
  const place = PLACES.find((one) => one === typed(values, 'place')) ?? '';
  if (place !== '' && typed(values, `verification/${place}`).trim() === '') {
    return { wrong: { [`verification/${place}`]: words.placeMissing } };
  }
  return {
    body: {
      name: typed(values, 'name').trim(),
      kind: KINDS.find((one) => one === typed(values, 'kind')) ?? 'json',
      source: typed(values, 'source').trim(),
      default_service: typed(values, 'default_service') || null,
      mapping: mapped.mapping,
      verification: { ...placesIn(values, place), ...secretsIn(values) },
      active: isChecked(values, 'active'),
    },
  };
}

/** The mapping as it is entered, saved or not; undefined if there is none to enter, or a line of it is wrong. */
export function mappingEntered(form: HTMLFormElement | null): CreateSource['mapping'] {
  const values = form === null ? null : new FormData(form);
  if (values === null || !values.has('mapping')) return undefined;
  const entered = sourceIn(values);
  return 'body' in entered ? entered.body.mapping : undefined;
}

function placesIn(values: FormData, place: string): SourceVerificationBody {
  const at = (name: string) =>
    place === name ? typed(values, `verification/${name}`).trim() : null;
  return { header: at('header'), query: at('query'), username: at('username') };
}

/** One that is left out stays as it is stored. */
function secretsIn(values: FormData): SourceVerificationBody {
  const entered = SECRETS.map((name) => [name, typed(values, `verification/${name}`)] as const);
  return {
    ...(isChecked(values, 'remove_secret') && { secret: null }),
    ...Object.fromEntries(entered.filter(([, secret]) => secret !== '')),
  };
}

/** The values that a change replaces, to undo it. No one knows a secret that was replaced. */
export function bodyOf(source: LeadSource, sent: CreateSource): CreateSource | null {
  if (SECRETS.some((name) => sent.verification?.[name] !== undefined)) return null;
  const { name, default_service, mapping, active } = source;
  const { header, query, username } = source.verification;
  return {
    name,
    kind: sent.kind,
    source: source.source,
    default_service,
    mapping,
    verification: { header, query, username },
    active,
  };
}

export function saveSource(
  stored: LeadSource | null,
  { kind, ...body }: CreateSource,
): Promise<LeadSource> {
  return stored
    ? api.sources.update(stored.source_id, body)
    : api.sources.create({ kind, ...body });
}
