import { importCalls } from '../../core/register/import';
import { menus } from '../../shell/menus';

/** Import of vehicles. */
export const vehicleImports = importCalls({
  base: '/api/base/manage/vehicle',
  access: { menu: menus.vehicle.id, path: 'vehicle/import', label: '导入' },
  noun: '车辆',
  unit: '辆',
});
export const {
  template: vehicleImportTemplate,
  check: vehicleImportCheck,
  run: vehicleImport,
  history: vehicleImportHis,
  undo: vehicleImportUndo,
} = vehicleImports;
