import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { importCalls } from '../../core/register/import';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { grantCalls } from './calls';

const lockGrantAccess = (action: 'edit' | 'detail' | 'revoke' | 'extend' | 'copy' | 'export') =>
  button('bluetoothLockGrant', action);

/** 蓝牙锁授权: calls of grants of locks, which go to users only, carry conditions and last a year at most. */
export const lockGrants = grantCalls({
  family: 'lock',
  base: '/api/base/resourceAuth/lock',
  read: { menu: menus.bluetoothLockGrant.id },
  can: {
    edit: lockGrantAccess('edit'),
    detail: lockGrantAccess('detail'),
    revoke: lockGrantAccess('revoke'),
    extend: lockGrantAccess('extend'),
    copy: lockGrantAccess('copy'),
    export: lockGrantAccess('export'),
  },
});
export const {
  page: lockGrantPage,
  grantees: lockGrantGrantees,
  granteesExport: lockGrantGranteesExport,
  detail: lockGrantDetail,
  resources: lockGrantResources,
  save: lockGrantSave,
  check: lockGrantCheck,
  update: lockGrantUpdate,
  revoke: lockGrantRevoke,
  extend: lockGrantExtend,
  copy: lockGrantCopy,
  export: lockGrantExport,
  effective: lockGrantEffective,
  history: lockGrantHistory,
} = lockGrants;
export const lockGrantImports = importCalls({
  base: '/api/base/resourceAuth/lock',
  access: button('bluetoothLockGrant', 'import'),
  noun: '蓝牙锁授权',
  unit: '条',
});
export const {
  template: lockGrantImportTemplate,
  check: lockGrantImportCheck,
  run: lockGrantImport,
  history: lockGrantImportHis,
  undo: lockGrantImportUndo,
} = lockGrantImports;

const openRow = z.object({
  id,
  time: dateTime,
  userName: z.string(),
  lockNo: z.string(),
  action: z.number(),
  way: z.number(),
  allowed: z.boolean(),
  /** why it was refused */
  reason: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
});
export type LockOpenRow = z.infer<typeof openRow>;
/** Openings and closings, refused ones too: of one lock, or by one user. */
export const lockOpenLog = endpoint({
  path: '/api/base/resourceAuth/lock/openLog',
  access: button('bluetoothLockGrant', 'detail'),
  title: '蓝牙锁开关记录',
  input: pageQuery.extend({ lockId: id.optional(), userId: id.optional() }),
  output: pageOf(openRow),
});
