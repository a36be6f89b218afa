import { createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { addressOf, remoteOf } from '../access';
import { Connection } from '../connection';
import { SocketPipe } from '../line/pipe';
import type { Gateway } from '../server';
import type { Certificate } from './certificate';

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
  const server = createServer({ noDelay: true, keepAlive: true }, (socket) => takeIn(house, socket, certificate));
  server.maxConnections = house.gateway.options.maxConnections;
  return {
    port: await listenOn(server, port, host),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Takes a connection, unless its address has too many that named nobody, or floods. */
function takeIn({ gateway, connections, telling }: House, raw: Socket, certificate: Certificate | null): void {
  const address = addressOf(remoteOf(raw.remoteAddress, raw.remotePort));
  const entered = gateway.addresses.enter(address, performance.now());
  if (!entered) {
    gateway.stats.refused.crowded++;
    raw.destroy();
    return;
  }
  const socket = certificate ? secured(raw, certificate) : raw;
  const connection = new Connection(gateway, new SocketPipe(socket, certificate !== null, gateway.options.idleMs));
  connections.add(connection);
  socket.on('data', (chunk) => connection.take(chunk));
  if (entered === 'slowed') connection.rest();
  socket.once('close', () => {
    connections.delete(connection);
    connection.closed(telling());
  });
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
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
