import { decodeFrame, encodeMessage, msgId } from '@tongda/protocol/jt808/codec';
import { FrameSplitter } from '@tongda/protocol/jt808/frame';
import { parseHeader } from '@tongda/protocol/jt808/header';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { expect, it } from 'vitest';
import { pause } from '../../../test/gateway-kit';
import { Outbox } from './outbox';
import type { Pipe } from './pipe';

/** A link that takes what is sent and lets more come when it is told. */
function slowLink() {
  const sent: Uint8Array[] = [];
  const waiting: Array<() => void> = [];
  const pipe: Pipe = {
    ...{ remote: '', address: '', local: null, secure: false, connected: true, closed: false },
    send: (frames) => void sent.push(...frames),
    room: () => new Promise((resolve) => void waiting.push(resolve)),
    ...{ pause: () => undefined, resume: () => undefined, end: () => undefined, destroy: () => undefined },
  };
  const drain = async (): Promise<void> => {
    await pause(1);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      next();
      await pause(1);
    }
  };
  return { pipe, sent, drain, waiting };
}

it('what a terminal misses of a firmware goes no faster than its link, once, however often it asks meanwhile', async () => {
  const { pipe, sent, drain, waiting } = slowLink();
  const outbox = new Outbox(
    pipe,
    () => 0,
    () => undefined,
  );
  const splitter = new FrameSplitter();
  const [frame] = splitter.push(
    encodeMessage(msgId.heartbeat, { phone: '13800138000', serial: 1, version: '2013' }, emptyMessage),
  );
  const header = frame && parseHeader(frame.payload);
  if (!header || typeof header === 'string') throw new Error('no header');
  const serials = outbox.sendBytes(header, msgId.upgradePackage, new Uint8Array(300_000));
  await drain();
  const count = serials?.count ?? 0;
  expect(sent).toHaveLength(count);
  const numbersOf = (wires: readonly Uint8Array[]): number[] =>
    wires
      .flatMap((wire) => splitter.push(wire))
      .map(({ payload }) => {
        const read = parseHeader(payload);
        return typeof read === 'string' ? 0 : (read.subpackage?.no ?? 0);
      })
      .sort((a, b) => a - b);
  const packages = Array.from({ length: 250 }, (_, i) => i + 1);
  const request = { firstSerial: serials?.first ?? 0, packages };
  for (let i = 0; i < 50; i++) expect(outbox.resend(header, request)).toBe(true);
  await pause(2);
  // the rest waits until these have left
  expect(sent).toHaveLength(count + 16);
  expect(waiting).toHaveLength(1);
  // what has left while it asked goes again, what waits goes once, and other packages go with it
  expect(outbox.resend(header, { ...request, packages: [1, 250, count] })).toBe(true);
  await drain();
  expect(numbersOf(sent.slice(count))).toEqual([...packages, count, 1].sort((a, b) => a - b));
  expect(outbox.resend(header, { ...request, packages: [3] })).toBe(true);
  await drain();
  expect(sent).toHaveLength(count + 253);
  const [again] = splitter.push(sent[count] ?? new Uint8Array(0));
  const read = again && decodeFrame(again.payload);
  expect(read && typeof read !== 'string' && read.header).toMatchObject({
    serial: serials?.first,
    subpackage: { no: 1 },
  });
  expect(outbox.resend(header, { ...request, firstSerial: 9_999 })).toBe(false);
  expect(outbox.resend(header, { ...request, packages: [0, count + 1] })).toBe(false);
});
