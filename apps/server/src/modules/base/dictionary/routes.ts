import { dictionaryGet, dictionaryOf, dictionaryPost } from '@tongda/contract/base/dictionary/calls';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route';

/** The fixed enumerations under their type codes, by GET and by POST. */
export function dictionaryRoutes(app: FastifyInstance): void {
  for (const e of [dictionaryGet, dictionaryPost]) route(app, e, async (_ctx, { typeCode }) => dictionaryOf(typeCode));
}
