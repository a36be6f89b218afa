import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../src/bytes';
import { inspectBareBody, inspectBytes } from '../src/inspect/bytes';
import type { Inspected } from '../src/inspect/frame';
import { decodeFrame, encodeFrame, encodeMessage, encodePackages, msgId } from '../src/jt808/codec';
import { FrameSplitter } from '../src/jt808/frame';
import { decodeLocation } from '../src/jt808/messages/position/0200';
import { fixture, type Line, titleOf } from './fixtures';

const names = readdirSync(new URL('../fixtures', import.meta.url)).flatMap(
  (name) => /^(.*)\.jsonl$/.exec(name)?.[1] ?? [],
);
const lines = names.flatMap((name) => fixture(name)).filter(({ hex }) => typeof hex === 'string' && hex !== '');

const inspectLine = (line: Line): Inspected[] =>
  line.form === 'body'
    ? [inspectBareBody(Number.parseInt(line.msgId ?? '0', 16), line.version ?? '2013', fromHex(line.hex))]
    : inspectBytes(fromHex(line.hex));

/** Name of a field, as `items.0.id`. */
const nameOf = ({ path }: Inspected['fields'][number]): string => path.join('.');
const faultsOf = (piece: Inspected | undefined): string[] => piece?.faults.map(({ fault }) => fault) ?? [];

describe('every line of the fixtures', () => {
  it('is read without an error, and each of its bytes belongs to one field', () => {
    const wrong: string[] = [];
    for (const line of lines)
      for (const piece of inspectLine(line)) {
        let at = 0;
        for (const { path, offset, length } of piece.fields) {
          if (offset !== at || length < 1 || path.includes('unnamed')) wrong.push(`${path.join('.')} ${titleOf(line)}`);
          at += length;
        }
        if (at !== piece.bytes.length) wrong.push(titleOf(line));
      }
    expect(wrong).toEqual([]);
  });

  it('is refused for the reason for which a gateway refuses it', () => {
    for (const line of lines.filter(({ form }) => form === 'frame' || form === 'stream')) {
      const splitter = new FrameSplitter();
      const taken = splitter.push(fromHex(line.hex)).map(({ payload }) => decodeFrame(payload));
      const pieces = inspectBytes(fromHex(line.hex)).filter((p) => p.kind !== 'whole' && !isOpen(p));
      const framing = pieces.flatMap(({ faults }) => faults.find(({ fault }) => fault in splitter.refused) ?? []);
      expect(framing.map(({ fault }) => fault).sort(), titleOf(line)).toEqual(
        Object.entries(splitter.refused)
          .flatMap(([why, count]) => Array.from({ length: count }, () => why))
          .sort(),
      );
      const read = pieces.filter((p) => !framing.some((fault) => p.faults.includes(fault)));
      expect(read.map(verdictOf), titleOf(line)).toEqual(
        taken.map((frame) =>
          typeof frame === 'string' ? `header-${frame}` : frame.message.id === null ? frame.message.why : 'read',
        ),
      );
    }
  });
});

const isOpen = (piece: Inspected): boolean => faultsOf(piece).includes('unfinished');
const verdictOf = (piece: Inspected): string => faultsOf(piece)[0] ?? (piece.header?.subpackage ? 'package' : 'read');

const terminal = { phone: '13912344321', serial: 1, version: '2013' } as const;
const body = '0000000000000003015881d606cb81ae002900960096150715150810';

