import { z } from 'zod';
import { boundShape } from '../../base/allowance/bounds';
import { orgOptions } from '../../base/org/calls';
import { accountStatus, dataScope, userOrgType } from '../../base/org/enums';
import { jurisdictionCall, jurisdictionChange } from '../../base/org/jurisdiction';
import { endpoint } from '../../core/endpoint';
import { optionalDate, optionalPattern, optionalText } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { importCalls } from '../../core/register/import';
import { batchLine, changeHisCall, chosenIds, exportOptions, filterText, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { roleOptions } from '../role/calls';

const base = '/api/base/user' as const;
const read = { menu: menus.userManagement.id } as const;

export const userRow = z.object({
  id,
  name: z.string(),
  accountCode: z.string(),
  /** middle digits hidden */
  phone: z.string(),
  orgId: id.nullable(),
  orgName: z.string(),
  roleNames: z.string(),
  userOrgType: z.number(),
  isPrimary: z.boolean(),
  /** data scope of the user himself; null: the scopes of his roles hold */
  dataScope: z.number().nullable(),
  visibleVehicles: z.number(),
  accountStatus: z.number(),
  locked: z.boolean(),
  /** the account has a second factor */
  factored: z.boolean(),
  /** 1: a WeChat account is bound, with which the user can log in too */
  wxBound: z.number(),
  lastLoginTime: dateTime.nullable(),
  expireDate: z.string().nullable(),
  createTime: dateTime,
  version: z.number(),
});
export type UserRow = z.infer<typeof userRow>;

/** What the list of users can be narrowed by, in the order of bar and export. */
export const userFilters = filterSet({
  keyword: by.text('姓名 / 账号 / 手机', {
    max: 30,
    columns: ['name', 'account_code', 'phone'],
    main: true,
    width: 200,
  }),
  orgId: by.org('部门', orgOptions, { width: 180 }),
  roleId: by.own(by.record('角色', 'role', roleOptions, { width: 170 })),
  accountStatus: by.code('状态', accountStatus, { columns: ['status'], width: 120 }),
  userOrgType: by.code('类型', userOrgType, { columns: ['org_type'], width: 120 }),
  loginFrom: by.days('最近登录', 'loginTo', { columns: ['last_login_at'] }),
  /** 1: not logged in for more than 90 days, or never */
  idle: by.own(by.word('未登录', { codes: ['0', '1'], options: [{ code: '1', name: '超过90天' }] }, { width: 150 })),
});
export const userPage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '用户列表',
  input: pageQuery.extend(userFilters.schema.shape),
  output: pageOf(userRow),
});
/** Accounts of the company, and how many it may have: what a new one is refused by. */
export const userAccountUse = endpoint({
  path: `${base}/accountUse`,
  access: read,
  title: '企业账号用量',
  output: boundShape.extend({ used: z.number() }),
});
export type AccountUse = z.output<typeof userAccountUse.output>;
/** People for pickers of this sub-application: names and departments only. */
export const userOptions = endpoint({
  path: `${base}/options`,
  access: {
    menu: [
      menus.structure.id,
      menus.rolePermissions.id,
      menus.userManagement.id,
      menus.vehicleEquipmentGrant.id,
      menus.regionSiteGrant.id,
      menus.bluetoothLockGrant.id,
      menus.customDispatch.id,
      menus.preCooling.id,
    ],
  },
  title: '用户选项',
  input: z.object({ keyword: filterText(30), ids: z.array(id).max(500).optional() }),
  output: z.array(z.object({ id, name: z.string(), accountCode: z.string(), orgName: z.string() })),
});

export const userDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '用户详情',
  input: z.object({ id }),
  output: z.object({
    id,
    accountCode: z.string(),
    name: z.string(),
    phone: z.string(),
    email: z.string(),
    orgId: id.nullable(),
    orgName: z.string(),
    roleIds: z.array(id),
    userOrgType: z.number(),
    isPrimary: z.boolean(),
    dataScope: z.number().nullable(),
    orgIds: z.array(id),
    expireDate: z.string().nullable(),
    remark: z.string(),
    accountStatus: z.number(),
    version: z.number(),
    createTime: dateTime,
    updateTime: dateTime,
  }),
});
export type UserDetail = z.infer<typeof userDetail.output>;

const account = z
  .string('请输入账号')
  .trim()
  .min(3, '账号应为3~15位')
  .max(15, '账号应为3~15位')
  .regex(patterns.account.regex, patterns.account.message);
