/** What a value that a terminal sends can be: its word, its unit, what kind of value it is and of how many probes a vehicle may have it. */
interface ItemChannel {
  label: string;
  unit: string;
  kind: 'list' | 'number' | 'flag' | 'text';
  /** how many there may be, numbered from 1 */
  most: number;
  /** a state: what it is called when it is on, and when it is not */
  states?: readonly [on: string, off: string];
}
const probes = (label: string, unit: string, most = 8): ItemChannel => ({ label, unit, kind: 'list', most });
const figure = (label: string, unit: string): ItemChannel => ({ label, unit, kind: 'number', most: 1 });
const state = (label: string, on: string, off: string): ItemChannel => ({
  label,
  unit: '',
  kind: 'flag',
  most: 1,
  states: [on, off],
});
const word = (label: string): ItemChannel => ({ label, unit: '', kind: 'text', most: 1 });

/** The channels into which items of reports are read, by their names in messages. A test of the server compares them with what the protocol can fill. */
export const itemChannels = {
  tempC: probes('温度', '℃'),
  humPct: probes('湿度', '%'),
  fuelL: probes('油量', 'L'),
  co2Ppm: probes('二氧化碳', 'ppm'),
  tyreKpa: probes('胎压', 'kPa', 32),
  tyreTempC: probes('胎温', '℃', 32),
  odometerM: figure('里程', 'm'),
  extVoltageV: figure('主电压', 'V'),
  battVoltageV: figure('电池电压', 'V'),
  battPct: figure('电池电量', '%'),
  charging: state('充电', '充电中', '未充电'),
  reeferOn: state('冷机', '冷机开', '冷机关'),
  doorOpen: { ...state('门', '开', '关'), most: 5 },
  signal: figure('信号强度', ''),
  satellites: figure('卫星', '颗'),
  recorderSpeedKmh: figure('记录仪速度', 'km/h'),
  engineRpm: figure('发动机转速', 'r/min'),
  coolantC: figure('冷却液温度', '℃'),
  engineLoadPct: figure('发动机负荷', '%'),
  faultCodes: word('故障码'),
  driverName: word('司机'),
  driverLicence: word('驾驶证号'),
} as const satisfies Readonly<Record<string, ItemChannel>>;
export type ItemChannelName = keyof typeof itemChannels;

/** A value of a channel in words: `温度2 -18 ℃`, `冷机开`. `many`: there is more than one of them, so the number is said. */
export function channelWords(
  name: ItemChannelName,
  value: number | string | boolean | null,
  no = 1,
  many = false,
): string {
  const { label, unit, states }: ItemChannel = itemChannels[name];
  const which = many ? `${label}${no}` : label;
  if (typeof value === 'boolean') {
    const word = (value ? states?.[0] : states?.[1]) ?? label;
    // states of several things of a kind name the thing: 门2开
    return itemChannels[name].most > 1 ? `${which}${word}` : word;
  }
  if (value === null) return `${which} 无效`;
  // people read mileage in kilometres
  if (name === 'odometerM' && typeof value === 'number') return `${which} ${value / 1000} km`;
  return `${which} ${value}${unit === '' ? '' : ` ${unit}`}`;
}
