import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { filterText } from '../../core/register/pieces';
import { button } from '../../shell/rights';

const base = '/api/base/manage/vehicle';
/** The right to delete includes seeing and restoring deleted vehicles. */
const access = button('vehicle', 'del');
/** 回收站: how many days a deleted vehicle can be restored. */
export const recycleDays = 30;
/** Hint shown before a vehicle is deleted. */
export const recycleWords = `${recycleDays}天内可在“工具 → 回收站”中恢复，历史轨迹和报表仍会保留。`;

const row = z.object({
  id,
  plateNo: z.string(),
  vehicleColor: z.number(),
  remarkNo: z.string(),
  orgName: z.string(),
  fleetName: z.string(),
  deleteTime: dateTime,
  deleteUser: z.string(),
  /** whole days left to restore it */
  daysLeft: z.number(),
});
export type RecycledVehicle = z.infer<typeof row>;

export const vehicleRecyclePage = endpoint({
  path: `${base}/recycle/page`,
  access,
  title: '回收站中的车辆',
  input: pageQuery.extend({ plateNo: filterText(20) }),
  output: pageOf(row),
});
/** Restores a deleted vehicle; refused while another vehicle has its plate. References to deleted fleets, carriers and drivers become empty. */
export const vehicleRestore = endpoint({
  path: `${base}/recycle/restore`,
  access,
  title: '恢复已删除的车辆',
  input: z.object({ id }),
});
