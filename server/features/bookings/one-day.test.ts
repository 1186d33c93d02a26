import { describeBookersOfOneDay } from '../../testing/one-day.ts';

describeBookersOfOneDay(240);
