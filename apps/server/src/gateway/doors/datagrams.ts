import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { Connection } from '../connection';
import type { Pipe } from '../line/pipe';
import { addressOf, remoteOf } from '../terminal/access';
import type { Door, House } from './sockets';

/** Room that the system keeps for datagrams which nobody has taken yet, bytes. */
const RECEIVE_BYTES = 4 * 1024 * 1024;
const SWEEP_MS = 1_000;
/** New peers a second from addresses that are slowed. */
const MOST_SLOWED = 50;

/** Between the parts of a message of megabytes, ms. */
const ROOM_MS = 100;

/** The datagrams of one address and port. Nobody opens or closes such a connection: it is forgotten after a long silence, and at once when no terminal that we know speaks by it. */
class DatagramPipe implements Pipe {
  readonly secure = false;
  readonly connected = false;
  readonly remote: string;
  readonly address: string;
  closed = false;
  isPaused = false;
  heardAt = performance.now();

  constructor(
    private readonly socket: Socket,
    private readonly from: RemoteInfo,
    readonly local: string | null,
    private readonly forget: () => void,
  ) {
    this.remote = remoteOf(from.address, from.port);
    this.address = addressOf(this.remote);
  }

  /** Sends frames, each in a datagram of its own. */
  send(frames: readonly Uint8Array[]): void {
    if (this.closed) return;
    // a datagram that cannot be sent is lost like one on the way: the terminal asks again
    for (const frame of frames) this.socket.send(frame, this.from.port, this.from.address, () => undefined);
  }

  /** Nobody tells when a datagram has left: a slow link gets time for some. */
  room(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ROOM_MS).unref());
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  end(): void {
    this.destroy();
  }

  destroy(): void {
    if (this.closed) return;
    this.closed = true;
    this.forget();
  }
}

/** A terminal, or a proxy of several, that sends datagrams. */
interface Peer {
  pipe: DatagramPipe;
  connection: Connection;
}

/**
 * Listens for terminals over UDP: each datagram holds whole frames, the answers go to the address and port that it came from. Datagrams cannot be kept waiting, so those that
 * come while too much waits are dropped; their terminals send again what is not acknowledged. Rejects when the port is taken or may not be used.
 */
export async function openDatagramDoor(house: House, { port, host }: { port: number; host: string }): Promise<Door> {
  const { gateway, connections } = house;
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4' });
  const peers = new Map<string, Peer>();
  const local = host === '0.0.0.0' || host === '::' ? null : host;
  let closing = false;
  let slowed = 0;

  const forget = (key: string): void => {
    const peer = peers.get(key);
    if (!peer) return;
    peers.delete(key);
    connections.delete(peer.connection);
    peer.connection.closed(house.telling());
  };
  const open = (key: string, from: RemoteInfo): Peer | null => {
    const { addresses, options, stats } = gateway;
    if (stats.inFlight >= options.maxInFlight || connections.size >= options.maxConnections) return null;
    const address = addressOf(remoteOf(from.address, from.port));
    if (addresses.verdict(address, performance.now()) !== 'fine' && ++slowed > MOST_SLOWED) return null;
    if (addresses.enter(address, performance.now()) === null) return null;
    const pipe = new DatagramPipe(socket, from, local, () => forget(key));
    const peer = { pipe, connection: new Connection(gateway, pipe) };
    peers.set(key, peer);
    connections.add(peer.connection);
    return peer;
  };
  socket.on('message', (datagram, from) => {
    if (closing) return;
    const key = `${from.address} ${from.port}`;
    const peer = peers.get(key) ?? open(key, from);
    if (!peer || peer.pipe.isPaused) {
      gateway.stats.refused.flood++;
      return;
    }
    peer.pipe.heardAt = performance.now();
    peer.connection.take(datagram);
  });
  const sweep = setInterval(() => {
    slowed = 0;
    const silentSince = performance.now() - gateway.options.idleMs;
    for (const { pipe } of [...peers.values()]) if (pipe.heardAt < silentSince) pipe.destroy();
  }, SWEEP_MS).unref();

  const bound = await new Promise<number>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, host, () => {
      socket.off('error', reject);
      resolve(socket.address().port);
    });
  });
  socket.on('error', (error) => gateway.trouble(error, 'datagrams not taken'));
  try {
    socket.setRecvBufferSize(RECEIVE_BYTES);
  } catch {
    // the system allows less: bursts lose more, which terminals send again
  }
  return {
    port: bound,
    close: async () => {
      closing = true;
      clearInterval(sweep);
      while (peers.size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      await new Promise<void>((resolve) => socket.close(() => resolve()));
    },
  };
}
