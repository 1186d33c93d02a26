/** A file that cannot be restored: the line, and what is wrong with it. */
export class FileInvalid extends Error {
  readonly line: number;
  readonly reason: string;

  constructor(line: number, reason: string) {
    super(`Line ${line}: ${reason}`);
    this.line = line;
    this.reason = reason;
  }
}
