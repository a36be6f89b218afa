import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { menus } from '../menus';

const access = {
  menu: [menus.regionSite.id, menus.myMap.id],
  path: 'regionalOrSiteManage/import',
  label: '导入',
};
const base = '/api/base/manage/region';

/** Most places of one file. */
export const maxImportPlaces = 2000;

export const placeImportTemplate = endpoint({
  path: `${base}/importTemplate`,
  access,
  title: '下载区域、站点导入模板',
  raw: true,
  output: z.unknown(),
});

const importedPlace = z.object({
  /** place in the file: its row in a sheet, its number in a map file */
  no: z.number().int(),
  name: z.string(),
  kind: z.string(),
  placeType: z.number(),
  /** the ground in words; empty when there is none */
  ground: z.string(),
  /** why it cannot be imported; empty when it can */
  msg: z.string(),
});
export type ImportedPlace = z.infer<typeof importedPlace>;

/** KML, GeoJSON or the template as xlsx. Nothing is written. */
export const placeImportCheck = endpoint({
  path: `${base}/importCheck`,
  access,
  title: '检查区域、站点导入文件（不写入）',
  body: 'multipart',
  output: z.object({ total: z.number(), valid: z.number(), rows: z.array(importedPlace) }),
});
/** Writes what is right and leaves the rest out. */
export const placeImport = endpoint({
  path: `${base}/import`,
  access,
  title: '导入区域、站点、电子线路',
  body: 'multipart',
  output: z.object({ added: z.number(), skipped: z.number() }),
});
