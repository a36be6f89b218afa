import { z } from 'zod';
import { endpoint, type MenuAccess } from '../endpoint';
import { id, pageOf, pageQuery } from '../page';
import type { FilterTable } from './filters';
import { importCalls } from './import';
import { batchLine, changeHisCall, chosenIds, exportOptions } from './pieces';
import { recycleCalls } from './recycle';

/** What is done with the records of a register, each a right of its own. */
export type RegisterRight = RecordRight | 'import';
type RecordRight = 'add' | 'edit' | 'del' | 'export';

/** What `filterSet` makes, whatever the filters. */
interface FilterParts<F> {
  table: FilterTable;
  schema: F;
}
const hasTable = <F extends z.ZodObject>(filters: F | FilterParts<F>): filters is FilterParts<F> => 'table' in filters;

interface RecordSpec<R extends z.ZodType, F extends z.ZodObject, I extends z.ZodType, C extends z.ZodType> {
  /** `/api/base/manage/driver` */
  base: `/${string}`;
  /** 司机 */
  noun: string;
  /** 名: the word that counts them */
  unit: string;
  /** menu whose holders may read */
  menu: number | readonly number[];
  right: (right: RecordRight) => MenuAccess;
  /**
   * A line of the list, what the list can be narrowed by (`filterSet`; a bare schema where the page draws its own filters), the form of a
   * new record, and that of a changed one (with id and version).
   */
  fields: { row: R; filters: F | FilterParts<F>; input: I; change: C };
  /** where the outside calls a step differently: the last word of its path */
  words?: Partial<Record<'add' | 'del' | 'export', string>>;
  /** 新增… in the API document where the plain word would not do */
  addTitle?: string;
}
interface RegisterSpec<R extends z.ZodType, F extends z.ZodObject, I extends z.ZodType, C extends z.ZodType>
  extends Omit<RecordSpec<R, F, I, C>, 'right'> {
  right: (right: RegisterRight) => MenuAccess;
}

/**
 * The calls that every register has: list, add, change, delete, export, change history, recycle bin. A module exports each of them by name (the API
 * document and the server look at a module's exports) and the whole for `<RegisterListPage of={...}>`.
 */
export function recordCalls<R extends z.ZodType, F extends z.ZodObject, I extends z.ZodType, C extends z.ZodType>(
  spec: RecordSpec<R, F, I, C>,
) {
  const { base, noun, unit, right, fields, words = {} } = spec;
  const read = { menu: spec.menu };
  const filters: F = hasTable(fields.filters) ? fields.filters.schema : fields.filters;
  return {
    noun,
    unit,
    /** for the filter bar, which is drawn from it */
    filters: hasTable(fields.filters) ? fields.filters.table : undefined,
    page: endpoint({
      path: `${base}/page`,
      access: read,
      title: `${noun}列表`,
      // the shape of an object schema is what its type says
      input: pageQuery.extend(filters.shape as F['shape']),
      output: pageOf(fields.row),
    }),
    add: endpoint({
      path: `${base}/${words.add ?? 'add'}`,
      access: right('add'),
      title: spec.addTitle ?? `新增${noun}`,
      input: fields.input,
      output: z.object({ id }),
    }),
    update: endpoint({
      path: `${base}/update`,
      access: right('edit'),
      title: `编辑${noun}`,
      input: fields.change,
      output: z.object({ id, version: z.number() }),
    }),
    del: endpoint({
      path: `${base}/${words.del ?? 'del'}`,
      access: right('del'),
      title: `删除${noun}`,
      input: z.object({ ids: chosenIds(noun) }),
      output: z.array(batchLine),
    }),
    exports: endpoint({
      path: `${base}/${words.export ?? 'export'}`,
      access: right('export'),
      title: `导出${noun}`,
      // the shape of the extended schema is that of both
      input: filters.extend(exportOptions) as z.ZodObject<F['shape'] & typeof exportOptions>,
      output: z.object({ id }),
    }),
    changeHis: changeHisCall(base, read, noun),
    recycle: recycleCalls(base, right('del'), noun),
  };
}

/** The same with an import. */
export function registerCalls<R extends z.ZodType, F extends z.ZodObject, I extends z.ZodType, C extends z.ZodType>(
  spec: RegisterSpec<R, F, I, C>,
) {
  const { base, noun, unit, right } = spec;
  return { ...recordCalls(spec), imports: importCalls({ base, access: right('import'), noun, unit }) };
}

/** Sets the state of many records, a line of result for each. */
export const statusCall = <S extends readonly [number, ...number[]] | readonly number[]>(
  base: `/${string}`,
  access: MenuAccess,
  noun: string,
  codes: S,
  title = `启用或停用${noun}`,
) =>
  endpoint({
    path: `${base}/status`,
    access,
    title,
    // states are listed with one value at least
    input: z.object({ ids: chosenIds(noun), status: z.literal(codes as S & readonly [S[number]], '请选择状态') }),
    output: z.array(batchLine),
  });
