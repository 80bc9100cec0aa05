/** Everything one schedule runs in: the nodes, their database, the proxies between, and how each fault is caused and mended. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SECRET } from './content.ts';
import type { Copy, Ground } from './grounds.ts';
import { ServerNode } from './node.ts';
import { TcpProxy } from './proxy.ts';
import { type Fault, inWords, type Link, type Schedule } from './schedule.ts';

/** A server ends within this many milliseconds of SIGTERM. */
const LONGEST_END = 30_000;
/** A request that was under way so long before SIGTERM has surely reached the server. */
const SURELY_THERE = 50;

export class World {
  readonly nodes: readonly ServerNode[];
  readonly problems: string[] = [];
  private readonly copy: Copy;
  private readonly disk: Ground['disk'];
  private readonly links: Partial<Record<Link, TcpProxy>>;
  private readonly active = new Set<Fault>();
  /** Faults of the same thing never overlap. */
  private readonly turns = new Map<string, Promise<void>>();

  private constructor(copy: Copy, disk: Ground['disk'], links: World['links'], nodes: readonly ServerNode[]) {
    this.copy = copy;
    this.disk = disk;
    this.links = links;
    this.nodes = nodes;
  }

  static async open(schedule: Schedule, ground: Ground, tree: string): Promise<World> {
    const copy = await ground.copy();
    const nodes: ServerNode[] = [];
    const listening = () => nodes.flatMap(({ listens }) => (listens === null ? [] : [{ host: '127.0.0.1', port: listens }]));
    const clients = await TcpProxy.listen(listening);
    const { server } = copy;
    const database = server === null ? null : await TcpProxy.listen(() => [{ path: server.socket }]);
    for (let at = 0; at < schedule.nodes; at += 1) {
      const folder = database === null ? copy.folder : join(copy.folder, `node ${at}`);
      mkdirSync(folder, { recursive: true });
      const env = {
        DATA_DIR: folder,
        JWT_SECRET: SECRET,
        PUBLIC_URL: `http://localhost:${clients.port}`,
        DATABASE_URL: database === null ? '' : `postgres://postgres@127.0.0.1:${database.port}/${server?.name}`,
      };
      nodes.push(new ServerNode({ name: `node ${at}`, tree, folder: ground.disk.folder, env }));
    }
    const world = new World(copy, ground.disk, { clients, ...(database !== null && { database }) }, nodes);
    await Promise.all(nodes.map((node) => node.start()));
    return world;
  }

  /** Where the clients call. */
  get address(): string {
    return `http://127.0.0.1:${this.link('clients').port}`;
  }
  private link(link: Link): TcpProxy {
    const proxy = this.links[link];
    if (proxy === undefined) throw new Error(`There is no proxy for ${link}`);
    return proxy;
  }
  private node(at: number): ServerNode {
    const node = this.nodes[at];
    if (node === undefined) throw new Error(`There is no node ${at}`);
    return node;
  }

  /** Causes a fault and mends it after its time, when the one before it on the same thing is mended. */
  cause(fault: Fault): Promise<void> {
    const thing = 'node' in fault ? `node ${fault.node}` : 'link' in fault ? fault.link : fault.kind.split(' ').at(-1);
    const turn = (this.turns.get(thing ?? '') ?? Promise.resolve()).then(async () => {
      this.active.add(fault);
      for (const node of this.nodes) node.log += `\n— ${inWords(fault)}\n`;
      await this.inflict(fault);
      this.active.delete(fault);
    });
    this.turns.set(thing ?? '', turn);
    return turn;
  }

  private async inflict(fault: Fault): Promise<void> {
    const { server } = this.copy;
    switch (fault.kind) {
      case 'kill node':
        await this.node(fault.node).end('SIGKILL', LONGEST_END);
        await pause(fault.lasts);
        return this.node(fault.node).start();
      case 'stop node':
        await this.drain(this.node(fault.node));
        await pause(fault.lasts);
        return this.node(fault.node).start();
      case 'pause node':
        this.node(fault.node).signal('SIGSTOP');
        await pause(fault.lasts);
        return this.node(fault.node).signal('SIGCONT');
      case 'kill database':
      case 'restart database':
        await (fault.kind === 'kill database' ? server?.kill() : server?.halt());
        await pause(fault.lasts);
        return server?.start();
      case 'pause database':
        server?.signal('SIGSTOP');
        await pause(fault.lasts);
        return server?.signal('SIGCONT');
      case 'cut':
        return this.link(fault.link).cut();
      case 'hold':
        this.link(fault.link).hold(fault.way === 'both' ? ['up', 'down'] : [fault.way]);
        await pause(fault.lasts);
        return this.link(fault.link).release(fault.end);
      case 'delay':
        this.link(fault.link).delayBy(fault.by);
        await pause(fault.lasts);
        return this.link(fault.link).delayBy(0);
      case 'fill disk':
        if (!this.disk.canFill) return;
        this.disk.fill();
        await pause(fault.lasts);
        this.disk.empty();
        // A server that stopped on a full disk is restarted by the operator who made room.
        return server?.start();
      case 'step clock':
        return this.node(fault.node).shiftClock(fault.by);
    }
  }

  /** SIGTERM: with nothing else wrong, every request that had reached the server is answered. */
  private async drain(node: ServerNode): Promise<void> {
    const port = node.listens;
    const isAlone = () => this.active.size === 1;
    const wasAlone = isAlone();
    const unanswered = this.link('clients').inFlight((target) => 'port' in target && target.port === port, SURELY_THERE);
    const code = await node.end('SIGTERM', LONGEST_END);
    if (!wasAlone || !isAlone()) return;
    if (port !== null && code !== 0) this.problems.push(`${node.name} ended with ${code} after SIGTERM`);
    for (const request of unanswered()) this.problems.push(`${node.name} did not answer ${request} after SIGTERM`);
  }

  /** Repairs all faults that remain. */
  async heal(): Promise<void> {
    await Promise.all(this.turns.values());
    await this.copy.server?.start();
    for (const node of this.nodes) node.shiftClock(0);
    await Promise.all(this.nodes.map((node) => node.start()));
  }

  /** Ends the nodes, and opens the database for a look. */
  async look(): ReturnType<Copy['open']> {
    for (const node of this.nodes) {
      const wasRunning = node.listens !== null;
      const code = await node.end('SIGTERM', LONGEST_END);
      if (wasRunning && code !== 0) this.problems.push(`${node.name} ended with ${code} at the end`);
    }
    return this.copy.open();
  }

  async close(): Promise<void> {
    for (const node of this.nodes) await node.end('SIGKILL', LONGEST_END);
    for (const proxy of Object.values(this.links)) await proxy.close();
    await this.copy.remove();
  }
}
