import type { DescribedChannel, DescribedProfile, DescribedRow } from './described';

type Rest = Partial<Omit<DescribedRow, 'item' | 'length' | 'to'>>;

/** A value at the beginning of an item of `length` bytes, in one byte unless told. */
const row = (item: number, length: number, to: DescribedChannel | null, rest: Rest = {}): DescribedRow => ({
  item,
  length,
  to,
  at: 0,
  form: 'u8',
  ...rest,
});
/** The same of a part of an item that is a row of parts. */
const part = (
  layout: DescribedRow['layout'],
  item: number,
  id: number,
  length: number,
  to: DescribedChannel | null,
  rest: Rest = {},
) => row(item, length, to, { layout, part: id, ...rest });
const word = (factor: number, rest: Rest = {}): Rest => ({ form: 'u16', factor, ...rest });

const temperature: Rest = { form: 's16', factor: 0.1, none: [0xffff], low: -70, high: 125 };
const humidity: Rest = word(0.1, { high: 100 });
const c5Temperature: Rest = word(0.1, { plus: -50, none: [0xffff] });
const c5Humidity: Rest = word(0.1, { none: [0xffff] });
const bsjPart = (id: number, length: number, to: DescribedChannel, rest?: Rest) =>
  part('word-length-first', 0xeb, id, length, to, rest);

const bsj: readonly DescribedRow[] = [
  bsjPart(0x2d, 2, 'battVoltageV', word(0.001)),
  bsjPart(0x2d, 4, 'extVoltageV', { form: 'u32', factor: 0.001 }),
  bsjPart(0xce, 2, 'extVoltageV', word(0.01)),
  bsjPart(0xa8, 1, 'battPct'),
  bsjPart(0xe1, 1, 'battPct'),
];

/** What the BSJ family says besides: the first probe of fuel, and states whose bit is 0 while they hold. */
const bsjMore: readonly DescribedRow[] = [
  part('word-length-first', 0xeb, 0x01, 0, 'fuelL', word(0.1)),
  ...[
    [0x89, 0, '主电接通（0为断电）'],
    [0x89, 12, '安装状态（0为拆除）'],
    [0xc5, 6, '静止（0为震动）'],
  ].map(([id, bit, meaning]) =>
    part('word-length-first', 0xeb, Number(id), 4, null, { form: 'u32', bit: Number(bit), meaning: String(meaning) }),
  ),
];

/** Refrigeration unit in place of the air conditioner (item 0x25, bit 9). */
const reefer = row(0x25, 4, 'reeferOn', { form: 'u32', bit: 9, meaning: '冷机（空调位）' });
/** Sensors at the analogue inputs, configured so that the input reads parts per million: AD0 in the low word, AD1 in the high one. 0xffff: nothing connected. */
const co2 = [2, 0].map((at, i) =>
  row(0x2b, 4, 'co2Ppm', { form: 'u16', at, no: i + 1, absent: [0xffff], meaning: `模拟量AD${i}` }),
);

const obd: readonly DescribedRow[] = [
  row(0x81, 2, 'engineRpm', word(1)),
  row(0x82, 2, 'extVoltageV', word(0.1)),
  row(0x83, 1, 'engineLoadPct'),
  row(0x84, 1, 'coolantC', { plus: -40 }),
  row(0x8c, 4, 'odometerM', { form: 'u32', factor: 100 }),
  row(0xa0, 0, 'faultCodes', { form: 'text', meaning: '故障码' }),
  row(0x8e, 1, null, { meaning: '剩余燃油', unit: '%' }),
];

/**
 * What makers mean by the items that they add to location reports, as the GPS51 platform's list, Traccar's decoder, its frames and the makers' lists show
 * it. The same id means different things to different makers, so each row belongs to a profile and none holds for all terminals. A database begins with
 * these rows and staff go on from there.
 */
