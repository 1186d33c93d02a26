import { threadId } from 'node:worker_threads';
import { serveCalls } from '../platform/threads/serve-calls.ts';

/** What the test of CalledThread calls. */
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
