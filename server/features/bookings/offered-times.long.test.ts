import { describeOfferedTimes } from '../../testing/offered-times.ts';

/** Other offices: `OFFICES_SEED=1000`. More of them: `OFFICES=100`; each takes several seconds. */
const seed = Number(process.env.OFFICES_SEED ?? 100);
const offices = Number(process.env.OFFICES ?? 12);

describeOfferedTimes({ seed, offices, steps: 80 });
