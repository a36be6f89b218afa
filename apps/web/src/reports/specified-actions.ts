/** What report.md says can be done on one of its screens, and how it is called here. */
interface SpecifiedActions {
  /** files below apps/web/src in which the words stand: the page, and the dialogs that it opens */
  files: readonly string[];
  /** the declaration of the report, whose kit brings 导出 and what its rows lead to; absent for a register */
  report?: string;
  /** words of the specification; `word=ours` where it is called otherwise here */
  actions: string;
  /** fields of the dialogs, in the same way */
  fields?: string;
  /** what has no place here, and why */
  without?: Readonly<Record<string, string>>;
}

const equipment = 'modules/resources/equipment';
const rules = 'modules/rules';
const facts = 'what is found is computed from the points, and nobody writes it';
const video = 'videos of a moment stand in 报警附件 of the alarm and in 视频, which ask the terminal for them';
const inDrawer = 'in the drawer of the alarm, which 详情 opens';

/** Section by section; what every register has (变更记录, 回收站 …) is not named again. */
export const specifiedActions: Readonly<Record<string, SpecifiedActions>> = {
  '2.1 便携式温控仪': {
    files: [`${equipment}/portable-list-page.tsx`, `${equipment}/param-dialog.tsx`, `${equipment}/scan-dialog.tsx`],
    actions:
      '参数设置 · 绑定 · 解绑 · 改名=编辑便携设备 · 电量变化 · 轨迹 · 温湿度 · 开机行程=开始行程 · 关机行程=结束行程 · 扫码添加 · 导出',
    fields: '上传间隔 · 温度上限=温度范围 · 湿度上限=湿度范围',
    without: {
      采集间隔: 'a recorder takes a reading when it reports one: there is one interval',
      报警延时: 'bounds hold at once; the delay of an alarm belongs to its rule (7.2)',
      定位模式: 'no model that is known takes such an order',
    },
  },
  '2.2 电量变化明细': { files: [], report: 'batteryReport', actions: '导出' },
  '2.3 车载设备': {
    files: ['modules/resources/device/list-page.tsx'],
    actions: '详情 · 探头设置 · 参数查询 · 参数下发=参数设置 · 重启=重启终端 · 报修 · 续费=设备费用 · 导出',
  },
  '2.4 设备共享': {
    files: [
      `${rules}/device-share/list-page.tsx`,
      `${rules}/device-share/dialogs.tsx`,
      `${rules}/device-share/details-page.tsx`,
      `${rules}/device-share/edit-page.tsx`,
    ],
    actions:
      '新增 · 编辑 · 取消共享 · 接受 · 拒绝 · 续期 · 导出 · 移除设备=移除 · 访问记录=查看记录（保留一年） · 我的备注名=改备注名 · 放入分组 · 邀请 · 复制邀请码',
    without: {
      重发: 'the code of an invitation is copied again while it holds; one that is over is made anew with 邀请',
    },
  },
  '2.5 数据转发': {
    files: [
      `${rules}/forwarding/list-page.tsx`,
      `${rules}/forwarding/use-targets.tsx`,
      `${rules}/forwarding/fail-drawer.tsx`,
      `${rules}/forwarding/fields.tsx`,
      `${rules}/forwarding/edit-page.tsx`,
    ],
    actions: '新增 · 编辑 · 启停 · 测试连接 · 失败明细 · 重推 · 删除',
    fields: '转发名称 · 协议 · 频率 · 坐标系 · 内容 · 补传',
  },
  '2.6 行程设置': {
    files: ['reports/driving/trip-setting.tsx'],
    report: 'tripSettingReport',
    actions: '新增 · 批量设置=新增 · 编辑 · 删除=结束 · 导出',
    fields:
      '车辆 · 行程方式 · 停车间隔=停车间隔(分钟) · 起点站点 · 终点站点 · 最小里程=最小里程(km，更短的不算行程) · 生效时间=从几天前起生效（0 为从现在起，之前的行程随之重新划分） · 重新计算近N天=从几天前起生效（0 为从现在起，之前的行程随之重新划分）',
    without: {
      手动开始:
        'trips of a truck that begin and end by hand are its waybills; those of recorders are 开始行程 and 结束行程 of 2.1',
      温区: 'bounds belong to probes, to the rule of an alarm and to the waybill or shipment that is driven',
      起点超时: 'a trip begins when the start site is left, however long that takes',
    },
  },
  '2.7 蓝牙锁': {
    files: [`${equipment}/lock-list-page.tsx`, `${equipment}/lock-dialogs.tsx`],
    actions: '绑定 · 换绑 · 临时密码 · 远程开锁 · 授权 · 开关锁记录 · 导出',
  },
  '3.1 温湿度报表': {
    files: ['reports/kit/saved-queries.tsx', 'reports/cold-chain/tem-hum.tsx'],
    report: 'temHumReport',
    actions: '导出 · 打印PDF=打印 · 曲线 · 定时发送=定时发送当前条件… · 备注 · 添加备注',
  },
  '3.2 海外温湿度报表': {
    files: ['reports/recorder/overseas.tsx'],
    report: 'overseasReport',
    actions: '导出 · 打印PDF=打印 · 轨迹',
  },
  '3.3 超温报表': {
    files: ['reports/cold-chain/over-temperature.tsx'],
    report: 'overTemperatureReport',
    actions: '曲线 · 轨迹 · 处理 · 批量处理 · 导出 · 打印偏差报告=偏差报告',
    fields: '处理方式',
  },
  '3.4 冷机运行报表': {
    files: [],
    report: 'chillerOperationReport',
    actions: '明细 · 导出',
    without: {
      远程设定温度:
        'no link to a refrigeration unit that takes orders is known; they go out as text or as commands of a maker',
    },
  },
  '3.5 货箱预冷': {
    files: ['reports/cold-chain/pre-cooling.tsx'],
    report: 'preCoolingReport',
    actions: '新增预冷任务 · 停止 · 曲线 · 导出 · 打印凭证',
    fields: '车辆 · 目标温度 · 要求提前 · 计划装货时间 · 探头 · 通知人',
  },
  '4.1 行驶汇总': { files: [], report: 'drivingSummaryReport', actions: '明细 · 轨迹 · 导出汇总=导出' },
  '4.1 行驶明细': { files: [], report: 'drivingSummaryDetails', actions: '查看轨迹=轨迹 · 导出明细=导出 · 曲线' },
  '4.2 每日行驶汇总': { files: [], report: 'dailyDrivingSummaryReport', actions: '导出' },
  '4.3 行驶日报': {
    files: ['reports/kit/saved-queries.tsx'],
    report: 'dailyDrivingReport',
    actions: '轨迹 · 导出 · 订阅=定时发送当前条件…',
  },
  '4.4 停车报表': {
    files: ['reports/driving/parking-map.tsx'],
    report: 'parkingReport',
    actions: '明细 · 地图=停车分布图 · 导出 · 设为站点',
  },
  '4.4 停车明细': { files: [], report: 'parkingDetails', actions: '轨迹 · 导出明细=导出' },
  '4.5 加油记录': {
    files: ['reports/driving/refuel.tsx', 'reports/driving/refuel-bills.tsx'],
    report: 'refuelReport',
    actions: '登记票据 · 手工新增 · 标记误判=误判 · 曲线 · 导入油卡账单 · 油量标定 · 导出',
  },
  '4.5 油量标定': {
    files: ['modules/resources/vehicle/tank/form.tsx', 'modules/resources/vehicle/tank/points.tsx'],
    actions: '取当前值 · 按形状生成=生成 · 导入=粘贴导入 · 导出=导出CSV · 复制=复制到同型车 · 历史版本',
    fields: '形状 · 油箱容量 · 怠速油耗 · 参考百公里油耗 · 加油阈值 · 漏油阈值 · 生效时间 · 重新计算',
  },
  '4.6 异常油量': {
    files: ['reports/driving/abnormal-oil.tsx'],
    report: 'abnormalOilReport',
    actions: '曲线 · 轨迹 · 处理 · 导出',
    without: { 视频回放: video },
  },
  '4.7 油量动态': { files: [], report: 'oilDynamicsReport', actions: '导出' },
  '4.8 行程报表': {
    files: ['reports/driving/trip.tsx'],
    report: 'tripReport',
    actions: '轨迹 · 温度曲线=曲线 · 拆分 · 合并行程 · 备注 · 分享链接=分享 · 导出 · 行程单PDF=行程单',
  },
  '4.9 进出点报表': {
    files: ['reports/driving/in-out-point.tsx'],
    report: 'inOutPointReport',
    actions: '明细 · 回算 · 导出',
  },
  '4.9 进出点明细': { files: [], report: 'inOutPointDetails', actions: '轨迹 · 导出' },
  '4.10 外部车辆查询记录': {
    files: ['reports/driving/external-vehicle.tsx'],
    report: 'externalVehicleReport',
    actions: '新查询 · 查看轨迹 · 续授权 · 外部查看我方 · 导出',
  },
  '5.1 开关门报表': {
    files: [],
    report: 'doorOpenCloseReport',
    actions: '明细 · 导出',
    without: { 抓拍: video },
  },
  '5.2 开关门明细': { files: [], report: 'doorOpenCloseDetails', actions: '温度曲线=曲线 · 轨迹 · 导出明细=导出' },
  '5.3 开关锁报表': { files: [], report: 'switchLockReport', actions: '轨迹 · 导出', without: { 编辑: facts } },
  '6 报警报表': {
    files: ['reports/alarm/handling.tsx'],
    report: 'overTemperatureAlarms',
    actions: '详情 · 处理 · 批量处理 · 轨迹 · 曲线 · 导出',
    without: { 下发文本: inDrawer, 查看规则: inDrawer, 推送记录: inDrawer, 转维修单: inDrawer },
  },
  '6.0 报警详情': {
    files: [
      'modules/watch/alarm/detail/drawer.tsx',
      'modules/watch/alarm/detail/panel.tsx',
      'modules/watch/alarm/detail/evidence.tsx',
      'modules/watch/alarm/detail/files.tsx',
      'modules/watch/alarm/more.tsx',
      'modules/watch/alarm/handle/form.tsx',
      'modules/watch/alarm/handle/to-repair.tsx',
    ],
    actions:
      '上一条=列表上一条（K） · 下一条=列表下一条（J） · 查看规则=触发规则 · 推送记录=处理与通知经过 · 证据 · 证据包=生成证据包 · 轨迹 · 下发文本 · 处理 · 转维修 · 撤销=撤回处理',
    fields: '处理结果 · 处理意见 · 附件=添加附件',
    without: {
      报修: 'an alarm knows its vehicle; the terminal is chosen in 车载设备, whose row leads to 报修',
      转货损: 'damage is said of the goods: 货损上报 of 超温报表, or an 异常 of the waybill',
    },
  },
  '7.1 推送设置': {
    files: [`${rules}/push/list-page.tsx`],
    actions: '新增 · 编辑 · 启停 · 测试=测试发送 · 复制 · 删除',
  },
  '7.2 规则设置': {
    files: [`${rules}/alarm-rule/list-page.tsx`],
    actions: '新增 · 编辑 · 启停 · 试算 · 分配车辆 · 复制 · 历史版本 · 删除',
  },
  '7.3 发送日志': { files: [`${rules}/push/send-log-page.tsx`], actions: '重发 · 导出' },
  '8.1 车辆绑定': {
    files: ['reports/customized/vehicle-binding.tsx'],
    report: 'vehicleBindingReport',
    actions: '绑定 · 解绑 · 导入 · 导出',
  },
  '8.2 操作日志': {
    files: ['reports/customized/operation-log.tsx'],
    report: 'operationLogReport',
    actions: '变更前后=详情 · 导出',
  },
  '8.3 接口发送日志': {
    files: ['reports/customized/interface-logs.tsx'],
    report: 'interfaceSendLogReport',
    actions: '报文=详情 · 复制 · 重推 · 批量重推 · 导出',
  },
  '8.4 接口订阅日志': {
    files: ['reports/customized/interface-logs.tsx'],
    report: 'interfaceSubscribeLogReport',
    actions: '暂停 · 恢复 · 测试 · 导出',
  },
  '8.5 发运调度': {
    files: [
      'reports/customized/dispatch.tsx',
      'reports/customized/dispatch-edit.tsx',
      'reports/customized/unloads-field.tsx',
    ],
    report: 'dispatchReport',
    actions: '新增 · 编辑 · 导入 · 发车 · 完成 · 分享 · 取消 · 导出',
  },
  '8.6 单程温度报告': {
    files: [
      'reports/customized/temperature.tsx',
      'reports/customized/trip-report/acts.tsx',
      'reports/customized/trip-report/page.tsx',
      'reports/customized/trip-report/view.tsx',
    ],
    report: 'tripTemperatureReport',
    actions: '复核 · 详情 · PDF · 批量PDF · 客户分享链接=分享 · 导出',
    fields: '结论 · 复核意见 · 超温分段 · 停靠与开门 · 阶段 · 探头与证书 · 完整率 · 版本=版 · 校验',
  },
  '8.7 线路绑定': {
    files: ['reports/customized/line-binding.tsx', 'reports/customized/line-binding-edit.tsx'],
    report: 'lineBindingReport',
    actions: '新增 · 编辑 · 删除 · 导出',
  },
  '9.1 运营线路管理': {
    files: ['modules/ground/transport-route/list-page.tsx'],
    actions: '新增 · 编辑 · 复制 · 启停 · 导入 · 导出 · 绑定车辆',
  },
  '9.2 进出准点报表': {
    files: ['reports/operation/punctuality.tsx'],
    report: 'punctualityReport',
    actions: '申诉=填写原因 · 修正原因=修改原因 · 不计考核 · 轨迹 · 导出',
  },
};
