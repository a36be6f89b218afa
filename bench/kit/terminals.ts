import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { encodeMessage, msgId } from '@tongda/protocol/jt808/codec';
import { FrameSplitter } from '@tongda/protocol/jt808/frame';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { loadPhone } from '@tongda/simulator/load';
import { shanghai } from '../../apps/server/test/gateway-kit';

/** What a terminal sends: a list, or frames that are made when they are asked for. */
export interface Frames {
  readonly length: number;
  at(index: number): Uint8Array | undefined;
}

/** A terminal that sends frames, at most `window` of them without an answer. Its latencies are ms until the answer. */
export class Sender {
  readonly latencies: number[] = [];
  private readonly sentAt: number[] = [];
  private next = 0;
  private answered = 0;
  private resolve: () => void = () => undefined;

  constructor(
    private readonly socket: Socket,
    private readonly frames: Frames,
    private readonly window: number,
  ) {
    const splitter = new FrameSplitter();
    socket.setNoDelay(true);
    socket.on('data', (chunk) => {
      for (const _ of splitter.push(chunk)) this.heard();
    });
  }

  /** Resolves when every frame is answered. */
  run(): Promise<void> {
    return new Promise((resolve) => {
      this.resolve = resolve;
      this.push();
    });
  }

  /** Sends the next frame. */
  send(): void {
    const frame = this.frames.at(this.next++);
    if (!frame) return;
    this.sentAt.push(performance.now());
    this.socket.write(frame);
  }

  close(): void {
    this.socket.destroy();
  }

  private push(): void {
    while (this.next < this.frames.length && this.next - this.answered < this.window) this.send();
  }

  private heard(): void {
    this.latencies.push(performance.now() - (this.sentAt[this.answered++] ?? 0));
    if (this.answered >= this.frames.length) this.resolve();
    else if (this.window > 0) this.push();
  }
}

/** A report of terminal n at a time, ms. */
export const reportOf = (n: number, serial: number, time: number): Uint8Array =>
  encodeMessage(msgId.location, header(n, serial), location(n, time));

const location = (n: number, t: number) => shanghai(t, { lng: 120 + (n % 500) / 100, items: [] });
const header = (n: number, serial: number) => ({
  phone: loadPhone(n),
  serial: serial & 0xffff,
  version: '2013' as const,
});
/** Frames of terminal n: `count` messages of `points` points, a second apart. */
export function framesOf(n: number, count: number, points: number, from: number): Uint8Array[] {
  return Array.from({ length: count }, (_, i) => {
    const times = Array.from({ length: points }, (_p, k) => from + (i * points + k) * 1000);
    if (points === 1) return reportOf(n, i, from + i * 1000);
    return encodeMessage(msgId.locationBatch, header(n, i), {
      late: false,
      damaged: 0,
      locations: times.map((t) => location(n, t)),
    });
  });
}

export async function openSocket(to: number): Promise<Socket> {
  const socket = connect(to, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Fewer than the connections without a known terminal that a gateway takes from one address. */
const atOnce = 1_000;

/**
 * Connections of the terminals 0 to `count` - 1, in this order, each with a heartbeat that is answered: the gateway knows who speaks, so that the connections do not count among
 * the nameless ones of this address.
 */
export async function openTerminals(to: number, count: number): Promise<Socket[]> {
  const open: Socket[] = [];
  while (open.length < count) {
    const group = Array.from({ length: Math.min(atOnce, count - open.length) }, (_, i) => open.length + i);
    open.push(...(await Promise.all(group.map((n) => openTerminal(to, n)))));
  }
  return open;
}

async function openTerminal(to: number, n: number): Promise<Socket> {
  const socket = await openSocket(to);
  socket.setNoDelay(true);
  socket.write(encodeMessage(msgId.heartbeat, header(n, 0xffff), emptyMessage));
  await once(socket, 'data');
  return socket;
}
