import { z } from 'zod';
import { button } from '../buttons';
import { endpoint } from '../core/endpoint';
import { optionalText } from '../core/inputs';
import { dateTime, id, pageOf, pageQuery } from '../core/page';
import { exportOptions, filterCode, filterText, version } from '../core/resource';
import { authStatus, granteeType } from '../enums/org';
import { menus } from '../menus';

const base = '/api/base/resourceAuth' as const;
const read = { menu: menus.vehicleEquipmentGrant.id } as const;
const edit = button('vehicleEquipmentGrant', 'edit');

/** What a grant opens; seeing is part of each. */
export const authRights = ['view', 'control', 'video', 'edit'] as const;
export type AuthRight = (typeof authRights)[number];
export const authRightNames: Readonly<Record<AuthRight, string>> = {
  view: '查看',
  control: '控制',
  video: '视频',
  edit: '编辑',
};
const rights = z.array(z.enum(authRights)).min(1, '请选择权限');
/** Kinds of resources that this page gives. */
const kind = z.enum(['vehicle', 'device']);

export const authRow = z.object({
  id,
  resourceKind: kind,
  resourceId: id,
  /** plate or terminal number */
  resourceName: z.string(),
  vehicleColor: z.number().nullable(),
  deviceType: z.string(),
  orgName: z.string(),
  granteeType: z.number(),
  granteeId: id,
  granteeName: z.string(),
  rights: z.array(z.enum(authRights)),
  inherit: z.boolean(),
  startTime: dateTime,
  /** null: for ever */
  endTime: dateTime.nullable(),
  status: z.number(),
  grantUser: z.string(),
  grantTime: dateTime,
  remark: z.string(),
  version: z.number(),
});
export type AuthRow = z.infer<typeof authRow>;

export const authFilters = z.object({
  keyword: filterText(200),
  orgId: id.optional(),
  granteeType: filterCode(granteeType.codes),
  granteeOrgId: id.optional(),
  granteeUserId: id.optional(),
  status: filterCode(authStatus.codes),
  /** grants that hold on some day of the period */
  from: dateTime.optional(),
  to: dateTime.optional(),
  /** 1: ends within 30 days */
  soon: z.enum(['0', '1']).optional(),
});
export type AuthFilters = z.output<typeof authFilters>;
export const authPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '车辆设备授权列表',
  input: pageQuery.extend(authFilters.shape),
  output: pageOf(authRow),
});

/** 按被授权方: departments and users with what they were given. */
export const granteeRow = z.object({
  /** `<type>-<id>` */
  key: z.string(),
  granteeType: z.number(),
  granteeId: id,
  granteeName: z.string(),
  orgName: z.string(),
  active: z.number(),
  soon: z.number(),
  /** expired or revoked */
  ended: z.number(),
  lastTime: dateTime,
});
export type GranteeRow = z.infer<typeof granteeRow>;
export const authGrantees = endpoint({
  path: `${base}/grantees`,
  access: read,
  title: '车辆设备授权：按被授权方',
  input: pageQuery.extend({ granteeType: filterCode(granteeType.codes), keyword: filterText(30) }),
  output: pageOf(granteeRow),
});

/** One grant, for the form. */
export const authDetail = endpoint({
  path: `${base}/detail`,
  access: button('vehicleEquipmentGrant', 'detail'),
  title: '授权详情',
  input: z.object({ id }),
  output: authRow,
});

/** Vehicles and loose devices that the caller may give, for the dual list. */
export const authResources = endpoint({
  path: `${base}/resources`,
  access: edit,
  title: '可授权的车辆设备',
  input: z.object({ kind, keyword: filterText(30), orgId: id.optional(), ids: z.array(id).max(5000).optional() }),
  output: z.object({
    list: z.array(z.object({ id, name: z.string(), orgName: z.string(), remark: z.string() })),
    total: z.number(),
  }),
});