export const makerProfiles: readonly DescribedProfile[] = [
  {
    // the list that most Chinese cold-chain terminals implement
    name: 'gps51',
    base: 'standard',
    rows: [
      row(0x51, 2, 'tempC', { ...temperature, layout: 'list' }),
      row(0x58, 2, 'humPct', { ...humidity, layout: 'list' }),
      row(0x61, 2, 'extVoltageV', word(0.01)),
      row(0x69, 2, 'battVoltageV', word(0.01)),
      row(0xfb, 4, 'battPct'),
      row(0xfb, 4, 'battVoltageV', word(0.01, { at: 1 })),
      row(0xfb, 4, 'charging', { at: 3 }),
    ],
  },
  { name: 'gps51-reefer', base: 'gps51', rows: [reefer] },
  { name: 'gps51-co2', base: 'gps51', rows: co2 },
  { name: 'gps51-reefer-co2', base: 'gps51-reefer', rows: co2 },
  { name: 'bsj', base: 'standard', rows: [...bsj, ...bsjMore] },
  // with a fuel probe that writes its value as text
  {
    name: 'bsj-fuel',
    base: 'standard',
    rows: [...bsj, bsjPart(0x23, 6, 'fuelL', { no: 2, form: 'text' }), ...bsjMore],
  },
  {
    // light, temperature and humidity inside; item F6 has a word for each bit of its mask
    name: 'aovx',
    base: 'standard',
    rows: [
      row(0xf1, 4, 'extVoltageV', { form: 'u32', factor: 0.001 }),
      part('mask-words', 0xf6, 1, 8, 'tempC', temperature),
      part('mask-words', 0xf6, 2, 8, 'humPct', humidity),
      row(0xf7, 6, 'battVoltageV', { form: 'u32', factor: 0.001 }),
      row(0xf7, 6, 'charging', { at: 4, is: 2 }),
      row(0xf7, 6, 'battPct', { at: 5 }),
      // radio tags nearby, each with its own temperature, humidity and battery
      part('mask-tags', 0xf3, 2, 0, null, word(0.001, { meaning: '蓝牙标签电池', unit: 'V' })),
      part('mask-tags', 0xf3, 3, 0, 'tempC', { ...temperature, no: 2 }),
      part('mask-tags', 0xf3, 4, 0, 'humPct', { ...humidity, no: 2 }),
    ],
  },
  {
    // Bluetooth probes: {number, address, temperature, humidity}
    name: 'ble-e6',
    base: 'standard',
    rows: [
      row(0xe6, 11, 'tempC', { layout: 'list', noAt: 0, at: 7, form: 'whole-fraction' }),
      row(0xe6, 11, 'humPct', { layout: 'list', noAt: 0, at: 9, form: 'whole-fraction' }),
    ],
  },
  {
    // its door is bit 16 of the status word, which the standard knows as door 4
    name: 'mv710g',
    base: 'standard',
    rows: [
      row(0x82, 2, 'extVoltageV', word(0.1)),
      row(0x57, 8, null, { form: 'u16', bit: 8, meaning: '急加速' }),
      row(0x57, 8, null, { form: 'u16', bit: 9, meaning: '急减速' }),
      row(0x57, 8, null, { form: 'u16', bit: 10, meaning: '急转弯' }),
      row(0x57, 8, null, { form: 'u32', at: 4, bit: 16, meaning: '车门报警' }),
    ],
  },
  {
    // trackers that tell their battery and supply by E1, E3, E4 and FE
    name: 'tracker',
    base: 'standard',
    rows: [
      row(0xe1, 2, 'extVoltageV', word(0.1)),
      row(0xd4, 1, 'battPct'),
      row(0xe3, 4, 'battPct', { at: 1 }),
      row(0xe3, 4, 'battVoltageV', word(0.01, { at: 2 })),
      row(0xe4, 2, 'charging', { is: 0 }),
      row(0xe4, 2, 'battPct', { at: 1 }),
      row(0xfe, 1, 'battPct'),
      row(0xfe, 2, 'battVoltageV', word(0.1)),
      row(0xfe, 4, 'odometerM', { form: 'u32' }),
      row(0xd3, 2, 'extVoltageV', word(0.1)),
      row(0x56, 2, 'battPct', { factor: 10 }),
      row(0x68, 2, 'battPct', word(0.01)),
      row(0xe2, 4, 'fuelL', { form: 'u32', factor: 0.1 }),
      // {radio, supply, battery, satellites}
      row(0xee, 6, 'signal'),
      row(0xee, 6, 'extVoltageV', word(0.001, { at: 1 })),
      row(0xee, 6, 'battVoltageV', word(0.001, { at: 3 })),
      row(0xee, 6, 'satellites', { at: 5 }),
    ],
  },
  {
    // C5 family: probes in items of their own, or as parts of EA
    name: 'c5',
    base: 'standard',
    rows: [
      part('byte-id-first', 0xea, 0x15, 2, 'humPct', c5Humidity),
      part('byte-id-first', 0xea, 0x16, 2, 'tempC', c5Temperature),
      row(0xf7, 2, 'humPct', c5Humidity),
      row(0xf8, 2, 'tempC', c5Temperature),
      part('byte-id-first', 0xea, 0x13, 2, null, word(1, { meaning: '光照' })),
      part('byte-id-first', 0xea, 0x14, 2, null, word(1, { meaning: '气压' })),
      row(0xf6, 2, null, word(1, { meaning: '气压' })),
    ],
  },
  // locks that put per cent of their battery where the standard has the temperature of the box
  { name: 'lock', base: 'standard', rows: [row(0x06, 1, 'battPct')] },
  {
    // locks at the doors of a box, each {identity, battery, seal, state, signal}; what happened at one of them
    name: 'lock-seal',
    base: 'standard',
    rows: [
      row(0x60, 0, null, { form: 'u16', meaning: '锁事件' }),
      row(0x63, 11, null, word(0.001, { layout: 'list', at: 6, meaning: '锁电池', unit: 'V' })),
      row(0x63, 11, null, { layout: 'list', at: 8, meaning: '锁封（49为已施封）' }),
      row(0x63, 11, null, { layout: 'list', at: 10, form: 's8', meaning: '锁信号' }),
    ],
  },
  {
    // cameras of the JC family: rows within a row
    name: 'jc',
    base: 'standard',
    rows: [
      part('word-id-nested', 0xe8, 0x2003_0000, 7, 'charging', { is: 1 }),
      part('word-id-nested', 0xe8, 0x2003_0000, 7, 'battVoltageV', word(0.01, { at: 2 })),
      part('word-id-nested', 0xe8, 0x2003_0000, 7, 'signal', { at: 4 }),
      part('word-id-nested', 0xe8, 0x2003_0000, 7, 'extVoltageV', word(0.01, { at: 5 })),
      part('word-id-nested', 0xe8, 0x2005_0001, 2, 'battVoltageV', word(0.01)),
      part('word-id-nested', 0xe8, 0x2005_0003, 1, 'battPct'),
      part('word-id-nested', 0xe8, 0x2005_0004, 1, 'charging', { is: 0 }),
      part('word-id-nested', 0xe8, 0x2005_0007, 2, null, word(0.1, { meaning: '水平精度因子' })),
      part('word-id-nested', 0xe8, 0x2005_2001, 2, 'extVoltageV', word(0.1)),
    ],
  },
  {
    // what a reader of the diagnostic socket says as text: `$OBD-RT,12.3,0,20,…`
    name: 'obd-text',
    base: 'standard',
    rows: [
      part('comma-text', 0xe6, 1, 0, 'extVoltageV', { form: 'text' }),
      part('comma-text', 0xe6, 2, 0, 'engineRpm', { form: 'text' }),
      part('comma-text', 0xe6, 3, 0, null, { form: 'text', meaning: '车速', unit: 'km/h' }),
      part('comma-text', 0xe6, 5, 0, 'engineLoadPct', { form: 'text' }),
      part('comma-text', 0xe6, 6, 0, 'coolantC', { form: 'text' }),
      part('comma-text', 0xe6, 12, 0, null, { form: 'text', meaning: '累计油耗', unit: 'L' }),
    ],
  },
  // readers of the vehicle's diagnostic socket
  { name: 'obd', base: 'standard', rows: obd },
  {
    // {number, identity of the sensor, pressure in 1/40 bar in the low ten bits, temperature + 50, state} for each tyre
    name: 'tyres',
    base: 'gps51',
    rows: [
      row(0x77, 8, 'tyreKpa', { layout: 'list', noAt: 0, at: 4, form: 'u16', bit: 0, bits: 10, factor: 2.5 }),
      row(0x77, 8, 'tyreTempC', { layout: 'list', noAt: 0, at: 6, plus: -50 }),
    ],
  },
  {
    // T/GDRTA 002-2020: bits of what is mounted or recognised wrongly, which each maker gives a meaning of its own
    name: 'guangdong',
    base: 'gps51',
    rows: [
      row(0xf1, 4, null, { form: 'u32', meaning: '安装异常' }),
      row(0xf2, 4, null, { form: 'u32', meaning: '算法异常' }),
    ],
  },
  {
    // whoever is at the wheel, as text
    name: 'driver-text',
    base: 'gps51',
    rows: [row(0xbc, 0, 'driverName', { form: 'text' }), row(0xbd, 0, 'driverLicence', { form: 'text' })],
  },
];
