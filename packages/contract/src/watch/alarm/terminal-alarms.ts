/**
 * The 32 bits of the alarm word of 0x0200 (JT/T 808 table 24; wording of 2013, with what 2019 added). `ring` marks those that put the
 * red ring on a vehicle: danger to people, goods or vehicle. Faults of the terminal itself are device abnormalities, not alarms.
 */
export interface TerminalAlarm {
  bit: number;
  name: string;
  ring: boolean;
  /** one character for the map */
  mark: string;
}

const rows: ReadonlyArray<readonly [name: string, ring: boolean, mark: string]> = [
  ['紧急报警', true, '急'],
  ['超速报警', true, '速'],
  ['疲劳驾驶', true, '疲'],
  ['危险预警', true, '危'],
  ['定位模块故障', false, '障'],
  ['定位天线未接', false, '障'],
  ['定位天线短路', false, '障'],
  ['主电源欠压', false, '压'],
  ['主电源掉电', true, '电'],
  ['显示屏故障', false, '障'],
  ['语音模块故障', false, '障'],
  ['摄像头故障', false, '障'],
  ['IC卡模块故障', false, '障'],
  ['超速预警', false, '速'],
  ['疲劳驾驶预警', false, '疲'],
  ['违规行驶报警', true, '禁'],
  ['胎压预警', true, '胎'],
  ['右转盲区异常', true, '盲'],
  ['当天累计驾驶超时', true, '疲'],
  ['超时停车', true, '停'],
  ['进出区域', true, '区'],
  ['进出路线', true, '线'],
  ['路段行驶时间不足或过长', true, '时'],
  ['路线偏离', true, '偏'],
  ['车速传感器故障', false, '障'],
  ['油量异常', true, '油'],
  ['车辆被盗', true, '盗'],
  ['非法点火', true, '火'],
  ['非法位移', true, '移'],
  ['碰撞侧翻报警', true, '撞'],
  ['侧翻预警', true, '翻'],
  ['非法开门', true, '门'],
];

export const terminalAlarms: readonly TerminalAlarm[] = rows.map(([name, ring, mark], bit) => ({
  bit,
  name,
  ring,
  mark,
}));

/**
 * The bits of item 0x14 of a location (JT/T 1078-2016 table 14) as further alarms of the terminal: bit n of the item is alarm 32 + n. Faults of cameras and their storage
 * are device abnormalities.
 */
const videoRows: typeof rows = [
  ['视频信号丢失', false, '障'],
  ['视频信号遮挡', false, '障'],
  ['视频存储器故障', false, '障'],
  ['其他视频设备故障', false, '障'],
  ['客车超员', true, '员'],
  ['异常驾驶行为', true, '驾'],
  ['特殊报警录像达到存储阈值', false, '满'],
];
const videoFrom = rows.length;
export const videoAlarms: readonly TerminalAlarm[] = videoRows.map(([name, ring, mark], no) => ({
  bit: videoFrom + no,
  name,
  ring,
  mark,
}));

/** Every alarm that a terminal raises by a bit, at the place of its `bit`. */
export const raisedAlarms: readonly TerminalAlarm[] = [...terminalAlarms, ...videoAlarms];

const isSet = (word: number, no: number): boolean => Math.floor(word / 2 ** no) % 2 === 1;

/** Whether a report raises an alarm of {@link raisedAlarms}; both words are unsigned 32-bit numbers. */
export const raisesAlarm = (alarmBits: number, videoBits: number, bit: number): boolean =>
  bit < videoFrom ? isSet(alarmBits, bit) : isSet(videoBits, bit - videoFrom);

/** The alarms set in an alarm word (unsigned 32 bits). */
export const terminalAlarmsOf = (alarmBits: number): TerminalAlarm[] =>
  terminalAlarms.filter(({ bit }) => isSet(alarmBits, bit));

/** Whether an alarm word puts the red ring on a vehicle. */
export const hasRingAlarm = (alarmBits: number): boolean =>
  alarmBits !== 0 && terminalAlarmsOf(alarmBits).some((a) => a.ring);
