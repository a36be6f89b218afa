import { createServer, type Server, type Socket } from 'node:net';
import { Counter, type Registry } from 'prom-client';
import type { Certificate } from '../doors/certificate';
import { listenOn, secured } from '../doors/sockets';
import { AttachmentConnection, type AttachmentDeps, type AttachmentLimits, type AttachmentStats } from './connection';

export interface AttachmentOptions extends AttachmentLimits {
  maxConnections: number;
  maxPerAddress: number;
  /** a connection that says nothing is closed, ms; also one that has not named its alarm by then */
  idleMs: number;
  /** no connection lives longer, ms */
  longestMs: number;
}

const MiB = 1024 * 1024;
export const attachmentDefaults: AttachmentOptions = {
  maxFiles: 64,
  maxFileBytes: 64 * MiB,
  maxConnectionBytes: 256 * MiB,
  maxGarbageBytes: 64 * 1024,
  maxConnections: 500,
  maxPerAddress: 20,
  idleMs: 60_000,
  longestMs: 1_800_000,
};

export interface RunningAttachments {
  port: number;
  /** Of terminals that speak TLS; null when none do. */
  tlsPort: number | null;
  stats: AttachmentStats;
  stop(): Promise<void>;
}

export interface AttachmentServerDeps extends Omit<AttachmentDeps, 'stats' | 'limits'> {
  port: number;
  tls?: { port: number; certificate: Certificate };
  host: string;
  options?: Partial<AttachmentOptions>;
  metrics?: Registry;
}

/** Starts listening for terminals that send evidence. Rejects when a port is taken or may not be used. */
export async function startAttachments(deps: AttachmentServerDeps): Promise<RunningAttachments> {
  const options = { ...attachmentDefaults, ...deps.options };
  const stats: AttachmentStats = { connections: 0, files: 0, bytes: 0, refused: 0, strayPieces: 0 };
  const perAddress = new Map<string, number>();
  const open = new Map<Socket, Promise<void>>();
  const takeIn = (raw: Socket, certificate: Certificate | null): void => {
    const address = raw.remoteAddress ?? '';
    const count = perAddress.get(address) ?? 0;
    if (count >= options.maxPerAddress) {
      stats.refused++;
      raw.destroy();
      return;
    }
    perAddress.set(address, count + 1);
    const socket = certificate ? secured(raw, certificate) : raw;
    const connection = new AttachmentConnection({ ...deps, stats, limits: options }, socket);
    stats.connections++;
    const served = serve(socket, connection, options, deps.trouble).finally(() => {
      stats.connections--;
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left > 0) perAddress.set(address, left);
      else perAddress.delete(address);
      open.delete(socket);
    });
    open.set(socket, served);
  };
  const servers: Server[] = [];
  const listen = (to: number, certificate: Certificate | null): Promise<number> => {
    const server = createServer({ noDelay: true, keepAlive: true }, (socket) => takeIn(socket, certificate));
    server.maxConnections = options.maxConnections;
    servers.push(server);
    return listenOn(server, to, deps.host);
  };
  const port = await listen(deps.port, null);
  const tlsPort = deps.tls ? await listen(deps.tls.port, deps.tls.certificate) : null;
  // only once it listens: who is refused a port tries another one with the same registry
  if (deps.metrics) exposeAttachments(stats, deps.metrics);
  return {
    port,
    tlsPort,
    stats,
    stop: async () => {
      const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
      for (const socket of open.keys()) socket.destroy();
      await Promise.all([...open.values(), ...closed]);
    },
  };
}

/** Hands the bytes of a socket to its connection, one chunk after another; resolves when it has closed and what came is noted. */
async function serve(
  socket: Socket,
  connection: AttachmentConnection,
  { idleMs, longestMs }: AttachmentOptions,
  trouble: AttachmentDeps['trouble'],
): Promise<void> {
  socket.setTimeout(idleMs, () => socket.destroy());
  const nameless = setTimeout(() => connection.isKnown || socket.destroy(), idleMs).unref();
  const longest = setTimeout(() => socket.destroy(), longestMs).unref();
  socket.on('error', () => socket.destroy());
  try {
    // an async iterator reads on only when the chunk before was taken: memory stays bounded, and TCP slows the terminal down
    for await (const chunk of socket) await connection.take(chunk);
  } catch (error) {
    // a broken connection is no trouble; anything else is ours, and the terminal comes again
    if (!socket.destroyed) trouble(error, 'evidence not taken');
    socket.destroy();
  } finally {
    clearTimeout(nameless);
    clearTimeout(longest);
    await connection.closed();
  }
}

function exposeAttachments(stats: AttachmentStats, registry: Registry): void {
  new Counter({
    name: 'gateway_evidence_total',
    help: 'files of evidence stored, their bytes, connections refused, stray pieces',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset();
      const { files, bytes, refused, strayPieces } = stats;
      for (const [kind, count] of Object.entries({ files, bytes, refused, strayPieces })) this.inc({ kind }, count);
    },
  });
}
