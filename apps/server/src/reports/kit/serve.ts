import { availableParallelism } from 'node:os';
import type { ColumnMap } from '@tongda/contract/reports/kit/columns';
import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import type { FilterMap } from '@tongda/contract/reports/kit/filters';
import { callsOf, type Foot, type Report } from '@tongda/contract/reports/kit/report';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type ExportDeps, enqueueExport, type FileWriting, type HeadLine } from '../../core/export/definition';
import type { HeldAnswers } from '../../core/http/answer/held';
import { wireTime } from '../../core/http/answer/wire-time';
import type { Ctx } from '../../core/http/ctx';
import { declareEndpoints } from '../../core/http/endpoints';
import { route } from '../../core/http/route';
import { holdTotal } from '../../core/record/totals';
import { ShortFirst } from '../../core/run/short-first';
import { scopeName } from '../../modules/base/org/door';
import { vehiclesAsked, withVehicles } from './curve-vehicles';
import { KeptQuestions } from './kept';
import { explainNothing } from './nothing';
import { countLateDays, type Wish, wishOf } from './query';
import { sheetsOf } from './sheets';
import { refuseManyRows, type Source } from './source';

/** A report with its rows, ready to be bound. */
export interface ServedReport {
  report: Report;
  /** The sums over all rows of a request that was parsed by the report's schema. */
  foot(ctx: Ctx, input: { startTime: string; endTime: string }): Promise<Foot>;
  /** `held`: where pages and feet are kept for who asks the same again, one for all reports */
  bind(app: FastifyInstance, deps: ExportDeps, held: HeldAnswers): void;
}

type Declared = Report<FilterMap, ColumnMap, z.ZodRawShape, z.ZodRawShape>;
type FiltersOf<R> = R extends Report<infer F, ColumnMap, z.ZodRawShape, z.ZodRawShape> ? F : never;
interface More<R> {
  /** of a report with `curve` */
  curve?: (ctx: Ctx, q: Wish<FiltersOf<R>>) => Promise<CurveAnswer>;
  /** of a report with `actions` */
  bindActions?: (app: FastifyInstance, deps: ExportDeps) => void;
  /** its rows are what is written all the time besides (logs): each question is answered anew */
  live?: true;
  /** of a report with `record`: writes the paper, and says in a sheet under which number its readings are sealed */
  record?: {
    write: (ctx: Ctx, q: Wish<FiltersOf<R>>, to: FileWriting) => Promise<{ rows: number; bytes: number }>;
    lines?: (ctx: Ctx, q: Wish<FiltersOf<R>>, at: Omit<FileWriting, 'path' | 'progress'>) => Promise<HeadLine[]>;
  };
}

/**
 * Questions that run at a time: one core stays with the trucks, whose reports would otherwise wait for ten people with a month each. One that takes longer than two seconds lets the next one
 * begin beside it, so that nobody waits for the slowest.
 */
const questions = new ShortFirst(Math.max(1, availableParallelism() - 1), 2_000);

type Input = { startTime: string; endTime: string };
/** For whom an answer is kept. One that reaches into the present is kept as long as any other, and says until when its facts are (数据截至); it is none of the past once its range is over. */
function keptFor(ctx: Ctx, input: Input): string {
  const past = wishOf(input, ctx.timeZone).until <= Date.now();
  return `${scopeName(ctx)} ${past ? 'past' : 'present'}`;
}

/** What a page and a foot have in common: the report, who asks, and the filters. */
function questionOf(of: Report, ctx: Ctx, input: Input): string {
  const parts = new Set(['page', 'size', 'sort']);
  const filters = Object.entries(input).filter(([name, value]) => !parts.has(name) && value !== undefined);
  const seen = [ctx.clientId, ctx.timeZone, [...ctx.rights.masks].sort(), keptFor(ctx, input)];
  return JSON.stringify([of.page.path, seen, filters.sort(([a], [b]) => (a < b ? -1 : 1))]);
}
const questionsKept = new KeptQuestions();

