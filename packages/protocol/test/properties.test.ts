import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes, toHex } from '../src/bytes';
import { encodeGps51Items } from '../src/items/encode';
import { releaseReaders } from '../src/items/registry';
import { decodeBody, decodeFrame, encodeFrame, encodeMessage, encodePackages, msgId } from '../src/jt808/codec';
import { FrameSplitter, MAX_FRAME_BYTES } from '../src/jt808/frame';
import { isLockId } from '../src/jt808/header';
import { cardResult } from '../src/jt808/messages/vehicle/0702';
import { SubpackageAssembler } from '../src/jt808/subpackages';
import { decodeText, encodeText } from '../src/text';

const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
const item = fc.record({ id: fc.integer({ min: 0, max: 255 }), data: bytes(20) });
const params = fc.record({
  phone: fc.stringMatching(/^[1-9]\d{0,11}$/),
  serial: fc.integer({ min: 0, max: 0xffff }),
  version: fc.constantFrom('2013' as const, '2019' as const),
});
const location = fc.record({
  alarmBits: fc.nat({ max: 0xffffffff }),
  statusBits: fc.nat({ max: 0xffffffff }),
  lat: fc.integer({ min: -90e6, max: 90e6 }).map((v) => v / 1e6),
  lng: fc.integer({ min: -180e6, max: 180e6 }).map((v) => v / 1e6),
  altitudeM: fc.integer({ min: -32768, max: 32767 }),
  speedKmh: fc.integer({ min: 0, max: 65535 }).map((v) => v / 10),
  directionDeg: fc.integer({ min: 0, max: 359 }),
  time: fc.integer({ min: 0, max: 3_000_000_000 }).map((s) => Date.UTC(2000, 0, 2) + s * 1000),
  items: fc.array(item, { maxLength: 12 }),
  remainder: fc.constant(null),
});

/** The location with the hemisphere bits that its signs call for. */
function withHemisphere<T extends { statusBits: number; lat: number; lng: number }>(l: T): T {
  const bits = (l.statusBits & ~12) | (l.lat < 0 ? 4 : 0) | (l.lng < 0 ? 8 : 0);
  return { ...l, statusBits: bits >>> 0 };
}

function decodeOne(wire: Uint8Array) {
  const frames = new FrameSplitter().push(wire);
  expect(frames.length).toBe(1);
  const frame = frames[0] && decodeFrame(frames[0].payload);
  if (!frame || typeof frame === 'string') throw new Error(`not a frame: ${frame}`);
  return frame;
}

