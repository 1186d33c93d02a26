import { describeBookersOfOneDay } from '../../testing/one-day.ts';

describeBookersOfOneDay(1_000);
