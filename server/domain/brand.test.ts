import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { contrast, textColorOn } from './brand.ts';

describe('the color of a company', () => {
  it('has text on it with the contrast that WCAG AA asks for, whatever the color', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const color = `#${number.toString(16).padStart(6, '0')}`;
        assert(contrast(textColorOn(color), color) >= 4.5, color);
      }),
      { numRuns: 2000 },
    );
  });

  it('has white text where that can be read, otherwise black', () => {
    assert.equal(textColorOn('#0B5CAD'), '#ffffff');
    assert.equal(textColorOn('#ffcc00'), '#000000');
    assert.equal(contrast('#000000', '#FFFFFF'), 21);
  });
});
