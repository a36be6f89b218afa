import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { menus } from '../menus';

const access = { menu: menus.vehicle.id, path: 'vehicle/import', label: '导入' } as const;

export const importLimits = { maxBytes: 10 * 1024 * 1024, maxRows: 5000 } as const;

/** What the file may do: only new vehicles, only changes of known plates, or both. */
export const importModes = { add: '仅新增', update: '仅更新', both: '新增并更新' } as const;
export type ImportMode = keyof typeof importModes;

/** Fields beside the file of importCheck and import. */
export const importFields = z.object({
  mode: z.enum(['add', 'update', 'both'], '请选择导入方式').default('both'),
  /** all: nothing is written while one row is wrong; valid: right rows are written, wrong ones left out */
  commit: z.enum(['all', 'valid']).default('all'),
});

const cellError = z.object({
  /** row and column of the sheet as Excel counts them: row 3, column C */
  row: z.number().int(),
  column: z.string(),
  label: z.string(),
  value: z.string(),
  msg: z.string(),
});
export type CellError = z.infer<typeof cellError>;

export const vehicleImportTemplate = endpoint({
  path: '/api/base/manage/vehicle/importTemplate',
  access,
  title: '下载车辆导入模板',
  raw: true,
  output: z.unknown(),
});

export const vehicleImportCheck = endpoint({
  path: '/api/base/manage/vehicle/importCheck',
  access,
  title: '检查导入文件（不写入）',
  body: 'multipart',
  input: importFields,
  output: z.object({
    total: z.number(),
    valid: z.number(),
    invalid: z.number(),
    adds: z.number(),
    updates: z.number(),
    /** first lines of the file, wrong ones first */
    rows: z.array(
      z.object({
        row: z.number(),
        plateNo: z.string(),
        action: z.enum(['add', 'update', 'none']),
        cells: z.array(z.string()),
        errors: z.array(cellError),
      }),
    ),
    columns: z.array(z.string()),
    /** every error, not only those of `rows` */
    errors: z.array(cellError),
    /** the uploaded workbook with a comment in every wrong cell, base64; null when nothing is wrong */
    annotated: z.string().nullable(),
  }),
});
export type ImportCheck = z.infer<typeof vehicleImportCheck.output>;

export const vehicleImport = endpoint({
  path: '/api/base/manage/vehicle/import',
  access,
  title: '导入车辆',
  body: 'multipart',
  input: importFields,
  output: z.object({ added: z.number(), updated: z.number(), skipped: z.number() }),
});
