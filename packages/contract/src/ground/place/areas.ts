import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';
import { version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { placeFields } from './calls';
import { point, shapeLimits } from './shape';

const menu = [menus.regionSite.id, menus.myMap.id];
const access = { menu, path: 'regionalOrSiteManage/edit', label: '编辑' };
const { name } = placeFields.shape;

/** Most areas that become one at a time. */
export const mergeLimit = 20;

/** Areas that touch or overlap become one: the kept one gets the common border, the others are deleted. */
export const placeMerge = endpoint({
  path: '/api/base/manage/region/merge',
  access,
  title: '合并区域或站点',
  input: z
    .object({
      /** the one that stays, as it was read */
      id,
      version,
      name,
      otherIds: z
        .array(id)
        .min(1, '请至少选择两个区域')
        .max(mergeLimit - 1, `一次最多合并${mergeLimit}个`),
    })
    .refine((v) => !v.otherIds.includes(v.id), { path: ['otherIds'], error: '不能与自己合并' }),
  output: z.object({ id, version: z.number() }),
});

/** A line through an area makes two of it: the larger part stays, the smaller one becomes a new area with the same settings. */
export const placeSplit = endpoint({
  path: '/api/base/manage/region/split',
  access,
  title: '拆分区域或站点',
  input: z
    .object({
      id,
      version,
      line: z
        .array(point, '请在地图上画分割线')
        .min(2, '分割线至少2个点')
        .max(shapeLimits.polygon.max, `分割线最多${shapeLimits.polygon.max}个点`),
      name,
      newName: name,
    })
    .refine((v) => v.name !== v.newName, { path: ['newName'], error: '两个名称不能相同' }),
  output: z.object({ id, version: z.number(), newId: id }),
});
