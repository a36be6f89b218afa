import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { optionalDate } from '../../core/field/inputs';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { batchLine, changeHisCall, chosenIds, exportOptions, version } from '../../core/register/pieces';
import { sharingStatus } from '../../resources/vehicle/enums';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { partnerCode, shareAddInput, shareChange, shareInviteInput, shareOffer } from './fields';

const base = '/api/base/deviceShare';
const read = { menu: menus.deviceShare.id } as const;
const text = z.string();

/** Whose share it is, seen from the caller's company. */
export const shareSides = { out: '我共享的', in: '共享给我的', invite: '邀请记录' } as const;
const sideWords = {
  codes: ['out', 'in', 'invite'] as const,
  options: Object.entries(shareSides).map(([code, name]) => ({ code, name })),
};

/** A share as the list shows it to either side. */
export const shareRow = z.object({
  id,
  shareNo: text,
  side: z.enum(['out', 'in', 'invite']),
  /** the other company; '' while nobody has taken the invitation */
  partnerName: text,
  count: z.number(),
  /** words */
  scopes: text,
  /** days, both included; end null: 长期 */
  startDate: text,
  endDate: text.nullable(),
  status: z.number(),
  /** of an invitation of the caller's own company */
  inviteCode: text.nullable(),
  inviteUntil: dateTime.nullable(),
  /** of the caller's own company */
  createUser: text,
  createTime: dateTime,
  remark: text,
  version: z.number(),
});
export type ShareRow = z.infer<typeof shareRow>;

export const shareColumns = columns<ShareRow>()([
  { value: 'shareNo', label: '共享编号', width: 96, fixed: 'left', noEdit: true },
  { value: 'partnerName', label: '对方公司', width: 170 },
  { value: 'status', label: '状态', width: 80, dict: 'sharingStatus' },
  { value: 'count', label: '车辆数', width: 66, align: 'right' },
  { value: 'scopes', label: '共享内容', width: 170 },
  { value: 'startDate', label: '开始日期', width: 96, sortable: true },
  { value: 'endDate', label: '结束日期', width: 96 },
  { value: 'inviteCode', label: '邀请码', width: 120 },
  { value: 'inviteUntil', label: '邀请有效期', width: 124 },
  { value: 'createUser', label: '创建人', width: 80 },
  { value: 'createTime', label: '创建时间', width: 124, sortable: true },
  { value: 'remark', label: '备注', width: 150 },
]);

/** Filters of shares, `s` in their SQL. */
export const shareFilters = filterSet({
  partner: by.own(by.text('对方公司', { main: true, width: 190 })),
  plateNo: by.own(by.text('车牌号', { max: 20, width: 150 })),
  startFrom: by.days('开始日期', 'startTo', { columns: ['valid_from'] }),
  status: by.own(by.code('状态', sharingStatus, { width: 130 })),
  side: by.own(by.word('分类', sideWords, { bar: false })),
});