describe('fields', () => {
  it('of a report have their names, places and numbers', () => {
    const [piece] = inspectBytes(encodeFrame({ ...terminal, msgId: 0x0200, body: fromHex(`${body}010400000064`) }));
    const fields = piece?.fields.map((f) => [nameOf(f), f.offset, f.length, f.number]) ?? [];
    expect(faultsOf(piece)).toEqual([]);
    expect(fields.slice(0, 8)).toEqual([
      ['msgId', 0, 2, 0x0200],
      ['attributes', 2, 2, piece?.header?.bodyLength],
      ['phone', 4, 6, null],
      ['serial', 10, 2, 1],
      ['location.alarmBits', 12, 4, 0],
      ['location.statusBits', 16, 4, 3],
      ['location.lat', 20, 4, 0x015881d6],
      ['location.lng', 24, 4, 0x06cb81ae],
    ]);
    expect(fields.slice(12)).toEqual([
      ['location.items.0.id', 40, 1, 1],
      ['location.items.0.dataLength', 41, 1, 4],
      ['location.items.0.data', 42, 4, null],
      ['checksum', 46, 1, null],
    ]);
  });

  it('of a location are those that the decoder reads: a changed field changes what has its name, and nothing else', () => {
    const basic = inspectBareBody(msgId.location, '2013', new Uint8Array(28)).fields;
    // without a hemisphere, whose bits change the place too
    const at = { ...decodeLocation(fromHex(body)) };
    for (const { path, offset, length } of basic) {
      const changed = fromHex(body);
      changed[offset + length - 1] = (changed[offset + length - 1] ?? 0) ^ 1;
      const now = decodeLocation(changed);
      const differs = Object.entries(now).flatMap(([name, value]) =>
        Object.is(value, Reflect.get(at, name)) || name === 'items' ? [] : [name],
      );
      expect(differs).toEqual([path.at(-1)]);
    }
  });

  it('inside others: settings, alarms of cameras, recorder data and peripherals', () => {
    const names = (id: number, hex: string) => inspectBareBody(id, '2013', fromHex(hex)).fields.map(nameOf);
    expect(names(0x8103, '020000002904000000140000005d020a64')).toEqual([
      'count',
      ...['id', 'valueLength', 'value'].map((name) => `parameters.0.${name}`),
      ...['id', 'valueLength', 'value.acceleration', 'value.duration'].map((name) => `parameters.1.${name}`),
    ]);
    expect(names(0x0900, 'f701640501000000ff')).toEqual([
      'type',
      'data.count',
      ...['peripheral', 'fieldsLength', 'state', 'alarmBits'].map((name) => `data.peripherals.0.${name}`),
    ]);
    const alarm = `${body}6429${'00'.repeat(41)}`;
    expect(names(0x0200, alarm).at(-1)).toBe('location.items.0.data');
    expect(names(0x0200, `${body}642f${'00'.repeat(47)}`).slice(-7)).toEqual([
      'location.items.0.data.time',
      'location.items.0.data.vehicleStatus',
      ...['terminalId', 'time', 'sequence', 'attachments', 'reserved'].map(
        (name) => `location.items.0.data.identifier.${name}`,
      ),
    ]);
  });

  it('of a layout that was tried and given up are forgotten', () => {
    const driver2011 = `04${'41'.repeat(4)}${'31'.repeat(20)}${'32'.repeat(40)}0142`;
    expect(inspectBareBody(0x0702, '2013', fromHex(driver2011)).fields.map(nameOf)).toEqual([
      'nameLength',
      'name',
      'idCard',
      'certificateNo',
      'authorityLength',
      'authority',
    ]);
  });
});

