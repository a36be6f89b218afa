import { connect, type Socket } from 'node:net';
import { encodeMessage, msgId } from '@tongda/protocol/jt808/codec';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';

/**
 * Floods the gateway at the port that is named with garbage from one address, until it is ended: bytes without frames, short frames, damaged ones, halves, numbers that nobody knows, and the number of
 * a terminal that has to authenticate, as it stands on its sticker. Each connection
 * that is closed is opened again. Prints 0 when it begins.
 */
const port = Number(process.argv[2]);
const connections = Number(process.argv[3] ?? 50);
const from = '127.0.0.2';

const unknown = (n: number): Uint8Array =>
  encodeMessage(msgId.heartbeat, { phone: `15${n % 1_000_000}`, serial: 0, version: '2013' }, emptyMessage);
const damaged = Uint8Array.from(unknown(1));
damaged[8] = (damaged[8] ?? 0) ^ 1;
/** Of a terminal that is known and has not been let in: its number stands on a sticker. */
const sticker = (): Uint8Array =>
  encodeMessage(msgId.heartbeat, { phone: '16000000001', serial: 0, version: '2013' }, emptyMessage);
const repeat = (bytes: Uint8Array): Buffer => Buffer.concat(Array.from({ length: 2_000 }, () => bytes));
const kinds: Buffer[] = [
  Buffer.alloc(64 * 1024, 0x41),
  repeat(Uint8Array.of(0x7e, 1, 2, 3, 0x7e)),
  repeat(damaged),
  Buffer.concat([Uint8Array.of(0x7e), Buffer.alloc(4_000, 0x42)]),
  Buffer.concat(Array.from({ length: 2_000 }, (_, n) => unknown(n))),
  repeat(unknown(7)),
  repeat(sticker()),
  Buffer.concat([sticker(), repeat(damaged)]),
];

function open(n: number): void {
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress: from });
  const bytes = kinds[n % kinds.length] ?? Buffer.alloc(0);
  const send = (): void => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on('connect', send);
  socket.on('drain', send);
  socket.on('error', () => undefined);
  socket.on('close', () => setTimeout(() => open(n + 1), 5));
  socket.resume();
}
for (let n = 0; n < connections; n++) open(n);
console.log(0);
process.on('SIGTERM', () => process.exit(0));
