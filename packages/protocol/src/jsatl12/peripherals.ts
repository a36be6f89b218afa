import { ByteReader, ByteWriter, writeCount } from '../bytes';
import { readSizedText, writeSizedText } from '../text';

/** Types of transparent data (0x0900, 0x8900) by T/JSATL 12-2017: states of the peripherals and what they are. */
export const peripheralType = { states: 0xf7, infos: 0xf8 } as const;

/** State of a peripheral of active safety. */
export interface PeripheralState {
  /** 0x64 ADAS, 0x65 DSM, 0x66 tyre pressure, 0x67 blind spot. */
  peripheral: number;
  /** 1 works, 2 stand-by, 3 upgrade, 4 fault. */
  state: number;
  /** Bit 0 camera, 1 main memory, 2 auxiliary memory, 3 infrared light, 4 loudspeaker, 5 battery, 10 radio, 11 positioning. */
  alarmBits: number;
}

/** What a peripheral of active safety is. */
export interface PeripheralInfo {
  /** As of {@link PeripheralState}. */
  peripheral: number;
  maker: string;
  model: string;
  hardwareVersion: string;
  firmwareVersion: string;
  deviceId: string;
  customerNo: string;
}

/** Reads {id, length, fields} as often as the first byte says. Throws RangeError when one of them is cut off. */
function readEach<T>(r: ByteReader, read: (peripheral: number, r: ByteReader) => T): T[] {
  return r.list('peripherals', r.u8('count'), () => {
    const peripheral = r.u8('peripheral');
    return read(peripheral, r.part(r.u8('fieldsLength')));
  });
}

/** Writes what {@link readEach} reads. */
function writeEach<T extends { peripheral: number }>(list: readonly T[], body: (one: T) => Uint8Array): Uint8Array {
  const w = writeCount(new ByteWriter(64), list.length);
  for (const one of list) {
    const data = body(one);
    writeCount(w.u8(one.peripheral), data.length).bytes(data);
  }
  return w.result();
}

/** Reads states of transparent data of type 0xF7. Throws RangeError when one is cut off. */
export const readPeripheralStates = (states: ByteReader): PeripheralState[] =>
  readEach(states, (peripheral, r) => ({ peripheral, state: r.u8('state'), alarmBits: r.u32('alarmBits') }));

/** States of transparent data of type 0xF7. Throws RangeError when one is cut off. */
export const decodePeripheralStates = (data: Uint8Array): PeripheralState[] =>
  readPeripheralStates(new ByteReader(data));

/** Transparent data of type 0xF7. Throws RangeError for more than 255 states. */
export const encodePeripheralStates = (states: readonly PeripheralState[]): Uint8Array =>
  writeEach(states, ({ state, alarmBits }) => new ByteWriter(5).u8(state).u32(alarmBits).result());

/** Reads infos of transparent data of type 0xF8. Throws RangeError when one is cut off. */
export const readPeripheralInfos = (infos: ByteReader): PeripheralInfo[] =>
  readEach(infos, (peripheral, r) => ({
    peripheral,
    maker: readSizedText(r, 'maker'),
    model: readSizedText(r, 'model'),
    hardwareVersion: readSizedText(r, 'hardwareVersion'),
    firmwareVersion: readSizedText(r, 'firmwareVersion'),
    deviceId: readSizedText(r, 'deviceId'),
    customerNo: readSizedText(r, 'customerNo'),
  }));

/** Infos of transparent data of type 0xF8. Throws RangeError when one is cut off. */
export const decodePeripheralInfos = (data: Uint8Array): PeripheralInfo[] => readPeripheralInfos(new ByteReader(data));

/** Transparent data of type 0xF8. Throws RangeError when the texts of one have more than 255 bytes together with their lengths. */
export const encodePeripheralInfos = (infos: readonly PeripheralInfo[]): Uint8Array =>
  writeEach(infos, (info) => {
    const w = new ByteWriter(64);
    const { maker, model, hardwareVersion, firmwareVersion, deviceId, customerNo } = info;
    for (const text of [maker, model, hardwareVersion, firmwareVersion, deviceId, customerNo]) writeSizedText(w, text);
    return w.result();
  });
