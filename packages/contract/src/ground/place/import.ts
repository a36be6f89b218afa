import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';
import { importCalls, importFields } from '../../core/register/import';
import { menus } from '../../shell/menus';
import { maxPlaces } from './calls';

const access = {
  menu: [menus.regionSite.id, menus.myMap.id],
  path: 'regionalOrSiteManage/import',
  label: '导入',
};
const base = '/api/base/manage/region';

/** Most places of one file: as many as a company may have. */
export const maxImportPlaces = maxPlaces;

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
  action: z.enum(['add', 'update', 'none']),
  /** the shape in words; empty when there is none */
  ground: z.string(),
  /** why it cannot be imported; empty when it can */
  msg: z.string(),
});
export type ImportedPlace = z.infer<typeof importedPlace>;

const { mode } = importFields.shape;
/** Checks a file (KML, GeoJSON, or the template as xlsx) without writing anything. A known place is found by its kind and name. */
export const placeImportCheck = endpoint({
  path: `${base}/importCheck`,
  access,
  title: '检查区域、站点导入文件（不写入）',
  body: 'multipart',
  input: z.object({ mode }),
  output: z.object({
    total: z.number(),
    valid: z.number(),
    adds: z.number(),
    updates: z.number(),
    rows: z.array(importedPlace),
    /** the uploaded workbook with a comment in every wrong cell, base64; null for map files and when nothing is wrong */
    annotated: z.string().nullable(),
  }),
});
/** Imports the valid places of a file and leaves out the others. */
export const placeImport = endpoint({
  path: `${base}/import`,
  access,
  title: '导入区域、站点、电子线路',
  body: 'multipart',
  input: z.object({ mode }),
  output: z.object({ runId: id, added: z.number(), updated: z.number(), skipped: z.number() }),
});
/** The list of imports, and taking one back, as for every other register. */
const { noun, unit, history, undo } = importCalls({ base, access, noun: '区域、站点', unit: '个' });
export const placeImportHis = history;
export const placeImportUndo = undo;
export const placeImportRuns = { noun, unit, history, undo };
