/**
 * Writes iCalendar (RFC 5545) without a library. Of the two libraries tried, ical-generator 11.1 does not
 * escape the calendar's name, so a user's name could inject events; ical.js 2.2 folds lines at 76 octets
 * instead of 75; and neither ends the last line.
 */

const MAX_OCTETS = 75;

/** A component of lines that are already folded and terminated. */
export function component(name: string, lines: readonly string[]): string {
  return `BEGIN:${name}\r\n${lines.join('')}END:${name}\r\n`;
}

/** A line with its value unescaped, folded at 75 octets and never inside a character. */
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

/** A line with escaped text; empty if there is no text. */
export function textLine(name: string, text: string | null | undefined): string {
  return text ? line(name, escaped(text)) : '';
}

/** Tab is the only control character allowed in text; line breaks are escaped. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|[\r\n]/g, '\\n')
    .replaceAll(/(?!\t)\p{Cc}/gu, '');
}

/** A time in UTC to the second, such as 20270302T170000Z. */
export function timeLine(name: string, time: string): string {
  const utc = new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return line(name, utc);
}

function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
