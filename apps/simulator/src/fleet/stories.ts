/**
 * Stories planted into the demo. Each is bound to a vehicle and returns every week, so that the last seven days always contain it, and uploaded history, a
 * restart and live reports agree without stored state. Weekdays run from 0 Sunday to 6 Saturday. They are those of the duty day (the local date on
 * which it begins), or of the calendar where a story says "calendar time".
 */
export type StoryEffect =
  /** No radio link on a stretch of the road (shares of its length): points are stored and sent later. */
  | { kind: 'blindStretch'; fromShare: number; toShare: number }
  /** At the n-th stop with an open door, the door stays open so long that the rear probe rises by about `riseC`. */
  | { kind: 'longDoor'; doorStop: number; minutes: number; riseC: number }
  /** Refrigeration stops after so many minutes of driving. */
  | { kind: 'chillerStop'; driveMinute: number; minutes: number }
  /** Refrigeration lacks gas: the unit runs, but for so many minutes of driving the box gets warmer as if it blew no cold air. */
  | { kind: 'weakUnit'; driveMinute: number; minutes: number }
  /** The heater of a defrost does not switch off for so many minutes of driving. */
  | { kind: 'stuckDefrost'; driveMinute: number; minutes: number }
  /** The contact of a probe (channel from 1) is loose: it measures `riseC` too warm for so many minutes of driving. */
  | { kind: 'looseProbe'; channel: number; driveMinute: number; minutes: number; riseC: number }
  /** The probe of a channel (from 1) sends no value. */
  | { kind: 'probeBroken'; channel: number }
  /** Fuel is stolen within eight minutes while parked, from `localMinute` of the day on (calendar time). */
  | { kind: 'fuelTheft'; localMinute: number; litres: number }
  /** The plug of the fuel sensor comes off: it reads nothing for so many minutes (calendar time). */
  | { kind: 'fuelUnplugged'; fromMinute: number; minutes: number }
  /** Drives at a speed above the limit after so many minutes of driving. */
  | { kind: 'speeding'; driveMinute: number; minutes: number; speedKmh: number }
  /** Drives for so many minutes without a rest. */
  | { kind: 'noRest'; driveMinutes: number }
  /** The vehicle never drives. */
  | { kind: 'neverStarted' }
  /** The terminal has no power for so many minutes from `fromMinute` on (calendar time). */
  | { kind: 'terminalOff'; fromMinute: number; minutes: number }
  /** The main power is cut (calendar time): the terminal reports it (alarm bit 8) from its battery for half an hour, then falls silent. */
  | { kind: 'powerCut'; fromMinute: number; minutes: number }
  /** Single fixes lie kilometres away. */
  | { kind: 'driftSpike' }
  /** Antenna fault (alarm bit 5): no fix in the first minutes of every hour of the window (calendar time). */
  | { kind: 'noFix'; fromMinute: number; minutes: number; minutesOfHour: number }
  /** In the workshop: the terminal has power for a while each day only (calendar time). */
  | { kind: 'workshop'; onFromMinute: number; onMinutes: number }
  /** The terminal has never been switched on. */
  | { kind: 'neverOnline' }
  /** The door is closed only after the departure. */
  | { kind: 'doorMoving'; seconds: number }
  /**
   * The generator fails: low main power (alarm bit 7) from ten minutes before `driveMinute` on, then the truck stands on the hard shoulder for so many minutes
   * until it is helped.
   */
  | { kind: 'breakdown'; driveMinute: number; minutes: number }
  /** Stands beside the road for so many minutes with the engine off; the unit is off with it for a while, and the driver opens the box to look at the goods. */
  | { kind: 'roadside'; driveMinute: number; minutes: number; unitOffMin: number; doorMin: number }
  /** The vehicle's battery gives no more than so many volts for a while (calendar time). */
  | { kind: 'weakBattery'; fromMinute: number; minutes: number; volts: number }
  /** Waits so long with a running engine at the n-th stop of the day. */
  | { kind: 'longIdle'; stop: number; minutes: number }
  /** The n-th leg of the day runs beside the usual road, up to so many metres away: the road is closed. */
  | { kind: 'detour'; leg: number; asideM: number }
  /** A tyre loses air (alarm bit 16) for so many minutes of driving. */
  | { kind: 'tyre'; driveMinute: number; minutes: number }
  /** A camera is covered (video alarm bit 1 of item 0x14) for so many minutes of driving. */
  | { kind: 'coveredCamera'; driveMinute: number; minutes: number }
  /** The emergency button is pressed (alarm bit 0). */
  | { kind: 'emergency'; driveMinute: number; minutes: number }
  /** The main power is off all day (alarm bit 8) and the terminal reports on from a strong battery of its own. */
  | { kind: 'backupPower' }
  /** The terminal's own battery holds no more than so many per cent. */
  | { kind: 'weakBackup'; pct: number };

