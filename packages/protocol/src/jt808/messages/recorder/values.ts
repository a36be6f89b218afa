import { ByteReader, ByteWriter } from '../../../bytes';
import { type Field, type FieldLayout, readLayout, type StructuredValue, writeLayout } from '../../fields';
import type { RecorderBlock } from './block';

/** Data of the recorder's commands (GB/T 19056). Times are China's; the seconds and minutes of a record are kept as bytes, two or eleven for each. */

const totals: readonly Field[] = [
  ['time', 'time'],
  ['installTime', 'time'],
  ['firstMileage', { digits: 4 }, '0.1 km'],
  ['totalMileage', { digits: 4 }, '0.1 km'],
];
const clock: readonly Field[] = [['time', 'time']];
const pulses: readonly Field[] = [
  ['time', 'time'],
  ['pulses', 'u16', '1/km'],
];
/** The standard has 12 bytes for the class, some recorders 10: what is more stays in `rest`. */
const vehicle: readonly Field[] = [
  ['vin', { text: 17 }],
  ['plate', { text: 12 }],
  ['plateClass', { text: 10 }],
];
const signals: readonly Field[] = [
  ['time', 'time'],
  ['signalBits', 'u8'],
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((bit): Field => [`signal${bit}`, { text: 10 }]),
];
const place = (which: string): Field[] => [
  [`${which}Lng`, 'i32', "0.0001'"],
  [`${which}Lat`, 'i32', "0.0001'"],
  [`${which}Altitude`, 'u16', 'm'],
];
const driver: Field = ['licenceNo', { text: 18 }];
const event: readonly Field[] = [
  ['time', 'time'],
  ['event', 'u8'],
];
const onlyRows = (...rows: readonly Field[]): FieldLayout => ({ fields: [], rows });

/** Layout of the data by command: 00-15 are read, 82, 84 and C2-C4 set. */
const layouts: ReadonlyMap<number, FieldLayout> = new Map<number, FieldLayout>([
  [
    0x00,
    {
      fields: [
        ['standardYear', { digits: 1 }],
        ['modification', 'u8'],
      ],
    },
  ],
  [0x01, { fields: [driver] }],
  [0x02, { fields: clock }],
  [0x03, { fields: totals }],
  [0x04, { fields: pulses }],
  [0x05, { fields: vehicle }],
  [0x06, { fields: signals }],
  [
    0x07,
    {
      fields: [
        ['makerCode', { text: 7 }],
        ['model', { text: 16 }],
        ['produced', { digits: 3 }],
        ['serialNo', { text: 4 }],
        ['reserved', { text: 5 }],
      ],
    },
  ],
  [0x08, onlyRows(['time', 'time'], ['seconds', { hex: 120 }])],
  [0x09, onlyRows(['time', 'time'], ['minutes', { hex: 660 }])],
  [0x10, onlyRows(['time', 'time'], driver, ['seconds', { hex: 200 }], ...place('stop'))],
  [0x11, onlyRows(driver, ['from', 'time'], ['to', 'time'], ...place('from'), ...place('to'))],
  [0x12, onlyRows(['time', 'time'], driver, ['event', 'u8'])],
  [0x13, onlyRows(...event)],
  [0x14, onlyRows(...event)],
  [0x15, onlyRows(['state', 'u8'], ['from', 'time'], ['to', 'time'], ['seconds', { hex: 120 }])],
  [0x82, { fields: vehicle }],
  [0x84, { fields: signals }],
  [0xc2, { fields: clock }],
  [0xc3, { fields: pulses }],
  [0xc4, { fields: totals }],
]);

/** How the data of a command is laid out; null when it is not known. */
export const recorderLayout = (command: number): FieldLayout | null => layouts.get(command) ?? null;

/** What the data of a block says. Null when the command is not known or the data is too short. Never throws. */
export function readRecorderValue({ command, data }: RecorderBlock): StructuredValue | null {
  const layout = recorderLayout(command);
  return layout ? readLayout(new ByteReader(data), layout) : null;
}

/** Data of a block. Throws RangeError for a command that is not known, and when a value is missing or does not fit its field. */
export function encodeRecorderValue(command: number, value: StructuredValue): Uint8Array {
  const layout = layouts.get(command);
  if (!layout) throw new RangeError(`recorder command ${command} is not known`);
  return writeLayout(new ByteWriter(128), layout, value).result();
}