/** Joins a declaration with its rows: page, foot, sheet and curve are bound by `bind`. Call once, when the module is loaded. */
export function serve<R extends Declared>(declared: R, from: Source<R>, more: More<R> = {}): ServedReport {
  // from here on the report is any report: its types were checked where its rows are made
  const report = declared as unknown as Report;
  // as is its source, which was written for that report's rows
  const source = from as unknown as Source<Report>;
  declareEndpoints(callsOf(report));
  const { curve, record, live } = more;
  const asWish = (input: Input, ctx: Ctx) =>
    // the input was parsed by the schema that the type is read from
    wishOf(input, ctx.timeZone) as Wish<FiltersOf<R>>;
  const { sheet, paper } = sheetsOf(report, source, {
    lines: async (ctx, input, at) => record?.lines?.(ctx, asWish(input, ctx), at) ?? [],
    ...(record ? { write: (ctx, input, to) => record.write(ctx, asWish(input, ctx), to) } : {}),
  });
  return {
    report,
    foot: (ctx, input) => source.totals(ctx, wishOf(input, ctx.timeZone)),
    bind: (app, deps, held) => {
      const answerPage = async (ctx: Ctx, asked: z.output<typeof report.page.input>) => {
        const { page, size, ...input } = asked;
        const asOf = wireTime(Date.now(), ctx.timeZone);
        const q = wishOf(input, ctx.timeZone);
        await source.refuse?.(ctx, q);
        const part = { ...q, limit: size, offset: (page - 1) * size };
        // the first page is counted with its rows
        const first = page === 1 ? await source.counted?.(ctx, part) : undefined;
        const total = await holdTotal(ctx, report.page, asked, async () => first?.total ?? source.count(ctx, q));
        if (source.most !== undefined) refuseManyRows(total, source.most);
        if (total === 0) await explainNothing(ctx, report, q);
        // a total that was held while pages are turned says nothing new
        if (page === 1) questionsKept.count(questionOf(report, ctx, input), total);
        const list = first?.rows ?? (await source.rows(ctx, part));
        const late = await ctx.db((trx) =>
          sql<{ n: number }>`select ${countLateDays(ctx, report, q)} as n`.execute(trx),
        );
        return { list, total, page, size, late: late.rows[0]?.n ?? 0, asOf };
      };
      const answerFoot = async (ctx: Ctx, input: Input): Promise<Foot> => {
        const q = wishOf(input, ctx.timeZone);
        await source.refuse?.(ctx, q);
        const foot = await source.totals(ctx, q);
        questionsKept.count(questionOf(report, ctx, input), foot.rows);
        return foot;
      };
      const sameFor = (ctx: Ctx, input: Input): string =>
        `${keptFor(ctx, input)} ${questionsKept.turnOf(questionOf(report, ctx, input))}`;
      const keeping = { held, sameFor: live ? undefined : sameFor };
      const inTurn =
        <I, A>(answer: (ctx: Ctx, input: I) => Promise<A>) =>
        (ctx: Ctx, input: I): Promise<A> =>
          questions.run(() => answer(ctx, input));
      route(app, report.page, inTurn(answerPage), keeping);
      route(app, report.totalsCall, inTurn(answerFoot), keeping);
      route(app, report.exportCall, (ctx, input) => enqueueExport(deps, ctx, sheet, input));
      more.bindActions?.(app, deps);
      if (report.curveCall && curve)
        route(app, report.curveCall, async (ctx, input) =>
          withVehicles(ctx, vehiclesAsked(input), await curve(ctx, asWish(input, ctx))),
        );
      const { spread } = source;
      if (report.spreadCall && spread)
        route(
          app,
          report.spreadCall,
          async (ctx, input) => {
            const q = wishOf(input, ctx.timeZone);
            await source.refuse?.(ctx, q);
            return spread(ctx, q);
          },
          keeping,
        );
      if (report.recordCall && paper)
        route(app, report.recordCall, (ctx, input) => enqueueExport(deps, ctx, paper, input));
    },
  };
}
