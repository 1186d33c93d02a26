export type { Whereabouts } from './area.ts';
export { createArea } from './create-area.ts';
export * as areaEvents from './events.ts';
export {
  areaIdOf,
  findServedArea,
  type ServedArea,
  servedArea,
  workersOfAreas,
} from './find-area.ts';
export { getArea } from './get-area.ts';
export { listAreas } from './list-areas.ts';
export { isArea } from './queries.ts';
export { Area } from './schemas.ts';
export { updateArea } from './update-area.ts';
