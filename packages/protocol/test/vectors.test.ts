import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../src/bytes';
import { releaseReaders } from '../src/items/registry';
import { decodeBody, decodeFrame, encodeBody, type Frame, type Message, msgId } from '../src/jt808/codec';
import { FrameSplitter, wrapFrame } from '../src/jt808/frame';
import { encodePayload, type Header } from '../src/jt808/header';
import { hasFix, type Location } from '../src/jt808/messages/position/0200';
import { exceptionOf } from './exceptions';
import { factsOf, statedBy } from './facts';
import { fixture, type Line, titleOf } from './fixtures';

const lines = [...fixture('session'), ...fixture('position')];
const frames = lines.filter((l) => l.form === 'frame');

/** A header for a bare body. */
const headerOf = (id: number, bodyLength: number): Header => ({
  msgId: id,
  version: '2013',
  protocolVersion: 0,
  encryption: 0,
  phone: new Uint8Array(6),
  phoneKey: '0',
  serial: 0,
  subpackage: null,
  bodyLength,
  bodyOffset: 12,
});

/** Decodes a line, which is a frame or a bare body. Frames that violate the framing are read leniently; their exception says why. */
function read(line: Line): { frame: Frame | null; message: Frame['message'] } {
  const bytes = fromHex(line.hex);
  if (line.form === 'body') {
    return { frame: null, message: decodeBody(headerOf(Number.parseInt(line.msgId ?? '', 16), bytes.length), bytes) };
  }
  const lenient = exceptionOf(line, 'frame') !== null;
  const payload = exceptionOf(line, 'frame')?.whole
    ? bytes.subarray(1, -2)
    : new FrameSplitter({ lenient }).push(bytes)[0]?.payload;
  if (!payload) throw new Error('no frame');
  const frame = decodeFrame(payload, { lenient });
  if (typeof frame === 'string') throw new Error(`header: ${frame}`);
  return { frame, message: frame.message };
}

function locationsOf(message: Frame['message']): Location[] {
  if (message.id === msgId.location) return [message.body];
  return message.id === msgId.locationBatch ? message.body.locations : [];
}

describe('every line decodes', () => {
  it.each(frames.map((l) => [titleOf(l), l] as const))('%s', (_, line) => {
    const { frame, message } = read(line);
    // one package of several says nothing by itself
    const why = exceptionOf(line, 'body')?.reason ?? (frame?.header.subpackage ? 'package' : undefined);
    expect(message.id === null ? message.why : message.id).toBe(why ?? Number.parseInt(line.msgId ?? '', 16));
    if (!frame || !line.computed) return;
    expect(toHex(frame.header.phone)).toBe(line.computed.phoneBcd);
    expect(frame.header.serial).toBe(line.computed.serial);
    expect(frame.header.bodyLength).toBe(line.computed.bodyLength);
  });
});

describe('locations equal those of an independent decoder', () => {
  const located = frames.filter((l) => l.computed?.location);
  it.each(located.map((l) => [titleOf(l), l] as const))('%s', (_, line) => {
    const want = line.computed?.location;
    const [got] = locationsOf(read(line).message);
    expect(
      got && { ...got, items: got.items.map((i) => `${i.id.toString(16).padStart(2, '0')}:${toHex(i.data)}`) },
    ).toEqual({
      alarmBits: want?.alarm,
      statusBits: want?.status,
      lat: want?.lat,
      lng: want?.lng,
      altitudeM: want?.altitudeM,
      speedKmh: want?.speedKmh,
      directionDeg: want?.directionDeg,
      time: want?.time ? Date.parse(want.time) : null,
      items: want?.items,
      remainder: want?.remainder ? fromHex(want.remainder) : null,
    });
  });
});

describe('every asserted fact holds', () => {
  const stated = lines.filter((l) => l.asserted.some((a) => statedBy(a).length > 0));
  it.each(stated.map((l) => [titleOf(l), l] as const))('%s', (_, line) => {
    const { frame, message } = read(line);
    const facts = factsOf(frame?.header ?? null, message);
    const raw = locationsOf(message)
      .map((l) => releaseReaders.mapLocation('standard', l).rawItems)
      .join();
    for (const fact of line.asserted.flatMap(statedBy)) {
      const exception = exceptionOf(line, fact.name, fact.index);
      if (exception?.raw) expect(raw, exception.why).toContain(exception.raw);
      if (exception) continue;
      const values = facts.get(fact.name);
      expect(values, `${fact.name} is a fact that this test knows`).toBeDefined();
      expect(values?.[fact.index], `${fact.name}[${fact.index}] as ${fact.by} states`).toEqual(fact.value);
    }
  });
});

