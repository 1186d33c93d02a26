/**
 * How RFC 5545 writes things down. By hand, because of the two libraries that were tried ical-generator
 * 11.1 puts a calendar's name in unescaped, so that a user's name could write events of its own, ical.js
 * 2.2 folds at 76 octets, and neither ends the last line.
 */

const MAX_OCTETS = 75;

/** Lines of a component, each folded and ended. */
export function component(name: string, lines: readonly string[]): string {
  return `BEGIN:${name}\r\n${lines.join('')}END:${name}\r\n`;
}

/** A line with its value as it is, cut where it would be too long and never within a character. */
export function line(name: string, value: string): string {
  const whole = `${name}:${value}`;
  if (Buffer.byteLength(whole) <= MAX_OCTETS) return `${whole}\r\n`;
  let folded = '';
  let octets = 0;
  for (const character of whole) {
    const size = octetsOf(character);
    if (octets + size > MAX_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return `${folded}\r\n`;
}

/** A line with words in it; none where there are no words. */
export function textLine(name: string, text: string | null | undefined): string {
  return text ? line(name, escaped(text)) : '';
}

/** Of the controls only the tabulator may stand in a text; line breaks are written out. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|[\r\n]/g, '\\n')
    .replaceAll(/(?!\t)\p{Cc}/gu, '');
}

/** In UTC, to the second: 20270302T170000Z. */
export function timeLine(name: string, time: string): string {
  const utc = new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return line(name, utc);
}

function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
