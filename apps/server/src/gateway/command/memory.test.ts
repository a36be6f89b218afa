import { fromHex, toHex } from '@tongda/protocol/bytes';
import { decodeBody, encodeBody, type Message, msgId } from '@tongda/protocol/jt808/codec';
import { parseHeader } from '@tongda/protocol/jt808/header';
import { expect, it } from 'vitest';
import { type MemoryOrder, memoryAnswerOf, memoryStepOf } from './memory';

const now = Date.UTC(2026, 10, 28, 4, 5, 6);
/** Bytes of the message that an order is. */
const wire = (order: MemoryOrder): string => {
  const { id, body } = memoryStepOf(order, now);
  return `${id.toString(16)} ${toHex(encodeBody(id, body, '2013'))}`;
};

it('a question carries its answers by their places, and waits for the driver', () => {
  const order: MemoryOrder = { kind: 'question', text: 'A?', urgent: true, speak: true, answers: ['B', 'CD'] };
  expect(wire(order)).toBe('8302 0902413f010001420200024344');
  expect(memoryStepOf(order, now).answerId).toBe(msgId.questionReply);
});

it('menus replace what the terminal has; an empty one deletes all', () => {
  const entries = [{ id: 3, text: 'AB' }];
  expect(wire({ kind: 'events', entries })).toBe('8301 010103024142');
  expect(wire({ kind: 'events', entries: [] })).toBe('8301 00');
  expect(wire({ kind: 'infoMenu', entries })).toBe('8303 01010300024142');
  expect(wire({ kind: 'info', kindId: 3, text: 'AB' })).toBe('8304 0300024142');
});

it('records of a driving recorder are asked for by their span, other data is not', () => {
  const [from, to] = [Date.UTC(2026, 10, 27, 16), Date.UTC(2026, 10, 28, 3, 59, 59)];
  // GB/T 19056: mark AA75, command, length 14, reserved, from, to, blocks, XOR
  expect(wire({ kind: 'recorderRead', item: 8, from, to })).toBe(
    `8700 08aa7508000e00261128000000261128115959${'0064'}${xorOf('aa7508000e002611280000002611281159590064')}`,
  );
  expect(wire({ kind: 'recorderRead', item: 3, from: null, to: null })).toBe(
    `8700 03aa7503000000${xorOf('aa7503000000')}`,
  );
  expect(wire({ kind: 'recorderWrite', pulses: null })).toBe(
    `8701 c2aa75c2000600261128120506${xorOf('aa75c2000600261128120506')}`,
  );
  expect(wire({ kind: 'recorderWrite', pulses: 600 })).toBe(
    `8701 c3aa75c30008002611281205060258${xorOf('aa75c30008002611281205060258')}`,
  );
});

it('media are searched, uploaded by what they are or by number, and sounds recorded', () => {
  const wanted = { mediaKind: 1, channel: 2, event: 3, from: now, to: null };
  expect(wire({ kind: 'mediaSearch', ...wanted })).toBe('8802 010203261128120506000000000000');
  const upload = { kind: 'mediaUpload', ...wanted, remove: true } as const;
  expect(wire({ ...upload, mediaId: null })).toBe('8803 01020326112812050600000000000001');
  expect(wire({ ...upload, mediaId: 7 })).toBe('8805 0000000701');
  expect(wire({ kind: 'sound', start: true, seconds: 30, save: false, sampleRate: 2 })).toBe('8804 01001e0002');
  expect(wire({ kind: 'areas', areaKind: 4 })).toBe('8608 0400000000');
});

it('of an answer the numbers are kept', () => {
  const told = (id: number, hex: string): object | undefined => {
    const header = parseHeader(
      fromHex(
        `${id.toString(16).padStart(4, '0')}${(hex.length / 2).toString(16).padStart(4, '0')}0138001380000001${hex}`,
      ),
    );
    if (typeof header === 'string') throw new Error(header);
    const message = decodeBody(header, fromHex(hex));
    if (message.id === null) throw new Error(message.why);
    return memoryAnswerOf(message satisfies Message);
  };
  expect(told(msgId.questionReply, '000702')).toEqual({ answerId: 2 });
  expect(told(msgId.mediaList, '00070000')).toEqual({ total: 0, media: [] });
  expect(told(msgId.areaList, '0100000000')).toEqual({ areaKind: 1, total: 0, ids: [] });
  expect(told(msgId.eventReport, '01')).toBeUndefined();
});

const xorOf = (hex: string): string =>
  fromHex(hex)
    .reduce((sum, b) => sum ^ b, 0)
    .toString(16)
    .padStart(2, '0');
