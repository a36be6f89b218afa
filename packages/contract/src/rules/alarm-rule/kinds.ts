import { raisedAlarms } from '../../watch/alarm/terminal-alarms';
import {
  boundsField,
  clockField,
  numberField,
  numbersOf,
  oneOf,
  optionalClockField,
  optionalNumberField,
  placesField,
  requiredNumberField,
  requiredPlacesField,
  someOf,
  switchField,
} from './field';
import { combine, doors, exempt, inTerminal, minutes, overLimit, roads, safety, zones } from './kind-parts';

/** What each kind of rule asks for: the one declaration behind form, check, summary and history. */
export const ruleFields = {
  temperature: {
    probes: boundsField(
      '各探头上下限',
      { noun: '探头', unit: '℃', channels: 8, min: -60, max: 80, decimals: 1, required: false, presets: zones },
      { help: '不设置时按每辆车探头设置里的上下限' },
    ),
    combine,
    ...overLimit('℃', { delayMin: 10, hysteresis: 0.5, ordinary: 2, severe: 5 }),
    skipPreCooling: switchField('预冷期间不报警', false, exempt),
    defrostMin: numberField(
      '除霜开始后',
      { min: 0, max: 60, ...minutes, first: 0 },
      { ...exempt, help: '送风由冷转热视为除霜，需送风、回风探头' },
    ),
  },
  humidity: {
    probes: boundsField('各探头上下限', {
      noun: '探头',
      unit: '%RH',
      channels: 8,
      min: 0,
      max: 100,
      decimals: 1,
      required: true,
    }),
    combine,
    ...overLimit('%RH', { delayMin: 15, hysteresis: 3, ordinary: 2, severe: 5 }),
  },
  co2: {
    probes: boundsField('各探头上下限', {
      noun: '探头',
      unit: 'ppm',
      channels: 2,
      min: 0,
      max: 10_000,
      decimals: 0,
      required: true,
    }),
    combine,
    ...overLimit('ppm', { delayMin: 10, hysteresis: 200, ordinary: 500, severe: 1500 }),
  },
  door: {
    doors: numbersOf('车门', doors, { help: '不选为全部车门' }),
    openMin: optionalNumberField('开门超过', { min: 1, max: 240, ...minutes }),
    movingKmh: optionalNumberField('行驶开门：速度达到', { min: 5, max: 30, unit: 'km/h' }),
    outside: switchField('站外开门', false),
    outsideM: numberField(
      '站外距离',
      { min: 0, max: 500, unit: '米', first: 100 },
      { when: (p) => p.outside === true },
    ),
    placeIds: placesField('允许开门的站点', ['site', 'region'], {
      help: '不选为公司全部站点',
      when: (p) => p.outside === true,
    }),
    closedFrom: optionalClockField('禁止开门：自'),
    closedTo: optionalClockField('禁止开门：至'),
    locked: switchField('上锁开门', false, {
      help: '与车上的蓝牙锁联动：锁关着而车门打开时报警，没有开关锁记录的锁不判断',
    }),
    photoChannel: optionalNumberField(
      '抓拍通道',
      { min: 1, max: 16, unit: '' },
      { empty: '不抓拍', help: '报警时用该摄像头拍一张照片，终端要有摄像头' },
    ),
  },
  speed: {
    limitKmh: requiredNumberField('限速', { min: 10, max: 160, unit: 'km/h' }),
    durationS: numberField('持续时间', { min: 0, max: 600, unit: '秒', first: 10 }),
    warnKmh: numberField(
      '预警差值',
      { min: 0, max: 30, unit: 'km/h', first: 0 },
      { begins: 5, help: '接近限速时先以“提示”预警；0 为不预警' },
    ),
    placeLimits: switchField('并用区域、线路限速', true),
    roads,
    nightPercent: numberField(
      '夜间限速',
      { min: 50, max: 100, unit: '%', first: 100 },
      { help: '限速的百分比；100 为昼夜相同' },
    ),
    nightFrom: clockField('夜间：自', '22:00', { when: (p) => Number(p.nightPercent) < 100 }),
    nightTo: clockField('夜间：至', '06:00', { when: (p) => Number(p.nightPercent) < 100 }),
  },
  parking: {
    minutes: requiredNumberField('停车超过', { min: 5, max: 1440, ...minutes }),
    anySite: switchField('在公司任何站点内不报警', true, exempt),
    placeIds: placesField('以下地点内不报警', ['site', 'region'], exempt),
  },
  idle: { minutes: requiredNumberField('怠速超过', { min: 5, max: 240, ...minutes }) },
  fatigue: {
    dayMin: numberField(
      '连续驾驶超过',
      { min: 60, max: 240, ...minutes, first: 240 },
      { help: '只能比法规更严：最多 240 分钟' },
    ),
    nightMin: numberField(
      '夜间连续驾驶超过',
      { min: 30, max: 120, ...minutes, first: 120 },
      { help: '22:00 至次日 06:00' },
    ),
    totalMin: numberField('24 小时累计超过', { min: 120, max: 480, ...minutes, first: 480 }),
    warnMin: numberField(
      '提前预警',
      { min: 0, max: 60, ...minutes, first: 0 },
      { begins: 30, help: '到达任一上限之前先以“提示”预警；0 为不预警' },
    ),
    restMin: numberField(
      '休息达到',
      { min: 20, max: 120, ...minutes, first: 20 },
      { help: '停车休息这么久后重新计时' },
    ),
  },
  zone: {
    trigger: oneOf(
      '触发方式',
      [
        { code: 'enter', name: '进入' },
        { code: 'leave', name: '离开' },
        { code: 'stay', name: '停留超时' },
        { code: 'speed', name: '区域内超速' },
        { code: 'absent', name: '未到' },
      ],
      'enter',
    ),
    placeIds: requiredPlacesField('区域或站点', ['region', 'site']),
    minutes: numberField(
      '停留超过',
      { min: 1, max: 1440, ...minutes, first: 60 },
      { when: (p) => p.trigger === 'stay' },
    ),
    limitKmh: numberField(
      '区域限速',
      { min: 5, max: 160, unit: 'km/h', first: 30 },
      { when: (p) => p.trigger === 'speed' },
    ),
    durationS: numberField(
      '持续时间',
      { min: 0, max: 600, unit: '秒', first: 10 },
      { when: (p) => p.trigger === 'speed' },
    ),
    arriveFrom: clockField('应到时段：自', '00:00', { when: (p) => p.trigger === 'absent' }),
    arriveBy: clockField('最晚到达', '18:00', { when: (p) => p.trigger === 'absent', help: '每天此时仍未到达则报警' }),
  },
  line: {
    placeIds: requiredPlacesField('电子线路', ['line']),
    awayM: numberField(
      '偏离超过',
      { min: 0, max: 5000, unit: '米', first: 0 },
      { begins: 200, help: '在线路缓冲宽度以外再加' },
    ),
    durationS: numberField('持续时间', { min: 0, max: 3600, unit: '秒', first: 60 }),
  },
  oil: {
    dropL: numberField('油量减少', { min: 1, max: 500, unit: '升', places: 1, first: 8 }),
    dropPercent: numberField(
      '或油箱的',
      { min: 0, max: 50, unit: '%', places: 1, first: 3 },
      { help: '与上一项取较大者' },
    ),
    idleLPerH: numberField(
      '怠速油耗',
      { min: 0, max: 20, unit: '升/小时', places: 1, first: 2 },
      { help: '正常消耗不计入减少量' },
    ),
    waste: switchField('行驶中异常消耗也报警', false, { help: '行驶中的减少超过参考油耗的3倍' }),
    sensor: switchField('油量传感器异常也报警', false, { help: '读数突然变为0或无效' }),
  },
  device: {
    faults: someOf('设备异常', [
      { code: 'offline', name: '离线' },
      { code: 'powerCut', name: '主电源断电' },
      { code: 'notLocated', name: '不定位' },
      { code: 'lowBattery', name: '低电量' },
      { code: 'probe', name: '探头异常' },
      { code: 'antenna', name: '定位天线故障' },
      { code: 'camera', name: '摄像头故障' },
      { code: 'storage', name: '存储故障' },
    ]),
    offlineMin: numberField(
      '行驶或点火时离线超过',
      { min: 10, max: 4320, ...minutes, first: 10 },
      { when: hasFault('offline') },
    ),
    offlineAccOffMin: numberField(
      '熄火时离线超过',
      { min: 10, max: 4320, ...minutes, first: 40 },
      { when: hasFault('offline') },
    ),
    batteryPercent: numberField(
      '电量低于',
      { min: 1, max: 50, unit: '%', first: 20 },
      {
        when: hasFault('lowBattery'),
      },
    ),
  },
  fault: {
    faults: someOf('车辆故障', [
      { code: 'tyre', name: '胎压异常' },
      { code: 'speedSensor', name: '车速传感器故障' },
      { code: 'underVoltage', name: '电源欠压' },
      { code: 'lowVoltage', name: '电瓶电压过低' },
      { code: 'dtc', name: '故障码' },
    ]),
    voltageV: numberField(
      '电压低于',
      { min: 8, max: 36, unit: 'V', places: 1, first: 22 },
      {
        when: hasFault('lowVoltage'),
        help: '24V 车辆建议 22V，12V 车辆建议 11V',
      },
    ),
    tyreNormalKpa: optionalNumberField(
      '标准胎压',
      { min: 100, max: 1500, unit: 'kPa' },
      {
        when: hasFault('tyre'),
        help: '与下限、上限一起填写；不填时只看终端的胎压报警',
      },
    ),
    tyreLowKpa: optionalNumberField('胎压下限', { min: 100, max: 1500, unit: 'kPa' }, { when: hasFault('tyre') }),
    tyreHighKpa: optionalNumberField('胎压上限', { min: 100, max: 1500, unit: 'kPa' }, { when: hasFault('tyre') }),
    tyreHighC: optionalNumberField('胎温上限', { min: 40, max: 150, unit: '℃' }, { when: hasFault('tyre') }),
    durationS: numberField('持续时间', { min: 0, max: 600, unit: '秒', first: 60 }),
  },
  terminal: {
    bits: numbersOf(
      '终端报警',
      raisedAlarms.map(({ bit, name }) => ({ code: bit, name })),
      { min: 1 },
    ),
  },
  safety: {
    types: safety,
    sensitivity: oneOf(
      '灵敏度',
      [
        { code: 'keep', name: '不改变' },
        { code: 'low', name: '低' },
        { code: 'middle', name: '中' },
        { code: 'high', name: '高' },
      ],
      'keep',
      { ...inTerminal, help: '前向碰撞、车距过近和盲区接近提前多久提醒' },
    ),
    gradeKmh: optionalNumberField(
      '二级报警车速',
      { min: 0, max: 160, unit: 'km/h' },
      { ...inTerminal, begins: 50, help: '高于此车速，终端报二级' },
    ),
    volume: optionalNumberField(
      '语音提示音量',
      { min: 0, max: 8, unit: '级' },
      { ...inTerminal, help: '0 为静音，8 为最大' },
    ),
  },
  timeliness: {
    earlyMin: numberField('提前到达超过', { min: 0, max: 1440, ...minutes, first: 30 }),
    lateMin: numberField('延迟到达超过', { min: 0, max: 1440, ...minutes, first: 15 }),
    leaveLateMin: optionalNumberField('延迟离开超过', { min: 1, max: 1440, ...minutes }),
    stayMin: optionalNumberField('计划点停留超过', { min: 1, max: 1440, ...minutes }),
    legMaxMin: optionalNumberField(
      '单段用时超过',
      { min: 1, max: 2880, ...minutes },
      { help: '离开计划点到下一个计划点' },
    ),
    etaWarnMin: optionalNumberField(
      '预计晚点：提前',
      { min: 1, max: 720, ...minutes },
      { help: '推算将超过延迟上限时预警' },
    ),
    lineKmh: numberField(
      '线路平均车速',
      { min: 20, max: 90, unit: 'km/h', first: 55 },
      { when: (p) => typeof p.etaWarnMin === 'number', help: '与近30分钟车速一起推算' },
    ),
  },
};

/** Whether the rule looks for a fault: a field that only matters then is shown then. */
function hasFault(code: string) {
  return ({ faults }: Readonly<Record<string, unknown>>): boolean => Array.isArray(faults) && faults.includes(code);
}
