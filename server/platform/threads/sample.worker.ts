import { threadId } from 'node:worker_threads';
import { serveCalls } from './serve-calls.ts';

/** For the test. */
export const sampleCalls = {
  upperCase: async (text: string) => text.toUpperCase(),
  lengthOf: async (bytes: Uint8Array) => bytes.length,
  refuse: async (reason: string) => {
    throw new RangeError(reason);
  },
  environment: async () => Object.keys(process.env),
  exit: async () => process.exit(),
  loop: async () => {
    for (;;);
  },
  threadId: async () => threadId,
};

serveCalls(sampleCalls);
