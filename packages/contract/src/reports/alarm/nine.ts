import { maintainStatus } from '../../resources/vehicle/enums';
import { roadWord } from '../../rules/alarm-rule/field';
import { overCauses } from '../cold-chain/over-temperature';
import { numberColumn, textColumn, timeColumn, wordsColumn } from '../kit/columns';
import { amountFilter, choiceFilter, flagFilter, multiChoiceFilter, searchFilter } from '../kit/filters';
import { alarmReport, wordsOf } from './frame';

/** Classes of roads (speedingRoad) by code: 1 高速 … 4 城市. */
const roadWords = { 1: roadWord(1), 2: roadWord(2), 3: roadWord(3), 4: roadWord(4) };
const sides = choiceFilter('方向', { all: '全部', over: '超高', under: '超低' }, 'all', 120);
/** What the company calls the probe, or its number. */
const probeName = searchFilter('探头');
const figure = (label: string, decimals = 1) => numberColumn(label, 96, { decimals });
/** A figure that the stored points tell of a row: the list cannot be ordered by it. */
const read = (label: string, width: number, decimals = 1) => numberColumn(label, width, { decimals, sortable: false });
/** Columns of readings out of their bounds, in `unit`. */
const bounded = (what: string, unit: string, decimals: number) => ({
  probe: textColumn('探头', 88),
  side: wordsColumn('方向', 64, { over: '超高', under: '超低', none: '--' }),
  /** the reading with which it began */
  first: read(`报警${what}(${unit})`, 112, decimals),
  mean: read(`平均(${unit})`, 88, decimals),
  /** from its beginning until it became certain */
  delayMin: numberColumn('确认延时(分)', 96, { hidden: true }),
  limit: figure(`界限(${unit})`, decimals),
  peak: figure(`极值(${unit})`, decimals),
  deviation: figure(`最大偏差(${unit})`, decimals),
});

/** 6.1 超温报警: rule-triggered only; the episodes of any bound are in 超温报表. */
export const overTemperatureAlarms = alarmReport({
  screen: 'overTemperatureAlarmReport',
  menu: 'overTemperatureAlarm',
  path: 'overTemperature',
  curve: true,
  order: 'deviation desc',
  nothing: '该时段无超温报警',
  first: { level: '2', handled: 'waiting' },
  filters: { side: sides, probeName, zoneName: searchFilter('温区') },
  columns: {
    ...bounded('温度', '℃', 1),
    areaMin: figure('超温度时(℃·分)'),
    doors: numberColumn('开门(次)', 76),
    chiller: wordsColumn('冷机', 64, { on: '运行', off: '停机', frost: '除霜', '': '' }),
    /** by the same rules as in 超温报表 */
    cause: wordsColumn('疑似原因', 84, overCauses),
    zone: textColumn('温区', 80, { hidden: true }),
  },
});

/** 6.2 超速报警. */
export const speedingAlarms = alarmReport({
  screen: 'speedingAlarmReport',
  menu: 'speedingAlarm',
  path: 'speeding',
  order: 'overPercent desc',
  nothing: '该时段无超速报警',
  filters: {
    overPercent: amountFilter('超速≥', { min: 0, max: 300, initial: 10, unit: '%' }),
    speedingRoad: choiceFilter('道路类型', { all: '全部', ...roadWords }, 'all', 140),
  },
  columns: {
    limit: numberColumn('限速(km/h)', 92),
    road: wordsColumn('道路类型', 84, { ...roadWords, none: '--' }),
    limitBy: wordsColumn('限速来源', 84, {
      rule: '规则',
      place: '线路/区域',
      road: '道路',
      terminal: '终端',
      soon: '接近限速',
    }),
    peak: numberColumn('最高速度(km/h)', 108),
    meanKmh: figure('平均速度(km/h)'),
    overPercent: figure('超速比例(%)'),
    distanceKm: numberColumn('超速里程(km)', 100, { decimals: 2, total: 'sum' }),
    night: wordsColumn('夜间', 60, { yes: '夜间', no: '--' }),
  },
});

/** 6.3 湿度报警. */
export const humidityAlarms = alarmReport({
  screen: 'humidityAlarmReport',
  menu: 'humidityAlarm',
  path: 'humidity',
  curve: true,
  order: 'startTime desc',
  nothing: '该时段无湿度报警',
  filters: { side: sides, probeName },
  columns: {
    ...bounded('湿度', '%RH', 1),
    /** when it began: the temperature of the compartment, and what it makes of the humidity */
    temC: read('同期温度(℃)', 96),
    dewC: read('露点(℃)', 76),
  },
});

/** 6.4 门磁报警. */
export const doorAlarms = alarmReport({
  screen: 'doorMagnetAlarmReport',
  menu: 'doorMagnetAlarm',
  path: 'doorMagnet',
  curve: true,
  order: 'startTime desc',
  nothing: '该时段无门磁报警',
  filters: {
    causes: multiChoiceFilter(
      '子类',
      { open: '超时开门', moving: '行驶开门', outside: '站外开门', closed: '非法时段开门', locked: '上锁开门' },
      170,
    ),
  },
  columns: {
    door: textColumn('门位', 88),
    openMin: numberColumn('开门时长(分)', 100, { decimals: 1 }),
    rise: figure('温升(℃)'),
    /** driven while it lasted */
    km: read('期间里程(km)', 100),
    /** what the last act at the lock of the door had left */
    lock: wordsColumn('锁状态', 76, { closed: '已上锁', open: '已开锁', '': '' }),
  },
});

