import { z } from 'zod';
import { dataScope } from '../../base/org/enums';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { fieldMask } from '../../core/field/hidden-kinds';
import { optionalText } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { importCalls } from '../../core/register/import';
import { changeHisCall, exportOptions, filterText, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';

const base = '/api/base/role' as const;
const read = { menu: menus.rolePermissions.id } as const;

export const roleRow = z.object({
  id,
  name: z.string(),
  code: z.string(),
  remark: z.string(),
  /** 1 enabled, 0 disabled */
  status: z.number(),
  /** made by the product: it can be copied but not changed */
  preset: z.boolean(),
  /** holds every menu and button, also those of later versions */
  allRights: z.boolean(),
  dataScope: z.number(),
  orgIds: z.array(id),
  /** fields that are hidden from its members */
  masks: z.array(fieldMask.schema),
  userCount: z.number(),
  menuCount: z.number(),
  version: z.number(),
  updateTime: dateTime,
});
export type RoleRow = z.infer<typeof roleRow>;
/** What the list of roles can be narrowed by. */
export const roleFilters = filterSet({
  keyword: by.text('角色名称或编码', { max: 20, columns: ['name', 'code'], main: true }),
});
export const rolePage = endpoint({
  path: `${base}/page`,
  access: read,
  title: '角色列表',
  input: pageQuery.extend(roleFilters.schema.shape),
  output: pageOf(roleRow),
});
/** Names for select boxes, only roles that the caller could give. */
export const roleOptions = endpoint({
  path: `${base}/options`,
  access: { menu: [menus.rolePermissions.id, menus.userManagement.id] },
  title: '角色选项',
  output: z.array(z.object({ id, name: z.string(), status: z.number(), mayGive: z.boolean() })),
});

/** The menus that roles open together, by sub-application: what somebody who gets them will find when he logs in. */
export const roleMenuPreview = endpoint({
  path: `${base}/menuPreview`,
  access: { menu: [menus.rolePermissions.id, menus.userManagement.id] },
  title: '角色的菜单预览',
  input: z.object({ roleIds: z.array(id).min(1, '请至少选择一个角色').max(20, '最多20个角色') }),
  output: z.object({
    systems: z.array(z.object({ system: z.string(), pages: z.array(z.string()), buttons: z.number() })),
    /** fields that every one of the roles hides (a field that one role shows is visible) */
    masks: z.array(fieldMask.schema),
  }),
});

const roleFields = z.object({
  name: z.string('请输入角色名称').trim().min(2, '角色名称应为2~20个字符').max(20, '角色名称应为2~20个字符'),
  code: optionalText(20).pipe(z.string().regex(patterns.coding.regex, patterns.coding.message).nullable()),
  remark: optionalText(200),
});
export type RoleFields = z.output<typeof roleFields>;
export const roleAdd = endpoint({
  path: `${base}/add`,
  access: button('rolePermissions', 'add'),
  title: '新增角色',
  input: roleFields,
  output: z.object({ id }),
});
export const roleUpdate = endpoint({
  path: `${base}/update`,
  access: button('rolePermissions', 'edit'),
  title: '编辑角色',
  input: roleFields.extend({ id, version }),
  output: z.object({ id, version: z.number() }),
});
/** A new role with the rights and the data scope of another one. */
export const roleCopy = endpoint({
  path: `${base}/copy`,
  access: button('rolePermissions', 'copy'),
  title: '复制角色',
  input: roleFields.extend({ fromId: id }),
  output: z.object({ id }),
});
export const roleDel = endpoint({
  path: `${base}/del`,
  access: button('rolePermissions', 'del'),
  title: '删除角色',
  input: z.object({ id }),
});
export const roleSetStatus = endpoint({
  path: `${base}/status`,
  access: button('rolePermissions', 'status'),
  title: '启停角色',
  input: z.object({ id, status: z.literal([0, 1]), version }),
  output: z.object({ version: z.number() }),
});

/** A menu with its buttons. The same `menuId` can appear at two places of the tree: it is one right, so the two ticks change together. */
export interface RoleMenuNode {
  key: string;
  menuId: number;
  name: string;
  /** a group has no page of its own: a role has it when it has something below it */
  group: boolean;
  buttons: Array<{ path: string; label: string; sensitive: boolean; mayGive: boolean }>;
  mayGive: boolean;
  children: RoleMenuNode[];
}
const roleMenuNode: z.ZodType<RoleMenuNode> = z.lazy(() =>
  z.object({
    key: z.string(),
    menuId: z.number(),
    name: z.string(),
    group: z.boolean(),
    buttons: z.array(z.object({ path: z.string(), label: z.string(), sensitive: z.boolean(), mayGive: z.boolean() })),
    mayGive: z.boolean(),
    children: z.array(roleMenuNode),
  }),
);
const heldButton = z.object({ menuId: z.number().int(), path: z.string().max(80) });
export const roleMenuTree = endpoint({
  path: `${base}/menuTree`,
  access: read,
  kept: true,
  title: '角色的菜单与按钮',
  input: z.object({ roleId: id }),
  output: z.object({
    tree: z.array(roleMenuNode),
    /** keys of the menus held */
    checked: z.array(z.string()),
    buttons: z.array(heldButton),
    version: z.number(),
  }),
});
export const roleSaveMenu = endpoint({
  path: `${base}/saveMenu`,
  access: button('rolePermissions', 'save'),
  title: '保存角色的菜单与按钮',
  input: z.object({
    roleId: id,
    version,
    menus: z.array(z.string().max(60)).max(1000),
    buttons: z.array(heldButton).max(3000),
  }),
  output: z.object({ version: z.number(), added: z.number(), removed: z.number() }),
});
export const roleSaveDataScope = endpoint({
  path: `${base}/saveDataScope`,
  access: button('rolePermissions', 'save'),
  title: '保存角色的数据范围',
  input: z
    .object({
      roleId: id,
      version,
      dataScope: z.literal(dataScope.codes, '请选择数据范围'),
      orgIds: z.array(id).max(1000).default([]),
      /** absent: as they are */
      masks: z.array(z.literal(fieldMask.codes, '没有这个脱敏字段')).max(fieldMask.codes.length).optional(),
    })
    .refine((v) => v.dataScope !== dataScope.custom || v.orgIds.length > 0, {
      path: ['orgIds'],
      error: '请至少选择一个部门',
    }),
  output: z.object({ version: z.number() }),
});

const memberRow = z.object({
  id,
  name: z.string(),
  accountCode: z.string(),
  orgName: z.string(),
  accountStatus: z.number(),
  lastLoginTime: dateTime.nullable(),
});
export type RoleMember = z.infer<typeof memberRow>;
export const roleMembers = endpoint({
  path: `${base}/members`,
  access: read,
  title: '角色成员',
  input: pageQuery.extend({ roleId: id, keyword: filterText(30) }),
  output: pageOf(memberRow),
});
const chosenUsers = z.array(id).min(1, '请选择成员').max(500, '一次最多处理500人');
export const roleAddMembers = endpoint({
  path: `${base}/addMembers`,
  access: button('rolePermissions', 'member'),
  title: '添加角色成员',
  input: z.object({ roleId: id, userIds: chosenUsers }),
  output: z.object({ changed: z.number() }),
});
export const roleRemoveMembers = endpoint({
  path: `${base}/removeMembers`,
  access: button('rolePermissions', 'member'),
  title: '移除角色成员',
  input: z.object({ roleId: id, userIds: chosenUsers }),
  output: z.object({ changed: z.number() }),
});
export const roleChangeHis = changeHisCall(base, read, '角色');

/** The calls of the register of roles, for the server's `serveRegister`. Its file has other rows than the list: a line for each menu. */
export const roleRegister = {
  noun: '角色',
  unit: '个',
  filters: roleFilters.table,
  page: rolePage,
  add: roleAdd,
  update: roleUpdate,
  del: roleDel,
  changeHis: roleChangeHis,
} as const;

/**
 * One menu of an imported role. A spreadsheet has one line for each menu with its buttons, and the lines with the same role name are one role.
 * The departments of a custom data scope cannot be imported; they are ticked on the page.
 */
const roleImportMenu = z
  .object({
    /** key of the menu */
    menu: z.string('请填写菜单'),
    /** paths of its buttons */
    buttons: z.array(z.string()),
    /** mistakes that reading the cells has found, reported at their field */
    faults: z.array(z.object({ field: z.enum(['menu', 'buttons']), msg: z.string() })).default([]),
  })
  .superRefine(({ faults }, { addIssue }) => {
    for (const { field, msg } of faults) addIssue({ code: 'custom', path: [field], message: msg });
  })
  .transform(({ menu, buttons }) => ({ menu, buttons }));
export type RoleImportMenu = z.output<typeof roleImportMenu>;
export const roleImportFields = roleFields.extend({
  dataScope: z.literal(dataScope.codes, '请选择数据范围'),
  masks: z
    .array(z.literal(fieldMask.codes))
    .nullish()
    .transform((masks) => masks ?? []),
  menus: z.array(roleImportMenu),
});
export type RoleImportFields = z.output<typeof roleImportFields>;
export const roleLabels = {
  name: '角色名称',
  code: '角色编码',
  dataScope: '数据范围',
  masks: '脱敏字段',
  remark: '备注',
  menus: '菜单',
} as const;
export const roleImports = importCalls({
  base,
  access: button('rolePermissions', 'import'),
  noun: '角色',
  unit: '个',
});
export const {
  template: roleImportTemplate,
  check: roleImportCheck,
  run: roleImport,
  history: roleImportHis,
  undo: roleImportUndo,
} = roleImports;

/** A line of the exported sheet of roles: one menu of a role with its buttons. For audits, and in the form that the import reads. */
export interface RoleSheetRow {
  name: string;
  code: string;
  dataScope: number;
  masks: string;
  remark: string;
  menu: string;
  buttons: string;
  status: string;
  users: string;
}
export const roleSheetColumns = columns<RoleSheetRow>()([
  { value: 'name', label: '角色名称', width: 120 },
  { value: 'code', label: '角色编码', width: 100 },
  { value: 'dataScope', label: '数据范围', width: 110, dict: 'dataScope' },
  { value: 'remark', label: '备注', width: 160 },
  { value: 'menu', label: '菜单', width: 240 },
  { value: 'buttons', label: '按钮', width: 320 },
  { value: 'masks', label: '脱敏字段', width: 120 },
  { value: 'status', label: '状态', width: 80 },
  { value: 'users', label: '成员', width: 200 },
]);
export const roleExport = endpoint({
  path: `${base}/export`,
  access: button('rolePermissions', 'export'),
  title: '导出角色权限',
  input: z.object(exportOptions),
  output: z.object({ id }),
});
