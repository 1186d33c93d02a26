import { randomBytes } from 'node:crypto';
import type { CreateToken, CreateUser, WorkingHoursInput } from '../../packages/sdk/src/index.ts';
import { newOrganizationDefaults } from '../defaults.ts';
import { WEEKDAYS } from '../domain/working-hours.ts';
import { insertNewOrganization } from '../features/organizations/index.ts';
import { newToken } from '../platform/auth/token-format.ts';
import type { Database } from '../platform/database/database.ts';
import type { Api } from './api.ts';
import { atTime, HOUR } from './calendar.ts';
import {
  DOMAIN,
  GREETED_BY_TEXT,
  OFFICE,
  ORGANIZATION,
  SOURCES,
  TECHNICIANS,
  type Technician,
} from './company.ts';
import type { Gateway } from './gateway.ts';
import { openOffer } from './open-offer.ts';

/** No organization: only the new one is read and written. */
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

export interface NewCompany {
  organizationId: string;
  token: string;
}

/** Like the first start creates the first organization: with access to the database, no operator token is needed. */
export async function createOrganization(database: Database, name: string): Promise<NewCompany> {
  const token = newToken();
  const options = {
    organizationId: NO_ORGANIZATION,
    actor: { type: 'system', id: null, name: 'demo' } as const,
  };
  const organization = await database.transaction(options, async (tx) =>
    insertNewOrganization(tx, {
      defaults: newOrganizationDefaults,
      name,
      timeZone: ORGANIZATION.time_zone,
      country: ORGANIZATION.country,
      token: { name: 'First token', scopes: ['*'], secret: token, fromSetting: false },
    }),
  );
  return { organizationId: organization.organization_id, token };
}

/** The people of the company, each with their own API client, so that every event has the right actor. */
export interface Company {
  ownerId: string;
  owner: Api;
  dispatchers: Api[];
  /** By user id. */
  technicians: Map<string, Api>;
  /** By name of the source; a dispatcher enters phone calls. */
  sources: Map<string, Api>;
  teams: { Service: string; Installation: string };
  /** The technician on call, who is booked first. */
  onCall: string;
  templates: { preparation: string };
  /** The path of the address that a partner sends leads to. */
  partner: string;
  playbooks: { emergency: string };
}

export async function openCompany(
  api: Api,
  times: { start: number; end: number },
): Promise<Company> {
  await api.organization.update({
    scheduling: {
      minimum_notice_minutes: 60,
      buffer_minutes: 15,
      step_minutes: 30,
      horizon_days: 60,
    },
  });
  // These tokens are used only by the demo, and expire with it.
  const expires_at = new Date(times.end + HOUR).toISOString();
  const tokenFor = async (name: string, rights: Partial<CreateToken>) =>
    api.as((await api.tokens.create({ name, expires_at, ...rights })).token);
  const join = async (name: string, role: CreateUser['role'], more: Partial<CreateUser> = {}) => {
    const email = `${name.toLowerCase().replace(' ', '.')}@${DOMAIN}`;
    const { user_id } = await api.users.create({ name, email, role, ...more });
    return { user_id, api: await tokenFor(name, { user_id }) };
  };

  const owner = await join(OFFICE.owner, 'owner');
  await joinAs(api, owner.user_id);
  const dispatchers: Api[] = [];
  for (const name of OFFICE.dispatchers) dispatchers.push((await join(name, 'dispatcher')).api);
  const technicians = new Map<string, Api>();
  const members: Record<Technician['team'], string[]> = { Service: [], Installation: [] };
  for (const technician of TECHNICIANS) {
    const { user_id, api: own } = await join(technician.name, 'technician', {
      skills: technician.skills,
      working_hours: { weekly: weekOf(technician), exceptions: [] },
    });
    technicians.set(user_id, own);
    members[technician.team].push(user_id);
  }
  const createTeam = async (name: Technician['team']) =>
    (await owner.api.teams.create({ name, members: members[name] })).team_id;
  const teams = {
    Service: await createTeam('Service'),
    Installation: await createTeam('Installation'),
  };
  const sources = new Map<string, Api>();
  for (const [source] of SOURCES) {
    if (source === 'phone' || source === 'referral') continue;
    const name = source.replace('_', ' ');
    sources.set(source, await tokenFor(name, { scopes: ['leads:write'] }));
  }
  const company = {
    ownerId: owner.user_id,
    owner: owner.api,
    dispatchers,
    technicians,
    sources,
    teams,
    onCall: members.Service.at(-1)!,
  };
  await takeTimeOff(company, members, times);
  await openOffer(owner.api);
  const partner = await openPartner(owner.api);
  return { ...company, partner, ...(await automate(company)) };
}

