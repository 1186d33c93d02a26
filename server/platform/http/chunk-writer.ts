/** Cuts a file into chunks of one size, except the last, as it arrives. Holds no more than one chunk and one piece. */
export class ChunkWriter {
  readonly #chunkBytes: number;
  readonly #store: (chunk: number, bytes: Buffer) => Promise<void>;
  #buffered: Buffer[] = [];
  #bufferedBytes = 0;
  #chunk = 0;

  constructor(chunkBytes: number, store: (chunk: number, bytes: Buffer) => Promise<void>) {
    this.#chunkBytes = chunkBytes;
    this.#store = store;
  }

  get bytes(): number {
    return this.#chunk * this.#chunkBytes + this.#bufferedBytes;
  }

  async write(piece: Buffer): Promise<void> {
    this.#buffered.push(piece);
    this.#bufferedBytes += piece.length;
    if (this.#bufferedBytes < this.#chunkBytes) return;
    let rest = Buffer.concat(this.#buffered);
    for (; rest.length >= this.#chunkBytes; rest = rest.subarray(this.#chunkBytes)) {
      await this.#store(this.#chunk, rest.subarray(0, this.#chunkBytes));
      this.#chunk += 1;
    }
    this.#buffered = [rest];
    this.#bufferedBytes = rest.length;
  }

  async end(): Promise<void> {
    if (this.#bufferedBytes > 0) await this.#store(this.#chunk, Buffer.concat(this.#buffered));
  }
}
