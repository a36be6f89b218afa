import { exportRefusal } from '@tongda/contract/base/allowance/bounds';
import { rowBounds } from '../../../core/export/definition';
import { loadAllowance } from './repo';

rowBounds.add(async (db, clientId) => {
  const { exportRows: bound } = await loadAllowance(db, clientId);
  const { most } = bound;
  return most === null ? null : { most, refusal: (rows) => exportRefusal({ ...bound, most }, rows) };
});
