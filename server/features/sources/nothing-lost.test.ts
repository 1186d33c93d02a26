import { describe } from 'node:test';
import { keepsWhatArrives } from '../../testing/source-fuzz.ts';

describe('what a source accepts', () => {
  keepsWhatArrives({ deep: 1, random: 8, withEqualIds: 12, mutated: 12 });
});
