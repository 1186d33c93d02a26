import { describeOfferedTimes } from '../../testing/offered-times.ts';

describeOfferedTimes({ seed: 1, offices: 2, steps: 30 });
