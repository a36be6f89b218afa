import { createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Connection } from '../connection';
import { SocketPipe } from '../line/pipe';
import type { Gateway } from '../server';
import { addressOf, remoteOf } from '../terminal/access';
import type { Certificate } from './certificate';

/** Connections that the system keeps until they are taken: a whole fleet comes back at once after an outage. */
const BACKLOG = 4096;
/** Connections that are not taken and held open. */
const MOST_HELD = 1_000;

/** Where terminals come in. */
export interface Door {
  port: number;
  /** Takes nobody any more; resolves when the last connection has closed. */
  close(): Promise<void>;
}

/** Who is connected, by whichever door, and whom to tell when somebody leaves. */
export interface House {
  gateway: Gateway;
  connections: Set<Connection>;
  /** Whether the leaving of a terminal is told: not while the server itself stops. */
  telling(): boolean;
}

/** Listens for terminals over TCP, over TLS when there is a certificate. Rejects when the port is taken or may not be used. */
export async function openSocketDoor(
  house: House,
  { port, host, certificate = null }: { port: number; host: string; certificate?: Certificate | null },
): Promise<Door> {
  const held = new Set<Socket>();
  // nothing is read of a connection before it is taken
  const how = { noDelay: true, keepAlive: true, pauseOnConnect: true };
  const server = createServer(
    how,
    (socket) => takeIn(house, socket, certificate) || hold(held, socket, house.gateway.options.heldMs),
  );
  server.maxConnections = house.gateway.options.maxConnections;
  return {
    port: await listenOn(server, port, host),
    close: () => {
      for (const socket of held) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Keeps a connection that is not taken open for a while, unread: who floods and is closed comes again at once, and a thousand comings a second cost more than the flood. */
function hold(held: Set<Socket>, socket: Socket, heldMs: number): void {
  if (held.size >= MOST_HELD) {
    socket.destroy();
    return;
  }
  held.add(socket);
  const timer = setTimeout(() => socket.destroy(), heldMs).unref();
  socket.on('error', () => socket.destroy());
  socket.once('close', () => {
    clearTimeout(timer);
    held.delete(socket);
  });
}

/** Takes a connection; false when its address has too many that named nobody, or floods. */
function takeIn({ gateway, connections, telling }: House, raw: Socket, certificate: Certificate | null): boolean {
  const address = addressOf(remoteOf(raw.remoteAddress, raw.remotePort));
  const entered = gateway.addresses.enter(address, performance.now());
  if (!entered) {
    gateway.stats.refused.crowded++;
    return false;
  }
  const socket = certificate ? secured(raw, certificate) : raw;
  const connection = new Connection(gateway, new SocketPipe(socket, certificate !== null, gateway.options.idleMs));
  connections.add(connection);
  socket.on('data', (chunk) => connection.take(chunk));
  // a TLS socket reads the one below by itself
  if (!certificate) raw.resume();
  if (entered === 'slowed') connection.rest();
  socket.once('close', () => {
    connections.delete(connection);
    connection.closed(telling());
  });
  return true;
}

/** A TLS socket on top of one of TCP. What ends one ends the other. */
export function secured(raw: Socket, { context }: Certificate): Socket {
  raw.on('error', () => raw.destroy());
  return new TLSSocket(raw, { isServer: true, secureContext: context });
}

/** Listens; answers the port, which the system chooses when it is 0. */
export function listenOn(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
