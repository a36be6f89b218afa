import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { numberWithin, optionalId, optionalNumber, optionalPattern, optionalText } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { importCalls } from '../../core/register/import';
import { changeHisCall, exportOptions, filterCode, filterText, version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { accountStatus, orgType } from './enums';
import { jurisdictionCall, jurisdictionChange } from './jurisdiction';

export interface OrgNode {
  id: string;
  name: string;
  children: OrgNode[];
}
const orgNode: z.ZodType<OrgNode> = z.lazy(() => z.object({ id, name: z.string(), children: z.array(orgNode) }));

/** The departments that the caller may see, as a tree. */
export const orgOptions = endpoint({
  path: '/api/base/manage/org/options',
  access: 'session',
  kept: true,
  title: '部门选项',
  output: z.array(orgNode),
});

/** Levels of the tree at most, the company among them. */
export const orgDepth = 8;
const base = '/api/base/org' as const;
const read = { menu: menus.structure.id } as const;

/** A department with the numbers of its users and vehicles; `…Total` includes the departments below it. */
export const orgRow = z.object({
  id,
  parentId: id.nullable(),
  name: z.string(),
  code: z.string(),
  orgType: z.number(),
  sort: z.number(),
  managerName: z.string(),
  userCount: z.number(),
  userTotal: z.number(),
  vehicleCount: z.number(),
  vehicleTotal: z.number(),
  version: z.number(),
});
export type OrgRow = z.infer<typeof orgRow>;

/** Departments of the caller's scope from the root down, parents before children. */
export const orgTree = endpoint({ path: `${base}/tree`, access: read, title: '组织架构', output: z.array(orgRow) });

export const orgDetail = endpoint({
  path: `${base}/detail`,
  access: read,
  title: '部门详情',
  input: z.object({ id }),
  output: z.object({
    id,
    parentId: id.nullable(),
    parentName: z.string(),
    name: z.string(),
    code: z.string(),
    orgType: z.number(),
    managerUserId: id.nullable(),
    managerName: z.string(),
    phone: z.string(),
    address: z.string(),
    lng: z.number().nullable(),
    lat: z.number().nullable(),
    sort: z.number(),
    remark: z.string(),
    version: z.number(),
    createTime: dateTime,
    updateTime: dateTime,
  }),
});
export type OrgDetail = z.infer<typeof orgDetail.output>;

/** 部门名称: without `/`, because that separates the names of a path. */
export const orgName = z
  .string('请输入部门名称')
  .trim()
  .min(2, '部门名称应为2~30个字符')
  .max(30, '部门名称应为2~30个字符')
  .regex(/^[^/\\]*$/u, '部门名称不能包含“/”和“\\”');
export const orgFields = z.object({
  parentId: id.nullable(),
  name: orgName,
  code: optionalText(20).pipe(z.string().regex(patterns.coding.regex, patterns.coding.message).nullable()),
  orgType: z.literal(orgType.codes, '请选择类型'),
  managerUserId: optionalId,
  phone: optionalPattern(patterns.phoneOrTelephone),
  address: optionalText(100),
  /** WGS-84 */
  lng: optionalNumber({ min: -180, max: 180, places: 6 }),
  lat: optionalNumber({ min: -90, max: 90, places: 6 }),
  sort: numberWithin({ min: 0, max: 9999, places: 0 }).default(0),
  remark: optionalText(200),
});
export type OrgFields = z.output<typeof orgFields>;
const edit = button('structure', 'jurisdiction');

export const orgAdd = endpoint({
  path: `${base}/add`,
  access: edit,
  title: '新增部门',
  input: orgFields.extend({ parentId: id.min(1, '请选择上级部门'), jurisdiction: jurisdictionChange.optional() }),
  output: z.object({ id }),
});
export const orgUpdate = endpoint({
  path: `${base}/update`,
  access: edit,
  title: '编辑部门',
  input: orgFields.extend({ id, version, jurisdiction: jurisdictionChange.optional() }),
  output: z.object({ id, version: z.number() }),
});
/** 管辖范围: resources granted to the department, for the ticks of its form. */
export const orgJurisdiction = jurisdictionCall(base, edit, '部门');
/** Moves a department under another one, before the child that is at `index` now (to the end when there is none). */
export const orgMove = endpoint({
  path: `${base}/move`,
  access: button('structure', 'move'),
  title: '移动部门',
  input: z.object({ orgId: id, parentId: id, index: z.number().int().min(0).default(9999) }),
});
export const orgDel = endpoint({
  path: `${base}/del`,
  access: button('structure', 'del'),
  title: '删除部门',
  input: z.object({ id }),
});
export const orgSetManager = endpoint({
  path: `${base}/manager`,
  access: button('structure', 'manager'),
  title: '设部门负责人',
  input: z.object({ orgId: id, userId: optionalId }),
});
/** Users and their new department; data scope follows. */
export const orgTransfer = endpoint({
  path: `${base}/transfer`,
  access: button('structure', 'transfer'),
  title: '批量调部门',
  input: z.object({ userIds: z.array(id).min(1, '请选择成员').max(500, '一次最多调动500人'), orgId: id }),
  output: z.object({ moved: z.number() }),
});

const belowFilter = { orgId: id, below: z.enum(['0', '1']).default('1'), keyword: filterText(30) };
export const memberRow = z.object({
  id,
  name: z.string(),
  accountCode: z.string(),
  phone: z.string(),
  orgName: z.string(),
  roleNames: z.string(),
  userOrgType: z.number(),
  accountStatus: z.number(),
  lastLoginTime: dateTime.nullable(),
});
export type MemberRow = z.infer<typeof memberRow>;
export const orgMembers = endpoint({
  path: `${base}/members`,
  access: read,
  title: '部门成员',
  input: pageQuery.extend({ ...belowFilter, accountStatus: filterCode(accountStatus.codes) }),
  output: pageOf(memberRow),
});
export const orgVehicleRow = z.object({
  id,
  plateNo: z.string(),
  vehicleColor: z.number(),
  terminalNo: z.string(),
  vehicleType: z.string(),
  vehicleStatus: z.number(),
  orgName: z.string(),
  /** own: belongs to the department; grant: given to it */
  source: z.enum(['own', 'grant']),
});
export type OrgVehicleRow = z.infer<typeof orgVehicleRow>;
export const orgVehicles = endpoint({
  path: `${base}/vehicles`,
  access: read,
  title: '部门车辆设备',
  input: pageQuery.extend(belowFilter),
  output: pageOf(orgVehicleRow),
});
/** An import line: the whole path gives the place of the department in the tree. */
export const orgImportFields = orgFields.omit({ parentId: true, lng: true, lat: true }).extend({ path: z.string() });
export type OrgImportFields = z.output<typeof orgImportFields>;
export const orgLabels = {
  path: '部门路径',
  name: '部门名称',
  code: '部门编码',
  orgType: '类型',
  managerUserId: '负责人',
  phone: '电话',
  address: '地址',
  sort: '排序',
  remark: '备注',
} as const;
export const orgImports = importCalls({ base, access: button('structure', 'import'), noun: '部门', unit: '个' });
export const {
  template: orgImportTemplate,
  check: orgImportCheck,
  run: orgImport,
  history: orgImportHis,
  undo: orgImportUndo,
} = orgImports;
/** The tree as a sheet: every department with its whole path, as an import takes it. */
export const orgExport = endpoint({
  path: `${base}/export`,
  access: button('structure', 'export'),
  title: '导出部门',
  input: z.object(exportOptions),
  output: z.object({ id }),
});
export const orgChangeHis = changeHisCall(base, read, '部门');

/** 企业管理首页 (enterprise.md E1): numbers of the company, and the last changes. */
export const enterpriseHome = endpoint({
  path: '/api/base/enterprise/home/summary',
  access: { menu: menus.enterpriseHome.id },
  title: '企业管理首页统计',
  output: z.object({
    orgs: z.number(),
    usersEnabled: z.number(),
    usersDisabled: z.number(),
    roles: z.number(),
    vehicles: z.number(),
    devices: z.number(),
    /** terminals whose service ends within 30 days */
    devicesSoon: z.number(),
    /** grants of vehicles and devices that hold */
    grants: z.number(),
    /** those of them that end within 30 days */
    grantsSoon: z.number(),
    /** users who have not logged in for 90 days */
    usersIdle: z.number(),
    /** renewals that wait for money */
    ordersToPay: z.number(),
    serviceEnd: z.string().nullable(),
    recent: z.array(
      z.object({
        id,
        time: dateTime,
        userName: z.string(),
        entity: z.string(),
        name: z.string(),
        action: z.string(),
        text: z.string(),
      }),
    ),
  }),
});

/**
 * The counts behind the steps of 开通清单, which show how far a company is set up. Only for users who see the whole company; others get null,
 * because their part says nothing about the whole.
 */
export const enterpriseSetup = endpoint({
  path: '/api/base/enterprise/home/setup',
  access: { menu: menus.enterpriseHome.id },
  title: '企业开通进度',
  output: z
    .object({
      orgs: z.number(),
      /** roles of its own, beside those that the product brings */
      roles: z.number(),
      users: z.number(),
      fleets: z.number(),
      drivers: z.number(),
      carriers: z.number(),
      customers: z.number(),
      stores: z.number(),
      places: z.number(),
      routes: z.number(),
      devices: z.number(),
      vehicles: z.number(),
      /** vehicles with a terminal */
      bound: z.number(),
      /** vehicles whose terminal has reported */
      reporting: z.number(),
      /** vehicles whose probes are described */
      probed: z.number(),
      grants: z.number(),
    })
    .nullable(),
});
