import type { Column } from '../core/columns';
import type { FilterTable } from '../core/register/filters';
import { routeColumns, routeFilters } from '../ground/transport-route/calls';
import { deviceColumns, deviceFilters } from '../resources/device/calls';
import { lockColumns, lockFilters } from '../resources/equipment/lock';
import { portableColumns, portableFilters } from '../resources/equipment/portable';
import { ruleColumns, ruleFilters } from '../rules/alarm-rule/calls';
import { shareColumns, shareFilters } from '../rules/device-share/calls';
import { forwardColumns, forwardFilters } from '../rules/forwarding/calls';
import { pushColumns, pushFilters } from '../rules/push/calls';
import { sendLogColumns, sendLogFilters } from '../rules/push/send-log';

interface SpecifiedList {
  of: { filters: { table: FilterTable }; columns: ReadonlyArray<Pick<Column<never>, 'label' | 'value'>> };
  /** as in `specified` */
  filters: string;
  columns: string;
  without?: Readonly<Record<string, string>>;
}

/** What report.md 2, 7 and 9.1 ask of the lists that are registers: what they are called here, and why something has no place. */
export const specifiedLists: Readonly<Record<string, SpecifiedList>> = {
  '2.1 便携式温控仪': {
    of: { filters: portableFilters, columns: portableColumns },
    filters:
      '设备编号=keyword · 设备型号=model · 设备名称=keyword · 设备状态=status · 使用方式 · 绑定对象 · 服务到期=expire',
    columns:
      '设备编号 · 设备名称 · 型号 · 所属部门 · 绑定对象 · 绑定类型 · 使用方式 · 状态 · 温度1 · 温度2 · 湿度 · 电量 · 上传间隔 · 定位时间 · 定位方式 · 位置 · SIM卡号 · 服务到期 · 校准有效期=calibrationDate · 预计可用',
    without: { 采集间隔: 'a recorder takes a reading when it reports one: there is one interval, and it is 上传间隔' },
  },
  '2.3 车载设备': {
    of: { filters: deviceFilters, columns: deviceColumns },
    filters:
      '车牌号 · 终端编号=terminalNo · SIM卡号=terminalNo · 型号 · 状态=deviceStatus · 配件 · 到期范围=expire · 离线时长=offlineOver',
    columns:
      '绑定车辆 · 车辆备注 · 所属车队 · 终端编号 · SIM卡号 · ICCID · 型号 · 协议 · 固件版本 · 视频监控 · 摄像头数 · 温探数 · 门磁数 · 油感数 · 冷机数 · 安装日期 · 开通日期 · 服务到期 · 最后通讯 · 定位时间=gpsTime · 离线时长 · 状态 · 今日流量 · 主电压',
  },
  '2.4 设备共享': {
    of: { filters: shareFilters, columns: shareColumns },
    filters: '对方公司 · 车牌号 · 状态 · 时间=startFrom',
    columns:
      '共享编号 · 对方公司 · 车辆数 · 共享内容 · 开始日期 · 结束日期 · 状态 · 创建人 · 创建时间 · 备注 · 邀请码 · 邀请有效期',
  },
  '2.5 数据转发': {
    of: { filters: forwardFilters, columns: forwardColumns },
    filters: '目标平台 · 协议 · 状态 · 车牌号',
    columns:
      '转发名称 · 目标平台 · 协议 · 地址 · 车辆数 · 内容 · 频率 · 状态 · 最近成功 · 今日成功 · 今日失败 · 积压 · 创建人',
  },
  '2.7 蓝牙锁': {
    of: { filters: lockFilters, columns: lockColumns },
    filters: '锁编号=keyword · 绑定车辆 · 锁状态 · 电量',
    columns:
      '锁编号 · MAC · 型号 · 绑定车辆 · 门位 · 锁状态 · 电量 · 最后操作 · 操作人 · 操作方式 · 操作时间 · 位置 · 授权人数 · 固件=fwVersion',
  },
  '7.1 推送设置': {
    of: { filters: pushFilters, columns: pushColumns },
    filters: '推送名称 · 报警类型 · 接收人 · 状态',
    columns: '推送名称 · 报警类型 · 适用车辆 · 级别 · 推送方式 · 接收人 · 推送时段 · 频率 · 状态 · 更新人 · 更新时间',
  },
  '7.2 规则设置': {
    of: { filters: ruleFilters, columns: ruleColumns },
    filters: '规则名称 · 类型 · 车辆 · 状态',
    columns: '规则名称 · 类型 · 条件 · 适用对象 · 生效时段 · 级别 · 下发终端 · 今日触发 · 状态 · 更新人',
  },
  '7.3 发送日志': {
    of: { filters: sendLogFilters, columns: sendLogColumns },
    filters: '时间 · 接收人/号码=receiver · 方式 · 报警类型=kind · 结果 · 车牌=plateNo',
    columns:
      '发送时间=createTime · 报警编号 · 车牌号 · 类型 · 内容 · 方式 · 接收人 · 号码 · 结果 · 失败原因=cause · 回执时间=sendTime · 条数=parts · 重试=attempts · 推送设置',
  },
  '9.1 运营线路管理': {
    of: { filters: routeFilters, columns: routeColumns },
    filters: '线路名称、编码=keyword · 起点 · 终点 · 绑定车辆 · 状态',
    columns:
      '线路编码 · 线路名称 · 班次=departTimes · 起点 · 终点 · 站点数 · 计划里程=planMileage · 计划用时=planDuration · 绑定车辆 · 执行日 · 状态 · 更新人',
  },
};