const userFields = z.object({
  name: z.string('请输入姓名').trim().regex(patterns.chineseLetters2to10.regex, patterns.chineseLetters2to10.message),
  phone: z.string('请输入手机号码').trim().regex(patterns.phone.regex, patterns.phone.message),
  email: optionalPattern(patterns.email),
  orgId: z.string('请选择部门').pipe(id),
  roleIds: z.array(id).min(1, '请至少选择一个角色').max(20, '最多20个角色'),
  userOrgType: z.literal(userOrgType.codes, '请选择账号类型'),
  /** data scope of the user himself; blank: the scopes of his roles hold */
  dataScope: z.literal(dataScope.codes).nullish(),
  /** departments of the data scope 自定义; ignored for the others */
  orgIds: z.array(id).max(1000).default([]),
  expireDate: optionalDate,
  remark: optionalText(200),
});
export type UserFields = z.output<typeof userFields>;
/** A line of an import. The departments of a custom data scope cannot be imported; they are ticked on the page. */
export const userImportFields = userFields.omit({ orgIds: true }).extend({
  accountCode: account,
  dataScope: z.literal([dataScope.below, dataScope.own, dataScope.self, dataScope.custom]).nullish(),
});
export type UserImportFields = z.output<typeof userImportFields>;
const customNeedsOrgs = {
  check: (v: { dataScope?: number | null; orgIds: string[] }): boolean =>
    v.dataScope !== dataScope.custom || v.orgIds.length > 0,
  rule: { path: ['orgIds'], error: '请至少选择一个部门' },
};
/** A new user. `password` is the hash that the browser made of it; without it the server makes a password and answers it this one time. */
export const userAdd = endpoint({
  path: `${base}/add`,
  access: button('userManagement', 'addModify'),
  title: '新增用户',
  input: userFields
    .extend({
      accountCode: account,
      password: patterns.passwordHash.schema.optional(),
      jurisdiction: jurisdictionChange.optional(),
    })
    .refine(customNeedsOrgs.check, customNeedsOrgs.rule),
  output: z.object({ id, accountCode: z.string(), password: z.string().nullable() }),
});
export const userUpdate = endpoint({
  path: `${base}/update`,
  access: button('userManagement', 'addModify'),
  title: '修改用户',
  input: userFields
    .extend({ id, version, jurisdiction: jurisdictionChange.optional() })
    .refine(customNeedsOrgs.check, customNeedsOrgs.rule),
  output: z.object({ id, version: z.number() }),
});
/** Resources that are granted to the user, for the ticks of the form. */
export const userJurisdiction = jurisdictionCall(base, button('userManagement', 'addModify'), '用户');
/** Fields of a user in words, for imports and change history. */
export const userLabels = {
  accountCode: '账号',
  name: '姓名',
  phone: '手机',
  email: '邮箱',
  orgId: '部门',
  roleIds: '角色',
  userOrgType: '账号类型',
  dataScope: '数据范围',
  orgIds: '自定义部门',
  expireDate: '有效期',
  remark: '备注',
} as const;

const ids = chosenIds('用户');
export const userDel = endpoint({
  path: `${base}/del`,
  access: button('userManagement', 'del'),
  title: '删除用户',
  input: z.object({ ids }),
  output: z.array(batchLine),
});
/** Disabling ends the sessions at once. */
export const userSetStatus = endpoint({
  path: `${base}/status`,
  access: button('userManagement', 'status'),
  title: '启停用户',
  input: z.object({ ids, accountStatus: z.literal(accountStatus.codes, '请选择状态') }),
  output: z.array(batchLine),
});
export const userSetRole = endpoint({
  path: `${base}/setRole`,
  access: button('userManagement', 'role'),
  title: '批量设角色',
  input: z.object({
    ids,
    roleIds: z.array(id).min(1, '请至少选择一个角色').max(20, '最多20个角色'),
    /** add `roleIds` to the roles of each user, take them away, or give him exactly these */
    how: z.enum(['add', 'remove', 'replace']),
  }),
  output: z.array(batchLine),
});
/** A new password, answered once; the user must change it after logging in. */
export const userResetPwd = endpoint({
  path: `${base}/resetPwd`,
  access: button('userManagement', 'resetPwd'),
  title: '重置密码',
  input: z.object({ id }),
  output: z.object({ password: z.string() }),
});
export const userKick = endpoint({
  path: `${base}/kick`,
  access: button('userManagement', 'kick'),
  title: '强制下线',
  input: z.object({ ids }),
  output: z.array(batchLine),
});
export const userUnlock = endpoint({
  path: `${base}/unlock`,
  access: button('userManagement', 'unlock'),
  title: '解锁',
  input: z.object({ id }),
});
export const userResetFactor = endpoint({
  path: `${base}/resetFactor`,
  access: button('userManagement', 'resetFactor'),
  title: '重置二次验证（手机丢失时）：之后凭密码登录',
  input: z.object({ id }),
});
export const userLoginLog = endpoint({
  path: `${base}/loginLog`,
  access: button('userManagement', 'log'),
  title: '用户登录日志',
  input: pageQuery.extend({ id }),
  output: pageOf(
    z.object({ id, time: dateTime, event: z.string(), ip: z.string(), userAgent: z.string(), actor: z.string() }),
  ),
});
export const userChangeHis = changeHisCall(base, read, '用户');
export const userExport = endpoint({
  path: `${base}/export`,
  access: button('userManagement', 'export'),
  title: '导出用户',
  input: userFilters.schema.extend(exportOptions),
  output: z.object({ id }),
});
export const userImports = importCalls({
  base,
  access: button('userManagement', 'import'),
  noun: '用户',
  unit: '个',
});
export const {
  template: userImportTemplate,
  check: userImportCheck,
  run: userImport,
  history: userImportHis,
  undo: userImportUndo,
} = userImports;

/** The calls of the register of users, for the server's `serveRegister` and the page. */
export const userRegister = {
  noun: '用户',
  unit: '人',
  filters: userFilters.table,
  page: userPage,
  add: userAdd,
  update: userUpdate,
  del: userDel,
  exports: userExport,
  changeHis: userChangeHis,
} as const;
