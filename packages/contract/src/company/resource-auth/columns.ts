import { columns } from '../../core/columns';
import type { AuthRow, GranteeRow } from './calls';
import type { LockOpenRow } from './lock-grants';

/** Grants, one line each: table, display-fields dialog and sheet. */
export const authColumns = columns<AuthRow>()([
  { value: 'resourceName', label: '车牌/设备号', width: 128, fixed: 'left', sortable: true, noEdit: true },
  { value: 'deviceType', label: '类型', width: 84 },
  { value: 'orgName', label: '所属部门', width: 112, sortable: true },
  { value: 'granteeType', label: '授权类型', width: 84, dict: 'granteeType' },
  { value: 'granteeName', label: '被授权方', width: 150 },
  { value: 'rights', label: '权限', width: 170 },
  { value: 'inherit', label: '含下级', width: 66 },
  { value: 'startTime', label: '开始时间', width: 136, sortable: true, hidden: true },
  { value: 'endTime', label: '有效期至', width: 136, sortable: true },
  { value: 'status', label: '状态', width: 78, dict: 'authStatus' },
  { value: 'grantUser', label: '授权人', width: 84 },
  { value: 'grantTime', label: '授权时间', width: 136, sortable: true },
  { value: 'remark', label: '说明', width: 150, hidden: true },
]);

/** Departments and users with what they were given. */
export const granteeColumns = columns<GranteeRow>()([
  { value: 'granteeName', label: '被授权方', width: 180, fixed: 'left', sortable: true, noEdit: true },
  { value: 'granteeType', label: '授权类型', width: 100, dict: 'granteeType' },
  { value: 'orgName', label: '所属部门', width: 140, sortable: true },
  { value: 'active', label: '生效授权', width: 96, align: 'right', sortable: true },
  { value: 'soon', label: '30天内到期', width: 104, align: 'right', sortable: true },
  { value: 'ended', label: '已过期/撤销', width: 104, align: 'right', sortable: true },
  { value: 'lastTime', label: '最近授权', width: 150, sortable: true },
]);

/** Grants of places. */
export const mapGrantColumns = columns<AuthRow>()([
  { value: 'resourceName', label: '名称', width: 170, fixed: 'left', sortable: true, noEdit: true },
  { value: 'resourceKind', label: '资源类型', width: 84 },
  { value: 'shape', label: '图形', width: 78, dict: 'shapeKind' },
  { value: 'orgName', label: '所属部门', width: 112, sortable: true },
  { value: 'granteeType', label: '授权类型', width: 84, dict: 'granteeType' },
  { value: 'granteeName', label: '被授权方', width: 150 },
  { value: 'rights', label: '权限', width: 190 },
  { value: 'inherit', label: '含下级', width: 66 },
  { value: 'startTime', label: '开始时间', width: 136, sortable: true, hidden: true },
  { value: 'endTime', label: '有效期至', width: 136, sortable: true },
  { value: 'status', label: '状态', width: 78, dict: 'authStatus' },
  { value: 'grantUser', label: '授权人', width: 84 },
  { value: 'grantTime', label: '授权时间', width: 136, sortable: true },
  { value: 'remark', label: '说明', width: 150, hidden: true },
]);

/** A grant of a lock in list and file: its `terms` are shown in four columns, which the page (`lockGrantCells`) and the export write in words. */
export type LockGrantRow = AuthRow & { methods?: string; hours?: string; fence?: string; opens?: string };
export const lockGrantColumns = columns<LockGrantRow>()([
  { value: 'resourceName', label: '锁编号', width: 132, fixed: 'left', sortable: true, noEdit: true },
  { value: 'deviceType', label: '型号', width: 84 },
  { value: 'plateNo', label: '绑定车辆', width: 108 },
  { value: 'batteryPct', label: '电量', width: 66, align: 'right' },
  { value: 'granteeName', label: '被授权人', width: 140 },
  { value: 'methods', label: '开锁方式', width: 128 },
  { value: 'hours', label: '允许时段', width: 170 },
  { value: 'fence', label: '地理限制', width: 170 },
  { value: 'opens', label: '次数限制/已用', width: 110, align: 'right' },
  { value: 'startTime', label: '开始时间', width: 136, sortable: true, hidden: true },
  { value: 'endTime', label: '有效期至', width: 136, sortable: true },
  { value: 'status', label: '状态', width: 78, dict: 'authStatus' },
  { value: 'grantUser', label: '授权人', width: 84, hidden: true },
  { value: 'grantTime', label: '授权时间', width: 136, sortable: true, hidden: true },
  { value: 'remark', label: '说明', width: 150, hidden: true },
]);

/** Openings and closings of a lock. */
export const lockLogColumns = columns<LockOpenRow>()([
  { value: 'time', label: '时间', width: 150, fixed: 'left' },
  { value: 'lockNo', label: '锁编号', width: 132 },
  { value: 'userName', label: '操作人', width: 110 },
  { value: 'action', label: '动作', width: 78, dict: 'lockAction' },
  { value: 'way', label: '方式', width: 78, dict: 'lockWay' },
  { value: 'allowed', label: '结果', width: 84 },
  { value: 'reason', label: '原因', width: 260 },
  { value: 'lng', label: '经度', width: 96, align: 'right' },
  { value: 'lat', label: '纬度', width: 96, align: 'right' },
]);
