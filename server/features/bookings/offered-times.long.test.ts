import { describeOfferedTimes } from '../../testing/offered-times.ts';
import { SEED } from '../../testing/seed.ts';
import { sized } from '../../testing/sized.ts';

const offices = sized({ long: 6, nightly: 12 });
const steps = sized({ long: 40, nightly: 80 });

describeOfferedTimes({ seed: SEED, offices, steps });
