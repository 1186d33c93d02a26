export { getMyDay } from './get-my-day.ts';
