import assert from 'node:assert/strict';
import { type BigOrganization, LINES, worstPlaybook, worstUser } from './big-organization.ts';

/** One attack on the event loop: a request that is as much work as its kind can be. */
export interface WorstRequest {
  name: string;
  /** Statuses that show that the request got as far as it should. */
  expected: readonly number[];
  method: string;
  path: string;
  body?: string;
  type?: string;
}

export function worstRequests(big: BigOrganization): WorstRequest[] {
  return [
    ...lists(big),
    ...reads(big),
    ...bodies(big),
    ...sent(big),
    ...searches(),
    ...texts(),
    // The last, because their rows keep the service busy after them.
    ...imports(),
  ];
}

const get = (name: string, path: string, expected: readonly number[] = [200]): WorstRequest => ({
  name,
  expected,
  method: 'GET',
  path,
});

const post = (
  name: string,
  path: string,
  body: unknown,
  expected: readonly number[],
): WorstRequest => ({
  name,
  expected,
  method: 'POST',
  path,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** The longest pages of the longest rows. */
function lists({ jobId, playbookId }: BigOrganization): WorstRequest[] {
  const paths = [
    '/v1/leads',
    '/v1/users',
    '/v1/jobs',
    '/v1/invoices',
    '/v1/communications',
    '/v1/templates',
    '/v1/webhook-endpoints',
    '/v1/appointments',
    '/v1/playbooks',
    '/v1/events',
    `/v1/jobs/${jobId}/notes`,
    `/v1/playbooks/${playbookId}/versions`,
  ];
  return paths.map((path) =>
    get(`the list ${path.replaceAll(/\w+_\w{26}/g, '{id}')}`, `${path}?limit=200`),
  );
}

function reads(big: BigOrganization): WorstRequest[] {
  const { lifecycleNumber, userId, teamId, playbookId, feed } = big;
  const span = `from=${day(1)}&to=${day(62)}`;
  return [
    get('a timeline of 10,000 entries', `/v1/lifecycles/${lifecycleNumber}?limit=200`),
    get('the availability of a user', `/v1/availability?user_id=${userId}&${span}&step_minutes=5`),
    get(
      'the availability of 200 users',
      `/v1/availability?team_id=${teamId}&${span}&step_minutes=5&duration_minutes=5&explain=true`,
      [200, 422],
    ),
    get('a feed of 2,000 visits', feed),
    get('a stream of 10,000 events', '/v1/events/stream?after=1000'),
    get('the board of 200 users', `/v1/dispatch?date=2027-03-02&team_id=${teamId}`),
    get('the funnel', `/v1/reports/funnel?from=${day(-390)}&to=${day(0)}`),
    get('the speed to lead', `/v1/reports/speed-to-lead?from=${day(-390)}&to=${day(0)}`),
    get('a playbook of 250 kB', `/v1/playbooks/${playbookId}`),
    get('the document', '/openapi.json'),
    get('the reference', '/docs/'),
    get('the guides', '/docs/guides/webhooks'),
    get('the metrics', '/metrics'),
    get('all event types', '/v1/event-types'),
  ];
}

function bodies({ leadId, jobId, userId }: BigOrganization): WorstRequest[] {
  const patch = (path: string, body: object): WorstRequest => ({
    name: `PATCH ${path.replace(/\w+_\w{26}/, '{id}')}`,
    expected: [200],
    method: 'PATCH',
    path,
    body: JSON.stringify(body),
  });
  return [
    post(
      'an invoice of 500 lines',
      '/v1/invoices',
      { job_id: jobId, currency: 'USD', lines: LINES },
      [201, 413],
    ),
    post('an invoice of 340,000 empty lines', '/v1/invoices', `{"lines":[${many('{}')}]}`, [422]),
    post('a lead of 100,000 unknown fields', '/v1/leads', `{${many('"a":1')}}`, [422]),
    post('JSON of 500,000 brackets', '/v1/leads', '['.repeat(500_000), [422]),
    post('JSON of 50,000 levels', '/v1/leads', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, [422]),
    post('a text of 1 MB', '/v1/leads', { notes: 'x'.repeat(1_000_000) }, [422]),
    post(
      'a transcript of 200,000 characters',
      '/v1/leads',
      leadWith({ transcript: TRANSCRIPT }),
      [200, 201],
    ),
    post(
      'a playbook of 40,000 steps',
      '/v1/playbooks',
      `{"steps":[${many('{"do":"wait"}')}]}`,
      [422],
    ),
    post(
      'a user with 5,000 intervals',
      '/v1/users',
      { ...worstUser(), email: 'a@example.com' },
      [201, 409],
    ),
    patch(`/v1/users/${userId}`, { working_hours: worstUser().working_hours }),
    patch(`/v1/leads/${leadId}`, { notes: '寿'.repeat(9_999) }),
    // The organization has as many endpoints as it can have, which is found out last.
    post('an endpoint for 100 patterns', '/v1/webhook-endpoints', ENDPOINT, [201, 409]),
    post(
      'a replay of 1,000 unknown events',
      '/v1/events/examples',
      { event_type: 'x'.repeat(60_000) },
      [422],
    ),
  ];
}

function imports(): WorstRequest[] {
  return [
    {
      ...post('an import of 1 MB', '/v1/imports?service_needed=x', IMPORT, [202]),
      type: 'text/csv',
    },
    {
      ...post(
        'an import row of 250 kB',
        '/v1/imports',
        `{"phone":"${'9'.repeat(250_000)}"}\n`,
        [202],
      ),
      type: 'application/x-ndjson',
    },
  ];
}

/** Everything that can be sent to the address of a source is taken, also what is no lead. */
function sent({ sourcePath, mailPath }: BigOrganization): WorstRequest[] {
  const to = (path: string, name: string, type: string, body: string) => ({
    ...post(`${name}, to a source`, path, body, [200]),
    type,
  });
  const json = (name: string, body: string) => to(sourcePath, name, 'application/json', body);
  const form = (name: string, body: string) =>
    to(sourcePath, name, 'application/x-www-form-urlencoded', body);
  const parts = Array.from(
    { length: 60_000 },
    (_, n) => `--x\r\ncontent-disposition: form-data; name="a${n}"\r\n\r\nv\r\n`,
  );
  const multipart = `${parts.join('')}--x--\r\n`;
  const multipartType = 'multipart/form-data; boundary=x';
  const values = Array.from({ length: 45_000 }, (_, n) => `"k${n}":"${'9'.repeat(90)}"`);
  const leads = Array.from({ length: 5_000 }, (_, id) => ({ id, notes: '寿'.repeat(50) }));
  return [
    json('45,000 values', `{${values.join()}}`),
    json('49,000 long numbers', `[${Array(49_000).fill('9'.repeat(100)).join()}]`),
    json('2,600,000 backslashes', `{"a":"${String.raw`\\`.repeat(2_600_000)}"}`),
    json('5 MB of spaces', `${' '.repeat(5_000_000)}{}`),
    json('a list of 5,000 leads', JSON.stringify(leads)),
    form(
      'texts in no charset',
      Array(100)
        .fill(`a=${'%ff'.repeat(16_000)}`)
        .join('&'),
    ),
    form(
      '250 kB in no charset',
      Array(10)
        .fill(`a=${'%ff'.repeat(8_000)}`)
        .join('&'),
    ),
    to(sourcePath, 'a form of 60,000 parts', multipartType, multipart),
    to(mailPath, 'a form of 60,000 parts that is no mail', multipartType, multipart),
    to(mailPath, 'a mail of 5 MB', 'message/rfc822', `Subject: x\n\n${'=C3'.repeat(1_700_000)}`),
  ];
}

const TRANSCRIPT = { channel: 'call', text: '寿'.repeat(200_000) };
const ENDPOINT = {
  url: 'https://hooks.invalid/',
  event_types: Array.from({ length: 100 }, (_, n) => (n % 2 ? 'lead.*' : 'communication.received')),
};
const IMPORT = `name,phone,notes\n${Array.from(
  { length: 10_000 },
  (_, n) => `${'Ann '.repeat(20)},+1415${String(n).padStart(7, '0')},${'x'.repeat(30)}`,
).join('\n')}`;

/**
 * Code that customers write: it is parsed and evaluated outside of the event loop, with a deadline. Each is as much
 * work as the limits allow, or more.
 */
export function writtenByCustomers({ leadId }: BigOrganization): WorstRequest[] {
  const nested = `{% assign a = (1..5000) %}{% assign e = "a | has_exp: 'j', 'j == 0'" %}{{ a | has_exp: 'i', e }}`;
  const chained = `lead.notes.split('').map(x, lead.notes).join('').split('').exists(x, x=='q')`;
  const followUp = { lead_id: leadId, channel: 'task', delay: 'PT1S' };
  const policy: WorstRequest = {
    name: 'a condition that goes through a text for each of its characters',
    expected: [200, 422],
    method: 'PATCH',
    path: '/v1/organization',
    body: JSON.stringify({ qualification_policy: chained }),
  };
  return [
    post('a template of 4,000 tags', '/v1/templates', template('{{a}}'.repeat(4_000)), [201, 422]),
    post('a playbook of 5,000 tags', '/v1/playbooks', worstPlaybook(), [201, 422]),
    post(
      'a template with a loop in a filter',
      '/v1/follow-ups',
      { ...followUp, body: nested },
      [201, 422],
    ),
    policy,
    post(
      'a lead for that condition',
      '/v1/leads',
      leadWith({ notes: 'x'.repeat(6_000), source_ref: null }),
      [200, 201],
    ),
  ];
}

function template(body: string): object {
  return { name: `Worst ${performance.now()}`, channel: 'email', subject: 'x', body };
}

/** Words that begin like many others, and nothing but digits or separators. */
function searches(): WorstRequest[] {
  const words = [
    'a '.repeat(100),
    'ann ann ann ann ann ann',
    '9'.repeat(200),
    '@'.repeat(200),
    'é'.repeat(200),
  ];
  return words.flatMap((word) =>
    ['/v1/leads', '/v1/customers', '/v1/jobs'].map((path) =>
      get(
        `the search for ${word.slice(0, 8)} in ${path}`,
        `${path}?limit=200&q=${encodeURIComponent(word)}`,
        [200, 422],
      ),
    ),
  );
}

/** Long strings for everything that reads names, numbers, addresses and times, and finds duplicates. */
function texts(): WorstRequest[] {
  const long = [
    'a'.repeat(200),
    'aA1 '.repeat(50),
    '-.'.repeat(100),
    'ÀÉÎ'.repeat(66),
    '1'.repeat(200),
  ];
  return long.flatMap((text) => [
    post(
      `a lead named ${text.slice(0, 8)}`,
      '/v1/leads',
      leadWith({
        name: text,
        email: `${text.replaceAll(/[^a-z]/gi, '') || 'x'}@${'a.'.repeat(20)}com`,
        address: text.repeat(2).slice(0, 500),
        source_ref: null,
      }),
      [200, 201, 422],
    ),
    post(
      `a phone number of ${text.slice(0, 8)}`,
      '/v1/leads',
      leadWith({ phone: text.slice(0, 50) }),
      [200, 201, 422],
    ),
    post(
      `a follow-up after ${text.slice(0, 8)}`,
      '/v1/follow-ups',
      { lead_id: 'lead_01h455vb4pex5vsknk084sn02q', channel: 'task', body: 'x', delay: `P${text}` },
      [404, 422],
    ),
  ]);
}

function leadWith(fields: object): object {
  return { phone: '+14155550134', service_needed: 'ac_repair', ...fields };
}

const MAX_BODY_BYTES = 1024 * 1024;

function many(what: string): string {
  const count = Math.floor((MAX_BODY_BYTES - 100) / (what.length + 1));
  assert(count > 0);
  return Array.from({ length: count }, () => what).join();
}

function day(fromToday: number): string {
  return new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10);
}
