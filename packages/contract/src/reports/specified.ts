/** What the specification of the reports says of one: words that are labels of ours, `word=name` for a filter or column under another label, `word:value` for a first value. */
export interface Specified {
  /** longest range, and the days that it opens with */
  range: readonly [days: number, first: 'today' | 'yesterday' | 'week' | 'month'];
  filters: string;
  columns: string;
  /** words of the specification that have no place here, and why; ranges that differ */
  without?: Readonly<Record<string, string>>;
}

const oneUnit = 'terminals report one contact for all units of a truck';
const noCode = 'the codes of a terminal are those of the engine and gearbox: no terminal reports the bus of a unit';
const photos = 'photos of a moment stand in 报警附件 of the alarm, which the row leads to';
const dayFilters =
  '车辆=vehicleIds · 停车时长=parkingDuration:5 · 精细停车:true · 时段:["00:00","23:59"] · 区域:all · 指定站点 · 熄火/怠速=engine';
const doorFilters = '车辆 · 门=doors · 开门时长=openMin:0 · 场景:all · 时段:["00:00","23:59"]';
const pointFilters = '车辆 · 站点/区域=siteIds · 停留时长=stayDuration:3 · 含途经:false';
const alarmFilters =
  '车辆 · 报警级别=level · 规则名称 · 处理状态=handled · 报警状态=status · 最短持续=minMinutes · 是否补传=late · 司机 · 站点';
const alarmColumns =
  '报警编号 · 车牌号 · 车队=fleetName · 司机 · 报警类型 · 级别 · 规则名称 · 开始时间 · 结束时间 · 持续时长=minutes · 开始位置 · 结束位置 · 速度 · 推送 · 处理状态 · 处理人 · 处理时间 · 处理意见 · 数据来源 · 补传';