describe('what is wrong', () => {
  const wrong = (hex: string) => {
    const [piece] = inspectBytes(fromHex(hex));
    const [fault] = piece?.faults ?? [];
    return [fault?.fault, fault?.offset, fault?.length, fault?.expected, fault?.actual];
  };

  it('is said with its place', () => {
    const good = encodeMessage(msgId.terminalReply, terminal, { replySerial: 1, replyId: 0x8104, result: 0 });
    const changed = (at: number, value: number) => toHex(good.map((b, i) => (i === at ? value : b)));
    const sum = good.at(-2) ?? 0;
    expect(wrong(changed(good.length - 2, sum ^ 1))).toEqual(['checksum', good.length - 3, 1, sum, sum ^ 1]);
    expect(wrong(toHex(good.subarray(0, -1)))).toEqual(['unfinished', good.length - 2, 0, null, null]);
    expect(wrong('7e0001027d03057e')).toEqual(['escape', 3, 2, null, 3]);
    expect(wrong('7e00017e')).toEqual(['short', 0, 2, 13, 2]);
    expect(wrong('313233')).toEqual(['garbage', 0, 3, null, null]);
  });

  it('names the field that is cut off', () => {
    const { faults } = inspectBareBody(0x0805, '2013', fromHex('00010000030000'));
    expect(faults.map(({ fault, shortage }) => [fault, shortage])).toEqual([
      ['damaged', { path: ['mediaIds', 0, 'no'], offset: 5, wanted: 4, left: 2 }],
    ]);
  });

  it('is nothing in packages, whose message is read as a whole behind the last one', () => {
    const photo = fromHex(`0000000a00000003${'ff'.repeat(1500)}`);
    const wires = encodePackages({ ...terminal, msgId: 0x0801, body: photo });
    const pieces = inspectBytes(fromHex(wires.map(toHex).join('')));
    expect(pieces.map(({ kind }) => kind)).toEqual(['frame', 'frame', 'whole']);
    expect(pieces.flatMap(({ faults }) => faults)).toEqual([]);
    expect(pieces[2]?.fields.map(nameOf)).toEqual(['mediaId', 'kind', 'format', 'event', 'channel', 'data']);
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 0, max: 0xffff }), (data, id) => {
        inspectBytes(data);
        inspectBytes(Uint8Array.of(0x7e, ...data, 0x7e));
        inspectBareBody(id, '2019', data);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('packets of sound and picture', () => {
  // a real one's head (SmallChi's library), its body cut to four bytes
  const video = fromHex('303163648162000001234567899901010000016cd3a9b9f200000000000400000001');
  const at = (piece: Inspected | undefined, name: string): string => {
    const field = piece?.fields.find((one) => nameOf(one) === name);
    return field && piece ? toHex(piece.bytes.subarray(field.offset, field.offset + field.length)) : '';
  };

  it('are told from pieces of files, and read one behind the other', () => {
    const pieces = inspectBytes(Uint8Array.of(...video, ...video));
    expect(pieces.map(({ kind, faults }) => [kind, faults.length])).toEqual([
      ['media', 0],
      ['media', 0],
    ]);
    const [first] = pieces;
    expect(first?.fields.map(nameOf)).toEqual([
      ...['mark', 'rtpFlags', 'payload', 'packetNo', 'sim', 'logicChannel', 'dataPart', 'timestamp'],
      ...['keyFrameGapMs', 'frameGapMs', 'dataLength', 'data'],
    ]);
    expect([at(first, 'sim'), at(first, 'logicChannel'), at(first, 'dataPart'), at(first, 'data')]).toEqual([
      '012345678999',
      '01',
      '01',
      '00000001',
    ]);
  });

  it('have a number of ten bytes in terminals of 2019, no times with transparent data, no gaps with sound', () => {
    const [long] = inspectBytes(
      fromHex(`3031636481e2000100000000012345678999${'01'}${'00'}${'00'.repeat(12)}0002abcd`),
    );
    expect([at(long, 'sim'), at(long, 'data')]).toEqual(['00000000012345678999', 'abcd']);
    const [sound] = inspectBytes(fromHex(`3031636481860001012345678999${'01'}${'30'}${'00'.repeat(8)}0002abcd`));
    expect([sound?.fields.some((one) => nameOf(one) === 'frameGapMs'), at(sound, 'data')]).toEqual([false, 'abcd']);
    const [passed] = inspectBytes(fromHex(`3031636481db0001012345678999${'01'}${'40'}0002abcd`));
    expect([at(passed, 'timestamp'), at(passed, 'data')]).toEqual(['', 'abcd']);
  });

  it('that are cut off say which field is', () => {
    const [piece] = inspectBytes(video.subarray(0, 31));
    expect(piece).toMatchObject({
      kind: 'media',
      faults: [{ fault: 'damaged', shortage: { path: ['data'], wanted: 4, left: 1 } }],
    });
  });

  it('never throw, and every byte belongs to one field', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (rest) => {
        const bytes = Uint8Array.of(0x30, 0x31, 0x63, 0x64, 0x81, ...rest);
        const pieces = inspectBytes(bytes);
        const covered = pieces.reduce((sum, { fields }) => sum + fields.reduce((n, { length }) => n + length, 0), 0);
        expect(covered).toBe(bytes.length);
      }),
    );
  });
});
