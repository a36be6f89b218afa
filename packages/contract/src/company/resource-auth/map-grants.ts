import { importCalls } from '../../core/register/import';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { grantCalls } from './calls';

const mapGrantAccess = (action: 'edit' | 'detail' | 'revoke' | 'extend' | 'copy' | 'export') =>
  button('regionSiteGrant', action);

/** 地图资源授权: sites, regions, electronic lines and stores. */
export const mapGrants = grantCalls({
  family: 'map',
  base: '/api/base/resourceAuth/map',
  read: { menu: menus.regionSiteGrant.id },
  can: {
    edit: mapGrantAccess('edit'),
    detail: mapGrantAccess('detail'),
    revoke: mapGrantAccess('revoke'),
    extend: mapGrantAccess('extend'),
    copy: mapGrantAccess('copy'),
    export: mapGrantAccess('export'),
  },
});
export const {
  page: mapGrantPage,
  grantees: mapGrantGrantees,
  granteesExport: mapGrantGranteesExport,
  detail: mapGrantDetail,
  resources: mapGrantResources,
  save: mapGrantSave,
  check: mapGrantCheck,
  update: mapGrantUpdate,
  revoke: mapGrantRevoke,
  extend: mapGrantExtend,
  copy: mapGrantCopy,
  export: mapGrantExport,
  effective: mapGrantEffective,
  history: mapGrantHistory,
} = mapGrants;
export const mapGrantImports = importCalls({
  base: '/api/base/resourceAuth/map',
  access: button('regionSiteGrant', 'import'),
  noun: '地图资源授权',
  unit: '条',
});
export const {
  template: mapGrantImportTemplate,
  check: mapGrantImportCheck,
  run: mapGrantImport,
  history: mapGrantImportHis,
  undo: mapGrantImportUndo,
} = mapGrantImports;