/** What the specification asks of each report, by the name of its declaration, section by section. */
export const specified: Readonly<Record<string, Specified>> = {
  // 2 equipment
  batteryReport: {
    range: [90, 'week'],
    filters: '设备编号=recorderIds',
    columns: '时间 · 电量 · 电压 · 变化 · 充电状态 · 信号强度 · 位置',
    without: {
      上传间隔: 'a reading does not tell what the recorder was set to',
    },
  },
  tripSettingReport: {
    range: [366, 'today'],
    filters: '车牌=vehicleIds · 方式:all',
    columns: '车辆=plateNo · 行程方式 · 停车间隔 · 起点站点 · 终点站点 · 最小里程 · 生效时间 · 操作人',
    without: {
      温区: 'the bounds of a trip are those of its waybill or its probes (K7), which have a history of their own',
      温度上下限: 'as 温区',
    },
  },
  // 3 cold chain
  temHumReport: {
    range: [31, 'today'],
    filters: '车辆 · 时间间隔=temTimeInterval:10 · 探头 · 温区 · 上限 · 下限 · 仅看超限:false · 运单号',
    columns:
      '时间 · 温度1 · 温度2 · 温度3 · 温度4 · 湿度1 · 设定温度 · 冷机状态=chiller · 门状态=doors · 速度 · ACC · 位置 · 数据类型',
  },
  overseasReport: {
    range: [93, 'week'],
    filters:
      '设备=recorderIds · 时区:beijing · 单位:c · PDF语言:zh · 时间间隔=temTimeInterval:10 · 探头 · 温区 · 上限 · 下限 · 仅看超限:false',
    columns: '时间=clock · 温度1=tem1 · 温度2=tem2 · 湿度 · 当地时间 · 国家/地区 · 定位方式 · 位置=address · 数据类型',
    without: {
      range: '31 days: a voyage takes longer than a month, and its paper is one',
      '运营商/漫游': 'no recorder reports its network (mcc, mnc)',
      光照: 'no model that reports it is known',
      震动: 'as 光照',
    },
  },
  overTemperatureReport: {
    range: [31, 'week'],
    filters: '车辆 · 判断依据:rule · 上限 · 下限 · 持续时长=minMinutes:10 · 超温级别=levels · 处理状态 · 仅在途:false',
    columns:
      '车牌号 · 所属车队 · 探头 · 温区 · 上限 · 下限 · 开始时间 · 结束时间 · 持续时长 · 最高 · 最低 · 平均温度=avgC · 最大偏差 · 超温度时 · 级别 · 超高/超低=direction · 开始位置 · 结束位置 · 期间门状态=doorMin · 冷机状态=chiller · 疑似原因 · 关联运单 · 司机 · 处理状态 · 处理人 · 处理意见 · 数据',
  },
  chillerOperationReport: {
    range: [31, 'yesterday'],
    filters: '车辆 · 统计:vehicle',
    columns:
      '车牌号 · 品牌型号=model · 开机次数 · 运行时长 · 制冷 · 制热 · 除霜 · 待机 · 占空比 · 停车运行时长=parkHours · 行驶运行时长=driveHours · 平均设定温度 · 平均回风温度 · 降温速率 · 冷机油耗估算 · 推算=source',
    without: {
      冷机: oneUnit,
      故障次数: noCode,
      发动机小时: oneUnit,
      下次保养: 'it would follow from the engine hours',
    },
  },
  chillerOperationDetails: {
    range: [31, 'yesterday'],
    filters: '车辆',
    columns:
      '开机时间 · 关机时间 · 时长=minutes · 模式=mode · 设定温度 · 送风温度=supplyC · 回风温度=backC · 起始温度 · 终止温度 · 开机位置 · 关机位置 · 起始里程 · 终止里程 · 数据来源',
    without: { 故障码: noCode },
  },
  preCoolingReport: {
    range: [31, 'today'],
    filters: '车辆 · 状态:all · 是否达标:all · 装货站点',
    columns:
      '车牌号 · 运单/计划号 · 装货站点 · 计划装货时间 · 预冷要求 · 要求时长 · 预冷开始 · 起始温度 · 达标时间 · 预冷结束 · 预冷用时 · 降温速率 · 各探头结束温度=endTemps · 环境温度 · 期间开门次数=doorOpens · 状态 · 是否达标 · 提前量 · 下发人',
  },
  // 4 driving
  drivingSummaryReport: {
    range: [93, 'yesterday'],
    filters: '车辆 · 运行时段:["00:00","23:59"] · 最小停车=parkingDuration:5 · 汇总:vehicle',
    columns:
      '车牌号 · 车辆备注 · 所属车队 · 司机 · 行驶里程 · 补算里程 · 行驶时长 · 怠速时长 · 停车时长 · 无数据时长 · 停车次数 · 行程数 · 平均速度 · 最高速度 · 最高速度时间 · 超速次数 · 首次启动 · 末次熄火=lastStop · 出车天数 · 出勤率 · 利用率 · 油耗 · 百公里油耗 · 起始里程表 · 结束里程表',
  },
  drivingSummaryDetails: {
    range: [31, 'yesterday'],
    filters: '车辆 · 运行时段:["00:00","23:59"]',
    columns: '状态 · 开始时间 · 结束时间 · 时长 · 里程 · 开始位置 · 结束位置 · 最高速度',
  },
  dailyDrivingSummaryReport: {
    range: [31, 'month'],
    filters: '车辆=keyword · 指标:mileage',
    columns: '车牌号 · 车队=fleetName · 每日 · 合计=total · 日均 · 出车天数',
    without: { 运行时段: 'its days are the summaries of whole company days; parts of days are those of 行驶汇总' },
  },
  dailyDrivingReport: {
    range: [31, 'yesterday'],
    filters: '车辆 · 仅异常:false',
    columns:
      '日期 · 车牌号 · 车队=fleetName · 司机 · 首次启动 · 首次启动地点 · 末次停车 · 末次停车地点 · 里程 · 里程表起 · 里程表止 · 行驶 · 怠速 · 停车 · 无数据 · 夜间行驶 · 平均速度 · 最高速度 · 超速 · 疲劳 · 停车次数 · 开门次数 · 最高温 · 最低温 · 温度合格率 · 油耗 · 加油 · 报警总数 · 评分',
    without: {
      急加速减速: 'no item of JT/T 808 that the platform reads tells it; the score counts 超速, 疲劳 and 打电话',
    },
  },
  parkingReport: {
    range: [31, 'yesterday'],
    filters: dayFilters,
    columns:
      '车牌号 · 车队=fleetName · 停车次数 · 总停车时长 · 熄火时长 · 怠速时长 · 最长停车 · 最长停车地点 · 站外停车次数 · 平均时长',
  },
  parkingDetails: {
    range: [31, 'yesterday'],
    filters: dayFilters,
    columns:
      '序号 · 开始时间 · 结束时间 · 时长 · 熄火时长=offMin · 怠速时长=idleMin · 位置 · 所在站点 · 距站点 · 前段里程 · 起温 · 止温 · 最高温 · 开门次数 · 数据 · 经度 · 纬度',
  },
  refuelReport: {
    range: [93, 'week'],
    filters: '车辆 · 来源 · 加油量=minL · 差异=onlyOdd:false',
    columns:
      '车牌号 · 开始时间 · 结束时间 · 地点 · 加油站 · 油箱 · 加油前 · 加油后 · 识别加油量 · 票据油量 · 差异=diffL · 差异率=diffPercent · 单价 · 金额 · 里程表 · 距上次加油 · 区间百公里油耗 · 司机 · 附件 · 状态 · 置信度',
  },
  abnormalOilReport: {
    range: [93, 'week'],
    filters: '车辆 · 类型 · 最小减少量=minL · 处理状态=handled',
    columns:
      '车牌号 · 类型 · 开始时间 · 结束时间 · 时长 · 前 · 后 · 减少量 · 减少率 · ACC · 速度 · 门=doors · 报警 · 位置 · 站内外 · 处理状态 · 处理意见 · 处理人',
    without: { 视频: 'an action of the row (视频回放), not a column' },
  },
  oilDynamicsReport: {
    range: [7, 'today'],
    filters: '车辆 · 间隔:10 · 平滑:true',
    columns: '时间 · 原始值 · 油箱1 · 油箱2 · 总油量 · 占比 · 速度 · ACC · 里程 · 位置',
  },
  tripReport: {
    range: [31, 'yesterday'],
    filters: '车辆 · 行程方式 · 最小里程=minKm:0.5 · 司机 · 温度:all',
    columns:
      '行程编号 · 车牌号 · 司机 · 开始时间 · 起点 · 结束时间 · 终点 · 时长 · 行驶 · 怠速 · 途中停车=stops · 途中停车时长=stopMin · 里程 · 平均速度 · 最高速度 · 油耗 · 最高温度 · 最低温度 · 平均温度 · 温度合格率 · 开门 · 报警 · 运单号 · 状态 · 补算里程 · 备注',
  },
  inOutPointReport: {
    range: [31, 'yesterday'],
    filters: `${pointFilters} · 汇总:site`,
    columns:
      '站点名称 · 类型 · 进入次数 · 车辆数 · 总停留 · 平均停留 · 最长停留 · 首次进入 · 末次离开 · 平均排队 · 平均卸货',
  },
  inOutPointDetails: {
    range: [31, 'yesterday'],
    filters: pointFilters,
    columns:
      '车牌号 · 车队=fleetName · 站点 · 进入时间 · 离开时间 · 停留 · 进点里程表 · 离点里程表 · 上一点 · 点间里程 · 点间用时 · 开门次数=doors · 开门时长=doorMin · 进点温度 · 离点温度 · 司机 · 运单 · 数据 · ±',
  },
  externalVehicleReport: {
    range: [93, 'week'],
    filters: '车牌号 · 操作人/对方 · 方式 · 结果',
    columns:
      '查询时间 · 车牌号 · 颜色 · 查询类型 · 数据源 · 查询人 · 结果 · 位置 · 定位时间 · 速度 · 计费次数 · 余额 · 授权凭证 · 来源IP',
  },
  // 5 doors
  doorOpenCloseReport: {
    range: [31, 'yesterday'],
    filters: doorFilters,
    columns:
      '车牌号 · 车队=fleetName · 开门次数 · 总开门时长 · 最长一次 · 平均时长 · 行驶开门次数 · 站外开门次数 · 开门期间最高温 · 平均温升',
  },
  doorOpenCloseDetails: {
    range: [31, 'yesterday'],
    filters: doorFilters,
    columns:
      '门位 · 开门时间 · 关门时间 · 时长 · 开门位置 · 关门位置 · 所在站点 · 期间里程 · 是否行驶=moving · 开门前 · 最高温度 · 温升 · 恢复用时 · 冷机状态=chiller · 锁记录 · 司机 · 运单 · 数据',
    without: { 抓拍: photos },
  },
  switchLockReport: {
    range: [31, 'week'],
    filters: '锁编号 · 车辆 · 操作:all · 方式:all · 操作人 · 站内外=siteScope:all',
    columns:
      '锁编号 · 车牌号 · 门位 · 操作 · 方式 · 操作人 · 手机号 · 授权 · 时间 · 位置 · 站点 · 结果 · 失败原因 · 开锁时长',
    without: {
      钥匙: 'a lock tells openings by Bluetooth, from afar, by code and by card (its records carry no other way); a key leaves no record',
      电量: 'a lock tells its charge in its state, which stands in the register of locks; its records do not',
      上锁时长: 'the specification pairs an opening with its lock: 开锁时长',
    },
  },
  // 6 alarms; the first values of 6.0 are those of level, status, handled and the report's own filter
  overTemperatureAlarms: {
    range: [31, 'today'],
    filters: `${alarmFilters} · 超高/超低=side:all · 探头 · 温区`,
    columns: `${alarmColumns} · 探头 · 界限 · 报警温度 · 极值 · 最大偏差 · 超温度时 · 确认延时 · 门=doors · 冷机 · 疑似原因 · 恢复时间=endTime`,
    without: {
      '疑似原因 as a filter':
        'a cause is told from the points of each alarm; the points of all would have to be read to find one page',
    },
  },
  speedingAlarms: {
    range: [31, 'today'],
    filters: `${alarmFilters} · 道路类型:all · 超速比例=overPercent:10`,
    columns: `${alarmColumns} · 限速 · 限速来源 · 最高速度 · 平均速度 · 超速比例 · 超速里程 · 夜间`,
    without: {
      道路名称:
        'the map that the platform brings along has no names of roads; 道路类型 is the class that the terminal or the rule says',
      天气: 'optional, and no source of weather is reached from an installation without network',
    },
  },
  humidityAlarms: {
    range: [31, 'today'],
    filters: `${alarmFilters}`,
    columns: `${alarmColumns} · 探头 · 界限 · 报警湿度 · 极值 · 平均 · 同期温度 · 露点`,
  },
  doorAlarms: {
    range: [31, 'today'],
    filters: `${alarmFilters} · 子类=causes`,
    columns: `${alarmColumns} · 门位 · 子类=title · 开门时长 · 所在站点 · 温升 · 期间里程=km · 锁状态`,
    without: {
      抓拍: photos,
      门磁断线: 'a contact is one bit of the status word, open or closed: a broken wire reads as one of the two',
    },
  },
  carbonDioxideAlarms: {
    range: [31, 'today'],
    filters: `${alarmFilters}`,
    columns: `${alarmColumns} · 探头 · 界限 · 报警值 · 极值 · 平均`,
    without: {
      O2: 'no terminal reports it',
      通风状态: 'as O2',
    },
  },
  parkingAlarms: {
    range: [31, 'today'],
    filters: `${alarmFilters} · 子类=causes · 停车=parkingTime · 在途:true`,
    columns: `${alarmColumns} · 子类=cause · 停车时长 · 怠速时长 · 货温变化 · 允许时长 · 运单 · 所在站点`,
  },
  fatigueAlarms: {
    range: [31, 'today'],
    filters: `${alarmFilters} · 子类=causes`,
    columns: `${alarmColumns} · 连续驾驶时长=drivenMin · 允许时长 · 子类=title · 识别方式 · 起算时间=startTime · 休息时长 · 日累计 · 夜间占比`,
    without: {
      证据: photos,
    },
  },
  deviceAlarms: {
    range: [31, 'today'],
    filters: `${alarmFilters} · 子类=causes`,
    columns: `${alarmColumns} · 设备编号 · 型号 · SIM卡号 · 子类=title · 最后通讯 · 离线时长=minutes · 电压 · 电量 · 工单号`,
    without: {
      时钟偏差:
        'a report whose time lies ahead of the server by more than ten minutes is kept out of all calculation (K1), and one whose time lies behind cannot be told from one that was stored',
      数据断传: 'a silence is 离线: an outage is one alarm, and terminals tell of it by nothing else',
    },
  },
  faultAlarms: {
    range: [31, 'today'],
    filters: `${alarmFilters}`,
    columns: `${alarmColumns} · 系统 · 故障码 · 描述 · 次数 · 维修状态 · 末次=endTime · 首次=startTime · 里程表`,
  },
};
