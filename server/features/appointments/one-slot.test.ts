import { describeBookingsOfOneSlot } from '../../testing/one-slot.ts';

describeBookingsOfOneSlot(20);
