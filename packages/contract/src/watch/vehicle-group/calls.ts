import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';

export const groupRules = { maxGroups: 50, nameMaxChars: 20 } as const;

const base = '/api/base/manage/vehicleGroup';
const name = z
  .string()
  .trim()
  .min(1, '请输入分组名称')
  .max(groupRules.nameMaxChars, `最多${groupRules.nameMaxChars}个字符`);
const vehicleIds = z.array(id).max(20_000, '车辆过多');

export const vehicleInGroup = z.object({ vehicleId: id, plateNo: z.string(), orgName: z.string() });

export const vehicleGroup = z.object({
  id,
  name: z.string(),
  sort: z.number().int(),
  vehicles: z.array(vehicleInGroup),
});
export type VehicleGroup = z.infer<typeof vehicleGroup>;

/** The caller's own groups in their order; vehicles that he does not see any more are left out. */
export const showGroup = endpoint({
  path: `${base}/showGroup`,
  access: 'session',
  title: '我的车辆分组',
  output: z.array(vehicleGroup),
});
export const groupVehicles = endpoint({
  path: `${base}/getVehicleByUserId`,
  access: 'session',
  title: '可分组的车辆及其所在分组',
  input: z.object({ userId: id.optional() }),
  output: z.array(vehicleInGroup.extend({ orgId: id.nullable(), remarkNo: z.string(), groupIds: z.array(id) })),
});
export const addGroup = endpoint({
  path: `${base}/addGroup`,
  access: 'session',
  title: '新增车辆分组',
  input: z.object({ name, sort: z.number().int().min(0).optional(), vehicleIds: vehicleIds.optional() }),
  output: z.object({ id }),
});
/** Puts vehicles into a group and takes others out; `vehicleIds` are all vehicles of it, what is not named there leaves it. */
export const addGroupVehicle = endpoint({
  path: `${base}/addGroupVehicle`,
  access: 'session',
  title: '设置分组内的车辆',
  input: z
    .object({
      groupId: id,
      vehicleIds: vehicleIds.optional(),
      /** beside those that are in it, which somebody else may have changed meanwhile */
      add: vehicleIds.optional(),
      remove: vehicleIds.optional(),
    })
    .refine((v) => v.vehicleIds !== undefined || v.add !== undefined || v.remove !== undefined, {
      path: ['vehicleIds'],
      error: '请选择车辆',
    }),
});
export const delGroup = endpoint({
  path: `${base}/delGroup`,
  access: 'session',
  title: '删除车辆分组（车辆不受影响）',
  input: z.object({ id }),
});
export const updateGroupName = endpoint({
  path: `${base}/updateGroupName`,
  access: 'session',
  title: '重命名车辆分组',
  input: z.object({ id, name }),
});
export const saveGroupSort = endpoint({
  path: `${base}/saveVehicleGroupSort`,
  access: 'session',
  title: '保存分组顺序',
  input: z.object({ groupIds: z.array(id).max(groupRules.maxGroups) }),
});
export const updateGroupSort = endpoint({
  path: `${base}/updateVehicleGroupSort`,
  access: 'session',
  title: '移动一个分组',
  input: z.object({ id, sort: z.number().int().min(0).max(groupRules.maxGroups) }),
});
