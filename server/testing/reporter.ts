import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

const SLOWEST = 10;
const FILES_PER_LINE = 50;

/** Prints what failed, how far the run is, and the slowest files. Each file is a suite at the top: see run.ts. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files: { name: string; milliseconds: number }[] = [];
  const failed: string[] = [];
  for await (const { type, data } of events) {
    if (type === 'test:stderr' || type === 'test:stdout') yield data.message;
    if (type === 'test:fail' && !isOfSubtests(data.details.error)) {
      const place = `${data.file}:${data.line}`;
      failed.push(`${data.name}\n  ${place}`);
      yield `\n✖ ${data.name}\n  ${place}\n${inspect(data.details.error.cause ?? data.details.error)}\n`;
    }
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0) {
      files.push({ name: data.name, milliseconds: data.details.duration_ms });
      if (files.length % FILES_PER_LINE === 0) yield `${files.length} files\n`;
    }
    if (type === 'test:summary' && data.file === undefined) {
      const { tests, passed, skipped } = data.counts;
      const slowest = files.sort((a, b) => b.milliseconds - a.milliseconds).slice(0, SLOWEST);
      yield `\nThe slowest files:\n`;
      for (const { name, milliseconds } of slowest) yield `${seconds(milliseconds)}  ${name}\n`;
      if (failed.length > 0) yield `\nFailed:\n${failed.map((one) => `✖ ${one}\n`).join('')}`;
      yield `\n${seconds(data.duration_ms)} in all\n`;
      yield `${passed} passed, ${tests - passed - skipped} failed, ${skipped} skipped\n`;
    }
  }
}

/** A suite fails if one of its tests does, which is reported already. */
function isOfSubtests(error: Error): boolean {
  return 'failureType' in error && error.failureType === 'subtestsFailed';
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`.padStart(8);
}
