/** A TCP proxy that can cut, hold back and delay what passes through it. */
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

type Way = 'up' | 'down';
interface Passage {
  readonly near: Socket;
  readonly far: Socket;
  readonly target: NetConnectOpts;
  /** When something last went each way; 0 for never. */
  readonly last: Record<Way, number>;
  /** A connection turned into a websocket waits for no answer. */
  isLive: boolean;
  /** Held for ever without notice to either end. */
  isLost: boolean;
  /** The first line of what was last asked, as a person reads it. */
  asked: string;
  /** Which end closed first. */
  closedBy: 'near' | 'far' | null;
}

/** A socket in the file system knows no reset: it is closed. */
function reset(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
  else socket.resetAndDestroy();
}

/** Lists the requests in flight at an earlier moment that their server has left unanswered. */
type Unanswered = () => readonly string[];

export class TcpProxy {
  private readonly server: Server;
  private readonly passages = new Set<Passage>();
  private readonly held = new Set<Way>();
  private readonly waiting = new Set<() => void>();
  private delay = 0;
  private turn = 0;

  /** `targets` are asked for at every connection: one after another in turn, the next when one does not answer. */
  private constructor(targets: () => readonly NetConnectOpts[]) {
    this.server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
      near.on('error', () => undefined);
      const all = targets();
      this.turn += 1;
      const inTurn = all.map((_, at) => all[(at + this.turn) % all.length]).filter((each) => each !== undefined);
      this.dial(near, inTurn);
    });
  }

  static async listen(targets: () => readonly NetConnectOpts[]): Promise<TcpProxy> {
    const proxy = new TcpProxy(targets);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  private dial(near: Socket, [target, ...others]: readonly NetConnectOpts[]): void {
    if (target === undefined) {
      reset(near);
      return;
    }
    const far = connect({ ...target, allowHalfOpen: true, noDelay: true } as NetConnectOpts);
    const refused = () => this.dial(near, others);
    far.once('error', refused);
    far.once('connect', () => {
      far.off('error', refused);
      far.on('error', () => undefined);
      if (near.destroyed) return void far.destroy();
      const passage: Passage = { near, far, target, last: { up: 0, down: 0 }, isLive: false, isLost: false, asked: '', closedBy: null };
      this.passages.add(passage);
      this.carry(passage, 'up');
      this.carry(passage, 'down');
    });
  }

  /** Carries one direction: data, its end, and what breaks, in order. */
  private carry(passage: Passage, way: Way): void {
    const [from, to] = way === 'up' ? [passage.near, passage.far] : [passage.far, passage.near];
    const closes = () => {
      passage.closedBy ??= way === 'up' ? 'near' : 'far';
    };
    let tail = Promise.resolve();
    const then = (step: () => void) => {
      tail = tail.then(async () => {
        if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
        while (passage.isLost || this.held.has(way)) await new Promise<void>((resolve) => this.waiting.add(resolve));
        step();
      });
    };
    from.on('data', (chunk: Buffer) => {
      from.pause();
      passage.last[way] = performance.now();
      if (way === 'up') this.note(passage, chunk.toString('latin1', 0, 4_096));
      then(() => {
        if (!to.destroyed) to.write(chunk);
        from.resume();
      });
    });
    from.on('end', () => {
      closes();
      then(() => to.end());
    });
    from.on('close', (hadError) => {
      closes();
      then(() => {
        if (hadError) reset(to);
        else to.destroySoon();
        if (from.destroyed && to.destroyed) this.passages.delete(passage);
      });
    });
  }

  private note(passage: Passage, text: string): void {
    passage.isLive ||= text.toLowerCase().includes('upgrade: websocket');
    if (/^[A-Z]+ \/\S* HTTP/.test(text)) passage.asked = text.slice(0, text.indexOf(' HTTP'));
  }

  private wake(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }

  /** Resets every connection. */
  cut(): void {
    for (const passage of [...this.passages]) {
      if (passage.isLost) continue;
      reset(passage.near);
      reset(passage.far);
      this.passages.delete(passage);
    }
  }

  /** Stops carrying in these directions without notice to either end. */
  hold(ways: readonly Way[]): void {
    for (const way of ways) this.held.add(way);
  }

  /** Carries again. Connections made before are flushed, cut, or lost for good. */
  release(end: 'flush' | 'cut' | 'lost'): void {
    if (end === 'cut') this.cut();
    if (end === 'lost') for (const passage of this.passages) passage.isLost = true;
    this.held.clear();
    this.wake();
  }

  delayBy(milliseconds: number): void {
    this.delay = milliseconds;
  }

  /** Requests to a target that have been waiting for this many milliseconds or more. */
  inFlight(isTarget: (target: NetConnectOpts) => boolean, since: number): Unanswered {
    const now = performance.now();
    const asked = [...this.passages].filter(
      ({ target, last, isLive, isLost }) => isTarget(target) && !isLive && !isLost && last.up > last.down && now - last.up >= since,
    );
    const before = asked.map((passage) => ({ passage, down: passage.last.down, waited: now - passage.last.up }));
    return () =>
      before
        .filter(({ passage, down }) => passage.last.down === down && passage.closedBy === 'far')
        .map(({ passage, waited }) => `${passage.asked} (${waited.toFixed(0)} ms before)`);
  }

  async close(): Promise<void> {
    for (const passage of this.passages) {
      passage.near.destroy();
      passage.far.destroy();
      passage.isLost = false;
    }
    this.held.clear();
    this.wake();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
