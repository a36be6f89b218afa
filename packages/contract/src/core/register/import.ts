import { z } from 'zod';
import { endpoint, type MenuAccess, type Visit } from '../endpoint';
import { dateTime, id, pageOf, pageQuery } from '../page';

export const importLimits = { maxBytes: 10 * 1024 * 1024, maxRows: 10_000 } as const;

/** What the file may do: only new records, only changes of known ones, or both. */
export const importModes = { add: '仅新增', update: '仅更新', both: '新增并更新' } as const;
export type ImportMode = keyof typeof importModes;

/** A cell with this word empties the field of an existing record; a blank cell leaves it as it is. */
export const clearMark = '清空';

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

const importCheck = z.object({
  total: z.number(),
  valid: z.number(),
  invalid: z.number(),
  adds: z.number(),
  updates: z.number(),
  /** records that may not be changed and stand in the file as they are: left out */
  same: z.number(),
  /** first lines of the file, wrong ones first; `name` is what the line is about */
  rows: z.array(
    z.object({
      row: z.number(),
      name: z.string(),
      action: z.enum(['add', 'update', 'same', 'none']),
      cells: z.array(z.string()),
      errors: z.array(cellError),
    }),
  ),
  columns: z.array(z.string()),
  /** columns of the sheet that are not imported, because nothing is known of their headings: `F 购车款` */
  ignored: z.array(z.string()),
  /** the first thousand errors, not only those of `rows` */
  errors: z.array(cellError),
  /** the uploaded workbook with a comment in every wrong cell, base64; null when nothing is wrong */
  annotated: z.string().nullable(),
});
export type ImportCheck = z.infer<typeof importCheck>;

/** One import that was done; `undoneTime` once it was taken back. */
const importRun = z.object({
  id,
  fileName: z.string(),
  mode: z.enum(['add', 'update', 'both']),
  added: z.number(),
  updated: z.number(),
  skipped: z.number(),
  userName: z.string(),
  time: dateTime,
  undoneTime: dateTime.nullable(),
  undoneBy: z.string().nullable(),
  undoneRows: z.number().nullable(),
});
export type ImportRun = z.infer<typeof importRun>;

/** Where the import calls of a register live and what its records are called. */
interface ImportSpec {
  /** `/api/base/manage/driver` */
  base: `/${string}`;
  access: MenuAccess;
  /** 司机 */
  noun: string;
  /** 名: the word that counts them */
  unit: string;
  /** who may import in somebody else's name; whoever looks may check a file then, and only who acts as a user takes an import back. Absent: the server names them */
  visit?: Visit;
}

/**
 * The calls of an import: template, dry run, import, the list of what was imported, and taking one back. A module exports each of them by
 * name (the API document and the server look at a module's exports) and the whole for `<ImportDialog of={...}>`.
 */
export function importCalls({ base, access, noun, unit, visit }: ImportSpec) {
  const look = visit && 'look';
  return {
    noun,
    unit,
    template: endpoint({
      path: `${base}/importTemplate`,
      access,
      visit: look,
      title: `下载${noun}导入模板`,
      raw: true,
      output: z.unknown(),
    }),
    check: endpoint({
      path: `${base}/importCheck`,
      access,
      visit: look,
      title: `检查${noun}导入文件（不写入）`,
      body: 'multipart',
      input: importFields,
      output: importCheck,
    }),
    run: endpoint({
      path: `${base}/import`,
      access,
      visit,
      title: `导入${noun}`,
      body: 'multipart',
      input: importFields,
      output: z.object({ runId: id, added: z.number(), updated: z.number(), skipped: z.number() }),
    }),
    history: endpoint({
      path: `${base}/importHis`,
      access,
      visit: look,
      title: `${noun}导入记录`,
      input: pageQuery,
      output: pageOf(importRun),
    }),
    undo: endpoint({
      path: `${base}/importUndo`,
      access,
      visit: visit && 'acting',
      title: `撤销${noun}导入`,
      /** rest: take back the lines that nobody changed since, and leave the others */
      input: z.object({ id, rest: z.boolean().default(false) }),
      output: z.object({ undone: z.number(), left: z.number() }),
    }),
  };
}
export type ImportCalls = ReturnType<typeof importCalls>;
