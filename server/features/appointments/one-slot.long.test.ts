import { describeBookingsOfOneSlot } from '../../testing/one-slot.ts';
import { sized } from '../../testing/sized.ts';

describeBookingsOfOneSlot(sized({ long: 300, nightly: 1_000 }));
