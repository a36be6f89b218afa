import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';

const optionalTextOf = (max: number) => z.string().trim().max(max, `最多${max}个字符`).optional();

/** Equipment by which a picker may filter vehicles. */
export const equipment = z.enum(['tem', 'door', 'oil', 'video']);
/** A node of the tree: a fleet, or a vehicle in it. */
export interface VehicleNode {
  id: string;
  name: string;
  type: 'fleet' | 'vehicle';
  /** for a fleet the number of its vehicles that are online, for a vehicle 1 or 0 */
  online: number;
  total: number;
  /** motionState; null for a fleet, and for a vehicle of the company without a terminal, which would tell */
  state: number | null;
  vehicleColor: number | null;
  remarkNo: string;
  terminalNo: string;
  children: VehicleNode[];
}
const vehicleNode: z.ZodType<VehicleNode> = z.lazy(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    type: z.enum(['fleet', 'vehicle']),
    online: z.number(),
    total: z.number(),
    state: z.number().nullable(),
    vehicleColor: z.number().nullable(),
    remarkNo: z.string(),
    terminalNo: z.string(),
    children: z.array(vehicleNode),
  }),
);
export const vehicleTree = endpoint({
  path: '/api/base/manage/vehicle/tree',
  access: 'session',
  kept: true,
  title: '车辆选择树',
  input: z.object({ keyword: optionalTextOf(30), equip: z.array(equipment).default([]), fleetId: id.optional() }),
  output: z.array(vehicleNode),
});