const period = {
  startTime: dateTime.optional(),
  /** absent: for ever */
  endTime: dateTime.nullish(),
};
/** Gives resources to departments or users. What holds already with the same rights and period is left alone. */
export const authSave = endpoint({
  path: `${base}/save`,
  access: edit,
  title: '新增授权',
  input: z.object({
    kind,
    granteeType: z.literal(granteeType.codes, '请选择授权方式'),
    granteeIds: z.array(id).min(1, '请选择被授权方').max(200, '一次最多授权给200个部门或用户'),
    resourceIds: z.array(id).min(1, '请选择资源').max(5000, '一次最多授权5000个资源'),
    rights,
    inherit: z.boolean().default(false),
    ...period,
    remark: optionalText(200),
  }),
  output: z.object({ added: z.number(), updated: z.number(), skipped: z.number() }),
});
export const authUpdate = endpoint({
  path: `${base}/update`,
  access: edit,
  title: '编辑授权',
  input: z.object({ id, version, rights, inherit: z.boolean().default(false), ...period, remark: optionalText(200) }),
  output: z.object({ version: z.number() }),
});
const authIds = z.array(id).min(1, '请选择授权').max(5000, '一次最多处理5000条授权');
export const authRevoke = endpoint({
  path: `${base}/revoke`,
  access: button('vehicleEquipmentGrant', 'revoke'),
  title: '撤销授权',
  input: z.object({ authIds }),
  output: z.object({ changed: z.number() }),
});
export const authExtend = endpoint({
  path: `${base}/extend`,
  access: button('vehicleEquipmentGrant', 'extend'),
  title: '批量延期',
  input: z.object({ authIds, endTime: dateTime.nullable() }),
  output: z.object({ changed: z.number() }),
});
/** Everything that holds for one user, given to another one too. */
export const authCopy = endpoint({
  path: `${base}/copy`,
  access: button('vehicleEquipmentGrant', 'copy'),
  title: '复制授权',
  input: z.object({ fromUserId: id, toUserId: id }),
  output: z.object({ added: z.number(), skipped: z.number() }),
});
export const authExport = endpoint({
  path: `${base}/export`,
  access: button('vehicleEquipmentGrant', 'export'),
  title: '导出授权',
  input: authFilters.extend(exportOptions),
  output: z.object({ id }),
});

/** Why a vehicle is visible: the ways that open it. */
export const reasonKind = z.enum(['admin', 'own', 'dept', 'inherit', 'user', 'share']);
export type ReasonKind = z.infer<typeof reasonKind>;
export const reasonNames: Readonly<Record<ReasonKind, string>> = {
  admin: '管理员',
  own: '归属',
  dept: '部门授权',
  inherit: '上级继承',
  user: '用户授权',
  share: '共享',
};
export const reason = z.object({
  kind: reasonKind,
  /** active opens the vehicle; the others would, or did */
  state: z.enum(['active', 'pending', 'expired', 'revoked', 'blocked']),
  /** the whole sentence */
  text: z.string(),
  rights: z.array(z.enum(authRights)),
  endTime: dateTime.nullable(),
  authId: id.nullable(),
});
export type Reason = z.infer<typeof reason>;

/** E8: what one department or user sees, each vehicle with its reasons. */
export const authEffective = endpoint({
  path: `${base}/effective`,
  access: button('vehicleEquipmentGrant', 'detail'),
  title: '被授权方可见的车辆与原因',
  input: pageQuery.extend({ granteeType: filterCode(granteeType.codes), granteeId: id, keyword: filterText(30) }),
  output: pageOf(
    z.object({
      id,
      plateNo: z.string(),
      vehicleColor: z.number(),
      orgName: z.string(),
      reasons: z.array(z.string()),
      rights: z.array(z.enum(authRights)),
    }),
  ),
});
export const authHistory = endpoint({
  path: `${base}/history`,
  access: button('vehicleEquipmentGrant', 'detail'),
  title: '授权历史',
  input: pageQuery.extend({
    granteeType: filterCode(granteeType.codes),
    granteeId: id.optional(),
    resourceKind: kind.optional(),
    resourceId: id.optional(),
  }),
  output: pageOf(authRow.extend({ revokeUser: z.string(), revokeTime: dateTime.nullable() })),
});

/** 权限诊断 stands with users and with grants: whoever manages either may ask. */
const diagnose = { menu: [menus.userManagement.id, menus.vehicleEquipmentGrant.id] } as const;
/** Vehicles to ask about: the first fifty of the asker's own view. */
export const explainChoices = endpoint({
  path: `${base}/explainChoices`,
  access: diagnose,
  title: '权限诊断：可选车辆',
  input: z.object({ keyword: filterText(30) }),
  output: z.array(z.object({ id, name: z.string(), note: z.string() })),
});
export const explainVehicle = endpoint({
  path: `${base}/explainVehicle`,
  access: diagnose,
  title: '权限诊断：为什么能看到或看不到这辆车',
  input: z.object({ userId: id, vehicleId: id }),
  output: z.object({
    visible: z.boolean(),
    /** one sentence that answers the question */
    answer: z.string(),
    rights: z.array(z.enum(authRights)),
    userOrg: z.string(),
    vehicleOrg: z.string(),
    scope: z.string(),
    reasons: z.array(reason),
  }),
});
export const explainButton = endpoint({
  path: `${base}/explainButton`,
  access: diagnose,
  title: '权限诊断：为什么能或不能使用这个菜单或按钮',
  input: z.object({ userId: id, menuId: z.coerce.number().int(), path: z.string().max(80).optional() }),
  output: z.object({
    allowed: z.boolean(),
    answer: z.string(),
    /** each role with what it gives */
    roles: z.array(
      z.object({
        id: id.nullable(),
        name: z.string(),
        enabled: z.boolean(),
        menu: z.boolean(),
        button: z.boolean(),
        text: z.string(),
      }),
    ),
  }),
});
