import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { fieldMask } from '../../core/field/hidden-kinds';
import { dateTime, id } from '../../core/page';
import { importCalls } from '../../core/register/import';
import { filterText } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { grantCalls } from './calls';
import { authRights, grantKind } from './rights';

const base = '/api/base/resourceAuth' as const;
const deviceGrantAccess = (action: 'edit' | 'detail' | 'revoke' | 'extend' | 'copy' | 'export') =>
  button('vehicleEquipmentGrant', action);

/** 车辆/设备授权. */
export const vehicleGrants = grantCalls({
  family: 'vehicle',
  base,
  read: { menu: menus.vehicleEquipmentGrant.id },
  can: {
    edit: deviceGrantAccess('edit'),
    detail: deviceGrantAccess('detail'),
    revoke: deviceGrantAccess('revoke'),
    extend: deviceGrantAccess('extend'),
    copy: deviceGrantAccess('copy'),
    export: deviceGrantAccess('export'),
  },
});
export const {
  page: authPage,
  grantees: authGrantees,
  granteesExport: authGranteesExport,
  detail: authDetail,
  resources: authResources,
  save: authSave,
  check: authCheck,
  update: authUpdate,
  revoke: authRevoke,
  extend: authExtend,
  copy: authCopy,
  export: authExport,
  effective: authEffective,
  history: authHistory,
} = vehicleGrants;
export const authImports = importCalls({
  base,
  access: button('vehicleEquipmentGrant', 'import'),
  noun: '授权',
  unit: '条',
});
export const {
  template: authImportTemplate,
  check: authImportCheck,
  run: authImport,
  history: authImportHis,
  undo: authImportUndo,
} = authImports;

/** Ways by which a resource can be visible to a user. */
export const reasonKind = z.enum(['admin', 'own', 'public', 'maker', 'dept', 'inherit', 'user', 'share']);
export type ReasonKind = z.infer<typeof reasonKind>;
export const reasonNames: Readonly<Record<ReasonKind, string>> = {
  admin: '管理员',
  own: '归属',
  public: '全公司可见',
  maker: '本人创建',
  dept: '部门授权',
  inherit: '上级继承',
  user: '用户授权',
  share: '共享',
};
export const reason = z.object({
  kind: reasonKind,
  /** only `active` makes the resource visible now; the other states tell why this way does not (yet, or any more) */
  state: z.enum(['active', 'pending', 'expired', 'revoked', 'blocked']),
  /** the whole sentence */
  text: z.string(),
  rights: z.array(z.enum(authRights)),
  endTime: dateTime.nullable(),
  authId: id.nullable(),
});
export type Reason = z.infer<typeof reason>;

/** Access of 权限诊断: it is offered on the pages of users and of grants, so whoever may open one of these may ask. */
const diagnose = {
  menu: [
    menus.userManagement.id,
    menus.vehicleEquipmentGrant.id,
    menus.regionSiteGrant.id,
    menus.bluetoothLockGrant.id,
  ],
} as const;
/** Resources to choose from in 权限诊断: the first fifty that the caller himself sees and that match the keyword. */
export const explainChoices = endpoint({
  path: `${base}/explainChoices`,
  access: diagnose,
  title: '权限诊断：可选的资源',
  input: z.object({ kind: grantKind.default('vehicle'), keyword: filterText(30) }),
  output: z.array(z.object({ id, name: z.string(), note: z.string() })),
});
const explained = z.object({
  visible: z.boolean(),
  /** one sentence that answers the question */
  answer: z.string(),
  rights: z.array(z.enum(authRights)),
  /** fields that the roles of the user hide from him */
  hides: z.array(fieldMask.schema),
  userOrg: z.string(),
  /** department that the resource belongs to */
  resourceOrg: z.string(),
  scope: z.string(),
  reasons: z.array(reason),
});
export const explainVehicle = endpoint({
  path: `${base}/explainVehicle`,
  access: diagnose,
  title: '权限诊断：为什么能看到或看不到这辆车',
  input: z.object({ userId: id, vehicleId: id }),
  output: explained,
});
/** The same question about a place, a store or a lock. */
export const explainResource = endpoint({
  path: `${base}/explainResource`,
  access: diagnose,
  title: '权限诊断：为什么能看到或看不到这个地图资源或蓝牙锁',
  input: z.object({ userId: id, kind: z.enum(['site', 'region', 'route', 'store', 'lock']), id }),
  output: explained,
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
