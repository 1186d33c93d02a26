import { describeBookersOfOneDay } from '../../testing/one-day.ts';

describeBookersOfOneDay({ bookers: 120, users: 2 });