/** A story with its vehicle and the weekdays on which it happens. */
export type Story = { id: string; title: string; vehicleNo: number; weekdays: readonly number[] } & StoryEffect;

const daily = [0, 1, 2, 3, 4, 5, 6] as const;

/** All stories of the demo company. */
export const demoStories: readonly Story[] = [
  {
    id: 'blind-stretch',
    title: '山区路段断网约40分钟，出盲区后补传',
    vehicleNo: 56,
    weekdays: [1, 3, 5],
    kind: 'blindStretch',
    fromShare: 0.6,
    toShare: 0.78,
  },
  {
    id: 'long-door',
    title: '卸货开门25分钟，厢温上升9℃',
    vehicleNo: 18,
    weekdays: [2, 5],
    kind: 'longDoor',
    doorStop: 4,
    minutes: 25,
    riseC: 11,
  },
  {
    id: 'chiller-stop',
    title: '在途冷机停机50分钟',
    vehicleNo: 4,
    weekdays: [1, 4],
    kind: 'chillerStop',
    driveMinute: 40,
    minutes: 50,
  },
  {
    id: 'weak-unit',
    title: '冷机缺冷媒，运行中厢温上升45分钟',
    vehicleNo: 2,
    weekdays: [1, 5],
    kind: 'weakUnit',
    driveMinute: 15,
    minutes: 45,
  },
  {
    id: 'stuck-defrost',
    title: '除霜继电器粘连，加热26分钟',
    vehicleNo: 21,
    weekdays: [1],
    kind: 'stuckDefrost',
    driveMinute: 55,
    minutes: 26,
  },
  {
    id: 'loose-probe',
    title: '后部探头接触不良，读数偏高13℃',
    vehicleNo: 29,
    weekdays: [2, 5, 6],
    kind: 'looseProbe',
    channel: 2,
    driveMinute: 60,
    minutes: 25,
    riseC: 13,
  },
  { id: 'probe-broken', title: '后部探头损坏', vehicleNo: 7, weekdays: daily, kind: 'probeBroken', channel: 2 },
  {
    id: 'fuel-theft',
    title: '夜间停车被盗油35升',
    vehicleNo: 43,
    weekdays: [3, 6],
    kind: 'fuelTheft',
    localMinute: 160,
    litres: 35,
  },
  {
    id: 'fuel-unplugged',
    title: '油量传感器插头松脱4小时',
    vehicleNo: 14,
    weekdays: [4],
    kind: 'fuelUnplugged',
    fromMinute: 600,
    minutes: 240,
  },
  {
    id: 'speeding',
    title: '限速80路段以95行驶3分钟',
    vehicleNo: 50,
    weekdays: [0, 2, 4],
    kind: 'speeding',
    driveMinute: 75,
    minutes: 3,
    speedKmh: 95,
  },
  {
    id: 'fatigue',
    title: '连续驾驶近5小时未休息',
    vehicleNo: 52,
    weekdays: [1, 4],
    kind: 'noRest',
    driveMinutes: 262,
  },
  { id: 'never-started', title: '车辆长期未启动', vehicleNo: 35, weekdays: daily, kind: 'neverStarted' },
  {
    id: 'terminal-off',
    title: '终端离线两天',
    vehicleNo: 20,
    weekdays: [1],
    kind: 'terminalOff',
    fromMinute: 600,
    minutes: 2880,
  },
  {
    id: 'power-cut',
    title: '终端恢复当夜主电源被切断',
    vehicleNo: 20,
    weekdays: [4],
    kind: 'powerCut',
    fromMinute: 130,
    minutes: 270,
  },
  {
    id: 'terminal-off-thu',
    title: '终端离线两天（SIM卡欠费）',
    vehicleNo: 28,
    weekdays: [3],
    kind: 'terminalOff',
    fromMinute: 560,
    minutes: 3000,
  },
  {
    id: 'terminal-off-weekend',
    title: '终端离线两天半（接线松动）',
    vehicleNo: 46,
    weekdays: [5],
    kind: 'terminalOff',
    fromMinute: 660,
    minutes: 3600,
  },
  {
    id: 'terminal-off-trunk',
    title: '干线车白天停场时终端断电',
    vehicleNo: 55,
    weekdays: [0, 3, 5],
    kind: 'terminalOff',
    fromMinute: 560,
    minutes: 660,
  },
  { id: 'drift-spike', title: '定位漂移，不应触发超速', vehicleNo: 23, weekdays: daily, kind: 'driftSpike' },
  {
    id: 'antenna',
    title: '定位天线松动，午后间断不定位',
    vehicleNo: 41,
    weekdays: [2, 4, 6],
    kind: 'noFix',
    fromMinute: 780,
    minutes: 120,
    minutesOfHour: 44,
  },
  {
    id: 'workshop',
    title: '在厂维修，终端每天短时通电',
    vehicleNo: 25,
    weekdays: daily,
    kind: 'workshop',
    onFromMinute: 540,
    onMinutes: 30,
  },
  { id: 'never-online', title: '新装终端尚未上线', vehicleNo: 48, weekdays: daily, kind: 'neverOnline' },
  {
    id: 'main-switch',
    title: '长期停驶，已拉总电源，终端靠备用电池供电',
    vehicleNo: 35,
    weekdays: daily,
    kind: 'backupPower',
  },
  { id: 'parked-antenna', title: '停场待修，定位天线断线', vehicleNo: 38, weekdays: daily, kind: 'neverStarted' },
  {
    id: 'no-antenna',
    title: '天线断线，每天清晨偶尔定位',
    vehicleNo: 38,
    weekdays: daily,
    kind: 'noFix',
    fromMinute: 370,
    minutes: 1430,
    minutesOfHour: 60,
  },
  { id: 'weak-backup', title: '终端备用电池老化', vehicleNo: 24, weekdays: daily, kind: 'weakBackup', pct: 12 },
  {
    id: 'breakdown',
    title: '发电机故障，在应急车道等待救援2小时',
    vehicleNo: 60,
    weekdays: [2],
    kind: 'breakdown',
    driveMinute: 60,
    minutes: 132,
  },
  {
    id: 'roadside',
    title: '在途路边停车45分钟，冷机停机，厢温上升',
    vehicleNo: 6,
    weekdays: [0, 2, 4],
    kind: 'roadside',
    driveMinute: 36,
    minutes: 45,
    unitOffMin: 41,
    doorMin: 20,
  },
  {
    id: 'weak-battery',
    title: '电瓶老化，电压降到22V',
    vehicleNo: 53,
    weekdays: [1, 5],
    kind: 'weakBattery',
    fromMinute: 390,
    minutes: 35,
    volts: 22,
  },
  {
    id: 'long-idle',
    title: '等待卸货，怠速75分钟',
    vehicleNo: 22,
    weekdays: [3, 6],
    kind: 'longIdle',
    stop: 5,
    minutes: 75,
  },
  {
    id: 'detour',
    title: '高速封闭，绕行地方道路',
    vehicleNo: 6,
    weekdays: [5],
    kind: 'detour',
    leg: 1,
    asideM: 6000,
  },
  { id: 'tyre', title: '轮胎漏气行驶', vehicleNo: 32, weekdays: [6], kind: 'tyre', driveMinute: 60, minutes: 50 },
  {
    id: 'covered-camera',
    title: '摄像头被遮挡',
    vehicleNo: 44,
    weekdays: [4],
    kind: 'coveredCamera',
    driveMinute: 45,
    minutes: 40,
  },
  {
    id: 'emergency',
    title: '误触紧急按钮',
    vehicleNo: 13,
    weekdays: [2],
    kind: 'emergency',
    driveMinute: 30,
    minutes: 2,
  },
  { id: 'door-moving', title: '车门未关即起步', vehicleNo: 30, weekdays: [0, 3, 6], kind: 'doorMoving', seconds: 90 },
];

/** Stories of one vehicle. */
export const storiesOf = (vehicleNo: number): Story[] => demoStories.filter((s) => s.vehicleNo === vehicleNo);
