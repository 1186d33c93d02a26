import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import type { Coordinates } from '../../domain/location.ts';
import { filteredList } from '../../platform/database/filtered-list.ts';
import { table } from '../../platform/database/table.ts';
import { postalKey, type StoredAddress } from './property.ts';
import type { Property } from './schemas.ts';

export interface PropertyRow {
  property_id: string;
  lifecycle_number: string;
  lead_id: string;
  /** The current customer of the lead. */
  customer_id: string | null;
  address: StoredAddress;
  coordinates: Coordinates | null;
  access_notes: string | null;
  bill_to_customer_id: string | null;
  tax_rate: number | null;
  created_at: Date;
  updated_at: Date;
}

const properties = table<PropertyRow>(
  'properties',
  {
    property_id: 'key',
    lifecycle_number: 'fixed',
    lead_id: 'fixed',
    customer_id: { sql: 'customer_of_lead(organization_id, lead_id)' },
    address: 'json',
    coordinates: 'json',
    access_notes: 'value',
    bill_to_customer_id: 'value',
    tax_rate: 'value',
    created_at: 'fixed',
    updated_at: 'value',
  },
  { normal_postal_code: ({ address }) => postalKey(address.postal_code) },
);

export const {
  find: findProperty,
  findOrNull: findPropertyOrNull,
  lock: lockProperty,
} = properties.byKey('property');

export function toProperty(row: PropertyRow): Property {
  const { line1, line2, city, region, postal_code, country } = row.address;
  return {
    property_id: toPublicId('property', row.property_id),
    lifecycle_number: row.lifecycle_number,
    lead_id: toPublicId('lead', row.lead_id),
    customer_id: toPublicIdOrNull('customer', row.customer_id),
    address: { line1, line2, city, region, postal_code, country },
    coordinates: row.coordinates,
    access_notes: row.access_notes,
    bill_to_customer_id: toPublicIdOrNull('customer', row.bill_to_customer_id),
    tax_rate: row.tax_rate,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const propertyResource = {
  insert: properties.insert,
  save: properties.update,
  show: toProperty,
};

/** Filters that are null are not used. */
export const listPropertyRows = filteredList<PropertyRow, 'leads' | 'postal' | 'number'>({
  name: 'list_properties',
  select: `${properties.columns} from properties p`,
  alias: 'p',
  id: 'property_id',
  conditions: {
    leads: (ids) => `p.lead_id = any (${ids}::uuid[])`,
    postal: (key) => `p.normal_postal_code = ${key}`,
    number: (number) => `p.lifecycle_number = ${number}`,
  },
});
