import { describe } from 'node:test';
import { sized } from '../../testing/sized.ts';
import { keepsWhatArrives } from '../../testing/source-fuzz.ts';

describe('what a source accepts', () => {
  keepsWhatArrives({
    deep: 4,
    random: sized({ long: 30, nightly: 200 }),
    withEqualIds: 40,
    mutated: sized({ long: 80, nightly: 600 }),
  });
});