export const sharePage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '设备共享列表',
  input: pageQuery.extend(shareFilters.schema.shape),
  output: pageOf(shareRow),
});
export const shareExport = endpoint({
  path: `${base}/export`,
  access: button('deviceShare', 'export'),
  title: '导出设备共享',
  input: shareFilters.schema.extend(exportOptions),
  output: z.object({ id }),
});
/** The form of one's own share. */
export const shareDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '设备共享的表单',
  input: z.object({ id }),
  output: z.object({
    ...shareOffer.shape,
    validUntil: text.nullable(),
    id,
    partnerName: text,
    status: z.number(),
    version: z.number(),
    createTime: dateTime,
    updateTime: dateTime,
    updateUser: text,
  }),
});
export type ShareDetail = z.output<typeof shareDetail.output>;
/** The name of the company of a code, to be looked at before something is shared with it. */
export const shareCompany = endpoint({
  path: `${base}/company`,
  access: button('deviceShare', 'add'),
  title: '按共享识别码查询公司',
  input: z.object({ code: partnerCode }),
  output: z.object({ name: text }),
});
export const shareAdd = endpoint({
  path: `${base}/add`,
  access: button('deviceShare', 'add'),
  title: '新增设备共享',
  input: shareAddInput,
  output: z.object({ id }),
});
export const shareUpdate = endpoint({
  path: `${base}/update`,
  access: button('deviceShare', 'update'),
  title: '编辑设备共享',
  input: shareChange,
  output: z.object({ id, version: z.number() }),
});
export const shareExtend = endpoint({
  path: `${base}/extend`,
  access: button('deviceShare', 'extend'),
  title: '续期设备共享',
  input: z.object({ id, version, validUntil: optionalDate }),
  output: z.object({ version: z.number() }),
});
/** Ends shares at once: the other company sees nothing of them any more. */
export const shareCancel = endpoint({
  path: `${base}/cancel`,
  access: button('deviceShare', 'cancel'),
  title: '取消设备共享',
  input: z.object({ ids: chosenIds('设备共享') }),
  output: z.array(batchLine),
});
export const shareRemoveDevice = endpoint({
  path: `${base}/removeDevice`,
  access: button('deviceShare', 'removeDevice'),
  title: '从设备共享中移除车辆',
  input: z.object({ id, vehicleId: id }),
});
/** Makes a code that a company not known yet takes the share with. */
export const shareInvite = endpoint({
  path: `${base}/invite`,
  access: button('deviceShare', 'invite'),
  title: '邀请其他公司接受共享',
  input: shareInviteInput,
  output: z.object({ id, code: text }),
});
/** Takes an invitation: from then on it stands among what is offered to the company. */
export const shareAcceptInvite = endpoint({
  path: `${base}/acceptInvite`,
  access: button('deviceShare', 'accept'),
  title: '用邀请码领取共享',
  input: z.object({
    code: z.string('请输入邀请码').trim().toUpperCase().min(1, '请输入邀请码').max(20, '最多20个字符'),
  }),
  output: z.object({ id }),
});
export const shareAccept = endpoint({
  path: `${base}/accept`,
  access: button('deviceShare', 'accept'),
  title: '接受设备共享',
  input: z.object({ id }),
});
export const shareReject = endpoint({
  path: `${base}/reject`,
  access: button('deviceShare', 'reject'),
  title: '拒绝设备共享',
  input: z.object({ id }),
});
export const shareChangeHis = changeHisCall(base, read, '设备共享');

/** 我的备注名: what the company calls a vehicle that it is lent; empty takes the name away. */
export const shareAlias = endpoint({
  path: `${base}/alias`,
  access: button('deviceShare', 'accept'),
  title: '设置共享车辆的备注名',
  input: z.object({ id, vehicleId: id, alias: z.string().trim().max(20, '最多20个字符') }),
});

/** A vehicle of a share, as either side sees it. */
const shareVehicle = z.object({
  vehicleId: id,
  plateNo: text,
  vehicleType: text,
  /** the caller may look at it now */
  open: z.boolean(),
  /** its last fix, where positions may be seen */
  lastTime: dateTime.nullable(),
  /** taken out of the share before its end */
  removedTime: dateTime.nullable(),
  /** what the company that it is lent to calls it; only that company reads it */
  alias: text,
});
export type ShareVehicle = z.infer<typeof shareVehicle>;
/** That somebody of the other company looked at a vehicle of the share. */
const shareLook = z.object({
  /** the last look within an hour */
  time: dateTime,
  userName: text,
  plateNo: text,
  /** shareScope */
  scope: text,
});
export type ShareLook = z.infer<typeof shareLook>;
const shareWhole = z.object({
  share: shareRow,
  vehicles: z.array(shareVehicle),
  /** of one's own share, newest first; 200 at most */
  looks: z.array(shareLook),
});
export const shareOutDetail = endpoint({
  path: `${base}/outDetail`,
  access: read,
  title: '共享出明细',
  input: z.object({ id }),
  output: shareWhole,
});
export const shareInDetail = endpoint({
  path: `${base}/inDetail`,
  access: read,
  title: '共享入明细',
  input: z.object({ id }),
  output: shareWhole,
});
