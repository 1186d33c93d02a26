import { EXIT } from './errors.ts';

let onInterrupt: () => void = () => process.exit(EXIT.interrupted);

/** What ^C does while a command runs. */
export function whenInterrupted(handler: () => void): void {
  onInterrupt = handler;
}

export function handleSignals(): void {
  process.on('SIGINT', () => onInterrupt());
  process.on('SIGTERM', () => onInterrupt());
}
