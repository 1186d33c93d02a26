export { createEquipment } from './create-equipment.ts';
export { readEquipmentOfJob, readPlaceOf } from './equipment-of.ts';
export * as equipmentEvents from './events.ts';
export { getEquipment } from './get-equipment.ts';
export { listEquipment } from './list-equipment.ts';
export { listEquipmentRows, toEquipment } from './queries.ts';
export { Equipment, type EquipmentHistoryItem, equipmentInput, equipmentShown } from './schemas.ts';
export { updateEquipment } from './update-equipment.ts';
