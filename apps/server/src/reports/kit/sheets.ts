import { type Asked, tableColumns } from '@tongda/contract/reports/kit/columns';
import type { Report } from '@tongda/contract/reports/kit/report';
import { type FileWriting, type HeadLine, readInChunks, registerExport } from '../../core/export/definition';
import { describeConditions } from '../../core/export/words';
import type { Ctx } from '../../core/http/ctx';
import { wordingOf } from './filter-words';
import { wishOf } from './query';
import type { Source } from './source';

/** Rows of a sheet that are read at once. */
const chunk = 500;

type Input = { startTime: string; endTime: string };
/** What a report writes besides its rows. */
interface Writing {
  /** lines above the head of a sheet */
  lines: (ctx: Ctx, input: Input, at: Omit<FileWriting, 'path' | 'progress'>) => Promise<HeadLine[]>;
  /** the paper of a report with `record` */
  write?: (ctx: Ctx, input: Input, to: FileWriting) => Promise<{ rows: number; bytes: number }>;
}

/** The files of a report: its rows as a sheet, and its paper where it has one. Call once for each report, as files are known by their call. */
export function sheetsOf(report: Report, source: Source<Report>, { lines, write }: Writing) {
  const rowsOf = (ctx: Ctx, input: Input) => {
    const q = wishOf(input, ctx.timeZone);
    return (
      source.each?.(ctx, q, chunk) ?? readInChunks((limit, offset) => source.rows(ctx, { ...q, limit, offset }), chunk)
    );
  };
  /** The columns of a file under the names of the vehicles' probes, as on the screen. */
  const columnsNamed = async (ctx: Ctx, input: Input) => {
    const q = wishOf(input, ctx.timeZone);
    const names = (await source.names?.(ctx, q)) ?? (await source.totals(ctx, q)).names ?? {};
    // the input was parsed by the schema that has these fields
    return tableColumns(report.columns, input as unknown as Asked, { of: report.named ?? [], names });
  };
  const countLater = (ctx: Ctx, input: Input) => source.countLater?.(wishOf(input, ctx.timeZone)) ?? false;
  const sheet = registerExport({
    endpoint: report.exportCall,
    module: '报表中心',
    name: report.title,
    // the input was parsed by the schema that has these fields
    columns: (input) => tableColumns(report.columns, input as unknown as Asked),
    ...(report.named ? { named: columnsNamed } : {}),
    condition: (ctx, input) => describeConditions(ctx, { ...input }, report.unit, wordingOf(report.filters)),
    count: (ctx, input) => source.count(ctx, wishOf(input, ctx.timeZone)),
    countLater,
    rows: rowsOf,
    cells: cellsOf(report),
    lines,
  });
  const { recordCall } = report;
  const paper =
    recordCall && write
      ? registerExport({
          endpoint: recordCall,
          module: '报表中心',
          name: `${report.title}${report.record?.name ?? ''}`,
          columns: [],
          condition: (ctx, input) => describeConditions(ctx, { ...input }, report.unit, wordingOf(report.filters)),
          count: (ctx, input) => source.count(ctx, wishOf(input, ctx.timeZone)),
          countLater,
          rows: rowsOf,
          files: { pdf: write },
        })
      : null;
  return { sheet, paper };
}

/** Cells that are more than the row's value: words of codes, and the days of a matrix. */
function cellsOf(report: Report): Record<string, (row: Record<string, unknown>) => string | number | null> {
  const cells: Record<string, (row: Record<string, unknown>) => string | number | null> = {};
  for (const [name, { kind, words }] of Object.entries(report.columns)) {
    // columns of words hold codes
    if (words) cells[name] = (row) => words[row[name] as string] ?? String(row[name] ?? '');
    if (kind === 'days')
      for (let i = 0; i < report.range.maxDays; i++)
        // columns of days hold a list of figures
        cells[`d${i + 1}`] = (row) => (row[name] as Array<number | null>)[i] ?? null;
  }
  return cells;
}
