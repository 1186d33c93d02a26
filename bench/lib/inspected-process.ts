import { setTimeout as sleep } from 'node:timers/promises';

/** What a process holds after it has collected its garbage, in bytes. */
export interface Memory {
  rss: number;
  heapUsed: number;
  external: number;
}

/**
 * Asks a Node process for its memory, over its inspector. Start it with `--inspect-port` in NODE_OPTIONS: the signal
 * opens the inspector there.
 */
export class InspectedProcess implements AsyncDisposable {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data));
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    });
  }

  static async open(pid: number, port: number): Promise<InspectedProcess> {
    process.kill(pid, 'SIGUSR1');
    const address = await addressOf(port);
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', reject);
    });
    return new InspectedProcess(socket);
  }

  async memory(): Promise<Memory> {
    await this.#send('HeapProfiler.enable', {});
    // What only the first round finds unused is freed by the second.
    await this.#send('HeapProfiler.collectGarbage', {});
    await this.#send('HeapProfiler.collectGarbage', {});
    const { result } = await this.#send<{ result: { value: string } }>('Runtime.evaluate', {
      expression: 'JSON.stringify(process.memoryUsage())',
    });
    return JSON.parse(result.value);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
  }

  #send<Result>(method: string, params: object): Promise<Result> {
    this.#last += 1;
    const id = this.#last;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => this.#waiting.set(id, (result) => resolve(result as Result)));
  }
}

async function addressOf(port: number): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/json`);
      const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[];
      if (target) return target.webSocketDebuggerUrl;
    } catch (error) {
      if (attempt === 50) throw error;
    }
    await sleep(100);
  }
}
