/** The proxies of deploy/proxy with their configuration unchanged except for addresses, ports and paths of certificates. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const deployed = (name: string) => readFileSync(new URL(`../../deploy/proxy/${name}`, import.meta.url), 'utf8');

/** Replaces each text, which has to be there. */
function changed(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`deploy/proxy no longer says ${from}`);
    return result.replaceAll(from, to);
  }, text);
}

function certificate(folder: string): { readonly key: string; readonly cert: string; readonly both: string } {
  const [key, cert, both] = ['key.pem', 'cert.pem', 'both.pem'].map((name) => join(folder, name)) as [string, string, string];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore',
  });
  writeFileSync(both, readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'));
  return { key, cert, both };
}

interface Front {
  readonly name: string;
  stop(): Promise<void>;
}

interface Program {
  readonly program: string;
  readonly args: readonly string[];
}

const PROGRAMS: Readonly<Record<string, (folder: string, port: number, nodes: readonly number[], plain: number) => Program>> = {
  nginx(folder, port, [one = 0, two = one], plain) {
    const { key, cert } = certificate(folder);
    const site = changed(deployed('nginx.conf'), {
      'server 127.0.0.1:4180 max_fails=1 fail_timeout=2s;': [one, two]
        .map((node) => `server 127.0.0.1:${node} max_fails=1 fail_timeout=2s;`)
        .join('\n'),
      'listen 80;': `listen 127.0.0.1:${plain};`,
      'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
      'estimates.example;': 'localhost;',
      '/etc/letsencrypt/live/estimates.example/fullchain.pem': cert,
      '/etc/letsencrypt/live/estimates.example/privkey.pem': key,
    });
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/pid; error_log stderr; worker_processes 1; events {}\nhttp {\naccess_log off;\n${temporary}\n${site}}\n`,
    );
    return { program: '/usr/sbin/nginx', args: ['-c', join(folder, 'nginx.conf'), '-p', folder] };
  },
  caddy(folder, port, [one = 0, two = one], plain) {
    const site = changed(deployed('Caddyfile'), {
      'estimates.example {': `{\n\tadmin off\n\thttp_port ${plain}\n\tskip_install_trust\n\tlocal_certs\n\tstorage file_system ${folder}\n}\nlocalhost:${port} {`,
      'reverse_proxy 127.0.0.1:4180 {': `reverse_proxy 127.0.0.1:${one} 127.0.0.1:${two} {`,
    });
    writeFileSync(join(folder, 'Caddyfile'), site);
    return { program: '/usr/bin/caddy', args: ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'] };
  },
  haproxy(folder, port, [one = 0, two = one], plain) {
    const { both } = certificate(folder);
    const file = changed(deployed('haproxy.cfg'), {
      'bind :80': `bind 127.0.0.1:${plain}`,
      'bind :443 ssl crt /etc/haproxy/estimates.example.pem': `bind 127.0.0.1:${port} ssl crt ${both}`,
      '127.0.0.1:4180': `127.0.0.1:${one}`,
      '127.0.0.1:4181': `127.0.0.1:${two}`,
    });
    writeFileSync(join(folder, 'haproxy.cfg'), file);
    return { program: '/usr/sbin/haproxy', args: ['-db', '-f', join(folder, 'haproxy.cfg')] };
  },
};

export const FRONTS = Object.keys(PROGRAMS);
const PATHS: Readonly<Record<string, string>> = { nginx: '/usr/sbin/nginx', caddy: '/usr/bin/caddy', haproxy: '/usr/sbin/haproxy' };
export const isInstalled = (name: string): boolean => spawnSync(PATHS[name] ?? name, ['-v']).error === undefined;

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Starts a proxy on a port of this machine before the nodes; `plain` is where it listens without TLS. */
export async function startFront(name: string, port: number, nodes: readonly number[], plain: number): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), `actum-${name}-`));
  const { program, args } = PROGRAMS[name]?.(folder, port, nodes, plain) ?? { program: '', args: [] };
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: folder } });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  process.once('exit', () => child.kill('SIGKILL'));
  for (let tries = 0; !(await isOpen(port)); tries += 1) {
    if (tries > 200 || child.exitCode !== null) throw new Error(`${name} did not start: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    name,
    stop: async () => {
      child.kill('SIGTERM');
      await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 3_000).unref())]);
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
