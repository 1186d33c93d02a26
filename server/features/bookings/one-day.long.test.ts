import { describeBookersOfOneDay } from '../../testing/one-day.ts';
import { sized } from '../../testing/sized.ts';

describeBookersOfOneDay({ bookers: sized({ long: 500, nightly: 1_000 }), users: 4 });
