/** Pure rules: a company's color on the pages that its customers see. */

/** As `#0b5cad`. */
const COLOR_FORM = '^#[0-9a-fA-F]{6}$';

/** The options of a field with the color. */
export const brandColor = {
  pattern: COLOR_FORM,
  description: 'Color of the header and the buttons. Their text is white or black, to be readable.',
  examples: ['#0b5cad'],
};
