export { createProperty } from './create-property.ts';
export * as propertyEvents from './events.ts';
export { getProperty } from './get-property.ts';
export { leadsOfFilters } from './leads-of-person.ts';
export { listProperties } from './list-properties.ts';
export { oneLine } from './property.ts';
export {
  findProperty,
  findPropertyOrNull,
  listPropertyRows,
  type PropertyRow,
  toProperty,
} from './queries.ts';
export { isSamePerson, notUsable, ofOtherPerson, readPropertyOf } from './same-person.ts';
export {
  Property,
  PropertyAddress,
  propertyId,
  propertyInput,
  propertyShown,
} from './schemas.ts';
export { updateProperty } from './update-property.ts';