describe('encode, then decode', () => {
  it('gives the same location', () => {
    fc.assert(
      fc.property(params, location, (p, l) => {
        const frame = decodeOne(encodeMessage(msgId.location, p, l));
        expect(frame.header).toMatchObject({ phoneKey: p.phone, serial: p.serial, version: p.version });
        expect(frame.message).toEqual({ id: msgId.location, body: withHemisphere(l) });
      }),
    );
  });

  it('gives the same batch', () => {
    fc.assert(
      fc.property(params, fc.array(location, { maxLength: 3 }), fc.boolean(), (p, locations, late) => {
        const batch = {
          late,
          locations: locations.map((l) => withHemisphere({ ...l, items: l.items.slice(0, 3) })),
          damaged: 0,
        };
        expect(decodeOne(encodeMessage(msgId.locationBatch, p, batch)).message.id).toBe(msgId.locationBatch);
        expect(decodeOne(encodeMessage(msgId.locationBatch, p, batch)).message).toMatchObject({ body: batch });
      }),
    );
  });

  const word = fc.stringMatching(/^[A-Za-z0-9]{0,7}$/);
  it('gives the same registration in each layout', () => {
    const plate = fc.constantFrom('京A12345', '鲁B88888', '粤B12345D', '沪AD12345', '');
    fc.assert(
      fc.property(
        params,
        word,
        word,
        word,
        plate,
        fc.constantFrom('2011', '2013', '2019'),
        (p, a, b, c, plateNo, layout) => {
          const body = {
            province: 11,
            city: 100,
            maker: a.slice(0, 5),
            model: b,
            terminalId: c,
            plateColor: 2,
            plate: plateNo,
            layout,
          } as const;
          const version = layout === '2019' ? '2019' : '2013';
          expect(decodeOne(encodeMessage(msgId.register, { ...p, version }, body)).message).toEqual({
            id: msgId.register,
            body,
          });
        },
      ),
    );
  });

  it.each(['2013', '2019'] as const)('gives the same for the other messages (%s)', (version) => {
    const p = { phone: '13800138000', serial: 7, version };
    const isNew = version === '2019';
    const say = (wire: Uint8Array) => decodeOne(wire).message;
    const reply = { replySerial: 0x7d7e, replyId: 0x0200, result: 0 };
    expect(say(encodeMessage(msgId.platformReply, p, reply))).toMatchObject({ body: reply });
    const registered = { replySerial: 1, result: 0, authCode: '鉴权a1' };
    expect(say(encodeMessage(msgId.registerReply, p, registered))).toMatchObject({ body: registered });
    expect(say(encodeMessage(msgId.registerReply, p, { ...registered, result: 4 }))).toMatchObject({
      body: { authCode: '' },
    });
    const auth = { code: 'abc', imei: isNew ? '861234567890123' : '', softwareVersion: isNew ? 'v1.2' : '' };
    expect(say(encodeMessage(msgId.auth, p, auth))).toMatchObject({ body: auth });
    const time = { time: Date.UTC(2026, 10, 21, 3, 4, 5) };
    expect(say(encodeMessage(msgId.serverTime, p, time))).toMatchObject({ body: time });
    const resend = { firstSerial: 65535, packages: [2, 300] };
    expect(say(encodeMessage(msgId.platformResend, p, resend))).toMatchObject({ body: resend });
    const settings = { parameters: [{ id: 0x29, value: Uint8Array.of(0, 0, 0, 30) }] };
    expect(say(encodeMessage(msgId.setParameters, p, settings))).toMatchObject({ body: settings });
    expect(say(encodeMessage(msgId.parameters, p, { ...settings, replySerial: 9 }))).toMatchObject({ body: settings });
    expect(say(encodeMessage(msgId.queryParameters, p, { ids: [1, 0x29] }))).toMatchObject({
      body: { ids: [1, 0x29] },
    });
    const control = { command: 4, args: '' };
    expect(say(encodeMessage(msgId.terminalControl, p, control))).toMatchObject({ body: control });
    const track = { intervalS: 5, validityS: 600 };
    expect(say(encodeMessage(msgId.trackControl, p, track))).toMatchObject({ body: track });
    const card = {
      inserted: true,
      time: Date.UTC(2026, 10, 21, 3, 4, 5),
      result: 0,
      name: '王建军',
      certificateNo: '310101198003071234',
      authority: '上海市交通委员会',
      validUntil: '2031-02-28',
      idCard: isNew ? '310101198003071234' : '',
    };
    expect(say(encodeMessage(msgId.driverCard, p, card))).toEqual({ id: msgId.driverCard, body: card });
    const blank = { ...card, name: '', certificateNo: '', authority: '', validUntil: null, idCard: '' };
    for (const other of [
      { ...blank, result: cardResult.locked },
      { ...blank, inserted: false, result: null },
    ])
      expect(say(encodeMessage(msgId.driverCard, p, other))).toMatchObject({ body: other });
    // a body that is cut off inside a field is refused, and so is one whose direction is neither in nor out and that does not end as one of 2011 does
    const { header, data } = decodeOne(encodeMessage(msgId.driverCard, p, { ...card, idCard: '' }));
    const whole = isNew ? data.length - 20 : data.length;
    for (let length = 0; length < whole; length++)
      expect(decodeBody(header, data.subarray(0, length))).toEqual({ id: null, why: 'damaged' });
    expect(decodeBody(header, Uint8Array.of(3, ...data.subarray(1)))).toEqual({ id: null, why: 'damaged' });
    expect(decodeBody(header, Uint8Array.of(1, 0x26, 0x13, 0x40, 1, 1, 1, 4))).toMatchObject({ body: { time: null } });
    const text = { flags: 8, kind: isNew ? 2 : 0, text: '前方拥堵，请减速' };
    expect(say(encodeMessage(msgId.text, p, text))).toMatchObject({ body: text });
  });

  it('gives the same channels through items of the GPS51 list', () => {
    const tenth = (min: number, max: number) =>
      fc.option(fc.integer({ min: min * 10, max: max * 10 }).map((v) => v / 10));
    const channels = fc.record({
      tempC: fc.array(tenth(-70, 120), { minLength: 1, maxLength: 8 }),
      humPct: fc.array(tenth(0, 100), { minLength: 1, maxLength: 8 }),
      fuelL: fc.integer({ min: 0, max: 9999 }).map((v) => [v / 10]),
      reeferOn: fc.boolean(),
      signal: fc.integer({ min: 0, max: 31 }),
      satellites: fc.integer({ min: 0, max: 30 }),
      extVoltageV: fc.integer({ min: 0, max: 4000 }).map((v) => v / 100),
    });
    fc.assert(
      fc.property(channels, fc.nat({ max: 4e8 }), (c, hm) => {
        const mapped = releaseReaders.mapItems('gps51-reefer', encodeGps51Items({ ...c, odometerM: hm * 100 }));
        expect(mapped).toEqual({ channels: c, odometerM: hm * 100, rawItems: null });
      }),
    );
  });

  it('texts keep the minus of a temperature, though GBK has no real minus', () => {
    expect(decodeText(encodeText('预冷到\u221218\u00a0℃，10\u201112箱'))).toBe('预冷到-18 ℃，10-12箱');
  });
  it('gives the same text', () => {
    const char = fc.constantFrom(...'京沪粤鲁冀浙川渝测试ABC019 ，。冷藏车一丁丂丄');
    fc.assert(fc.property(fc.array(char), (chars) => decodeText(encodeText(chars.join(''))) === chars.join('')));
  });
});

