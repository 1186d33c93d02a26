export { purgeTravelTimes } from './purge-travel-times.task.ts';
export { routePlace } from './route-place.task.ts';
export { routePlaces } from './route-places.ts';