describe('traccar reads positions from these', () => {
  const positions = frames.filter((l) => l.asserted.some((a) => /^verifyPositions?$/.test(a.check ?? '')));
  it.each(positions.map((l) => [titleOf(l), l] as const))('%s', (_, line) => {
    const locations = locationsOf(read(line).message);
    expect(locations.length).toBeGreaterThan(0);
    for (const l of locations) {
      expect(l.time).not.toBeNull();
      expect(Math.abs(l.lat) <= 90 && Math.abs(l.lng) <= 180 && l.speedKmh < 400).toBe(true);
    }
  });

  const attributes = frames.flatMap((l) =>
    l.asserted.flatMap((a) => Object.entries(a.attribute ?? {}).map(([key, value]) => ({ line: l, key, value }))),
  );
  it.each(attributes.map((a) => [`${a.key} ${titleOf(a.line)}`, a] as const))('%s', (_, { line, key, value }) => {
    const [location] = locationsOf(read(line).message);
    if (!location) throw new Error('no location');
    const exception = exceptionOf(line, key);
    const { channels, rawItems } = releaseReaders.mapLocation(exception?.profile ?? 'gps51', location);
    const known: Record<string, unknown> = {
      battery: channels.battVoltageV,
      batteryLevel: channels.battPct,
      power: channels.extVoltageV,
      door: channels.doorOpen?.some((open) => open === true),
      temp1: channels.tempC?.[0],
      temp3: channels.tempC?.[2],
      fuel2: channels.fuelL?.[1],
      charge: channels.charging,
    };
    if (exception?.raw) expect(rawItems, `${exception.why}: nothing is lost`).toContain(exception.raw);
    else if (typeof value === 'boolean') expect(known[key]).toBe(value);
    // all other attributes of traccar's tests here are numbers
    else expect(known[key]).toBeCloseTo(value as number, key.startsWith('temp') ? 1 : 3);
  });
});

describe('decode and encode give the same frame', () => {
  // where a field is not as our encoder writes it (padding, trailing bytes, two's complement), the bytes may differ, but not the values
  it.each(frames.filter((l) => !exceptionOf(l, 'frame')).map((l) => [titleOf(l), l] as const))('%s', (_, line) => {
    const { frame, message } = read(line);
    if (!frame || message.id === null) return;
    const again = encodeAgain(message, frame);
    const rebuilt = new FrameSplitter().push(wrapFrame(encodePayload(message.id, frame.header, again)));
    const second = rebuilt[0] && decodeFrame(rebuilt[0].payload);
    if (!second || typeof second === 'string') throw new Error('does not decode again');
    expect(values(second.message)).toEqual(values(message));
    expect({ ...second.header, bodyLength: 0 }).toEqual({ ...frame.header, bodyLength: 0 });
    if (
      line.asserted.some((a) => a.check === 'decodes; re-encodes to the same frame') &&
      !exceptionOf(line, 're-encode')
    ) {
      expect(toHex(rebuilt[0]?.payload ?? new Uint8Array(0))).toBe(toHex(fromHexPayload(line.hex)));
    }
  });
});

function encodeAgain(message: Message, frame: Frame): Uint8Array {
  // id and body belong together, which the compiler does not see
  return encodeBody(message.id, message.body as never, frame.header.version);
}

/** A message without the hemisphere bits, which our encoder sets by the sign of the place; everything else has to stay the same. */
function values(message: Frame['message']): unknown {
  const plain = (l: Location): Location => ({ ...l, statusBits: (l.statusBits & ~12) >>> 0 });
  if (message.id === msgId.location) return plain(message.body);
  if (message.id === msgId.locationBatch) return { ...message.body, locations: message.body.locations.map(plain) };
  return message;
}

const fromHexPayload = (hex: string): Uint8Array =>
  new FrameSplitter().push(fromHex(hex))[0]?.payload ?? new Uint8Array(0);

describe('fix', () => {
  it.each([
    ['coordinate-out-of-range', false],
    ['impossible-date', true],
  ])('%s has a fix: %s', (malformation, fix) => {
    const line = fixture('framing').find((l) => l.malformation === malformation);
    const [location] = line ? locationsOf(read(line).message) : [];
    expect(location && hasFix(location)).toBe(fix);
    expect(location?.time === null).toBe(malformation === 'impossible-date');
  });
});
