/** One line of the table: what was measured, what it is compared with, and the target. */
export interface Row {
  name: string;
  measured: string;
  against: string;
  /** Always of two figures of the same run, so that the speed of the machine does not matter. */
  ratio: number;
  target: string;
  passed: boolean;
  details?: Record<string, unknown>;
}

/** Shows progress. */
export type Print = (message: string) => void;

export interface BenchOptions {
  /** How long a bench takes that watches something over time. */
  minutes?: number;
}

export type Bench = (print: Print, options: BenchOptions) => Promise<Row[]>;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`;
}
