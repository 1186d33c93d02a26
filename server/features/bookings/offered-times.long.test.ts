import { describeOfferedTimes } from '../../testing/offered-times.ts';

/** Other offices: `OFFICES_SEED=1000`. */
const seed = Number(process.env.OFFICES_SEED ?? 100);

describeOfferedTimes({ seed, offices: 40, steps: 80 });
