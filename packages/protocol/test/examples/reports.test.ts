import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/bytes';
import { decodeFrame, encodeMessage, msgId } from '../../src/jt808/codec';
import { FrameSplitter } from '../../src/jt808/frame';
import { checkExample, example } from './examples';
import { location, locationHex } from './location';

describe('reports', () => {
  checkExample(
    example({
      name: 'alarms seen',
      id: msgId.confirmAlarms,
      hex: '007b 00100001',
      body: { serial: 123, alarmBits: 0x100001 },
    }),
  );
  checkExample(
    example({
      name: 'small batch',
      id: msgId.smallBatch,
      hex: `1c ${locationHex}`,
      body: { batteryPct: null, time: null, locations: [location], damaged: 0 },
    }),
  );
  checkExample(
    example({
      name: 'small batch with a damaged location',
      id: msgId.smallBatch,
      hex: `1c ${locationHex} 1c 0102`,
      body: { batteryPct: null, time: null, locations: [location], damaged: 1 },
      readOnly: true,
    }),
  );
  checkExample(
    example({
      name: 'charge of the battery',
      id: msgId.smallBatch,
      hex: '4f 261123110405',
      body: { batteryPct: 79, time: Date.UTC(2026, 10, 23, 3, 4, 5), locations: [], damaged: 0 },
    }),
  );
  checkExample(
    example({
      name: 'vendor’s time',
      id: msgId.vendorTime,
      hex: '07ea 0b 17 03 04 05 00',
      body: { time: Date.UTC(2026, 10, 23, 3, 4, 5) },
    }),
  );
  checkExample(
    example({ name: 'text in UTF-16', id: msgId.wideTextReply, hex: '4e0a 6d77 004f 004b', body: { text: '上海OK' } }),
  );
  checkExample(
    example({ name: 'text report', id: msgId.textReport, hex: '00 4f4b', body: { encoding: 0, text: 'OK' } }),
  );
  checkExample(
    example({
      name: 'accelerations',
      id: msgId.accelerations,
      hex: '261123110405 0001 8002 03e8',
      body: { samples: [{ time: Date.UTC(2026, 10, 23, 3, 4, 5), x: 1, y: -2, z: 1000 }] },
    }),
  );
  checkExample(
    example({
      name: 'fuel is cut off',
      id: msgId.fuelControl,
      hex: '01 261123110405',
      body: { cut: true, time: Date.UTC(2026, 10, 23, 3, 4, 5) },
    }),
  );
  checkExample(example({ name: 'opaque', id: msgId.vendor0091, hex: '02 0012', body: { data: fromHex('020012') } }));
});

const lock = {
  time: Date.UTC(2021, 4, 6, 17, 59, 40),
  // 22°34.8474' and 113°55.0560'
  lat: 22 + 34.8474 / 60,
  lng: 113 + 55.056 / 60,
  fixed: true,
  flag: false,
  speedKnots: 5,
  directionDeg: 304,
  signal: 30,
  satellites: 4,
  odometerKm: 2,
  battery: 55,
  cellId: 0x0ac30c0c,
  areaCode: 0x2866,
  product: 3,
  statusBits: 0x0800,
  alarmBits: 0,
  items: [{ id: 0x10, data: Uint8Array.of(1) }],
};
const lockHex = '060521175940 22348474 1135505607 05 98 1e 04 00000002 37 0ac30c0c 2866 03 0800 0000 10 01 01';

describe('an electronic lock', () => {
  checkExample(example({ name: 'location', id: msgId.lockLocation, hex: lockHex, body: lock }));
  checkExample(example({ name: 'location without a fix', id: msgId.lockWithoutFix, hex: lockHex, body: lock }));

  checkExample(example({ name: 'answer', id: msgId.lockReply, hex: '5501 00', body: { replyId: 0x5501, result: 0 } }));

  it('is answered in its own header, whose attributes are the length alone', () => {
    const params = { phone: '858012030003', serial: 1, version: '2013' } as const;
    const wire = encodeMessage(msgId.lockReply, params, { replyId: 0x5501, result: 0 });
    expect(toHex(wire.subarray(0, 15))).toBe('7e4401000385801203000301550100');
  });

  it('has a header with a serial of one byte', () => {
    const wire = encodeMessage(msgId.lockLocation, { phone: '858012030003', serial: 0x2a, version: '2013' }, lock);
    expect(toHex(wire.subarray(0, 12))).toBe('7e550180268580120300032a');
    const frame = decodeFrame(new FrameSplitter().push(wire)[0]?.payload ?? new Uint8Array(0));
    expect(frame).toMatchObject({
      header: { phoneKey: '858012030003', serial: 0x2a, encryption: 0, bodyOffset: 11 },
      message: { id: msgId.lockLocation, body: lock },
    });
  });
});
