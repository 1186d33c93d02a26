/** The characters of texts that need 7 bits; those of the second list need two places. */
const PLAIN =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const DOUBLE = '^{}\\[~]|€\f';

/** In how many parts a text is sent, and paid for: 160 plain characters, or 70 if one is not plain. */
export function partsOf(message: string): number {
  const characters = [...message];
  const isPlain = characters.every((one) => PLAIN.includes(one) || DOUBLE.includes(one));
  const length = isPlain
    ? characters.reduce((sum, one) => sum + (DOUBLE.includes(one) ? 2 : 1), 0)
    : message.length;
  const [single, several] = isPlain ? [160, 153] : [70, 67];
  return length <= single ? 1 : Math.ceil(length / several);
}
