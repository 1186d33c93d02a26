import { toPublicId } from '../../../domain/ids.ts';
import type { Database } from '../../../platform/database/database.ts';
import { statement } from '../../../platform/database/statement.ts';
import { table } from '../../../platform/database/table.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { hidePath } from '../../../platform/hide-secrets.ts';
import type { KindSettings } from './channel.ts';
import type { Channel, ChannelKind } from './schemas.ts';

export type ChannelRow = KindSettings & {
  channel_id: string;
  channel_key: string;
  name: string;
  active: boolean;
  sealed_secret: Buffer | null;
  /** URL of the service when the channel was created or last changed. */
  base_url: string | null;
  created_at: Date;
  updated_at: Date;
};

const channels = table<ChannelRow>('channels', {
  channel_id: 'key',
  channel_key: 'fixed',
  kind: 'fixed',
  name: 'value',
  active: 'value',
  settings: 'json',
  sealed_secret: 'value',
  base_url: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});
const COLUMNS = channels.columns;

export const saveChannel = channels.update;

export function toChannel(row: ChannelRow, baseUrl: string): Channel {
  const hasSecret = row.sealed_secret !== null;
  const isGateway = row.kind === 'sms_gateway';
  const gatewayUrl = `${baseUrl}/g/${row.channel_key}`;
  return {
    channel_id: toPublicId('channel', row.channel_id),
    kind: row.kind,
    name: row.name,
    active: row.active,
    settings: {
      ...row.settings,
      ...(isGateway ? { has_secret: hasSecret } : { has_password: hasSecret }),
    },
    inbound_url: isGateway ? `${gatewayUrl}/sms` : null,
    status_url: isGateway ? `${gatewayUrl}/status` : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The channel as events show it: the addresses contain keys. */
export function toLoggedChannel(row: ChannelRow, baseUrl: string): Channel {
  const channel = toChannel(row, baseUrl);
  const { settings, inbound_url, status_url } = channel;
  return {
    ...channel,
    settings: settings.url === undefined ? settings : { ...settings, url: hidePath(settings.url) },
    inbound_url: inbound_url && hidePath(inbound_url),
    status_url: status_url && hidePath(status_url),
  };
}

const insertDirectoryEntry = statement(
  'insert_channel_directory_entry',
  'insert into channel_directory (organization_id, channel_id, channel_key) values ($1, $2, $3)',
);

export function insertChannel(tx: Tx, row: ChannelRow): void {
  channels.insert(tx, row);
  tx.query(insertDirectoryEntry, [tx.organizationId, row.channel_id, row.channel_key]);
}

export const { find: findChannel, lock: lockChannel } = channels.byKey('channel');

const selectActive = statement(
  'select_active_channel',
  `select ${COLUMNS} from channels where organization_id = $1 and kind = $2 and active`,
);

export async function findActiveChannel(tx: Tx, kind: ChannelKind): Promise<ChannelRow | null> {
  const [row] = await tx.query<ChannelRow>(selectActive, [tx.organizationId, kind]);
  return row ?? null;
}

export const listChannelRows = channels.newestFirst();

/** A channel found by its public key, with the organization's settings for new leads. */
export interface PublicChannel {
  organization_id: string;
  channel_id: string;
  kind: ChannelKind;
  name: string;
  sealed_secret: Buffer | null;
  country: string;
  qualification_policy: string;
}

const selectPublic = statement('find_channel', 'select * from find_channel($1)');

/** Runs without a tenant, because the organization is found by the key. */
export async function findPublicChannel(
  database: Database,
  channelKey: string,
): Promise<PublicChannel | null> {
  const [channel] = await database.lookup<PublicChannel>(selectPublic, [channelKey]);
  return channel ?? null;
}
