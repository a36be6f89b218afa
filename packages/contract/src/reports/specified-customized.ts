import type { Specified } from './specified';

/** What report.md 4.10 (its second view), 8 and 9 ask of each report; read as `specified` is. */
export const specifiedCustomized: Readonly<Record<string, Specified>> = {
  externalVehicleViews: {
    range: [93, 'week'],
    filters: '车牌号 · 操作人/对方 · 方式 · 结果',
    columns: '查询时间 · 车牌号 · 颜色 · 查询类型 · 数据源 · 查询人 · 结果 · 位置 · 定位时间 · 速度 · 来源IP',
    without: {
      计费次数: 'nobody is charged for a look at own vehicles',
      余额: 'as 计费次数',
      授权凭证: 'the link itself is what allows the look; 数据源 names it',
    },
  },
  // 8 customised
  vehicleBindingReport: {
    range: [366, 'month'],
    filters: '客户、客户车辆编码、项目=keyword · 车辆 · 状态:all',
    columns: '车牌号 · 客户 · 客户车辆编码 · 项目 · 温区 · 绑定时间 · 解绑时间 · 状态 · 操作人',
  },
  operationLogReport: {
    range: [31, 'today'],
    filters: '操作人=user · 模块=things · 动作=action · 关键字=keyword',
    columns: '时间 · 操作人 · 代操作=proxy · 模块 · 动作 · 对象=name · 变更=fields · IP · 终端',
    without: {
      结果: 'a line is written in the transaction of the change: what failed changed nothing and has no line',
    },
  },
  interfaceSendLogReport: {
    range: [8, 'today'],
    filters: '接口名称=target · 车辆 · 内容=what · 结果:failed',
    columns:
      '时间 · 接口名称 · 客户=platform · 车牌号 · 请求地址 · 结果 · 重试次数=attempts · 响应=cause · HTTP码 · 耗时=tookMs',
    without: {
      range:
        'bodies of what went well are kept for a day and of what was given up for a week: a longer range would be empty',
      业务码: 'each platform has codes of its own in its answers; that of the way (2xx) says that it took the data',
      单号: 'positions, temperatures and alarms are sent, which belong to a vehicle and no order',
    },
  },
  interfaceSubscribeLogReport: {
    range: [366, 'week'],
    filters: '主题=topic:all',
    columns:
      '订阅方 · 接口=target · 主题 · 车辆数 · 回调地址 · 频率=interval · 开始=since · 结束=until · 状态 · 最近推送 · 连续失败',
  },
  dispatchReport: {
    range: [93, 'week'],
    filters: '车辆 · 状态:all',
    columns:
      '发运单号 · 客户 · 车牌号 · 司机 · 电话 · 装货站点 · 计划装货 · 卸货站点 · 温区 · 要求温度 · 预冷 · 发车 · 实际到达 · 当前位置 · ETA=etaTime · 温度=tempC · 状态 · 异常',
  },
  tripTemperatureReport: {
    range: [31, 'week'],
    filters: '单号 · 车辆',
    columns:
      '单号 · 车牌号 · 起点 · 终点 · 装货时间 · 卸货时间 · 最高 · 最低 · 平均 · 合格率 · 超温次数=overCount · 超温时长=overMin · 预冷达标 · 结论',
  },
  lineBindingReport: {
    range: [366, 'month'],
    filters: '车辆 · 状态:all',
    columns: '车牌号 · 电子线路/线路 · 班次 · 周期=weekdays · 生效 · 失效 · 偏离报警=awayM · 时效规则 · 状态',
  },
  // 9 operation
  punctualityReport: {
    range: [31, 'yesterday'],
    filters: '线路=route · 站点 · 车辆 · 结果=results · 进/出=way:all · 汇总:route',
    columns:
      '日期 · 线路 · 班次 · 车牌号 · 司机 · 序号 · 站点 · 计划到达 · 实际到达 · 到达差 · 到达结果 · 计划离开 · 实际离开 · 离开差 · 离开结果 · 停留 · 原因 · 数据',
  },
};
