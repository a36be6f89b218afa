import { describe } from 'vitest';
import { fromHex } from '../../src/bytes';
import { msgId } from '../../src/jt808/codec';
import { checkExample, example } from './examples';

const empty = { extra: new Uint8Array(0) };
const key = { exponent: 65537, modulus: new Uint8Array(128).fill(0xab) };

describe('messages without a body', () => {
  for (const id of [
    msgId.logout,
    msgId.timeQuery,
    msgId.linkCheck,
    msgId.queryLocation,
    msgId.queryAllParameters,
    msgId.queryProperties,
    msgId.queryDriverCard,
    msgId.queryMediaAbilities,
    msgId.vendorTimeQuery,
    msgId.vendorHeartbeat,
  ])
    checkExample(example({ name: 'empty', id, hex: '', body: empty }));
  checkExample(
    example({
      name: 'with what a maker appends',
      id: msgId.heartbeat,
      hex: '5a1f00',
      body: { extra: fromHex('5a1f00') },
    }),
  );
});

describe('keys', () => {
  checkExample(example({ name: 'key', id: msgId.terminalKey, hex: `00010001 ${'ab'.repeat(128)}`, body: key }));
  checkExample(example({ name: 'key', id: msgId.platformKey, hex: `00010001 ${'ab'.repeat(128)}`, body: key }));
});

describe('messages of makers that are kept as they came', () => {
  for (const id of [msgId.vendor0093, msgId.vendorParameter, msgId.vendorTimeZone, msgId.vendorPhoto])
    checkExample(example({ name: 'bytes', id, hex: '0102', body: { data: Uint8Array.of(1, 2) } }));
});