async function openPartner(owner: Api): Promise<string> {
  const { url } = await owner.sources.create({
    name: 'Home warranty partner',
    kind: 'json',
    source: 'partner',
    default_service: 'furnace_repair',
  });
  await owner.sources.create({ name: 'Angi', kind: 'angi', source: 'angi' });
  return new URL(url).pathname;
}

/** The owner gets an account, so that a link can sign in. Its password is random, and thrown away. */
async function joinAs(api: Api, userId: string): Promise<void> {
  const { url } = await api.users.invitations.create(userId);
  const key = new URL(url).hash.slice(1);
  await api.invitations.accept({ key, password: randomBytes(24).toString('base64url') });
}

function weekOf({ team, days }: Technician): WorkingHoursInput['weekly'] {
  const [start, end] =
    team === 'Service' ? (['08:00', '18:00'] as const) : (['07:30', '16:30'] as const);
  return days.map((day) => ({ day: WEEKDAYS[day - 1]!, start, end }));
}

async function takeTimeOff(
  { dispatchers, onCall }: Pick<Company, 'dispatchers' | 'onCall'>,
  members: Record<Technician['team'], string[]>,
  { start, end }: { start: number; end: number },
): Promise<void> {
  const away: [string, number, number, string][] = [
    [members.Installation[5]!, atTime(start, 0, 0, 9), atTime(start, 0, 0, 16), 'Vacation'],
    [members.Service[1]!, atTime(start, 0, 0, 12), atTime(start, 0, 0, 13), 'Sick'],
    [onCall, atTime(end, 0, 0, -4), atTime(end, 0, 0, 4), 'Her sister’s wedding'],
    [members.Installation[2]!, atTime(end, 12, 0, 3), atTime(end, 0, 0, 4), 'Dentist'],
  ];
  for (const [user_id, from, to, reason] of away) {
    await dispatchers[0]!.timeOff.create({
      user_id,
      starts_at: new Date(from).toISOString(),
      ends_at: new Date(to).toISOString(),
      reason,
    });
  }
}

async function automate({ owner, onCall }: Pick<Company, 'owner' | 'onCall'>) {
  const preparation = await owner.templates.create({
    name: 'Preparation',
    channel: 'sms',
    body: 'Hi {{ lead.name }}, so that we can start at once {{ appointment.starts_at | date: "on %A" }}: please clear the space around the unit. {{ organization.name }}',
  });
  const { data: ready } = await owner.playbooks.list();
  const idOf = (name: string) => ready.find((one) => one.name === name)!.playbook_id;
  const sources = GREETED_BY_TEXT.map((source) => `'${source}'`).join(', ');
  await owner.playbooks.update(idOf('Speed to lead'), {
    enabled: true,
    trigger: { event: 'lead.qualified', when: `data.source in [${sources}]` },
  });
  for (const name of ['Review after completion', 'Visit confirmation', 'Visit reminder']) {
    await owner.playbooks.update(idOf(name), { enabled: true });
  }
  const emergency = await owner.playbooks.create({
    name: 'No heat: book the technician on call',
    description: 'Books the first open slot of today or tomorrow with the technician on call.',
    enabled: true,
    trigger: {
      event: 'lead.qualified',
      when: "data.service_needed == 'no_heat' && data.source != 'phone' && data.source != 'referral'",
    },
    steps: [
      {
        id: 'book',
        do: 'book_next_available',
        with: {
          user_id: onCall,
          type: 'emergency',
          service: 'no_heat',
          duration_minutes: 90,
          within_days: 2,
        },
      },
      {
        id: 'tell',
        do: 'send_message',
        when: 'lead.phone != null',
        with: {
          channel: 'sms',
          body: 'Hi {{ lead.name }}, {{ organization.name }} here: a technician is booked for you. We will call before we leave.',
        },
      },
    ],
  });
  return {
    templates: { preparation: preparation.template_id },
    playbooks: { emergency: emergency.playbook_id },
  };
}

const GATEWAY_SECRET = 'demo-gateway-secret-of-no-use-elsewhere';

/** Returns a function that disables them when the month is complete. */
export async function openChannels(owner: Api, gateway: Gateway): Promise<() => Promise<void>> {
  const texts = await owner.channels.create({
    kind: 'sms_gateway',
    name: 'Texts',
    settings: { url: gateway.textsUrl, from_number: '+12065550100', secret: GATEWAY_SECRET },
  });
  const mails = await owner.channels.create({
    kind: 'smtp',
    name: 'Mails',
    settings: {
      host: '127.0.0.1',
      port: gateway.mailPort,
      from_address: `office@${DOMAIN}`,
      from_name: ORGANIZATION.name,
    },
  });
  return async () => {
    for (const { channel_id } of [texts, mails]) {
      await owner.channels.update(channel_id, { active: false });
    }
  };
}
