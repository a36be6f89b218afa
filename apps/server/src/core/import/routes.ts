import type { FastifyInstance } from 'fastify';
import { route } from '../http/route';
import { readUpload } from '../http/upload';
import type { ImportDefinition } from './definition';
import { checkImport, makeTemplate, runImport } from './run';
import { listImports, undoImport } from './undo';

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Binds the calls of an import: template, dry run, import, what was imported, taking one back. */
export function bindImportRoutes<V extends Record<string, unknown>>(
  app: FastifyInstance,
  definition: ImportDefinition<V>,
): void {
  const { calls } = definition;
  route(app, calls.template, (ctx, _input, { reply }) => {
    reply
      .header('content-type', xlsxType)
      .header(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(`${calls.noun}导入模板.xlsx`)}`,
      );
    return makeTemplate(definition, ctx);
  });
  route(app, calls.check, async (ctx, _input, { req }) => checkImport(definition, ctx, await readUpload(req)));
  route(app, calls.run, async (ctx, _input, { req }) => runImport(definition, ctx, await readUpload(req)));
  route(app, calls.history, (ctx, q) => listImports(definition, ctx, q));
  route(app, calls.undo, (ctx, input) => undoImport(definition, ctx, input));
}