describe('streams', () => {
  const frame = fc.record({ p: params, id: fc.integer({ min: 0, max: 0xffff }), body: bytes(300) });
  it('give the same frames however they are cut', () => {
    fc.assert(
      fc.property(
        fc.array(frame, { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1 }),
        (list, cuts) => {
          const stream = concatBytes(list.map((f) => encodeFrame({ ...f.p, msgId: f.id, body: f.body })));
          const whole = new FrameSplitter().push(stream).map((f) => toHex(f.payload));
          expect(whole.length).toBe(list.length);
          const splitter = new FrameSplitter();
          const pieces: string[] = [];
          for (let at = 0, i = 0; at < stream.length; i++) {
            const size = cuts[i % cuts.length] ?? 1;
            for (const f of splitter.push(stream.subarray(at, at + size))) pieces.push(toHex(f.payload));
            at += size;
          }
          expect(pieces).toEqual(whole);
          expect(splitter.refusedTotal).toBe(0);
        },
      ),
    );
  });

  it('of garbage never throw, stay small and do not hide the next frame', () => {
    const noisy = fc.array(
      fc.oneof(
        bytes(200),
        fc.array(fc.constantFrom(0x7e, 0x7d, 1, 2)).map((a) => Uint8Array.from(a)),
      ),
    );
    const good = encodeFrame({ phone: '138', serial: 1, version: '2013', msgId: 2, body: new Uint8Array(0) });
    fc.assert(
      fc.property(noisy, (chunks) => {
        const splitter = new FrameSplitter({ lenient: true });
        for (const chunk of chunks) {
          for (const f of splitter.push(chunk)) decodeFrame(f.payload, { lenient: true });
          expect(splitter.waiting).toBeLessThanOrEqual(MAX_FRAME_BYTES);
        }
        expect(splitter.push(good).some((f) => f.checksumOk)).toBe(true);
      }),
    );
  });

  it('with any body never throw out of the decoder', () => {
    const ids = fc.constantFrom(...Object.values(msgId));
    fc.assert(
      fc.property(params, ids, bytes(200), (p, id, body) => {
        // no frame has less than 13 bytes, and the header of locks has one byte less than that of other messages
        fc.pre(body.length > 0 || !isLockId(id));
        const frame = decodeOne(encodeFrame({ ...p, msgId: id, body }));
        const again = decodeBody(frame.header, frame.data);
        expect(again.id === null ? again.why : again.id).toBe(frame.message.id === null ? 'damaged' : id);
        if (frame.message.id === msgId.location)
          for (const name of ['gps51', 'bsj', 'aovx', 'ble-e6'])
            releaseReaders.mapItems(name, frame.message.body.items);
      }),
      { numRuns: 500 },
    );
  });
});

describe('packages', () => {
  it('come together in any order, with repeats', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 5000 }),
        params,
        fc.infiniteStream(fc.nat()),
        (body, p, order) => {
          const wires = encodePackages({ ...p, msgId: 0x0801, body }, 300);
          const frames = wires.map(decodeOne);
          if (frames.length === 1) return;
          const shuffled = frames
            .map((f) => ({ f, at: order.next().value ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ f }) => f);
          const assembler = new SubpackageAssembler();
          const first = shuffled[0];
          if (first) assembler.add(first.header, first.data, 0);
          const bodies = shuffled.map((f) => assembler.add(f.header, f.data, 1)).filter((b) => b !== null);
          expect(bodies.map(toHex)).toEqual([toHex(body)]);
        },
      ),
    );
  });
});
