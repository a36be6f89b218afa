import type { Socket } from 'node:net';
import { addressOf, remoteOf } from '../terminal/access';

/** A terminal that does not read its answers is disconnected when this many bytes wait for it. */
const MAX_UNSENT_BYTES = 256 * 1024;

/** What the bytes of a connection come and go by: a TCP or TLS socket, or the datagrams of one address and port. */
export interface Pipe {
  /** `address:port` of the other end. */
  readonly remote: string;
  /** The address alone. */
  readonly address: string;
  /** Address of this machine that the other end has connected to; null when it cannot be known. */
  readonly local: string | null;
  /** Whether what goes through it is encrypted. */
  readonly secure: boolean;
  /** Whether it is open by itself. Datagrams come from anybody: their connection is kept only while a terminal that we know speaks by them. */
  readonly connected: boolean;
  readonly closed: boolean;
  /** Sends frames. */
  send(frames: readonly Uint8Array[]): void;
  /** Resolves when what was sent has left, as far as that can be known, or when it is closed: who has much to send waits for it. */
  room(): Promise<void>;
  /** Takes nothing more until `resume`. */
  pause(): void;
  resume(): void;
  /** Closes when what was sent has left. */
  end(): void;
  /** Closes at once. */
  destroy(): void;
}

/** A TCP socket, or a TLS socket on top of one. */
export class SocketPipe implements Pipe {
  readonly connected = true;
  readonly remote: string;
  readonly address: string;
  readonly local: string;

  constructor(
    private readonly socket: Socket,
    readonly secure: boolean,
    idleMs: number,
  ) {
    this.remote = remoteOf(socket.remoteAddress, socket.remotePort);
    this.address = addressOf(this.remote);
    this.local = addressOf(remoteOf(socket.localAddress, socket.localPort));
    socket.setTimeout(idleMs, () => socket.destroy());
    socket.on('error', () => socket.destroy());
  }

  get closed(): boolean {
    return this.socket.destroyed;
  }

  /** Sends frames in one write. */
  send(frames: readonly Uint8Array[]): void {
    const { socket } = this;
    const [first] = frames;
    if (!first || socket.destroyed) return;
    socket.write(frames.length === 1 ? first : Buffer.concat(frames));
    if (socket.writableLength > MAX_UNSENT_BYTES) socket.destroy();
  }

  room(): Promise<void> {
    const { socket } = this;
    if (socket.destroyed || !socket.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        socket.off('drain', done);
        socket.off('close', done);
        resolve();
      };
      socket.once('drain', done);
      socket.once('close', done);
    });
  }

  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.socket.resume();
  }

  end(): void {
    // each call would wait for the end once more
    if (this.socket.writableEnded) return;
    this.socket.end();
    this.socket.destroySoon();
  }

  destroy(): void {
    this.socket.destroy();
  }
}
