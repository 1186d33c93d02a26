import { describeOfferedTimes } from '../../testing/offered-times.ts';

describeOfferedTimes({ seed: 1, offices: 3, steps: 30 });
