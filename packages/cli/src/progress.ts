interface Progress {
  bytes_done: number;
  bytes_total: number;
  total: number;
  rejected: number;
}

const BAR = 24;
const STEP_PERCENT = 10;

/** A bar that is drawn again and again on a terminal; elsewhere a line per tenth. All on stderr. */
export function progressPrinter(
  stream: NodeJS.WriteStream = process.stderr,
): (progress: Progress) => void {
  let last = -1;
  return (progress) => {
    const percent = percentOf(progress);
    if (stream.isTTY) {
      stream.write(`\r\u001b[K${bar(progress)}${percent === 100 ? '\n' : ''}`);
      return;
    }
    const step = Math.floor(percent / STEP_PERCENT);
    if (step > last) stream.write(`${line(progress)}\n`);
    last = Math.max(last, step);
  };
}

function percentOf({ bytes_done, bytes_total }: Progress): number {
  return bytes_total === 0 ? 100 : Math.floor((100 * bytes_done) / bytes_total);
}

export function bar(progress: Progress): string {
  const filled = Math.floor((BAR * percentOf(progress)) / 100);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${line(progress)}`;
}

function line(progress: Progress): string {
  const { bytes_done, bytes_total, total, rejected } = progress;
  const percent = String(percentOf(progress)).padStart(3);
  return `${percent} %  ${bytes_done}/${bytes_total} bytes, ${total} rows, ${rejected} rejected`;
}