/** 6.5 二氧化碳报警. */
export const carbonDioxideAlarms = alarmReport({
  screen: 'carbonDioxideAlarmReport',
  menu: 'carbonDioxideAlarm',
  path: 'carbonDioxide',
  order: 'peak desc',
  nothing: '该时段无二氧化碳报警',
  filters: { side: sides },
  columns: bounded('值', 'ppm', 0),
});

/** 子类 of 6.6: whether the truck had a waybill under way, stood in a place of its own, idled, or stood where nobody may. */
const standCauses = {
  onTheWay: '途中异常停车',
  outside: '站外停车',
  long: '超时停车',
  idle: '怠速超时',
  forbidden: '禁停区停车',
} as const;

/** 6.6 停车报警: standing and idling for too long, and standing in 禁停区. */
export const parkingAlarms = alarmReport({
  screen: 'parkingAlarmReport',
  menu: 'parkingAlarm',
  path: 'parking',
  order: 'minutes desc',
  nothing: '该时段无停车报警',
  filters: {
    causes: multiChoiceFilter('子类', standCauses, 170),
    parkingTime: amountFilter('停车≥', { min: 0, max: 1440, unit: '分' }),
    /** with a waybill under way */
    onTheWay: flagFilter('在途', true),
  },
  columns: {
    cause: wordsColumn('子类', 108, { ...standCauses, '': '' }),
    parkedMin: numberColumn('停车时长(分)', 100),
    idleMin: read('怠速时长(分)', 100, 0),
    limit: numberColumn('允许时长(分)', 100),
    /** of the first probe, from the first to the last reading while it lasted */
    temChange: read('货温变化(℃)', 96),
    waybill: textColumn('运单', 130),
  },
});

/** 6.7 疲劳驾驶报警. */
export const fatigueAlarms = alarmReport({
  screen: 'fatigueDrivingAlarmReport',
  menu: 'fatigueDrivingAlarm',
  path: 'fatigueDriving',
  order: 'drivenMin desc',
  nothing: '该时段无疲劳驾驶报警',
  filters: {
    causes: multiChoiceFilter('子类', { day: '连续驾驶', night: '夜间连续', total: '日累计', camera: 'DSM疲劳' }, 150),
  },
  columns: {
    drivenMin: numberColumn('驾驶时长(分)', 100),
    limit: numberColumn('允许时长(分)', 100),
    overMin: numberColumn('超出(分)', 84),
    /** the driving began at 开始时间 */
    passedAt: timeColumn('超限时间'),
    /** the stay that ended it */
    restMin: numberColumn('休息时长(分)', 100),
    /** of the 24 hours before */
    totalMin: numberColumn('日累计(分)', 88),
    nightPercent: numberColumn('夜间占比(%)', 96),
    knownBy: wordsColumn('识别方式', 84, { card: '刷卡', assigned: '指派', '': '' }),
  },
});

/** 6.8 设备异常报警: one an outage. */
export const deviceAlarms = alarmReport({
  screen: 'deviceAbnormalAlarmReport',
  menu: 'deviceAbnormalAlarm',
  path: 'deviceAbnormal',
  order: 'minutes desc',
  nothing: '设备运行正常，暂无异常',
  first: { status: '0' },
  filters: {
    causes: multiChoiceFilter(
      '子类',
      {
        offline: '离线',
        powerCut: '主电源断电',
        notLocated: '不定位',
        lowBattery: '低电量',
        antenna: '定位天线',
        camera: '摄像头',
        storage: '存储故障',
        probe: '探头异常',
      },
      150,
    ),
  },
  columns: {
    terminalNo: textColumn('设备编号', 120),
    model: textColumn('型号', 100),
    simNo: textColumn('SIM卡号', 120, { hidden: true }),
    lastTime: textColumn('最后通讯', 140),
    /** of the last report up to its beginning */
    voltage: read('电压(V)', 76),
    battery: read('电量(%)', 76, 0),
    /** the first request for repair of the terminal since then */
    requestNo: textColumn('工单号', 130),
  },
});

/** 6.9 车辆故障报警: the same fault within a day is one row. */
export const faultAlarms = alarmReport({
  screen: 'vehicleMalfunctionAlarmReport',
  menu: 'vehicleMalfunctionAlarm',
  path: 'vehicleMalfunction',
  order: 'startTime desc',
  nothing: '该时段无车辆故障',
  first: { status: '0' },
  filters: {},
  columns: {
    /** of a code by its first letter (SAE J2012), the others by what is watched */
    system: wordsColumn('系统', 76, {
      ...{ tyre: '胎压', speedSensor: '车速', underVoltage: '电压', lowVoltage: '电压' },
      ...{ P: '动力', C: '底盘', B: '车身', U: '通信', '': '' },
    }),
    code: textColumn('故障码', 88),
    description: textColumn('描述', 180),
    times: numberColumn('次数', 64),
    voltage: figure('电压(V)'),
    limit: figure('下限(V)'),
    /** of the terminal, when it began */
    odometerKm: read('里程表(km)', 96),
    /** of the newest order for the workshop that was made of it */
    repair: wordsColumn('维修状态', 84, { ...wordsOf(maintainStatus.options), '': '' }),
  },
});
